"""Predictions as files: a row for each rule and choice, with the chance of every action.

Columns ``match, subject, round`` say which choice it is, together with ``dataset``, ``game`` and ``role`` where those
three do not; ``p0, p1, ...`` are the chances of the actions (blank beyond the last action of a game). ``rule`` says
whose predictions they are (without it: one rule, called like the file), ``action`` which move was made, ``tested``
whether the choice is to be predicted (``no``: it stands there because a partner's group outcome needs it). Roles and
rounds count from 1, actions from 0, as in the long table. CSV or Parquet, from any language.

Everything is done in columns, and complaints name the first line that is wrong.
"""

from collections.abc import Mapping
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa

from humanlike.core import BadFile, BadRequest, check_writable, write_atomically
from humanlike.core.table_columns import real_numbers, whole_numbers, words_of
from humanlike.core.words import UNREADABLE, Words
from humanlike.datasets.csv_text import csv_of
from humanlike.datasets.table import FIRST_LINE, PARQUET
from humanlike.datasets.writing import has_columns
from humanlike.scoring import TOLERANCE
from humanlike.scoring.panels.columns import Booleans, Fault, Integers, refuse_first

Floats = npt.NDArray[np.float64]
NEEDED = ("match", "subject", "round", "p0", "p1")
WORDS = ("rule", "dataset", "game", "match", "subject", "tested")
NUMBERS = ("role", "round", "action")
NOT_TESTED = "no"


class PredictionsTable(NamedTuple):
    """Predictions as they stand in a file, checked for themselves; arrays run over the rows."""

    source: str
    words: Mapping[str, Words]  # of the columns of WORDS that are there; `rule` always is
    numbers: Mapping[str, Integers]  # of the columns of NUMBERS that are there
    chances: Floats  # [rows, actions]; NaN where a choice has fewer actions
    first_line: int = FIRST_LINE

    def where(self, row: int) -> str:
        """The place of a row, as sentences begin."""
        return f"{self.source}, line {row + self.first_line}"

    def called(self, row: int) -> str:
        """Which choice a row is about, as far as the file says."""
        said = [
            f"{name} '{self.words[name].names[self.words[name].codes[row]]}'"
            for name in ("game", "match", "subject")
            if name in self.words
        ]
        return ", ".join([*said, f"round {self.numbers['round'][row]}"])

    @property
    def n_actions(self) -> Integers:
        """How many actions each row gives chances of."""
        return np.asarray((~np.isnan(self.chances)).sum(axis=1))

    @property
    def tested(self) -> Booleans:
        """Which choices are to be predicted."""
        if "tested" not in self.words:
            return np.ones(len(self.chances), dtype=np.bool_)
        words = self.words["tested"]
        return np.array([name.strip().lower() != NOT_TESTED for name in words.names])[words.codes]


def holds_predictions(source: object) -> bool:
    """Whether a file or a data frame has the columns of predictions; of a file only the header is read."""
    if isinstance(source, pd.DataFrame):
        return set(NEEDED) <= set(map(str, source.columns))
    return isinstance(source, str | Path) and Path(source).is_file() and has_columns(Path(source), NEEDED)


def read_predictions(source: str | Path | pd.DataFrame, *, renormalise: bool = False) -> PredictionsTable:
    """The predictions in a file or a data frame; `renormalise` divides by sums other than 1 instead of refusing."""
    if isinstance(source, pd.DataFrame):
        return _checked(_table(source, "the given table", "given", 1), renormalise)
    path = Path(source).expanduser()
    if not path.is_file():
        raise BadFile(f"Cannot read '{path}': no such file of predictions.")
    frame = _parquet(path) if path.suffix.lower() in PARQUET else _csv(path)
    return _checked(_table(frame, path.name, path.stem, FIRST_LINE), renormalise)


