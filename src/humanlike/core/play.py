"""A Play: what the papers call a dataset, with its game and who met whom."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core.errors import BadRecord
from humanlike.core.game import Game

MISSING = -1  # a move that was not made (0 in the papers' plain text, which counts actions from 1)


@dataclass(frozen=True, eq=False)
class Play:
    """Q subjects by N rounds of actions in one game.

    `actions` has shape [subjects, rounds]; matches that ended early are filled with MISSING.
    `roles[q]` is the seat of subject q. `partners[q]` lists the subjects in the other seats, in
    seat order; where partners change from round to round its shape is [subjects, others, rounds].
    By default neighbours are matched: 1 with 2, 3 with 4 (and so on in larger groups).
    `situations` overrides what the partners' moves imply, for data that record what was met but not whom.

    A row is one subject in one match: somebody who plays five matches has five rows with one label in
    `subjects`. `matches` and `sessions` label the independent units for splits, clusters and the bootstrap.
    `studied` is False for rows that are in the play only because the others met them (bots, confederates).
    """

    game: Game
    actions: npt.NDArray[np.integer[Any]]
    roles: npt.NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    partners: npt.NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    situations: npt.NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    subjects: tuple[str, ...] = ()
    matches: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    studied: npt.NDArray[np.bool_] = field(default_factory=lambda: np.empty(0, dtype=np.bool_))
    provenance: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        set_field = object.__setattr__  # the usual way to complete a frozen dataclass
        actions = np.asarray(self.actions)
        if actions.ndim != 2 or not np.issubdtype(actions.dtype, np.integer):
            raise BadRecord(f"A play of '{self.game.name}' is a matrix of whole numbers, subjects by rounds.")
        set_field(self, "actions", actions.astype(np.int16))
        count = self.game.n_players
        if not len(self.roles):
            if len(actions) % count:
                raise BadRecord(
                    f"'{self.game.name}' is played in groups of {count}, but the play has {len(actions)} subjects."
                )
            set_field(self, "roles", np.arange(len(actions)) % count)
            groups = np.arange(len(actions)).reshape(-1, count)
            members = [np.delete(group, seat) for group in groups for seat in range(count)]
            set_field(self, "partners", np.array(members, dtype=np.int64).reshape(len(actions), count - 1))
        if not len(self.situations):
            set_field(self, "situations", self._situations_from_partners())
        if not self.subjects:
            set_field(self, "subjects", tuple(str(number + 1) for number in range(len(actions))))
        self._label_units()
        self._check_actions()

    def _label_units(self) -> None:
        """Complete match and session labels, and who is studied; check that there is one for every row."""
        count = self.n_subjects
        if not self.matches:
            object.__setattr__(self, "matches", self._match_numbers())
        if not self.sessions:
            object.__setattr__(self, "sessions", ("1",) * count)
        if not len(self.studied):
            object.__setattr__(self, "studied", np.ones(count, dtype=np.bool_))
        for name in ("roles", "subjects", "matches", "sessions", "studied"):
            if len(getattr(self, name)) != count:
                raise BadRecord(
                    f"'{self.game.name}': {count} subjects need as many {name}, not {len(getattr(self, name))}."
                )

    def _match_numbers(self) -> tuple[str, ...]:
        """Those who sit together share a number; where partners change, everybody shares one."""
        if self.partners.ndim != 2:
            return ("1",) * self.n_subjects
        first = np.minimum(np.arange(self.n_subjects), self.partners.min(axis=1))
        return tuple(str(number + 1) for number in np.unique(first, return_inverse=True)[1])

    def _check_actions(self) -> None:
        limits = np.array(self.game.n_actions)[self.roles]
        wrong = (self.actions < MISSING) | (self.actions >= limits[:, None])
        if wrong.any():
            subject, round_ = (int(index) for index in np.argwhere(wrong)[0])
            raise BadRecord(
                f"'{self.game.name}', subject {self.subjects[subject]}, round {round_ + 1}: "
                f"action {self.actions[subject, round_]}, but this role has actions 0-{limits[subject] - 1}."
            )

    def _situations_from_partners(self) -> npt.NDArray[np.int64]:
        result = np.full(self.actions.shape, MISSING, dtype=np.int64)
        partners = self.partners if self.partners.ndim == 3 else self.partners[:, :, None]
        rounds = np.arange(self.n_rounds)
        for role in range(self.game.n_players):
            seats = np.flatnonzero(self.roles == role)
            met = self.actions[partners[seats], rounds]  # [seats, others, rounds]
            result[seats] = self.game.situations(role, np.moveaxis(met, 1, 0))
        return result

    @property
    def n_subjects(self) -> int:
        """Q, the number of subjects."""
        return int(self.actions.shape[0])

    @property
    def n_rounds(self) -> int:
        """N, the number of rounds of the longest match."""
        return int(self.actions.shape[1])

    def payoffs(self) -> npt.NDArray[np.float64]:
        """What everybody earned, shape [subjects, rounds]; NaN where a move is missing."""
        result = np.full(self.actions.shape, np.nan)
        known = (self.actions >= 0) & (self.situations >= 0)
        for role, table in enumerate(self.game.tables):
            here = known & (self.roles == role)[:, None]
            result[here] = table[self.actions[here], self.situations[here]]
        return result

    def groups(self) -> npt.NDArray[np.int64]:
        """Who played together, shape [groups, seats]; only for partners that stay together."""
        if self.partners.ndim != 2:
            raise BadRecord(f"Partners change from round to round in this play of '{self.game.name}'.")
        rows = np.column_stack([np.arange(self.n_subjects), self.partners])
        return np.array([rows[q][np.argsort(self.roles[rows[q]])] for q in np.flatnonzero(self.roles == 0)])
