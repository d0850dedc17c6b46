r"""Does fitting give back what was put in, where people differ?

Person i has the parameters

.. math:: \theta_{ij} = l_j + (u_j - l_j)\,\Phi(\Phi^{-1}(s_j) + \sigma z_{ij}), \quad z \sim N(0, 1), \qquad
          s_j = (\theta_j - l_j) / (u_j - l_j),

around the given set :math:`\theta`, within the bounds [l, u] of its fit; a parameter given on its bound is everybody's.
The median person has the given set; the mean of the population, which is what estimates are held against, follows
(`bayes.population_values`). Everybody plays some matches, each against others in turn (in match m the person of
number g in the first role meets number g + m of the second), beginning each anew. Every play is fitted *pooled* (one
set for all), *by person* (each alone; the mean of persons estimates the population's) and *shrunk* (`shrinkage`).

"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr, ndtri

from humanlike.core import BadRequest, Game, Labels, Play, Rule, Streams
from humanlike.engine import Block, Population, simulate_actions
from humanlike.fitting.bayes import population_values
from humanlike.fitting.duration import seconds_to_fit
from humanlike.fitting.fits import Fits, t_quantile
from humanlike.fitting.losses import Losses
from humanlike.fitting.maximum_likelihood import bounds_for, bounds_of, fit_groups, grouped, taught_seats
from humanlike.fitting.recovery import RecoverySize
from humanlike.fitting.shrinkage import shrunk
from humanlike.work import ALONE, Effort

Floats = npt.NDArray[np.float64]
TOGETHER = 5  # repetitions in a piece of work
POOLED, ALONE_EACH, SHRUNK = "pooled", "by person", "shrunk"
WAYS = (POOLED, ALONE_EACH, SHRUNK)
NORMAL = 1.959964  # standard errors of a 95 % interval
DEAREST = 8.0  # how much longer fits of persons and populations take than the pooled one


class Reached(NamedTuple):
    """Estimates with both ends of their 95 % intervals; NaN where there is none."""

    estimate: Floats
    lower: Floats
    upper: Floats


class DifferingBatch(NamedTuple):
    """What came back from some repetitions, way by way."""

    truth: Floats  # [repetitions, persons, parameters]
    means: tuple[Reached, ...]  # of the population, [repetitions, parameters]
    persons: tuple[Reached, ...]  # [repetitions, persons, parameters]; empty arrays for the pooled fit


@dataclass(frozen=True, eq=False)
class DifferingRecovery:
    """What came back where people differ."""

    rule: Rule
    game: str
    given: Any  # the median person
    spread: float
    n_matches: int
    size: RecoverySize
    mean: Floats  # [parameters] of the population
    deviation: Floats  # [parameters]
    batch: DifferingBatch

    def ways(self) -> dict[str, tuple[Reached, Reached]]:
        """Means of the population and persons, by the way of fitting."""
        return dict(zip(WAYS, zip(self.batch.means, self.batch.persons, strict=True), strict=True))


def recover_differing(
    stream: Streams,
    rule: Rule,
    given: Any,
    game: Game,
    *,
    spread: float,
    n_matches: int = 1,
    size: RecoverySize | None = None,
    effort: Effort = ALONE,
) -> DifferingRecovery:
    """Simulate persons whose parameters are spread around `given`, fit them in three ways, and see what came back."""
    size = size or RecoverySize()
    size.check()
    _check(rule, game, spread, n_matches, size)
    shares = _shares(rule, given, game)
    seconds = DEAREST * n_matches * seconds_to_fit([rule], size.choices(game), size.n_starts)
    batches = effort.worthwhile(seconds).carry_out(
        f"recovering {rule.name}",
        differing_batch,
        range(0, size.n_repetitions, TOGETHER),
        shared=(stream, rule, given, game, spread, n_matches, size),
    )
    mean, deviation = population_values(ndtri(shares), spread, *_bounds(rule, game))
    return DifferingRecovery(
        rule, game.name, given, spread, n_matches, size, mean, deviation, _joined(batches)
    )


def _check(rule: Rule, game: Game, spread: float, n_matches: int, size: RecoverySize) -> None:
    if not rule.parameter_names:
        raise BadRequest(f"{rule.name} has no parameters to recover.")
    if not 0.0 < spread <= 3.0:
        raise BadRequest(
            f"A spread is a standard deviation in probits, above 0 and at most 3, not {spread:g}."
        )
    if n_matches < 1 or n_matches > size.n_pairs:
        raise BadRequest(
            f"Everybody meets others in turn: at least 1 match and at most as many as there are pairs "
            f"({size.n_pairs}), not {n_matches}."
        )
    if size.n_pairs * game.n_players < 4:
        raise BadRequest("A population needs four persons or more: name more --pairs.")


def _bounds(rule: Rule, game: Game) -> tuple[Floats, Floats]:
    """The bounds that fits of this game have, [parameters] each."""
    width = np.array([min(float(np.ptp(table)) for table in game.tables)])
    lower, upper = bounds_for(rule, width)
    return lower[0], upper[0]


def _shares(rule: Rule, given: Any, game: Game) -> Floats:
    """Where the given set lies between its bounds, from 0 to 1."""
    lower, upper = _bounds(rule, game)
    shares = (np.array(given, dtype=np.float64) - lower) / (upper - lower)
    for name, share, high in zip(rule.parameter_names, shares, upper, strict=True):
        if share > 1.0:
            raise BadRequest(
                f"{rule.name} is fitted with {name} up to {high:g} in '{game.name}': --set a smaller one."
            )
    return np.asarray(shares)


def persons_around(stream: Streams, rule: Rule, given: Any, game: Game, spread: float, count: int) -> Floats:
    """Parameters of `count` persons around `given`, [persons, parameters]."""
    lower, upper = _bounds(rule, game)
    shares = _shares(rule, given, game)
    chance = stream.generator().standard_normal((count, len(shares)))
    return np.asarray(lower + (upper - lower) * ndtr(ndtri(shares) + spread * chance))


def played(stream: Streams, rule: Rule, people: Floats, game: Game, n_matches: int, n_rounds: int) -> Play:
    """The matches of [repetitions, persons, parameters] people; the session is the repetition, a subject a person.

    The first persons of a repetition sit in the first role, as many in the second, and so on.
    """
    n_repetitions, n_persons, _ = people.shape
    n_pairs = n_persons // game.n_players
    repetition, match, pair = (each.reshape(-1) for each in np.indices((n_repetitions, n_matches, n_pairs)))
    roles = range(game.n_players)
    who = np.stack([role * n_pairs + (pair + role * match) % n_pairs for role in roles], axis=1)
    n_groups = len(pair)
    blocks = tuple(
        Block(
            rule,
            rule.parameters(*people[repetition, who[:, role]].T),
            role,
            np.arange(n_groups) * game.n_players + role,
        )
        for role in roles
    )
    actions = simulate_actions(stream, game, Population(blocks, n_groups, game.n_players), n_rounds=n_rounds)
    person = repetition[:, None] * n_persons + who
    names = tuple(str(number) for number in range(n_repetitions * n_persons))
    sessions = np.repeat(repetition, game.n_players)
    return Play(
        game, actions.astype(np.int16), subjects=Labels(person.reshape(-1), names), sessions=Labels(sessions)
    )


def differing_batch(
    stream: Streams,
    rule: Rule,
    given: Any,
    game: Game,
    spread: float,
    n_matches: int,
    size: RecoverySize,
    start: int,
) -> DifferingBatch:
    """Simulate and fit the repetitions from number `start` on."""
    here = stream[f"batch {start}"]
    count = min(TOGETHER, size.n_repetitions - start)
    n_persons = size.n_pairs * game.n_players
    people = persons_around(here["people"], rule, given, game, spread, count * n_persons)
    people = people.reshape(count, n_persons, -1)
    play = played(here, rule, people, game, n_matches, size.n_rounds)
    together = fit_groups(
        play, rule, by="session", unit="match" if n_matches == 1 else "person", n_starts=size.n_starts
    )
    each = fit_groups(play, rule, by="subject", unit="match", n_starts=size.n_starts)
    alone = _in_order(each, n_matches, people.shape)
    pooled, empty = _pooled(together), np.empty((count, 0, people.shape[2]))
    mean, persons = _shrunk(play, rule, each, people.shape)
    return DifferingBatch(
        people, (pooled, _mean_of(alone.estimate), mean), (Reached(empty, empty, empty), alone, persons)
    )


def _pooled(fits: Fits) -> Reached:
    ends = [[np.array(end, dtype=np.float64) for end in fit.intervals()] for fit in fits]
    return Reached(
        np.array([list(fit.parameters) for fit in fits]),
        np.array([low for low, _ in ends]),
        np.array([high for _, high in ends]),
    )


def _in_order(each: Fits, n_matches: int, shape: tuple[int, ...]) -> Reached:
    """Everybody's own fit: intervals over matches, or from curvature where there is one match only."""
    found = np.full((3, shape[0] * shape[1], shape[2]), np.nan)
    for fit in each:
        centre = np.array(fit.parameters, dtype=np.float64)
        if n_matches > 1:
            low, high = (np.array(end, dtype=np.float64) for end in fit.intervals())
        else:
            reach = NORMAL * np.sqrt(np.diag(fit.model_covariance))
            low, high = centre - reach, centre + reach
        found[:, int(fit.group)] = centre, low, high
    return Reached(*found.reshape(3, *shape))