def check_predictions_target(path: str | Path) -> Path:
    """The file that predictions will be written to; refused if it cannot be, or holds anything else."""
    path = Path(path)
    if path.suffix.lower() not in (".csv", *PARQUET):
        raise BadFile(
            f"'{path.name}': predictions are written to .csv, {', '.join(PARQUET)} files, not '{path.suffix}'."
        )
    check_writable(path)
    if path.exists() and path.stat().st_size and not has_columns(path, NEEDED):
        raise BadFile(f"'{path}' is there already and holds no predictions; name another file.")
    return path


def write_predictions(path: str | Path, table: pa.Table) -> Path:
    """Write a table of predictions in the format of the suffix, and say where; chances come back bit for bit."""
    path = check_predictions_target(path)
    if path.suffix.lower() in PARQUET:
        from pyarrow import parquet

        buffer = BytesIO()
        parquet.write_table(table, buffer)
        write_atomically(path, buffer.getvalue())
    else:
        write_atomically(path, csv_of(table))
    return path


def _csv(path: Path) -> pd.DataFrame:
    """A CSV in columns, fast; where something in it is no number, as text, so that it can be quoted."""
    from pyarrow import csv

    try:
        names = csv.open_csv(path).schema.names
        types = {name: pa.dictionary(pa.int32(), pa.string()) for name in names}
        types |= {name: pa.int64() for name in names if name in NUMBERS}
        types |= {name: pa.float64() for name in names if _is_chance(name)}
        options = csv.ConvertOptions(column_types=types)
        frame: pd.DataFrame = csv.read_csv(path, convert_options=options).to_pandas()
        return frame
    except (pa.ArrowInvalid, OSError):
        pass
    try:
        return pd.read_csv(
            path, dtype=str, keep_default_na=False, encoding="utf-8-sig", skipinitialspace=True
        )
    except (OSError, ValueError) as error:
        raise BadFile(f"'{path.name}' is no table of comma-separated values: {str(error)[:120]}.") from error


def _parquet(path: Path) -> pd.DataFrame:
    try:
        return pd.read_parquet(path)
    except (OSError, ValueError) as error:
        raise BadFile(f"'{path.name}' is no Parquet file: {str(error)[:120]}.") from error


def _is_chance(name: str) -> bool:
    return name[:1] == "p" and name[1:].isdigit()


def _table(frame: pd.DataFrame, source: str, name: str, first_line: int) -> PredictionsTable:
    """The columns that mean something, as arrays."""
    frame = frame.rename(columns=lambda column: str(column).strip())
    missing = [column for column in NEEDED if column not in frame.columns]
    if missing:
        here = ", ".join(map(str, frame.columns[:20])) or "none"
        raise BadFile(
            f"'{source}' lacks the column{'s' * (len(missing) > 1)} {', '.join(missing)}; predictions have "
            f"match, subject, round, p0, p1, ..., and rule, dataset, game, role, action where known; this has {here}."
        )
    if frame.empty:
        raise BadFile(f"'{source}' has a header and no rows.")
    chances = [f"p{number}" for number in range(sum(map(_is_chance, frame.columns)))]
    if absent := [column for column in chances if column not in frame.columns]:
        raise BadFile(
            f"'{source}' has columns of chances up to p{len(chances) - 1} at least, but not {absent[0]}."
        )
    words = {column: words_of(frame[column]) for column in WORDS if column in frame.columns}
    words.setdefault("rule", Words(np.zeros(len(frame), dtype=np.int64), [name]))
    numbers = {column: whole_numbers(frame[column]) for column in NUMBERS if column in frame.columns}
    values = np.column_stack([real_numbers(frame[column]) for column in chances])
    table = PredictionsTable(source, words, numbers, values, first_line)
    _refuse_words(table, frame, chances)
    return table


