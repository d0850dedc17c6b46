"""From a table of choices to what a Play is made of.

What the conversion cannot do without is checked here; `datasets` checks much more, and names lines of a file. `frames`
says what the columns mean.
"""

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.core.errors import BadRecord
from humanlike.core.frames import BETWEEN, COLUMNS, COMPANY, NUMBERS, REQUIRED, SEATS
from humanlike.core.game import Game, seats_alike
from humanlike.core.kind_columns import KIND_COLUMNS, kinds_told, read_as_kinds
from humanlike.core.kinds import HUMAN, are_human
from humanlike.core.labels import Labels
from humanlike.core.table_columns import whole_numbers, words_of
from humanlike.core.words import UNREADABLE, Words, by_appearance, different, is_first

Integers = npt.NDArray[np.int64]
MOST_CELLS = 2**28  # rows times rounds: beyond this the rounds are surely misnumbered


class Choices:
    """A table of choices of one data set and game, and where each belongs in a Play.

    A *seat* is a row of the Play: one subject in one match (and one role, where strangers change places). Seats stand
    match by match in order of appearance, in a match role by role. Arrays run over the choices, or over the seats where
    it says so.
    """

    def __init__(self, frame: pd.DataFrame, game: Game) -> None:
        _check_columns(frame)
        self.game = game
        self.frame = frame
        self.words = {str(column): words_of(frame[column]) for column in frame if column not in NUMBERS}
        self.round = self._numbers("round") - 1
        self.match = by_appearance(self._codes("session"), self._codes("match"))
        role = self._numbers("role") - 1
        self.member = by_appearance(
            self.match, self._codes("subject")
        )  # a number for each subject in each match
        seat = self._seats(role)
        first = np.flatnonzero(is_first(seat))
        roles = _roles(role[first], game)
        order = np.lexsort((roles, self.match[first]))
        self.heads = first[order]  # the first choice of each seat
        self.roles = roles[order]  # of each seat, from 0
        self.seat = np.argsort(order)[seat]
        self.shape = (len(order), int(self.round.max()) + 1)  # seats, rounds
        self._check_rounds()

    def _seats(self, role: Integers) -> Integers:
        """A number for each seat: a subject in a match, and in a role if it changes in a match of strangers."""
        changes = (role[is_first(self.member)][self.member] != role).any()
        if not (changes and self._says_something("partner")) or seats_alike(self.game):
            return self.member  # where all seats look the same the first role holds
        return by_appearance(self.member, role)

    def _codes(self, column: str) -> Integers:
        return self.words[column].codes if column in self.words else np.zeros(len(self.frame), dtype=np.int64)

    def _numbers(self, column: str) -> Integers:
        numbers = whole_numbers(self.frame[column])
        wrong = np.flatnonzero(numbers == UNREADABLE)
        if len(wrong):
            found = self.frame[column].iloc[int(wrong[0])]
            raise BadRecord(f"Row {int(wrong[0]) + 1} of the table: {column} is '{found}', no whole number.")
        return numbers

    def _check_rounds(self) -> None:
        if int(self.round.min()) < 0 or self.shape[0] * self.shape[1] > MOST_CELLS:
            raise BadRecord(
                f"Rounds count from 1, but these run from {int(self.round.min()) + 1:,} to {self.shape[1]:,} "
                f"for {self.shape[0]:,} seats: that is no table of play."
            )
        taken = np.zeros((int(self.member.max()) + 1, self.shape[1]), dtype=np.bool_)
        taken[self.member, self.round] = True
        if np.count_nonzero(taken) < len(self.seat):
            raise BadRecord("Somebody chooses twice in one round of a match.")

    def _says_something(self, column: str) -> bool:
        return column in self.words and not self.words[column].blank

    def _grid(self, values: npt.NDArray[Any], missing: Any) -> npt.NDArray[Any]:
        """Values of choices as an array [seats, rounds]."""
        result = np.full(self.shape, missing, dtype=values.dtype)
        result[self.seat, self.round] = values
        return result

    def fields(self) -> dict[str, Any]:
        """What the Play is made of, apart from its game."""
        dataset = self.words["dataset"].names[0] if "dataset" in self.words else ""
        return {
            "actions": self._grid(self._numbers("action"), -1),
            "roles": self.roles,
            **self._company(),
            "subjects": self.words["subject"].labels(self.heads),
            "matches": self._match_words().labels(self.heads),
            "sessions": self.words["session"].labels(self.heads) if "session" in self.words else (),
            "provenance": {"dataset": dataset} if dataset else {},
            "extra": {name: self._text_grid(self.words[name]) for name in self._unknown()},
            "kinds": self._kinds(),
            "models": self._models(),
            **{field: self._of_seats(column) for column, field in SEATS.items()},
            **({"intended": self._grid(self._intended(), -1)} if self._says_something("intended") else {}),
        }

    def _text_grid(self, words: Words) -> npt.NDArray[np.object_]:
        return self._grid(np.array(words.names, dtype=object)[words.codes], "")

    def _match_words(self) -> Words:
        """Match labels; joined with the session where two sessions use the same one."""
        labels = self.words["match"]
        starts = np.flatnonzero(is_first(self.match))
        if len(starts) == len(labels.names):
            return labels
        session = self.words["session"]
        return different(
            self.match,
            [f"{session.names[session.codes[row]]}:{labels.names[labels.codes[row]]}" for row in starts],
        )

    def _kinds(self) -> Labels | tuple[()]:
        """Who made the moves of each seat; nothing is said where all are human."""
        told = kinds_told(self.words)
        if told is None:
            return ()
        labels = different(told.codes, [name or HUMAN for name in told.names]).labels(self.heads)
        return labels if labels.different() != [HUMAN] else ()

    def _models(self) -> Labels | tuple[()]:
        """What the machine of each seat is called; that of people is not called 'human'."""
        if not self._says_something("model"):
            return ()
        codes, names = self.words["model"]
        kinds = self._kinds()
        people = are_human(kinds) if isinstance(kinds, Labels) else np.ones(self.shape[0], dtype=np.bool_)
        nameless = np.array([name == HUMAN for name in names])[codes[self.heads]] & people
        seats = np.where(nameless, len(names), codes[self.heads])
        labels = different(seats, [*names, ""]).labels(np.arange(self.shape[0]))
        return labels if any(labels.different()) else ()

    def _of_seats(self, column: str) -> Labels | tuple[()]:
        """What a column says of each seat; an empty column of persons says that nobody knows them."""
        told = self._says_something(column) or (column == "person" and column in self.words)
        return self.words[column].labels(self.heads) if told else ()

    def _intended(self) -> Integers:
        """Intended moves; -1 where none is told."""
        codes, names = self.words["intended"]
        known = whole_numbers(pd.Series([name if name.strip() else "-1" for name in names], dtype=object))
        if (known == UNREADABLE).any():
            found = names[int(np.argmax(known == UNREADABLE))]
            raise BadRecord(f"The intended action '{found[:40]}' is no whole number.")
        return known[codes]

    def _unknown(self) -> list[str]:
        """The columns that say what a Play has no place for."""
        known = {*COLUMNS, *COMPANY, *SEATS, "model", "intended"}
        known |= {
            name for name in KIND_COLUMNS if name in self.words and read_as_kinds(name, self.words[name])
        }
        if self._says_something("partner") and not self.partners_told:
            known.remove("partner")  # unread where it is known what was met
        return [name for name in self.words if name not in known and self._says_something(name)]

    def _company(self) -> dict[str, Integers]:
        """Partners or situations: as recorded, by the partners' labels, or by who shares the match."""
        if not self._says_something("partner_action"):
            named = self._says_something("partner")
            return {"partners": self._named_partners() if named else self._match_partners()}
        met = {"situations": self._grid(self._numbers("partner_action"), -1)}
        if self.partners_told:
            return met | {"partners": self._named_partners()}
        if self.game.n_players == 2 and not self._says_something("partner") and self._matches_are_complete():
            partners = self._match_partners()
            moves = self._grid(self._numbers("action"), -1)
            if np.array_equal(moves[partners[:, 0]], met["situations"]):
                return {"partners": partners}  # the two say the same
        return met

    @cached_property
    def partners_told(self) -> bool:
        """Whether partners are named; where it is also told what was met, by labels that are all there."""
        if not self._says_something("partner"):
            return False
        if not self._says_something("partner_action"):
            return True
        codes, names = self.words["partner"]
        count = self.game.n_players - 1
        wanted = np.array([len(name.split(BETWEEN, count - 1)) if name else 0 for name in names])[codes]
        partners = self._named_partners()[self.seat, :, self.round]
        return bool(((partners >= 0).sum(axis=1) == wanted).all())

    def _match_partners(self) -> Integers:
        """The seats of those who share the match, [seats, others], in the order of roles."""
        seats = self.game.n_players
        if not self._matches_are_complete():
            raise BadRecord(
                f"A match of '{self.game.name}' has one subject in each of {seats} roles, and not all of these do; "
                "add who is missing, or a column partner or partner_action."
            )
        groups = np.arange(self.shape[0]).reshape(-1, seats)
        others = np.array([self.game.others(seat) for seat in range(seats)], dtype=np.int64)
        return groups[:, others].reshape(self.shape[0], -1)

    def _matches_are_complete(self) -> bool:
        """Whether every match has one subject in each role."""
        match, seats = self.match[self.heads], self.game.n_players
        if len(match) % seats:
            return False
        groups = np.arange(len(match)).reshape(-1, seats)
        return bool(
            (self.roles[groups] == np.arange(seats)).all() and not np.ptp(match[groups], axis=1).any()
        )

    def _named_partners(self) -> Integers:
        """The seats behind the labels, [seats, others, rounds], in the order of roles; -1 where nobody is named."""
        count, subject = self.game.n_players - 1, self.words["subject"]
        number = {name: code for code, name in enumerate(subject.names)}
        first = np.flatnonzero(is_first(self.member))
        own = self.match[first] * (len(number) + 1) + subject.codes[first]
        sorter = np.argsort(own)
        seat_in = np.repeat(self.seat[first][:, None], self.shape[1], axis=1)  # of each subject in each round
        seat_in[self.member, self.round] = self.seat
        pieces = [
            text.split(BETWEEN, count - 1) if count > 1 else [text] for text in self.words["partner"].names
        ]
        partners = np.full((self.shape[0], count, self.shape[1]), -1, dtype=np.int64)
        for other in range(count):
            codes = [
                number.get(names[other], len(number)) if other < len(names) else len(number)
                for names in pieces
            ]
            key = (
                self.match * (len(number) + 1) + np.array(codes, dtype=np.int64)[self.words["partner"].codes]
            )
            near = sorter[np.minimum(np.searchsorted(own, key, sorter=sorter), len(own) - 1)]
            found = np.where(own[near] == key, seat_in[near, self.round], -1)
            partners[self.seat, other, self.round] = found
        ranks = np.where(partners >= 0, self.roles[partners], self.game.n_players)
        return np.take_along_axis(partners, np.argsort(ranks, axis=1, kind="stable"), axis=1)


def _check_columns(frame: pd.DataFrame) -> None:
    missing = [column for column in REQUIRED if column not in frame.columns]
    if missing:
        raise BadRecord(
            f"A table of choices has the columns {', '.join(REQUIRED)}; this one lacks {', '.join(missing)}."
        )
    if frame.empty:
        raise BadRecord("A table of choices needs a row at least; this one has none.")
    for column in ("dataset", "game"):
        if column in frame.columns and frame[column].nunique() > 1:
            raise BadRecord(
                f"A play is one data set of one game, but the column {column} names {frame[column].nunique()}: "
                f"take them one by one (frame.groupby('{column}'))."
            )


def _roles(roles: Integers, game: Game) -> Integers:
    """Seats of the game; where members of a larger group meet by turns, all sit in the first seat.

    That needs a game that looks the same from every seat.
    """
    if int(roles.min()) < 0:
        raise BadRecord(f"Roles count from 1, not from {int(roles.min()) + 1}.")
    if roles.max() < game.n_players:
        return roles
    if not seats_alike(game):
        raise BadRecord(
            f"'{game.name}' has {game.n_players} roles, the data have {int(roles.max()) + 1}; "
            "members of larger groups may meet by turns only in a symmetric game."
        )
    return np.zeros_like(roles)
