"""Tables of scores from anybody's simulator: condition, variant, score, and what else is known of a condition.

A condition is whatever variants can share: a market, a seed, an opponent. Further columns of numbers are variates of
the condition, which no variant can move: the same for every variant that met it.
"""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadFile, BadRecord, BadRequest, look_up

if TYPE_CHECKING:
    import pandas as pd

Floats = npt.NDArray[np.float64]
NEEDED = ("condition", "variant", "score")
LARGEST = 1e100  # beyond, squares overflow


class ScoreTable(NamedTuple):
    """Scores by variant and condition; NaN where a variant did not meet a condition."""

    variants: tuple[str, ...]
    conditions: tuple[str, ...]
    scores: Floats  # [variants, conditions]
    variate_names: tuple[str, ...]
    variates: Floats  # [conditions, variates]
    set_aside: tuple[str, ...]  # columns that hold no numbers

    def among(self, names: Sequence[str]) -> "ScoreTable":
        """Only some variants, in the order named."""
        places = [
            look_up("variant", name, {each: n for n, each in enumerate(self.variants)}) for name in names
        ]
        return self._replace(variants=tuple(names), scores=self.scores[places])

    def common(self, first: int, second: int) -> npt.NDArray[np.bool_]:
        """Which conditions [conditions] two variants both met."""
        return np.asarray(np.isfinite(self.scores[[first, second]]).all(axis=0))


def find_score_table(
    source: "str | Path | pd.DataFrame", *, variates: Sequence[str] | None = None
) -> ScoreTable:
    """The scores in a CSV file or DataFrame; `variates` names the columns to adjust by (None: all with numbers)."""
    import pandas as pd

    table = source if isinstance(source, pd.DataFrame) else _read(Path(source))
    name = "The table" if isinstance(source, pd.DataFrame) else f"'{Path(source).name}'"
    missing = [column for column in NEEDED if column not in table.columns]
    if missing:
        raise BadFile(
            f"{name} has no column {', '.join(missing)}; a score table has condition, variant, score and further "
            "columns of numbers as variates (`humanlike example scores` writes one)."
        )
    if not len(table):
        raise BadFile(f"{name} has columns and no scores: every row below them is a variant in a condition.")
    table = table.assign(condition=table["condition"].astype(str), variant=table["variant"].astype(str))
    table["score"] = _numbers(table, "score", name)
    twice = table[table.duplicated(["condition", "variant"])]
    if len(twice):
        one = twice.iloc[0]
        raise BadRecord(
            f"{name}: variant '{one['variant']}' has several scores in condition '{one['condition']}'; give every "
            "game a condition of its own, or the mean of those that belong together."
        )
    wide = table.pivot(index="variant", columns="condition", values="score")
    order = list(dict.fromkeys(table["variant"])), list(dict.fromkeys(table["condition"]))
    chosen, aside = _variate_columns(table, variates)
    known = [_of_conditions(table, column, order[1], name) for column in chosen]
    return ScoreTable(
        tuple(order[0]),
        tuple(order[1]),
        wide.loc[order[0], order[1]].to_numpy(dtype=np.float64),
        tuple(chosen),
        np.column_stack(known) if known else np.empty((len(order[1]), 0)),
        tuple(aside),
    )


def _read(path: Path) -> "pd.DataFrame":
    import pandas as pd

    try:
        return pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise BadFile(f"'{path}' cannot be read as a table of scores: {error}.") from error


def _numbers(table: "pd.DataFrame", column: str, name: str) -> Floats:
    """A column as finite numbers, or a sentence with the first row that is none."""
    found = np.empty(len(table))
    for row, value in enumerate(table[column]):
        found[row] = _number(value)
        if not abs(found[row]) <= LARGEST:
            where = f"condition '{table['condition'].iloc[row]}', variant '{table['variant'].iloc[row]}'"
            raise BadRecord(
                f"{name}, {where}: {column} '{value}' is no finite number up to {LARGEST:g}; leave the row out."
            )
    return found


def _number(value: object) -> float:
    try:
        return float(str(value))
    except ValueError:
        return math.nan


def _variate_columns(table: "pd.DataFrame", asked: Sequence[str] | None) -> tuple[list[str], list[str]]:
    """Columns to adjust by, and those left aside because they hold no numbers."""
    further = [str(column) for column in table.columns if column not in NEEDED]
    if asked is not None:
        for column in asked:
            look_up("variate", column, dict.fromkeys(further))
        return list(asked), []
    numeric = [column for column in further if all(math.isfinite(_number(each)) for each in table[column])]
    return numeric, [column for column in further if column not in numeric]


def _of_conditions(table: "pd.DataFrame", column: str, conditions: Sequence[str], name: str) -> Floats:
    """A variate by condition: the same for all variants, and not the same everywhere."""
    values = table.assign(value=_numbers(table, column, name)).groupby("condition", sort=False)["value"]
    apart = values.nunique()
    if (apart > 1).any():
        raise BadRecord(
            f"{name}: '{column}' differs between variants in condition '{apart.idxmax()}', so it is an outcome and no "
            "condition: adjusting by it would take away part of the difference. Name others with --variates, or none."
        )
    found = values.first().loc[list(conditions)].to_numpy(dtype=np.float64)
    if len(found) > 1 and np.ptp(found) == 0:
        raise BadRequest(
            f"{name}: variate '{column}' is {found[0]:g} everywhere and explains nothing; name others with --variates, "
            "or none."
        )
    return np.asarray(found)