def _refuse_words(table: PredictionsTable, frame: pd.DataFrame, chances: list[str]) -> None:
    """Refuse cells that should hold a number and hold something else, and names that are none."""
    faults: list[Fault] = []
    for name in ("rule", "match", "subject"):
        blank = np.array([not word.strip() for word in table.words[name].names])[table.words[name].codes]
        faults.append((blank, partial(_empty, table, name)))
    for name in ("role", "round"):
        if name in table.numbers:
            faults.append((table.numbers[name] == UNREADABLE, partial(_no_number, table, frame, name)))
    for place, name in enumerate(chances):
        if not pd.api.types.is_numeric_dtype(frame[name]):
            text = words_of(frame[name])
            said = np.array([bool(word.strip()) for word in text.names])[text.codes]
            faults.append((said & np.isnan(table.chances[:, place]), partial(_no_number, table, frame, name)))
    refuse_first(faults)


def _empty(table: PredictionsTable, name: str, row: int) -> str:
    return f"{table.where(row)}: {name} is empty."


def _no_number(table: PredictionsTable, frame: pd.DataFrame, name: str, row: int) -> str:
    kind = "number" if _is_chance(name) else "whole number"
    return f"{table.where(row)}: {table.called(row)}: {name} '{frame[name].iloc[row]}' is no {kind}."


def _checked(table: PredictionsTable, renormalise: bool) -> PredictionsTable:
    """Probabilities are no less than 0 and sum to 1, and stand in the first columns."""
    chances, known = table.chances, ~np.isnan(table.chances)
    total = np.where(known, chances, 0.0).sum(axis=1)
    uneven = ~(np.abs(total - 1) <= TOLERANCE)

    def about(row: int, text: str, wrong: Booleans) -> str:
        more = int(wrong.sum()) - 1
        others = f" (and {more:,} more row{'s' * (more > 1)})" if more else ""
        return f"{table.where(row)}: {table.called(row)}: {text}{others}."

    gaps = (known[:, 1:] & ~known[:, :-1]).any(axis=1) | (known.sum(axis=1) < 2)
    most = np.inf if renormalise else 1 + TOLERANCE
    outside = np.any(known & ~((chances >= 0) & (chances <= most) & np.isfinite(chances)), axis=1)
    refused = uneven & ((total <= 0) | (not renormalise))
    way_out = "; --renormalise divides by the sum"
    refuse_first(
        [
            (
                gaps,
                lambda row: about(row, "a chance is missing; blanks stand beyond the last action only", gaps),
            ),
            (
                outside,
                lambda row: about(
                    row, f"{_listed(chances[row])} are no probabilities; each lies between 0 and 1", outside
                ),
            ),
            (
                refused,
                lambda row: about(
                    row,
                    f"probabilities sum to {total[row]:.6g}, not 1{way_out if total[row] > 0 else ''}",
                    refused,
                ),
            ),
        ]
    )
    if not renormalise or not uneven.any():
        return table
    return table._replace(chances=chances / np.where(uneven, total, 1.0)[:, None])


def _listed(values: Floats) -> str:
    return ", ".join(f"{value:g}" for value in values[~np.isnan(values)])


def refuse_twice(table: PredictionsTable, choice: Integers) -> None:
    """Refuse a rule that predicts one choice twice; `choice` [rows] numbers the choices, -1 for none."""
    known = np.flatnonzero(choice >= 0)
    key = table.words["rule"].codes[known] * (int(choice.max(initial=0)) + 1) + choice[known]
    order = np.argsort(key, kind="stable")
    again = np.flatnonzero(np.diff(key[order]) == 0) + 1
    if not len(again):
        return
    rows = known[order[again]]
    late = int(rows.argmin())
    earlier = int(known[order[again[late] - 1]])
    rule = table.words["rule"].names[table.words["rule"].codes[rows[late]]]
    raise BadRequest(
        f"{table.where(int(rows[late]))}: '{rule}' predicts {table.called(int(rows[late]))} twice, first in line "
        f"{earlier + table.first_line}; {len(rows):,} row{'s' * (len(rows) > 1)} of the file "
        f"repeat{'s' * (len(rows) == 1)} a choice. Keep one of each, or add the columns (game, role) that tell them "
        "apart."
    )
