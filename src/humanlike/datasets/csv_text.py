"""A table as comma-separated values, written in columns: each different entry becomes text once."""

import csv
from io import StringIO
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

ROWS_AT_ONCE = 2**18


def csv_of(table: pa.Table) -> bytes:
    """The table as CSV, an entry in quotes only where it must be, nothing where it is absent.

    >>> print(csv_of(pa.table({"who": ["ann", "a,b", None], "paid": [1.0, float("nan"), 2.5]})).decode(), end="")
    who,paid
    ann,1.0
    "a,b",
    ,2.5
    """
    columns = [_column(column) for column in table.columns]
    starts = range(0, len(table), ROWS_AT_ONCE)
    header = _line(table.column_names).encode()
    return b"".join([header, *(_piece(columns, start) for start in starts)])


class _Column(NamedTuple):
    """What stands in each row: `words[entries]`, or the entries themselves where they are whole numbers."""

    entries: pa.Array
    words: pa.Array | None

    def texts(self, start: int) -> pa.Array:
        """The column as it stands in the file, from row `start` on."""
        entries = self.entries.slice(start, ROWS_AT_ONCE)
        texts = entries.cast(pa.string()) if self.words is None else self.words.take(entries)
        return texts.fill_null("")


def _column(column: pa.ChunkedArray) -> _Column:
    whole = column.combine_chunks()
    if pa.types.is_integer(whole.type):
        return _Column(whole, None)
    coded = whole if pa.types.is_dictionary(whole.type) else whole.dictionary_encode()
    words = [_entry(value) for value in coded.dictionary.to_pylist()]
    return _Column(coded.indices, pa.array(words, pa.string()))


def _piece(columns: list[_Column], start: int) -> bytes:
    """Some lines of the file."""
    lines = pc.binary_join_element_wise(*(column.texts(start) for column in columns), ",")
    ended = pc.binary_join_element_wise(lines, "", "\n")
    return bytes(ended.buffers()[2])  # all characters, one line after the other


def _entry(value: Any) -> str:
    if value is None or value != value:  # NaN: a payoff that is not known
        return ""
    text = repr(value) if isinstance(value, float) else str(value)
    return _line([text])[:-1] if any(mark in text for mark in ',"\r\n') else text


def _line(words: list[str]) -> str:
    file = StringIO(newline="")
    csv.writer(file, lineterminator="\n").writerow(words)
    return file.getvalue()
