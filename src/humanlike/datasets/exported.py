"""The records of an export, one for each participant and round, whatever file they stand in."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.core import BadFile
from humanlike.core.table_columns import text_of
from humanlike.datasets.mapping import ExportMapping
from humanlike.datasets.table import PARQUET, refuse_namesakes

Integers = npt.NDArray[np.int64]
Texts = npt.NDArray[np.object_]
SEPARATORS = (",", ";", "\t", "|")


@dataclass(frozen=True, eq=False)
class Exported:
    """What an export holds: the text of any field for each record, and the line on which it stands."""

    name: str
    lines: Integers  # of the file, for each record
    find: Callable[[str], Texts | None]  # the text of a field for each record; None if there is no such field
    fields: Iterable[str]  # what there is, for hints
    defaults: Mapping[str, str]  # the fields that say who, when and with whom unless the mapping does
    rounds: Integers | None = None  # where the file says it by the place of a column

    def get(self, field: str, key: str) -> Texts:
        """The text of a field that the mapping names under `key`; refused, with what is near, if it is not there."""
        found = self.find(field)
        if found is None:
            fields = list(dict.fromkeys(self.fields))
            last = {each.split(".")[-1]: each for each in reversed(fields)}
            near = [last[word] for word in get_close_matches(field.split(".")[-1], list(last), 3)]
            hint = f" Perhaps {', '.join(near)}?" if near else f" It has {_some(fields)}."
            raise BadFile(f"'{self.name}' has no column '{field}' ({key} in the mapping).{hint}")
        return found

    def optional(self, field: str) -> Texts:
        """The text of a field, empty if it is not there."""
        found = self.find(field) if field else None
        return np.full(len(self.lines), "", dtype=object) if found is None else found

    def place(self, record: int) -> str:
        """Where a record stands, in words."""
        when = f", round {self.rounds[record]}" if self.rounds is not None else ""
        return f"'{self.name}', line {self.lines[record]}{when}"


def _some(words: list[str], most: int = 12) -> str:
    more = [f"{len(words) - most} more"] if len(words) > most else []
    return ", ".join([*words[:most], *more])


def text_frame(source: Path | pd.DataFrame) -> pd.DataFrame:
    """A CSV (whatever stands between its fields) or Parquet file, or a pandas table, as text."""
    if isinstance(source, pd.DataFrame):
        refuse_namesakes(source)
        return pd.DataFrame({str(name): text_of(source[name]) for name in source.columns})
    try:
        if source.suffix.lower() in PARQUET:
            return text_frame(pd.read_parquet(source))
        with source.open(encoding="utf-8-sig") as file:
            header = file.readline()
        separator = max(SEPARATORS, key=header.count)
        return pd.read_csv(source, sep=separator, dtype=str, keep_default_na=False, encoding="utf-8-sig")
    except OSError as error:
        raise BadFile(f"Cannot read '{source}': {error.strerror or error}.") from error
    except (pd.errors.ParserError, pd.errors.EmptyDataError, ValueError) as error:
        raise BadFile(
            f"'{source.name}' is no table of comma-separated values: {str(error).strip()[:100]}."
        ) from error


def texts(column: "pd.Series[str]") -> Texts:
    """A column as an array of text without blanks around it."""
    return np.asarray(column.str.strip().to_numpy(dtype=object))


def tidy_table(source: Path | pd.DataFrame, how: ExportMapping) -> Exported:
    """Any table with a row for each choice, or for each pair; columns of the long table's names need no mapping."""
    frame = text_frame(source)
    named = (
        "subject",
        "session",
        "round",
        "match",
        "partner",
        "partner_action",
        "payoff",
        "kind",
        "model",
        "role",
    )

    def find(field: str) -> Texts | None:
        return texts(frame[field]) if field in frame.columns else None

    return Exported(
        name_of(source),
        np.arange(len(frame)) + (1 if isinstance(source, pd.DataFrame) else 2),
        find,
        [str(column) for column in frame.columns],
        {name: name for name in (*named, "intended") if name in frame.columns},
    )


def name_of(source: Path | pd.DataFrame) -> str:
    """What to call a file or table in messages."""
    return "the given table" if isinstance(source, pd.DataFrame) else source.name
