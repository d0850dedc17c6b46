"""The rows of a table, from a CSV file or a pandas DataFrame alike: cells as text, with the line they stand in.

The rows of a DataFrame count as lines from 1.
"""

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from humanlike.core import BadFile, BadRecord, BadRequest

if TYPE_CHECKING:
    import pandas as pd

Row = Mapping[str, str]


class TableRows(NamedTuple):
    """The rows that hold anything, with their lines; what to call the table in a sentence."""

    source: str
    columns: tuple[str, ...]
    rows: list[tuple[int, Row]]


def read_rows(table: "str | Path | pd.DataFrame") -> TableRows:
    """The rows of a CSV file or a DataFrame; one without any is refused."""
    found = _file(Path(table)) if isinstance(table, str | Path) else _frame(table)
    if not found.rows:
        raise BadFile(f"{found.source}: holds no rows.")
    return found


def _file(path: Path) -> TableRows:
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.DictReader(file, skipinitialspace=True)
            columns = tuple((name or "").strip() for name in reader.fieldnames or ())
            reader.fieldnames = list(columns)
            rows = list(_filled(path, reader))
    except OSError as error:
        raise BadFile(f"{path}: cannot be read ({error.strerror or error}).") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadFile(f"{path.name}: is not a CSV text file ({error}).") from None
    return TableRows(path.name, columns, rows)


def _filled(path: Path, reader: "csv.DictReader[str]") -> Iterator[tuple[int, Row]]:
    for row in reader:
        if None in row:
            raise BadRecord(f"{path.name}, line {reader.line_num}: more fields than columns.")
        if any((value or "").strip() for value in row.values()):
            yield reader.line_num, row


def _frame(frame: "pd.DataFrame") -> TableRows:
    import pandas as pd

    if not isinstance(frame, pd.DataFrame):
        raise BadRequest(f"A CSV file or a pandas DataFrame was expected, not {frame!r:.80}.")
    columns = tuple(str(name).strip() for name in frame.columns)
    cells = [[_cell(value) for value in frame.iloc[:, place].tolist()] for place in range(len(columns))]
    rows: list[tuple[int, Row]] = [
        (line, dict(zip(columns, row, strict=True)))
        for line, row in enumerate(zip(*cells, strict=True), start=1)
        if any(row)
    ]
    return TableRows("DataFrame", columns, rows)


def _cell(value: object) -> str:
    """A cell as a file would hold it; a whole number is written without a point, as gaps turn 1 into 1.0."""
    import pandas as pd

    if value is None or value is pd.NA or value != value:
        return ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(float(value))
    return str(value).strip()
