"""The columns of a long table as arrays, and who sits where.

A *seat* is one subject in one match of one game; a match is known by data set, game, session and its label.
"""

from functools import cached_property

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.datasets.table import Table

Integers = npt.NDArray[np.int64]
UNREADABLE = np.iinfo(np.int64).min  # stands for text that is no whole number
LARGEST = 2**31


class Columns:
    """Arrays over the rows of a table; whole numbers where they can be read, UNREADABLE elsewhere."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rows = table.rows
        self.role = whole_numbers(self.rows["role"])
        self.round = whole_numbers(self.rows["round"])
        self.action = whole_numbers(self.rows["action"])

    @cached_property
    def payoff(self) -> npt.NDArray[np.float64]:
        """Recorded payoffs; NaN where empty or no number."""
        return pd.to_numeric(self.rows["payoff"], errors="coerce").to_numpy(dtype=np.float64)

    @cached_property
    def match(self) -> Integers:
        """A number for each match, in order of appearance."""
        return _codes(self.rows, ["dataset", "game", "session", "match"])

    @cached_property
    def seat(self) -> Integers:
        """A number for each subject in each match, in order of appearance."""
        return _codes(self.rows.assign(_match=self.match), ["_match", "subject"])

    @cached_property
    def body(self) -> Integers:
        """A number for each data set and game: what becomes one Play."""
        return _codes(self.rows, ["dataset", "game"])

    @cached_property
    def players(self) -> Integers:
        """How many players the row's game has; 0 where the game is unknown."""
        counts = {name: game.n_players for name, game in self.table.games.items()}
        return np.asarray(self.rows["game"].map(counts).fillna(0), dtype=np.int64)

    @property
    def meets_by_record(self) -> bool:
        """Whether the table says what was met, so that partners need not be found."""
        return "partner_action" in self.rows.columns

    @property
    def meets_by_label(self) -> bool:
        """Whether the table says whom one met in each round."""
        return "partner" in self.rows.columns and not self.meets_by_record


def whole_numbers(column: "pd.Series[str]") -> Integers:
    """Text as whole numbers ('3' or '3.0'); UNREADABLE where it is none."""
    values = pd.to_numeric(column, errors="coerce").to_numpy(dtype=np.float64)
    good = np.isfinite(values) & (values == np.floor(values)) & (np.abs(values) < LARGEST)
    return np.where(good, np.where(good, values, 0), UNREADABLE).astype(np.int64)


def _codes(rows: pd.DataFrame, columns: list[str]) -> Integers:
    return np.asarray(rows.groupby(columns, sort=False, observed=True).ngroup(), dtype=np.int64)
