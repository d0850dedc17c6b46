"""A progress bar with the time left, on the error stream, only where somebody watches."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from humanlike.cli.output import progress_console


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A function to call with (done, all); shows nothing when the error stream is no terminal."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("left"))
    hidden = not progress_console.is_terminal
    with Progress(
        *columns, TimeRemainingColumn(), console=progress_console, transient=True, disable=hidden
    ) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
