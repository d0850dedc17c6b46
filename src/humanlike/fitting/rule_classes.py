"""Latent classes of learning rules: each class has a rule with parameters of its own (`mixture` climbs).

Standard errors are over independent units and count that classes, shares and parameters are estimated together.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import AUTO, BadRequest, Play, Rule, Streams, find_units
from humanlike.engine.replay import FLOOR
from humanlike.fitting.losses import Losses
from humanlike.fitting.maximum_likelihood import STREAM, best_of, bounds_of, off_bounds, solve, taught_seats
from humanlike.fitting.mixture import Ascent, climb, first_responsibilities, spread_of, total_of

Floats = npt.NDArray[np.float64]
TOLERANCE = 1e-7  # nats per choice that a round of EM must gain
MOST_ROUNDS = 200
LEAST = 1e-12  # weight of a unit in a class it surely does not belong to
NEAR = 1e-5  # of a parameter's range: this close to a bound is on it
EMPTY = 0.5  # units a class must hold to be one


@dataclass(frozen=True, eq=False)
class Mixture:
    """Classes of players, and who probably belongs to which."""

    rules: tuple[Rule, ...]
    parameters: tuple[Any, ...]  # of each class
    shares: Floats  # [classes]
    units: tuple[str, ...]
    responsibilities: Floats  # [units, classes]
    log_likelihood: float
    n_choices: int
    converged: bool
    path: tuple[float, ...]  # the log-likelihood after each round of EM
    share_errors: Floats = field(default_factory=lambda: np.empty(0))  # [classes]; NaN where unknown
    errors: tuple[Floats, ...] = ()  # of each class's parameters
    n_independent: int = 0  # units the standard errors are over
    n_agreeing: int = 1  # starts that came as far

    @property
    def n_parameters(self) -> int:
        """Parameters of all classes, and the shares."""
        return sum(len(rule.parameter_names) for rule in self.rules) + len(self.rules) - 1

    @property
    def bic(self) -> float:
        """Schwarz's criterion."""
        return float(np.log(self.n_choices)) * self.n_parameters - 2.0 * self.log_likelihood

    @property
    def aic(self) -> float:
        """Akaike's criterion."""
        return 2.0 * self.n_parameters - 2.0 * self.log_likelihood

    @property
    def empty(self) -> tuple[int, ...]:
        """Classes that hold less than half a unit."""
        return tuple(np.flatnonzero(self.shares * len(self.units) < EMPTY).tolist())

    @property
    def twins(self) -> tuple[tuple[int, int], ...]:
        """Pairs of classes of one rule whose parameters agree: two names for one class."""
        return tuple(
            (one, other)
            for other in range(len(self.rules))
            for one in range(other)
            if self.rules[one] is self.rules[other]
            and np.allclose(self.parameters[one], self.parameters[other], rtol=1e-3, atol=1e-4)
        )


class _Classes:
    """The losses of every class, weighed by responsibilities."""

    def __init__(self, plays: Sequence[Play] | Play, rules: Sequence[Rule], unit: str, floor: float) -> None:
        self.rules: list[Rule] = []
        self.losses = []
        for rule in rules:
            rule, seats = taught_seats(plays, rule)
            self.rules.append(rule)
            everyone = np.arange(len(seats.row))
            self.losses.append(Losses(seats, rule, np.zeros_like(everyone), everyone, floor=floor))
        words = self.losses[0].seats.labels(unit)
        numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
        self.units = tuple(numbers)
        self.unit_of = np.array([numbers[word] for word in words])
        self.n_choices = int(self.losses[0].seats.n_choices.sum())
        self.n_units, self.n_classes = len(self.units), len(self.rules)

    def fit(self, responsibilities: Floats, points: list[Floats] | None) -> list[Floats]:
        """Parameters of every class under the given responsibilities; from `points` where given."""
        found = []
        for number, losses in enumerate(self.losses):
            losses.reweigh(np.maximum(responsibilities[self.unit_of, number], LEAST))
            start = None if points is None else off_bounds(losses, points[number])[None]
            solution = solve(losses, n_starts=2, start=start)
            found.append(best_of(losses, solution)[0].points)
        return found

    def log_likelihoods(self, points: list[Floats]) -> Floats:
        """Of every unit under every class, [units, classes]."""
        return np.stack([self._of_units(-nats) for nats, _ in self._by_class(points)], axis=1)

    def scores(self, point: Floats) -> Floats:
        """Slopes of each unit's log-likelihood in shares and parameters, [units, shares and parameters]."""
        found = self._by_class(self.points_of(point))
        logs = np.stack([self._of_units(-nats) for nats, _ in found], axis=1)
        shares = np.maximum(point[: self.n_classes], LEAST)
        joint = logs + np.log(shares)
        member = np.exp(joint - total_of(joint)[:, None])
        slopes = [
            member[:, [number]] * np.stack([self._of_units(-column) for column in slope.T], axis=1)
            for number, (_, slope) in enumerate(found)
            if slope.shape[1]
        ]
        return np.concatenate([member / shares, *slopes], axis=1)

    def points_of(self, point: Floats) -> list[Floats]:
        """The parameters of each class in a flat point behind its shares."""
        ends = np.cumsum([len(rule.parameter_names) for rule in self.rules])
        return [each[None] for each in np.split(point[self.n_classes :], ends[:-1])]

    def inside(self, points: list[Floats]) -> list[npt.NDArray[np.bool_]]:
        """Which parameters of each class are off their bounds."""
        found = []
        for losses, point in zip(self.losses, points, strict=True):
            lower, upper = bounds_of(losses)
            near = NEAR * (upper - lower)
            found.append(((point - lower > near) & (upper - point > near))[0])
        return found

    def _by_class(self, points: list[Floats]) -> list[tuple[Floats, Floats]]:
        return [losses.by_pair(point) for losses, point in zip(self.losses, points, strict=True)]

    def _of_units(self, of_seats: Floats) -> Floats:
        return np.asarray(np.bincount(self.unit_of, of_seats, minlength=self.n_units), dtype=np.float64)


