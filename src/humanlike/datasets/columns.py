"""The columns of a long table as arrays, who sits where, and the Plays they make.

A *seat* is one subject in one match of one game; a match is known by data set, game, session and its label.
"""

from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord, Play
from humanlike.core.choices import Choices
from humanlike.core.kind_columns import KIND_COLUMNS
from humanlike.core.table_columns import real_numbers, whole_numbers, words_of
from humanlike.core.words import Words, by_appearance
from humanlike.datasets.declared import declared_columns, declared_provenance
from humanlike.datasets.machines import MACHINES, completed
from humanlike.datasets.table import Table

TELLING = ("subject", *KIND_COLUMNS, "model")  # the columns that may tell who made a move
Integers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


class Body(NamedTuple):
    """The rows of one data set and game, and the Play they make."""

    here: Integers  # which rows of the table
    seat: Integers  # the row of the Play to which each of them belongs
    play: Play


class Columns:
    """Arrays over the rows of a table; whole numbers where they can be read, UNREADABLE elsewhere."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rows = table.rows
        self.role = whole_numbers(self.rows["role"])
        self.round = whole_numbers(self.rows["round"])
        self.action = whole_numbers(self.rows["action"])
        self._words: dict[str, Words] = {}

    def words(self, column: str) -> Words:
        """What a column says."""
        if column not in self._words:
            self._words[column] = words_of(self.rows[column])
        return self._words[column]

    def codes(self, *columns: str) -> Integers:
        """A number for each different combination of what the columns say, in order of appearance."""
        return by_appearance(*(self.words(column).codes for column in columns))

    @cached_property
    def payoff(self) -> npt.NDArray[np.float64]:
        """Recorded payoffs; NaN where empty or no number."""
        return real_numbers(self.rows["payoff"])

    @cached_property
    def met(self) -> Integers:
        """What was met according to `partner_action`; -1 where there is no such column."""
        return self._optional("partner_action")

    @cached_property
    def intended(self) -> Integers:
        """Intended moves; -1 where none is told."""
        moves = self._optional("intended")
        return np.where(self.is_blank("intended"), -1, moves) if "intended" in self.rows.columns else moves

    def _optional(self, column: str) -> Integers:
        known = column in self.rows.columns
        return whole_numbers(self.rows[column]) if known else np.full(len(self.rows), -1)

    @cached_property
    def match(self) -> Integers:
        """A number for each match, in order of appearance."""
        return self.codes("dataset", "game", "session", "match")

    @cached_property
    def seat(self) -> Integers:
        """A number for each subject in each match, in order of appearance."""
        return by_appearance(self.match, self.words("subject").codes)

    @cached_property
    def body(self) -> Integers:
        """A number for each data set and game: what becomes one Play."""
        return self.codes("dataset", "game")

    @cached_property
    def players(self) -> Integers:
        """How many players the row's game has; 0 where the game is unknown."""
        codes, names = self.words("game")
        games = [self.table.games.get(name) for name in names]
        return np.array([game.n_players if game else 0 for game in games], dtype=np.int64)[codes]

    @cached_property
    def by_record(self) -> Mask:
        """Rows of data sets and games for which the table says what was met, so that partners need not be found."""
        return self._says_something("partner_action")

    @cached_property
    def named(self) -> Mask:
        """Rows of those for which it says whom one met in each round."""
        return self._says_something("partner")

    @property
    def by_label(self) -> Mask:
        """Rows of those for which only that says what was met."""
        return self.named & ~self.by_record

    def _says_something(self, column: str) -> Mask:
        if column not in self.rows.columns:
            return np.zeros(len(self.rows), dtype=np.bool_)
        return np.asarray(np.bincount(self.body, ~self.is_blank(column)) > 0)[self.body]

    def is_blank(self, column: str) -> Mask:
        """Rows in which nothing stands in a column."""
        codes, names = self.words(column)
        return np.array([not name.strip() for name in names], dtype=np.bool_)[codes]

    @cached_property
    def bodies(self) -> list[Body]:
        """What becomes of the rows; only for tables without errors."""
        starts = np.flatnonzero(np.diff(np.sort(self.body), prepend=-1))
        return [self._body(here) for here in np.split(np.argsort(self.body, kind="stable"), starts[1:])]

    def _body(self, here: Integers) -> Body:
        rows = self.rows.iloc[here].assign(
            role=self.role[here], round=self.round[here], action=self.action[here]
        )
        known = MACHINES.get(str(rows["dataset"].iloc[0]))
        if known is not None:
            told = {name: words_of(rows[name]) for name in TELLING if name in rows.columns}
            rows = rows.assign(**{name: words.categories() for name, words in completed(told, known).items()})
        rows = rows.assign(**declared_columns(rows))
        game = self.table.games[str(rows["game"].iloc[0])]
        try:
            choices = Choices(rows, game)
            play = Play(game, **choices.fields())
        except BadRecord as error:
            raise BadRecord(f"'{self.table.name}': {error}") from error
        sources = {**play.provenance, "file": self.table.name, **declared_provenance(rows)}
        return Body(here, choices.seat, play.from_source(sources))
