"""What commands print: tables for people, one JSON document for programs."""

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from humanlike.core import strict_json

WIDE = 120  # where there is no terminal to fit into

console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDE)
progress_console = Console(stderr=True)  # progress bars never mix with results


def print_json(document: Any) -> None:
    """One JSON document that every reader accepts: NaN and infinities are null."""
    print(strict_json(document))


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table; numbers are aligned to the right."""
    table = Table(title=title, title_justify="left", header_style="bold", box=None, padding=(0, 2, 0, 0))
    body = [[_cell(value) for value in row] for row in rows]
    for index, column in enumerate(columns):
        numeric = bool(body) and all(_is_number(row[index]) for row in body)
        table.add_column(column, justify="right" if numeric else "left")
    for row in body:
        table.add_row(*row)
    console.print(table)


def _cell(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return text in ("", "-")
    return True
