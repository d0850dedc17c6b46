"""What commands print: a story for people, one JSON document for programs; pictures and files are named at the end."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console

from humanlike.core import strict_json
from humanlike.core.progress import Progress
from humanlike.studies.telling import PIPE_WIDTH, tell

if TYPE_CHECKING:
    from humanlike.studies.result import Result

JSON = typer.Option(False, "--json", help="Print one JSON document.")
FIGURE = typer.Option(None, help="Draw the result (.svg, .png, .pdf).")

console = Console(highlight=False, width=None if sys.stdout.isatty() else PIPE_WIDTH)
progress_console = Console(stderr=True)  # progress bars never mix with results


def present(
    result: "Result",
    *,
    as_json: bool,
    figure: Path | None = None,
    figures: Path | None = None,
    wrote: Path | Sequence[Path] | None = None,
) -> None:
    """Print a result, draw its picture (or all of them, into a folder) if asked for, and say what was written."""
    drawn = {figure: result.plot()} if figure is not None else {}
    if figures is not None:
        drawn |= {figures / f"{name}.png": picture for name, picture in result.plots().items()}
    files = [] if wrote is None else [wrote] if isinstance(wrote, Path) else list(wrote)
    for place, picture in drawn.items():
        from humanlike.figures import save

        files.append(save(picture, place))
    if as_json:
        print_json(result.document())
        return
    tell(result.story(), console)
    for file in files:
        console.print(f"Wrote {file}", markup=False)


def print_json(document: Any) -> None:
    """One JSON document that every reader accepts: NaN and infinities are null."""
    print(strict_json(document))


@contextmanager
def progress_bar(what: str) -> Iterator[Progress]:
    """A function to call with (what is done, done, all): a bar with count and time, only where somebody watches.

    A sentence (0 of 0) is printed beside it at once, watched or not.
    """
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bar

    columns = (
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Bar(
        *columns, console=progress_console, transient=True, disable=not progress_console.is_terminal
    ) as bar:
        task = bar.add_task(what, total=None)

        def tell(now: str, done: int, total: int) -> None:
            if total:
                bar.update(task, description=now, completed=done, total=total)
            else:
                progress_console.print(now, markup=False, highlight=False, soft_wrap=True)

        yield tell