def _mean_of(estimates: Floats) -> Reached:
    """The mean of persons, with Student's interval."""
    count = estimates.shape[1]
    mean = estimates.mean(axis=1)
    reach = t_quantile(0.95, count) * estimates.std(axis=1, ddof=1) / np.sqrt(count)
    return Reached(mean, mean - reach, mean + reach)


def _shrunk(play: Play, rule: Rule, each: Fits, shape: tuple[int, ...]) -> tuple[Reached, Reached]:
    """Mean and persons by empirical Bayes."""
    rule, seats = taught_seats(play, rule)
    groups = grouped(seats, "subject")
    losses = Losses(seats, rule, groups.problem, groups.seat)
    place = np.array([int(label) for label in groups.labels])
    found = shrunk(losses, place // shape[1], np.array([list(fit.parameters) for fit in each]))
    lower, upper = (bound[0] for bound in bounds_of(losses))
    steps = np.array([0.0, -NORMAL, NORMAL])[:, None, None]
    persons = np.empty((3, shape[0] * shape[1], shape[2]))
    persons[:, place] = lower + (upper - lower) * ndtr(found.points + steps * np.sqrt(found.variances))
    mean, _ = population_values(found.mean + steps * found.mean_error, found.spread, lower, upper)
    return Reached(*mean), Reached(*persons.reshape(3, *shape))


def _joined(batches: Sequence[DifferingBatch]) -> DifferingBatch:
    def along(parts: Sequence[Reached]) -> Reached:
        return Reached(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))

    return DifferingBatch(
        np.concatenate([each.truth for each in batches]),
        tuple(along(parts) for parts in zip(*(each.means for each in batches), strict=True)),
        tuple(along(parts) for parts in zip(*(each.persons for each in batches), strict=True)),
    )


