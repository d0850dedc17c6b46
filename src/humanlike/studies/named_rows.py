"""Named tuples as plain documents and as tables for people."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from humanlike.studies.telling import StoryTable


def records(rows: Iterable[Any]) -> list[dict[str, Any]]:
    """One dictionary for each."""
    return [row._asdict() for row in rows]


def known_records(rows: Iterable[Any]) -> list[dict[str, Any]]:
    """One dictionary for each; None for what is not known (NaN)."""
    return [{name: None if value != value else value for name, value in row.items()} for row in records(rows)]


def tables(title: str, rows: Sequence[Any]) -> Iterator[StoryTable]:
    """One table, or none where there is nothing to show."""
    if rows:
        yield StoryTable(
            title, rows[0]._fields, [[_cell(*pair) for pair in row._asdict().items()] for row in rows]
        )


def _cell(column: str, value: object) -> object:
    """One number of decimals for each column; ranks can end in a half."""
    if not isinstance(value, float) or value != value:
        return value
    return f"{value:.1f}" if column.startswith("rank") else f"{value:.4f}"
