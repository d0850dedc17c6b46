"""How a result is told: a sequence of sentences and tables, for a terminal, a pipe or a notebook alike."""

from collections.abc import Iterable, Sequence
from functools import cache
from io import StringIO
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.table import Table as TerminalTable

PIPE_WIDTH = 10_000  # where there is no terminal to fit into nothing is wrapped or cut
LONGEST_NAME = 48  # of what stands first in a row and is not folded

NOTEBOOK = """
<div class="humanlike">
{%- for part in parts %}
{%- if part is string %}<p>{{ part }}</p>
{%- else %}<table><caption style="text-align:left;font-weight:bold">{{ part.title }}</caption>
<thead><tr>{% for column in part.columns %}<th>{{ column }}</th>{% endfor %}</tr></thead>
<tbody>{% for row in part.cells %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>{% endfor %}</tbody>
</table>{% endif %}
{%- endfor %}
</div>
"""


class StoryTable(NamedTuple):
    """A titled table; numbers are formatted here, text is shown as it is."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]

    @property
    def cells(self) -> list[list[str]]:
        """The rows as text."""
        return [[cell_text(value) for value in row] for row in self.rows]


Part = str | StoryTable


def cell_text(value: object) -> str:
    """Four significant digits of a number that is not whole; '-' for what is not known."""
    if value is None or value != value:
        return "-"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def interval_text(estimate: float, lower: float, upper: float, digits: int = 3) -> str:
    """`estimate [low, high]`, the house's way of writing an interval.

    >>> interval_text(0.25, 0.1, 0.4)
    '0.250 [0.100, 0.400]'
    >>> interval_text(0.25, float("nan"), float("nan"))
    '0.250 [unknown]'
    """
    if lower != lower or upper != upper:
        return f"{estimate:.{digits}f} [unknown]"
    return f"{estimate:.{digits}f} [{lower:.{digits}f}, {upper:.{digits}f}]"


def correlation_text(value: float) -> str:
    """A correlation, or why there is none.

    >>> correlation_text(0.5), correlation_text(float("nan"))
    ('correlation 0.50', 'no correlation, since one of them never varies')
    """
    return f"correlation {value:.2f}" if value == value else "no correlation, since one of them never varies"


def games_text(games: int | None) -> str:
    """A number of games that are needed, or that nobody could play so many.

    >>> games_text(1200), games_text(None)
    ('1,200', 'more than 1,000,000,000')
    """
    from humanlike.statistics.power import MOST_GAMES  # loads SciPy, which `--help` does without

    return f"more than {MOST_GAMES:,}" if games is None else f"{games:,}"


def tell(story: Iterable[Part], console: Console) -> None:
    """Print a story."""
    for part in story:
        if isinstance(part, str):
            console.print(part, markup=False, emoji=False)
        else:
            console.print(
                part.title, markup=False, style="italic"
            )  # not the table's: that would wrap at its width
            if not _tell_whole(part, console):
                shown, needed = _terminal_table(part)
                console.print(shown, width=max(console.width, needed), crop=False)


def text_of(story: Iterable[Part]) -> str:
    """A story as plain text."""
    buffer = StringIO()
    tell(story, Console(file=buffer, width=PIPE_WIDTH, highlight=False, color_system=None))
    return "\n".join(line.rstrip() for line in buffer.getvalue().splitlines())


def html_of(story: Iterable[Part]) -> str:
    """A story as HTML, for notebooks."""
    return str(_template().render(parts=list(story)))


@cache
def _template() -> Any:
    from jinja2 import Environment

    return Environment(autoescape=True).from_string(NOTEBOOK)


def _tell_whole(table: StoryTable, console: Console) -> bool:
    """Print a table that fits, laid out as any other but at once, for there may be thousands of rows; False if not."""
    cells = table.cells
    columns = list(zip(table.columns, *cells, strict=True))
    if any("\n" in cell for column in columns for cell in column):
        return False
    widths = [max(map(cell_len, column)) for column in columns]
    if not widths or sum(widths) + 2 * len(widths) > console.width:
        return False
    right = [bool(cells) and all(map(_is_number, column[1:])) for column in columns]
    header, *lines = ("".join(map(_padded, row, widths, right)) for row in zip(*columns, strict=True))
    console.out(header, style="bold", highlight=False)
    if lines:
        console.out("\n".join(lines), highlight=False)
    return True


def _padded(cell: str, width: int, right: bool) -> str:
    space = " " * (width - cell_len(cell))
    return f"{space}{cell}  " if right else f"{cell}{space}  "


def _terminal_table(table: StoryTable) -> tuple[TerminalTable, int]:
    """Numbers to the right. In a narrow terminal text is folded; names, numbers and headers stay whole.

    Also the width below which something would be cut.
    """
    shown = TerminalTable(header_style="bold", box=None, padding=(0, 2, 0, 0))
    cells = table.cells
    needed = 0
    for index, column in enumerate(table.columns):
        numeric = bool(cells) and all(_is_number(row[index]) for row in cells)
        whole = max((len(row[index]) for row in cells), default=0) if index == 0 or numeric else 0
        least = max(min(whole, LONGEST_NAME), *map(len, column.split()), 1)
        shown.add_column(
            escape(column), justify="right" if numeric else "left", overflow="fold", min_width=least
        )
        needed += least + 2
    for row in cells:
        shown.add_row(*map(escape, row))
    return shown, needed


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return text in ("", "-")
    return True