def fit_mixture(
    plays: Sequence[Play] | Play,
    rules: Sequence[Rule],
    *,
    unit: str = "subject",
    independent: str = AUTO,
    n_starts: int = 4,
    floor: float = FLOOR,
    stream: Streams = STREAM,
) -> Mixture:
    """Fit a mixture with one class for each of `rules` (the same rule may occur twice).

    `unit` is who has a class; standard errors are over what is `independent` (`core.find_units`).
    """
    if len(rules) < 2:
        raise BadRequest("A mixture needs at least two classes.")
    classes = _Classes(plays, rules, unit, floor)
    if len(classes.units) <= len(rules):
        raise BadRequest(f"{len(classes.units)} {unit}s cannot be told apart into {len(rules)} classes.")
    shape = (classes.n_units, classes.n_classes)
    gain = TOLERANCE * classes.n_choices
    ascents = [
        climb(
            classes,
            first_responsibilities(stream[f"mixture {number}"], shape),
            gain=gain,
            most_rounds=MOST_ROUNDS,
        )
        for number in range(n_starts)
    ]
    best = max(ascents, key=lambda each: float(each.log_likelihood))
    agreeing = sum(float(best.log_likelihood - each.log_likelihood) < 0.01 for each in ascents)
    seats = classes.losses[0].seats
    owners = seats.of_rows(find_units(seats.plays, independent).numbers)
    return _described(classes, best, agreeing, _owner_of_units(classes, owners))


def _owner_of_units(classes: _Classes, owners: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The independent unit of each unit; units themselves where one unit's seats belong to several."""
    first = np.full(classes.n_units, -1, dtype=np.int64)
    first[classes.unit_of[::-1]] = owners[::-1]
    finer = (first[classes.unit_of] != owners).any()
    return np.arange(classes.n_units) if finer else np.unique(first, return_inverse=True)[1].reshape(-1)


def _described(classes: _Classes, best: Ascent, agreeing: int, owner: npt.NDArray[np.int64]) -> Mixture:
    """What EM found, with its standard errors."""
    shares = best.responsibilities.mean(axis=0)
    held = shares * classes.n_units >= EMPTY
    inside = classes.inside(best.points)
    free = np.concatenate([held, *(each & alive for each, alive in zip(inside, held, strict=True))])
    point = np.concatenate([shares, *(each[0] for each in best.points)])
    spread = spread_of(classes.scores, point, classes.n_classes, free, owner)
    ends = np.cumsum([len(rule.parameter_names) for rule in classes.rules])
    return Mixture(
        rules=tuple(classes.rules),
        parameters=tuple(
            rule.parameters(*p[0].tolist()) for rule, p in zip(classes.rules, best.points, strict=True)
        ),
        shares=shares,
        units=classes.units,
        responsibilities=best.responsibilities,
        log_likelihood=float(best.log_likelihood),
        n_choices=classes.n_choices,
        converged=best.converged,
        path=tuple(float(each) for each in best.path),
        share_errors=spread.standard_errors[: classes.n_classes],
        errors=tuple(np.split(spread.standard_errors[classes.n_classes :], ends[:-1])),
        n_independent=spread.n_units,
        n_agreeing=agreeing,
    )
