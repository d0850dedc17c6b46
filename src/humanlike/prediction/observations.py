r"""What is to be predicted: who is under test, who met whom, and what counts as one observation.

At the level of *actions* an observation is one subject's choice, :math:`Y(j,t,a) = 1[a_j(t) = a]`; at the level
of *outcomes* it is what a whole group did, :math:`Y^o(k,t,o) = \prod_{j \in k} 1[a_j(t) = o_j]`, with
:math:`A^I` categories, first member slowest. Outcomes always concern whole groups, even where only one role
is under test, because a group's outcome has no half.

The bootstrap redraws *units* (`core.find_units`), each in all its games. A group's outcome goes with its first member
under test.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Play, Units, UnsuitableGame, find_units
from humanlike.scoring import outcome_categories, outcome_probabilities

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
MOST_OUTCOMES = 256  # beyond this no group outcome is ever seen twice and shares per round mean nothing


@dataclass(frozen=True, eq=False)
class Sample:
    """Recorded play of one game, with those whose choices are to be predicted."""

    play: Play
    tested: npt.NDArray[np.bool_]  # [subjects]
    units: Integers  # [subjects]; numbers from 0, -1 where nobody is under test
    numbers: Integers  # [units] the same number in another game is the same unit
    unit: str  # what is taken as independent
    caveat: str = ""  # which way that errs
    asked: npt.NDArray[np.bool_] | None = None  # [subjects, rounds] choices that count; None: all

    @property
    def moves(self) -> Integers:
        """What was chosen, [subjects, rounds]; -1 where nothing was, or where it does not count."""
        actions = self.play.actions.astype(np.int64)
        return actions if self.asked is None else np.where(self.asked, actions, -1)

    @property
    def name(self) -> str:
        """The game's name."""
        return self.play.game.name

    @property
    def n_units(self) -> int:
        """How many independent units there are."""
        return len(self.numbers)


class ObservedRows(NamedTuple):
    """Observations of one level: a row is a subject or a group."""

    categories: Integers  # [rows, rounds]; -1 is missing
    positions: Integers  # [rows]; which seat of a simulated group stands for this row
    units: Integers  # [rows]
    n_categories: int
    n_positions: int


def samples_of(
    plays: Sequence[Play],
    *,
    test_roles: Sequence[int] | None = None,
    tested: Sequence[npt.NDArray[np.bool_]] | None = None,
    units: Units | None = None,
) -> tuple[Sample, ...]:
    """Everybody under study in `test_roles` (from 0; all if not given), or the rows `tested`, as those to predict."""
    if tested is None:
        tested = [play.studied & np.isin(play.roles, test_roles or play.roles) for play in plays]
    units = units or find_units(plays)
    return tuple(
        _sample(play, rows, numbers, units)
        for play, rows, numbers in zip(plays, tested, units.numbers, strict=True)
    )


def _sample(play: Play, tested: npt.NDArray[np.bool_], numbers: Integers, units: Units) -> Sample:
    if not tested.any():
        roles = ", ".join(str(role + 1) for role in sorted(set(play.roles[play.studied].tolist())))
        raise BadRequest(
            f"Nobody under study in '{play.game.name}' plays the role to predict; roles under study: {roles}."
        )
    present, place = np.unique(numbers[tested], return_inverse=True)
    own = np.full(len(tested), -1, dtype=np.int64)
    own[tested] = place.reshape(-1)
    return Sample(play, tested, own, present, units.unit, units.caveat)


def action_rows(sample: Sample) -> ObservedRows:
    """One row for each subject under test."""
    play = sample.play
    roles = play.roles[sample.tested]
    counts = {play.game.n_actions[role] for role in set(roles.tolist())}
    if len(counts) > 1:
        raise UnsuitableGame(
            f"The roles of '{sample.name}' have different numbers of actions ({sorted(counts)}): test one role."
        )
    actions = sample.moves[sample.tested]
    return ObservedRows(actions, roles, sample.units[sample.tested], counts.pop(), play.game.n_players)


def outcomes_undefined_because(sample: Sample) -> str:
    """Why group outcomes cannot be predicted here; empty if they can."""
    play, game = sample.play, sample.play.game
    counts = set(game.n_actions)
    if len(counts) > 1:
        return f"The roles of '{game.name}' have different numbers of actions."
    if not play.partners.size or (play.partners < 0).any():
        return f"The record of '{game.name}' does not say who met whom."
    if len(set(play.roles.tolist())) < game.n_players:
        return f"In '{game.name}' everybody sits in the same seat: a pair has no first and second member."
    if max(counts) ** game.n_players > MOST_OUTCOMES:
        return f"'{game.name}' has more than {MOST_OUTCOMES} group outcomes."
    if sample.asked is not None and (outcome_rows(sample).categories < 0).all():
        return f"The predictions cover no whole group of '{game.name}'."
    return ""


def members(sample: Sample) -> Integers:
    """Who formed each group with somebody under test in each round, shape [groups, seats, rounds]; seats in order."""
    play = sample.play
    first = np.flatnonzero(play.roles == 0)
    partners = play.partners[first]
    if partners.ndim == 2:
        partners = np.repeat(partners[:, :, None], play.n_rounds, axis=2)
    own = np.repeat(first[:, None, None], play.n_rounds, axis=2)
    who = np.concatenate([own, partners], axis=1)
    return np.asarray(who[sample.tested[who[:, :, 0]].any(axis=1)])


def outcome_rows(sample: Sample) -> ObservedRows:
    """One row for each group."""
    play = sample.play
    who = members(sample)
    n_actions = play.game.n_actions[0]
    moves = sample.moves[who, np.arange(play.n_rounds)]  # [groups, seats, rounds]
    categories = outcome_categories(np.moveaxis(moves, 1, 2), n_actions)
    first = np.argmax(sample.tested[who[:, :, 0]], axis=1)  # under test
    units = sample.units[who[np.arange(len(who)), first, 0]]
    return ObservedRows(categories, np.zeros(len(who), np.int64), units, n_actions**play.game.n_players, 1)


def chances_of_outcomes(sample: Sample, chances: Floats) -> Floats:
    """From one-step-ahead chances of actions [subjects, rounds, A] to those of outcomes [groups, rounds, A^I]."""
    who = members(sample)
    each = chances[who, np.arange(sample.play.n_rounds)]  # [groups, seats, rounds, A]
    return outcome_probabilities(np.moveaxis(each, 1, 2))