class Regained(NamedTuple):
    """How well one way of fitting gave back one parameter; NaN where it says nothing."""

    mean: float  # of the estimates of the population's mean
    bias: float
    deviation: float  # of those estimates over repetitions
    mean_covered: float  # share of repetitions whose interval holds the population's mean
    correlation: float  # person by person, mean over repetitions
    error: float  # root mean square over persons
    covered: float  # share of persons whose interval holds their own value
    with_interval: float  # share of persons who have one


def regained(found: DifferingRecovery, way: str, parameter: int) -> Regained:
    """What a way of fitting gave back of a parameter."""
    means, persons = found.ways()[way]
    centre, low, high = (each[:, parameter] for each in means)
    wanted = float(found.mean[parameter])
    mean_covered = float(((low <= wanted) & (wanted <= high)).mean())
    of_mean = float(centre.mean()), float(centre.mean()) - wanted, float(centre.std()), mean_covered
    if not persons.estimate.size:
        return Regained(*of_mean, *(float("nan"),) * 4)
    truth = found.batch.truth[..., parameter]
    own, below, above = (each[..., parameter] for each in persons)
    return Regained(
        *of_mean,
        _correlation(truth, own),
        float(np.sqrt(((own - truth) ** 2).mean())),
        float(((below <= truth) & (truth <= above)).mean()),
        float(np.isfinite(below).mean()),
    )


def _correlation(truth: Floats, own: Floats) -> float:
    """Person by person, mean over the repetitions in which both vary; NaN if there is none."""
    first, second = truth - truth.mean(axis=1, keepdims=True), own - own.mean(axis=1, keepdims=True)
    size = np.sqrt((first**2).sum(axis=1) * (second**2).sum(axis=1))
    known = size > 1e-12
    return float(((first * second).sum(axis=1)[known] / size[known]).mean()) if known.any() else float("nan")
