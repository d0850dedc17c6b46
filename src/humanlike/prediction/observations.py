r"""What is to be predicted: who is under test, who met whom, and what counts as one observation.

At the level of *actions* an observation is one subject's choice, :math:`Y(j,t,a) = 1[a_j(t) = a]`; at the level
of *outcomes* it is what a whole group did, :math:`Y^o(k,t,o) = \prod_{j \in k} 1[a_j(t) = o_j]`, with
:math:`A^I` categories, first member slowest. Outcomes always concern whole groups, even where only one role
is under test, because a group's outcome has no half.

The bootstrap redraws *units*: matches, sessions, or the connected components of who met whom and who is one
person in several rows. Where people play several matches, matches are not independent and intervals over
them are too narrow; `Sample.caveat` says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from humanlike.core import BadRequest, Play, UnsuitableGame
from humanlike.scoring import outcome_categories, outcome_probabilities

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Unit = Literal["match", "session", "connected"]
UNITS: dict[str, Unit] = {"match": "match", "session": "session", "connected": "connected"}
MOST_OUTCOMES = 256  # beyond this no group outcome is ever seen twice and shares per round mean nothing


@dataclass(frozen=True, eq=False)
class Sample:
    """Recorded play of one game, with those whose choices are to be predicted."""

    play: Play
    tested: npt.NDArray[np.bool_]  # [subjects]
    units: Integers  # [subjects]; numbers from 0, -1 where nobody is under test
    caveat: str = ""  # why the units may not be independent

    @property
    def name(self) -> str:
        """The game's name."""
        return self.play.game.name

    @property
    def n_units(self) -> int:
        """How many independent units there are."""
        return int(self.units.max()) + 1


class ObservedRows(NamedTuple):
    """Observations of one level: a row is a subject or a group."""

    categories: Integers  # [rows, rounds]; -1 is missing
    positions: Integers  # [rows]; which seat of a simulated group stands for this row
    units: Integers  # [rows]
    n_categories: int
    n_positions: int


def fitted_half(plays: Sequence[Play], by: str = "game") -> list[Play]:
    """The same plays with every other match under study: what rules are fitted to before they predict the rest.

    Matches are counted anew in each game if each is fitted `by` itself, else through all games.
    """
    halves, before = [], 0
    for play in plays:
        number = before + units_of_play(play, "match")
        halves.append(replace(play, studied=play.studied & (number % 2 == 0)))
        before = 0 if by == "game" else int(number.max()) + 1
    return halves


def sample_of(
    play: Play,
    *,
    test_roles: Sequence[int] | None = None,
    unit: Unit = "match",
    besides: npt.NDArray[np.bool_] | None = None,
) -> Sample:
    """Everybody under study `besides` some, or those of them in `test_roles` (from 0), as the ones to predict."""
    tested = play.studied.copy() if besides is None else play.studied & ~besides
    if test_roles is not None:
        tested &= np.isin(play.roles, np.asarray(test_roles))
    if not tested.any():
        words = ", ".join(str(role + 1) for role in test_roles or ())
        present = ", ".join(str(role + 1) for role in sorted(set(play.roles[play.studied].tolist())))
        raise BadRequest(
            f"Nobody under study in '{play.game.name}' plays role {words}; roles under study: {present}."
        )
    units = units_of_play(play, unit)
    caveat = ""
    n_units, n_connected = int(units.max()) + 1, int(units_of_play(play, "connected").max()) + 1
    if n_connected < n_units:
        caveat = (
            f"'{play.game.name}': people play several matches, so {n_units} units fall into {n_connected} "
            f"independent part{'s' if n_connected > 1 else ''}; intervals over them are too narrow."
        )
    return Sample(play, tested, _renumbered(units, tested), caveat)


def _renumbered(units: Integers, tested: npt.NDArray[np.bool_]) -> Integers:
    """Units with somebody under test, counted from 0; -1 for the others, who are not redrawn."""
    present = np.unique(units[tested])
    place = np.full(int(units.max()) + 1, -1, dtype=np.int64)
    place[present] = np.arange(len(present))
    return place[units]


def units_of_play(play: Play, unit: Unit) -> Integers:
    """The number of each subject's unit, shape [subjects]."""
    if unit == "connected":
        return _connected(play)
    return play.labels(unit).ranks()


def _connected(play: Play) -> Integers:
    """Components of the graph that links whoever met, shared a match, or is one person."""
    count = play.n_subjects
    person, match = (play.labels(each).ranks() for each in ("subject", "match"))
    links = [(np.arange(count), count + person), (np.arange(count), 2 * count + match)]
    if play.partners.size:
        flat = play.partners.reshape(count, -1)
        known = flat.ravel() >= 0
        links.append((np.repeat(np.arange(count), flat.shape[1])[known], flat.ravel()[known]))
    source, target = (np.concatenate(ends) for ends in zip(*links, strict=True))
    graph = coo_array((np.ones(len(source)), (source, target)), shape=(3 * count, 3 * count))
    labels = connected_components(graph, directed=False)[1][:count]
    return np.unique(labels, return_inverse=True)[1].astype(np.int64)


def action_rows(sample: Sample) -> ObservedRows:
    """One row for each subject under test."""
    play = sample.play
    roles = play.roles[sample.tested]
    counts = {play.game.n_actions[role] for role in set(roles.tolist())}
    if len(counts) > 1:
        raise UnsuitableGame(
            f"The roles of '{sample.name}' have different numbers of actions ({sorted(counts)}): test one role."
        )
    actions = play.actions[sample.tested].astype(np.int64)
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
    return np.asarray(who[sample.tested[who].any(axis=(1, 2))])


def outcome_rows(sample: Sample) -> ObservedRows:
    """One row for each group."""
    play = sample.play
    who = members(sample)
    n_actions = play.game.n_actions[0]
    moves = play.actions[who, np.arange(play.n_rounds)]  # [groups, seats, rounds]
    categories = outcome_categories(np.moveaxis(moves, 1, 2), n_actions)
    units = sample.units[who[:, 0, 0]]
    return ObservedRows(categories, np.zeros(len(who), np.int64), units, n_actions**play.game.n_players, 1)


def chances_of_outcomes(sample: Sample, chances: Floats) -> Floats:
    """From one-step-ahead chances of actions [subjects, rounds, A] to those of outcomes [groups, rounds, A^I]."""
    who = members(sample)
    each = chances[who, np.arange(sample.play.n_rounds)]  # [groups, seats, rounds, A]
    return outcome_probabilities(np.moveaxis(each, 1, 2))
