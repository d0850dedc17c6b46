"""Seats whose makers are known: what the evidence of own moves and of conduct is learned from, and read off for others.

A row is a seat of one match. Rows of one `group` (a person; a study with its relatives; a family of machines) are held
out together. Sources never lose a part of their rows where whole sources are held out, so what each of them says of
everybody is computed once and kept: leaving sources out then costs nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy.special import logsumexp

from humanlike.core import BadRequest, Play
from humanlike.detectors.detector import Floats
from humanlike.detectors.features import own_features
from humanlike.detectors.own_moves import learn_side, log_chances
from humanlike.detectors.seat_forms import seat_form

Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class KnownBody:
    """Seats of one source: one kind of player, in one study or of one family."""

    play: Play
    is_human: bool
    source: str
    groups: Sequence[str]  # [rows] what is held out together
    players: Sequence[str]  # [rows] whose evidence is pooled
    kin: frozenset[str] = frozenset()  # what else nothing may be learned from: a laboratory, a family


@dataclass(frozen=True, eq=False)
class KnownSeats:
    """The rows of all bodies, one after the other."""

    bodies: tuple[KnownBody, ...]
    most_kinds: int = 4  # kinds of players within a source
    passed_over: int = 0  # first rounds whose moves do not count
    _kept: dict[tuple[str, bytes], Floats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for body in self.bodies:
            if len(body.groups) != body.play.n_subjects or len(body.players) != body.play.n_subjects:
                raise BadRequest(
                    f"'{body.source}' has {body.play.n_subjects} seats; each needs a group and a player."
                )

    @cached_property
    def body(self) -> Integers:
        """The number of each row's body."""
        return np.repeat(np.arange(len(self.bodies)), [body.play.n_subjects for body in self.bodies])

    @cached_property
    def is_human(self) -> Booleans:
        """Who is a person, [rows]."""
        return np.array([body.is_human for body in self.bodies])[self.body]

    @cached_property
    def source(self) -> npt.NDArray[np.str_]:
        """The source of each row."""
        return np.array([body.source for body in self.bodies])[self.body]

    @cached_property
    def group(self) -> npt.NDArray[np.str_]:
        """What each row is held out with."""
        return np.concatenate([np.array(list(body.groups), dtype=str) for body in self.bodies])

    @cached_property
    def player(self) -> npt.NDArray[np.str_]:
        """Whose seat each row is."""
        return np.concatenate([np.array(list(body.players), dtype=str) for body in self.bodies])

    @cached_property
    def form(self) -> npt.NDArray[np.str_]:
        """The form of each row's seat (`seat_forms`)."""
        forms = [
            np.array([seat_form(body.play.game, role).name for role in range(body.play.game.n_players)])
            for body in self.bodies
        ]
        return np.concatenate([each[body.play.roles] for each, body in zip(forms, self.bodies, strict=True)])

    @cached_property
    def features(self) -> Floats:
        """Own conduct of every seat (`features`), [rows, features]."""
        return np.concatenate([own_features(body.play) for body in self.bodies])

    def akin(self, rows: Booleans) -> Booleans:
        """The rows of bodies that share kin with those of some rows, [rows]."""
        kin = frozenset[str]().union(*(self.bodies[body].kin for body in np.unique(self.body[rows])))
        return np.array([not body.kin.isdisjoint(kin) for body in self.bodies])[self.body]

    def evidence(self, training: Booleans) -> Floats:
        """The evidence of own moves (`own_moves`) of every row by what the rows in training teach, [rows].

        Sources of one kind weigh the same; a form of seat that one side never met gives none.
        """
        sides = [self._mixture(training, human) for human in (True, False)]
        return np.nan_to_num(sides[0] - sides[1], nan=0.0)

    def _mixture(self, training: Booleans, human: bool) -> Floats:
        """Log-likelihood of every row by an even mixture of the sources of one kind that know such a seat."""
        kind = training & (self.is_human == human)
        columns = [
            self._by(source, kind & (self.source == source)) for source in np.unique(self.source[kind])
        ]
        if not columns:
            return np.full(len(kind), np.nan)
        logs = np.array(columns)
        known = (~np.isnan(logs)).sum(axis=0)
        total = logsumexp(np.where(np.isnan(logs), -np.inf, logs), axis=0)
        return np.asarray(np.where(known > 0, total - np.log(np.maximum(known, 1)), np.nan))

    def _by(self, source: str, rows: Booleans) -> Floats:
        """Log-likelihood of every row by what some rows of a source teach; NaN where it never met such a seat."""
        key = (source, np.packbits(rows).tobytes())
        if key not in self._kept:
            side = learn_side({source: self._plays(rows)}, most_kinds=self.most_kinds)
            chances = [log_chances(side, body.play)[0][:, self.passed_over :] for body in self.bodies]
            self._kept[key] = np.concatenate([each.sum(axis=1) for each in chances])
        return self._kept[key]

    def _plays(self, rows: Booleans) -> list[Play]:
        """Some rows, as plays all of whose rows are studied."""
        taken = []
        for number, body in enumerate(self.bodies):
            here = rows[self.body == number]
            if here.any():
                part = body.play.rows(here)
                taken.append(replace(part, studied=np.ones(part.n_subjects, dtype=np.bool_), kinds=()))
        return taken
