"""The columns of a table, from a CSV file or a pandas DataFrame alike: cells as text, with the lines they stand in.

The rows of a DataFrame count as lines from 1. Whatever is wrong is found column by column and told of the first row
that is wrong.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadFile, BadRecord, BadRequest
from humanlike.scoring.probabilities import Floats

if TYPE_CHECKING:
    import pandas as pd

Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]
AT_ONCE = 2048  # rows of a file
Fault = tuple[Booleans, Callable[[int], str]]  # which rows are wrong, and what to say of one


class TableColumns(NamedTuple):
    """The rows that hold anything, column by column; what to call the table in a sentence."""

    source: str
    cells: dict[str, Sequence[str]]
    lines: Integers

    def where(self, row: int) -> str:
        """The place of a row, as sentences begin."""
        return f"{self.source}, line {self.lines[row]}"


class WordColumn(NamedTuple):
    """A column of words: the number of each row's word, and the words by number, in order of appearance."""

    number: Integers
    words: tuple[str, ...]

    @property
    def is_empty(self) -> Booleans:
        """Rows without a word."""
        return np.array([not word for word in self.words], dtype=np.bool_)[self.number]


def read_columns(table: "str | Path | pd.DataFrame") -> TableColumns:
    """The columns of a CSV file or a DataFrame; one without any rows is refused."""
    found = _file(Path(table)) if isinstance(table, str | Path) else _frame(table)
    if not len(found.lines):
        raise BadFile(f"{found.source}: holds no rows.")
    return found


def words_in(cells: Sequence[str]) -> WordColumn:
    """The words of a column, without the space around them."""
    place: dict[str, int] = {}
    number = {cell: place.setdefault(cell.strip(), len(place)) for cell in dict.fromkeys(cells)}
    return WordColumn(np.fromiter(map(number.__getitem__, cells), np.int64, len(cells)), tuple(place))


def numbers_in(cells: Sequence[str]) -> Floats:
    """The numbers of a column; NaN where there is none."""
    try:
        return np.fromiter(map(float, cells), np.float64, len(cells))
    except ValueError:
        return np.array([_number(cell) for cell in cells])


def no_number(column: str, cell: str) -> str:
    """What is wrong with a cell that should hold a finite number."""
    try:
        float(cell)
    except ValueError:
        return f"{column} '{cell.strip()}' is not a number."
    return f"{column} '{cell.strip()}' is not a finite number."


def refuse_first(faults: Sequence[Fault]) -> None:
    """Raise what is to be said of the first row with a fault; where it has several, of the first in the list."""
    found = [(int(np.argmax(wrong)), order) for order, (wrong, _) in enumerate(faults) if wrong.any()]
    if found:
        row, order = min(found)
        raise BadRecord(faults[order][1](row))


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return float("nan")


def _file(path: Path) -> TableColumns:
    try:
        text = path.read_bytes().decode("utf-8-sig")
        plain = _plain(path.name, text.replace("\r\n", "\n"))
        if plain is not None:
            return plain
        reader = csv.reader(StringIO(text, newline=""), skipinitialspace=True)
        header = [name.strip() for name in next(reader, [])]
        return _columns(path.name, header, _blocks(reader))
    except OSError as error:
        raise BadFile(f"{path}: cannot be read ({error.strerror or error}).") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadFile(f"{path.name}: is not a CSV text file ({error}).") from None


def _plain(source: str, text: str) -> TableColumns | None:
    """The columns of a file whose every line has the same number of commas, something beside them, and no quote.

    Most files are like this and are cut at once, three times as fast as line by line; None for all others.
    """
    if not text.endswith("\n"):
        text += "\n"
    if '"' in text or "\r" in text:
        return None
    codes = np.frombuffer(text.encode(), dtype=np.uint8)
    ends = np.flatnonzero(codes == ord("\n"))
    starts = np.append(0, ends[:-1] + 1)
    commas = np.diff(np.searchsorted(np.flatnonzero(codes == ord(",")), ends), prepend=0)
    solid = (codes > ord(" ")) & (codes != ord(",")) & (codes < 128)
    if not ((commas == commas[0]).all() and np.logical_or.reduceat(solid, starts).all()):
        return None
    width = int(commas[0]) + 1
    cells = text[:-1].replace("\n", ",").split(",")
    header = [name.strip() for name in cells[:width]]
    columns: dict[str, Sequence[str]] = {
        name: cells[width + place :: width] for place, name in enumerate(header)
    }
    return TableColumns(source, columns, np.arange(2, len(ends) + 1))


def _blocks(reader: Any) -> Iterator[tuple[list[Any], Integers]]:
    """The rows of a file and the lines they end in, some at a time: that many stay in the cache."""
    before = reader.line_num
    while rows := list(islice(reader, AT_ONCE)):
        lines = before + 1 + np.arange(len(rows))
        if reader.line_num != lines[-1]:  # a cell runs over several lines
            lines = before + np.cumsum([1 + "".join(row).count("\n") for row in rows])
        before = reader.line_num
        yield rows, lines


def _columns(
    source: str, header: Sequence[str], blocks: Iterable[tuple[list[Any], Integers]]
) -> TableColumns:
    """Rows turned into columns; rows of nothing but space do not count."""
    cells: list[list[str]] = [[] for _ in header]
    lines = [np.empty(0, dtype=np.int64)]
    for block in blocks:
        rows, places = _filled(source, len(header), *block)
        for column, more in zip(cells, zip(*rows, strict=True), strict=False):
            column.extend(more)
        lines.append(places)
    return TableColumns(source, dict(zip(header, cells, strict=True)), np.concatenate(lines))


def _filled(source: str, width: int, block: list[Any], lines: Integers) -> tuple[list[Any], Integers]:
    """The rows that hold anything, all of one width."""
    lengths = np.fromiter(map(len, block), np.int64, len(block))
    if (lengths > width).any():
        raise BadRecord(f"{source}, line {lines[np.argmax(lengths > width)]}: more fields than columns.")
    for row in np.flatnonzero(lengths < width):
        block[row] = [*block[row], *[""] * (width - lengths[row])]
    filled = np.fromiter(map(bool, map(str.strip, map("".join, block))), np.bool_, len(block))
    return [block[row] for row in np.flatnonzero(filled)] if not filled.all() else block, lines[filled]


def _frame(frame: "pd.DataFrame") -> TableColumns:
    import pandas as pd

    if not isinstance(frame, pd.DataFrame):
        raise BadRequest(f"A CSV file or a pandas DataFrame was expected, not {frame!r:.80}.")
    header = [str(name).strip() for name in frame.columns]
    cells = [list(map(_cell, frame.iloc[:, place].tolist())) for place in range(len(header))]
    rows = list(zip(*cells, strict=True))
    return _columns("DataFrame", header, [(rows, np.arange(1, len(rows) + 1))])


def _cell(value: object) -> str:
    """A cell as a file would hold it; a whole number is written without a point, as gaps turn 1 into 1.0."""
    import pandas as pd

    if isinstance(value, str):
        return value
    if value is None or value is pd.NA or value != value:
        return ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(float(value))
    return str(value).strip()
