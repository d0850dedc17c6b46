"""The frame of a self-contained page: one file, no network, light and dark, phone and paper.

Pages are jinja2 templates (`templates/`) that escape everything strangers wrote (names, marks, notes); only what is
`Markup`, our own drawings, is taken as it is.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.figure import Figure

from humanlike.core import BadRequest, check_writable, write_atomically
from humanlike.figures import style, svg_text

LONG = 50  # characters beyond which a cell may use several lines
CHARACTER, PADDING = 7.2, 16.0  # pixels of a character in a table, and of the space around a cell
NUMBER = "−0.000"  # as wide as a cell of a heat map
DESK, PHONE = 1060.0, 350.0  # pixels a table may take


def number(value: float, digits: int = 3) -> str:
    """A number with a true minus sign; a dash where there is none."""
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:.{digits}f}"
    return (text[1:] if float(text) == 0 else "−" + text[1:]) if text.startswith("-") else text


def signed(value: float, digits: int = 1) -> str:
    """A number with its sign, also above 0."""
    return f"+{number(value, digits)}" if value > 0 else number(value, digits)


def interval(lower: float, upper: float, digits: int = 3) -> str:
    """An interval, or words where there is none yet."""
    if not (math.isfinite(lower) and math.isfinite(upper)):
        return "none yet"
    return f"[{number(lower, digits)}, {number(upper, digits)}]"


def shade(value: float, middle: float, reach: float) -> str:
    """The background of a cell: blue above `middle`, orange below, full at `reach` from it."""
    if math.isnan(value) or reach <= 0:
        return ""
    share = min(abs(value - middle) / reach, 1.0)
    colour = "--good" if value > middle else "--bad"
    return f"background:rgba(var({colour}),{0.6 * share:.2f})" if share >= 0.01 else ""


def picture(figure: Figure, *, name: str = "", over: str = "") -> Markup:
    """A figure inside the page, in the page's colours; `over` another one, by the `name` that one was given."""
    return Markup(svg_text(figure, name=name, over=over))


def breadth(columns: Sequence[Any], rows: Sequence[Sequence[Any]]) -> float:
    """About how wide a table becomes, in pixels: heads may break between words, cells do not."""
    heads = [max(map(len, str(column).split()), default=0) for column in columns]
    cells = [
        max((min(len(str(_shown(cell))), LONG) for cell in column), default=0)
        for column in zip_longest(*rows, fillvalue="")
    ]
    widths = [max(pair) for pair in zip_longest(heads, cells, fillvalue=0)]
    return sum(CHARACTER * width + PADDING for width in widths)


def reach_of(width: float) -> str:
    """Where a table of this width must be scrolled: everywhere, on a phone only, or nowhere."""
    return "beyond" if width > DESK else "broad" if width > PHONE else ""


def _shown(cell: Any) -> Any:
    return number(cell) if isinstance(cell, float) else cell


def _is_long(cell: Any) -> bool:
    return not isinstance(cell, Markup) and len(str(cell)) > LONG


def named_rows(frame: pd.DataFrame) -> list[tuple[str, list[float]]]:
    """A table of numbers as rows with their names."""
    return list(zip(map(str, frame.index), frame.to_numpy(dtype=float).tolist(), strict=True))


def _names_and_blanks(rows: Sequence[tuple[str, Sequence[float]]]) -> list[list[str]]:
    """Rows of a heat map as wide as they will be: the name, and cells of one width."""
    return [[name, *(NUMBER for _ in values)] for name, values in rows]


@lru_cache(maxsize=1)
def templates() -> Environment:
    """The templates of this room; what they do not find is an error, never a gap."""
    found = Environment(
        loader=PackageLoader("humanlike.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.filters.update(number=number, signed=signed, interval=interval, shade=shade, shown=_shown)
    found.filters.update(named_rows=named_rows, names_and_blanks=_names_and_blanks)
    found.globals.update(breadth=breadth, reach_of=reach_of)
    found.tests["long"] = _is_long
    found.globals["style"] = style
    return found


def check_page(path: Path) -> None:
    """Refuse a place where no page can be written; touches nothing."""
    if path.suffix.lower() not in (".html", ".htm"):
        raise BadRequest(f"A report is written as .html, not '{path.suffix}'.")
    check_writable(path)


def write_page_of(template: str, path: Path, **content: Any) -> None:
    """Fill `template` with `content` and write it; everything the page shows is inside the file."""
    write_atomically(path, templates().get_template(template).render(content))
