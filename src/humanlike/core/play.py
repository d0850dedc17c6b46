"""A Play: what the papers call a dataset, with its game and who met whom."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from humanlike.core.errors import BadRecord, BadRequest
from humanlike.core.families import families_of_models
from humanlike.core.game import Game
from humanlike.core.joining import joined_fields
from humanlike.core.kinds import HUMAN, MACHINE, are_human, in_order_of_kinds
from humanlike.core.labels import Labels
from humanlike.core.moves import MISSING, first_outside, settled
from humanlike.core.passes import pieces
from humanlike.core.play_text import counted, play_page

if TYPE_CHECKING:
    import pandas as pd

TOLD = {"kind": "kinds", "model": "models", "person": "persons", "study": "studies", "family": "families"}
BY = ("subject", "match", "session", "role", "game", *TOLD)  # what tells rows apart; the last only where told

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False, repr=False)
class Play:
    """Q subjects by N rounds of actions in one game.

    `actions` has shape [subjects, rounds]; matches that ended early are filled with MISSING.
    `roles[q]` is the seat of subject q. `partners[q]` lists the subjects in the other seats, in
    seat order; where partners change from round to round its shape is [subjects, others, rounds], with MISSING
    where nobody was met; it is empty where only what was met is known, not whom.
    By default neighbours are matched: 1 with 2, 3 with 4 (and so on in larger groups).
    `situations` overrides what the partners' moves imply, for data that record what was met but not whom.

    A row is one subject in one match: somebody who plays five matches has five rows with one label in
    `subjects`. Where partners and roles change within a match, it is one subject in one role of it. `matches` and
    `sessions` label the independent units for splits, clusters and the bootstrap.
    `persons` says whose rows are one person's where `subjects` does not (empty where nobody knows), `studies` to which
    study a row belongs where the data set is not one study.
    `kinds` says who made the moves of a row (human, program, language model; machine where no more is known), and
    `models` what that machine is called, `families` to which family of machines it belongs. `studied` is False for rows
    that are in the play only because the others met them (machines, confederates); each follows from the other where
    only one is given.
    `intended` holds the moves that were chosen where others were executed (slips of a trembling hand), or nothing;
    payoffs, what partners met and every rule that is fitted follow `actions`, the moves that were made.
    `extra` carries what else a file says of each choice, as text [subjects, rounds] by column; nothing reads it.
    """

    game: Game
    actions: npt.NDArray[np.integer[Any]]
    roles: Integers = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    partners: npt.NDArray[np.integer[Any]] = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    situations: npt.NDArray[np.integer[Any]] = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    subjects: Sequence[str] = ()
    matches: Sequence[str] = ()
    sessions: Sequence[str] = ()
    studied: npt.NDArray[np.bool_] = field(default_factory=lambda: np.empty(0, dtype=np.bool_))
    provenance: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, npt.NDArray[np.object_]] = field(default_factory=dict)
    kinds: Sequence[str] = ()
    models: Sequence[str] = ()
    persons: Sequence[str] = ()
    studies: Sequence[str] = ()
    families: Sequence[str] = ()
    intended: npt.NDArray[np.integer[Any]] = field(default_factory=lambda: np.empty((0, 0), dtype=np.int16))

    def __post_init__(self) -> None:
        given = np.asarray(self.actions)
        if given.ndim != 2 or not np.issubdtype(given.dtype, np.integer):
            raise BadRecord(f"A play of '{self.game.name}' is a matrix of whole numbers, subjects by rounds.")
        if not len(self.roles):
            self._match_neighbours(len(given))
        self._complete_labels(len(given))
        self._check_moves("action", given, self.game.n_actions)
        self._set(actions=settled(given, np.dtype(np.int16)))
        told = len(self.situations) > 0
        situations = np.asarray(self.situations) if told else self.implied_situations()
        situations.setflags(write=told and situations.flags.writeable)  # ours need no copy
        self._set(situations=settled(situations, self._situation_type()))
        self._keep_intended(np.asarray(self.intended))
        for name, array in self._grids().items():
            if array.shape != given.shape:
                raise BadRecord(
                    f"'{self.game.name}': moves are {given.shape}, but {name} are {array.shape}, subjects by rounds."
                )
        if told:
            limits = [table.shape[1] for table in self.game.tables]
            self._check_moves("situation", self.situations, limits)

    def _keep_intended(self, given: npt.NDArray[Any]) -> None:
        if given.size and not np.issubdtype(given.dtype, np.integer):
            raise BadRecord(f"'{self.game.name}': intended moves are whole numbers, -1 where none is known.")
        if given.shape == self.actions.shape:
            self._check_moves("intended action", given, self.game.n_actions)
        self._set(intended=settled(given, np.dtype(np.int16)))

    def _grids(self) -> dict[str, npt.NDArray[Any]]:
        """What is said of every round beside the moves."""
        slips = {"intended": self.intended} if self.intended.size else {}
        return {"situations": self.situations, **slips, **self.extra}

    def _set(self, **fields: Any) -> None:
        for name, value in fields.items():  # the usual way to complete a frozen dataclass
            object.__setattr__(self, name, value)

    def _match_neighbours(self, count: int) -> None:
        """Seats and partners where none are given: those who stand together play together."""
        seats = self.game.n_players
        if count % seats:
            raise BadRecord(
                f"'{self.game.name}' is played in groups of {seats}, but the play has {count} subjects."
            )
        others = np.array([self.game.others(seat) for seat in range(seats)], dtype=np.int64)
        groups = np.arange(count).reshape(-1, seats)
        self._set(roles=np.arange(count) % seats, partners=groups[:, others].reshape(count, seats - 1))
        if not len(self.matches):
            self._set(matches=Labels(np.arange(count) // seats))

    def _complete_labels(self, count: int) -> None:
        """Complete labels, and who is studied; check that there is one for every row."""
        numbers = np.arange(count)
        self._set(
            subjects=Labels.of(self.subjects) if len(self.subjects) else Labels(numbers),
            matches=Labels.of(self.matches) if len(self.matches) else self._match_numbers(count),
            sessions=Labels.of(self.sessions) if len(self.sessions) else Labels(np.zeros_like(numbers)),
            **{name: Labels.of(given) if len(given) else () for name, given in self._told().items()},
        )
        if not len(self.studied):
            self._set(
                studied=are_human(self.labels("kind")) if len(self.kinds) else np.ones(count, dtype=np.bool_)
            )
        told = [name for name, given in self._told().items() if len(given)]
        for name in ("roles", "subjects", "matches", "sessions", *told, "studied"):
            if len(getattr(self, name)) != count:
                raise BadRecord(
                    f"'{self.game.name}': {count} subjects need as many {name}, not {len(getattr(self, name))}."
                )
        if count and not 0 <= self.roles.min() <= self.roles.max() < self.game.n_players:
            raise BadRecord(
                f"'{self.game.name}' has roles 0-{self.game.n_players - 1}, not {self.roles.min()}-{self.roles.max()}."
            )

    def _told(self) -> dict[str, Sequence[str]]:
        """The labels that a record may leave out."""
        return {name: getattr(self, name) for name in TOLD.values()}

    def _match_numbers(self, count: int) -> Labels:
        """Those who sit together share a number; where partners change, everybody shares one."""
        if self.partners.ndim != 2:
            return Labels(np.zeros(count, dtype=np.int64))
        first = np.minimum(np.arange(count), self.partners.min(axis=1, initial=count))
        return Labels(np.unique(first, return_inverse=True)[1].reshape(-1))

    def _check_moves(self, what: str, given: npt.NDArray[np.integer[Any]], counts: Sequence[int]) -> None:
        found = first_outside(given, np.array(counts)[self.roles])
        if found is not None:
            subject, round_ = found
            raise BadRecord(
                f"'{self.game.name}', subject {self.subjects[subject]}, round {round_ + 1}: "
                f"{what} {given[found]}, but this role has {what}s 0-{counts[self.roles[subject]] - 1}."
            )

    def _situation_type(self) -> np.dtype[Any]:
        most = max(table.shape[1] for table in self.game.tables)
        return np.dtype(np.int16 if most <= np.iinfo(np.int16).max else np.int64)

    def implied_situations(self) -> npt.NDArray[np.integer[Any]]:
        """What everybody met according to the partners' moves, shape [subjects, rounds]."""
        if self.partners.ndim < 2:
            raise BadRecord(f"The play of '{self.game.name}' says neither who met whom nor what was met.")
        if self.game.n_players == 2 and self.partners.shape[1:] == (1,) and (self.partners >= 0).all():
            return self.actions.take(self.partners[:, 0], axis=0)  # what the partner did, in one go
        result = np.empty(self.actions.shape, dtype=self._situation_type())
        for role in range(self.game.n_players):
            for seats in pieces(np.flatnonzero(self.roles == role), self.n_rounds):
                result[seats] = self.game.situations(role, self._met(seats))
        return result

    def _met(self, seats: Integers) -> npt.NDArray[np.integer[Any]]:
        """The moves of the partners of some rows, [others, rows, rounds]; MISSING where nobody was met."""
        partners = np.moveaxis(self.partners[seats], 1, 0)
        if partners.ndim == 2:
            met = self.actions.take(partners, axis=0)
        else:
            met = self.actions[partners, np.arange(self.n_rounds)]
        if (partners < 0).any():
            met[partners < 0] = MISSING
        return met

    def from_source(self, provenance: Mapping[str, str]) -> "Play":
        """The same moves with another provenance; nothing is checked or copied again."""
        result = copy(self)
        result._set(provenance=provenance)
        return result

    @property
    def n_subjects(self) -> int:
        """Q, the number of subjects."""
        return int(self.actions.shape[0])

    @property
    def n_rounds(self) -> int:
        """N, the number of rounds of the longest match."""
        return int(self.actions.shape[1])

    def n_players_of(self) -> dict[str, int]:
        """How many different players there are of each kind that occurs, people first."""
        kind, subject = self.labels("kind"), self.labels("subject")
        return {
            each: subject.take(rows).n_different for each, rows in in_order_of_kinds(kind.places()).items()
        }

    def payoffs(self) -> npt.NDArray[np.float64]:
        """What everybody earned, shape [subjects, rounds]; NaN where a move is missing."""
        result = np.empty(self.actions.shape)
        for role, table in enumerate(self.game.tables):
            known = np.pad(table, ((0, 1), (0, 1)), constant_values=np.nan)  # MISSING is the last entry
            for rows in pieces(np.flatnonzero(self.roles == role), self.n_rounds):
                result[rows] = known[self.actions.take(rows, axis=0), self.situations.take(rows, axis=0)]
        return result

    def groups(self) -> Integers:
        """Who played together, shape [groups, seats]; only for partners that stay together."""
        if self.partners.ndim == 3:
            raise BadRecord(f"Partners change from round to round in this play of '{self.game.name}'.")
        if self.partners.ndim != 2:
            raise BadRecord(f"This play of '{self.game.name}' does not say who sat together.")
        first = np.flatnonzero(self.roles == 0)
        rows = np.column_stack([first, self.partners[first]])
        return np.take_along_axis(rows, np.argsort(self.roles[rows], axis=1), axis=1)

    def companies(self) -> Integers:
        """Who met nobody outside, shape [companies, members]: groups that stay together, or else those of a match."""
        if self.partners.ndim == 2:
            return self.groups()
        places = list(self.labels("match").places().values())
        if len({len(place) for place in places}) > 1:
            raise BadRecord(
                f"The matches of this play of '{self.game.name}' have different numbers of members."
            )
        return np.stack(places).astype(np.int64)

    def labels(self, by: str) -> Labels:
        """The label of each row: its 'subject', 'match', 'session', 'role' (from 1), 'game', or what may be told of it.

        Where nothing is told, a 'person' is the subject, a 'study' the data set, a 'family' the model's; rows that are
        not studied are of the 'kind' machine, and people's 'model' is empty.
        """
        found = {"subject": self.subjects, "match": self.matches, "session": self.sessions}.get(by)
        if found is None and by in TOLD and len(getattr(self, TOLD[by])):
            found = getattr(self, TOLD[by])
        if found is not None:
            return Labels.of(found)
        if by == "role":
            return Labels(self.roles)
        if by == "kind":
            return Labels((~self.studied).astype(np.int64), (HUMAN, MACHINE))
        if by == "person":
            return self.labels("subject")
        if by == "family":
            return families_of_models(self.labels("model"))
        everybody = {"game": self.game.name, "study": self.provenance.get("dataset", ""), "model": ""}
        if by not in everybody:
            raise BadRequest(f"The rows of a play are told apart by {', '.join(BY)}, not by '{by}'.")
        return Labels(np.zeros_like(self.roles), (everybody[by],))

    def rows(self, where: npt.ArrayLike) -> "Play":
        """Some rows (a mask, or places in the order wanted) as a play of their own.

        What they met is kept even where the partner's row is not; who they met is kept, renumbered, if all of
        them are among the rows and no row is taken twice, and unknown otherwise. Rounds and provenance stay.

        >>> pair = Game.from_matrices("coins", [[1, 0], [0, 1]], [[0, 1], [1, 0]])
        >>> Play(pair, np.array([[0, 1], [1, 1], [0, 0], [1, 0]])).rows([3, 2]).situations.tolist()
        [[0, 0], [1, 0]]
        """
        chosen = np.asarray(where)
        if chosen.dtype == np.bool_ and chosen.shape != (self.n_subjects,):
            raise BadRequest(f"A mask of the rows has {self.n_subjects} entries, not {chosen.size}.")
        chosen = np.flatnonzero(chosen) if chosen.dtype == np.bool_ else chosen.astype(np.int64).reshape(-1)
        if len(chosen) and not 0 <= chosen.min() <= chosen.max() < self.n_subjects:
            raise BadRequest(
                f"The play has rows 0-{self.n_subjects - 1}; asked for {chosen.min()} to {chosen.max()}."
            )
        told: dict[str, Any] = {
            name: Labels.of(given).take(chosen) for name, given in self._told().items() if len(given)
        }
        return replace(
            self,
            actions=self.actions[chosen],
            roles=self.roles[chosen],
            partners=self._partners_among(chosen),
            situations=self.situations[chosen],
            subjects=self.labels("subject").take(chosen),
            matches=self.labels("match").take(chosen),
            sessions=self.labels("session").take(chosen),
            studied=self.studied[chosen],
            extra={name: column[chosen] for name, column in self.extra.items()},
            intended=self.intended[chosen] if self.intended.size else self.intended,
            **told,
        )

    def _partners_among(self, chosen: Integers) -> Integers:
        """The partners of some rows, counted among these; empty if one is not there, or there twice."""
        place = np.full(self.n_subjects + 1, MISSING)  # the last entry is where MISSING points to
        place[chosen] = np.arange(len(chosen))
        if self.partners.ndim < 2 or np.count_nonzero(place >= 0) < len(chosen):
            return np.empty(0, dtype=np.int64)
        partners = place[self.partners[chosen]]
        lost = (partners < 0) & (self.partners[chosen] >= 0)
        return np.empty(0, dtype=np.int64) if lost.any() else partners

    def split(self, by: str) -> dict[str, "Play"]:
        """A play for each 'match', 'session', 'subject' or 'role', by label, in order of appearance."""
        return {label: self.rows(places) for label, places in self.labels(by).places().items()}

    @classmethod
    def join(cls, plays: Iterable["Play"]) -> "Play":
        """All rows of several plays of one game; labels of different records stay distinct (see `joining`)."""
        parts = list(plays)
        return parts[0] if len(parts) == 1 else cls(**joined_fields(parts))

    def to_frame(self) -> "pd.DataFrame":
        """A table with a row for each choice (pandas): the columns of the long table and those of `extra`.

        `Play.from_frame(play.to_frame(), play.game)` is the same play, rows match by match.
        """
        from humanlike.core.frames import frame_of  # pandas is slow to load, and naming a game needs none

        frame = frame_of(self)
        return frame.astype(dict.fromkeys(frame.columns[frame.dtypes == "category"], "str"))

    @classmethod
    def from_frame(cls, frame: "pd.DataFrame", game: Game) -> "Play":
        """The play of `game` in a table with a row for each choice, of one data set (see `frames`)."""
        from humanlike.core.choices import Choices

        return cls(game, **Choices(frame, game).fields())

    def shortened(self) -> "Play":
        """Without the rounds after the last move that anybody made; one round at least is left."""
        made = np.flatnonzero((self.actions >= 0).any(axis=0))
        rounds = slice(0, int(made[-1]) + 1 if len(made) else 1)
        return replace(
            self,
            actions=self.actions[:, rounds],
            partners=self.partners[:, :, rounds] if self.partners.ndim == 3 else self.partners,
            situations=self.situations[:, rounds],
            extra={name: column[:, rounds] for name, column in self.extra.items()},
            intended=self.intended[:, rounds],
        )

    def __repr__(self) -> str:
        size = f"{counted(self.n_subjects, 'subject')} x {counted(self.n_rounds, 'round')}"
        return f"Play({self.game.name}: {size}, {counted(self.labels('match').n_different, 'match', 'es')})"

    def _repr_html_(self) -> str:
        return play_page(self)


def studies_of(play: Play, otherwise: str) -> frozenset[str]:
    """The studies a play tells it belongs to; where it tells none, `otherwise` is one."""
    return frozenset(filter(None, play.labels("study").different())) or frozenset({otherwise})
