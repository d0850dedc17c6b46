r"""Finite mixtures: different people follow different rules, and nobody says who.

A unit u (a subject, or a match) belongs to class c with probability :math:`\pi_c`; within the class its choices
follow the class's rule with the class's parameters. EM alternates between

.. math:: r_{uc} = \frac{\pi_c L_{uc}(\theta_c)}{\sum_k \pi_k L_{uk}(\theta_k)}, \qquad
          \pi_c = \overline{r_{uc}}, \quad \theta_c = \arg\max \sum_u r_{uc} \log L_{uc}(\theta_c),

and never lowers the likelihood. Several starts differ in the first, random responsibilities.

References
----------
Dempster, Laird & Rubin (1977), JRSS B 39, 1-38; Stahl & Wilson (1995), GEB 10, 218-254 (types of players).

"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Play, Rule, Streams
from humanlike.engine.replay import FLOOR
from humanlike.fitting.losses import Losses
from humanlike.fitting.maximum_likelihood import STREAM, best_of, off_bounds, solve
from humanlike.fitting.seats import seats_of

Floats = npt.NDArray[np.float64]
TOLERANCE = 1e-7  # nats per choice that a round of EM must gain
MOST_ROUNDS = 200


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

    @property
    def n_parameters(self) -> int:
        """Parameters of all classes, and the shares."""
        return sum(len(rule.parameter_names) for rule in self.rules) + len(self.rules) - 1

    @property
    def bic(self) -> float:
        """Schwarz's criterion."""
        return float(np.log(self.n_choices)) * self.n_parameters - 2.0 * self.log_likelihood


class _Classes:
    """The losses of every class, weighed by responsibilities."""

    def __init__(self, plays: Sequence[Play] | Play, rules: Sequence[Rule], unit: str, floor: float) -> None:
        self.rules = tuple(rules)
        self.losses = []
        for rule in rules:
            seats = seats_of(plays, rule)
            everyone = np.arange(len(seats.row))
            self.losses.append(Losses(seats, rule, np.zeros_like(everyone), everyone, floor=floor))
        words = self.losses[0].seats.labels(unit)
        numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
        self.units = tuple(numbers)
        self.unit_of = np.array([numbers[word] for word in words])
        self.n_choices = int(self.losses[0].seats.n_choices.sum())

    def fit(self, responsibilities: Floats, points: list[Floats] | None) -> list[Floats]:
        """Parameters of every class under the given responsibilities; from `points` where given."""
        found = []
        for number, losses in enumerate(self.losses):
            losses.reweigh(np.maximum(responsibilities[self.unit_of, number], 1e-12))
            start = None if points is None else off_bounds(losses, points[number])[None]
            solution = solve(losses, n_starts=2, start=start)
            found.append(best_of(losses, solution)[0].points)
        return found

    def log_likelihoods(self, points: list[Floats]) -> Floats:
        """Of every unit under every class, [units, classes]."""
        columns = []
        for losses, point in zip(self.losses, points, strict=True):
            nats = losses.by_pair(point)[0]
            columns.append(-np.bincount(self.unit_of, nats, minlength=len(self.units)))
        return np.stack(columns, axis=1)


def fit_mixture(
    plays: Sequence[Play] | Play,
    rules: Sequence[Rule],
    *,
    unit: str = "subject",
    n_starts: int = 4,
    floor: float = FLOOR,
    stream: Streams = STREAM,
) -> Mixture:
    """Fit a mixture with one class for each of `rules` (the same rule may occur twice)."""
    if len(rules) < 2:
        raise BadRequest("A mixture needs at least two classes.")
    classes = _Classes(plays, rules, unit, floor)
    if len(classes.units) <= len(rules):
        raise BadRequest(f"{len(classes.units)} {unit}s cannot be told apart into {len(rules)} classes.")
    results = [_climb(stream[f"mixture {number}"], classes) for number in range(n_starts)]
    return max(results, key=lambda result: result.log_likelihood)


def _climb(stream: Streams, classes: _Classes) -> Mixture:
    n_classes = len(classes.rules)
    responsibilities = stream.generator().dirichlet(np.full(n_classes, 0.5), size=len(classes.units))
    points: list[Floats] | None = None
    path: list[float] = []
    converged = False
    for _ in range(MOST_ROUNDS):
        points = classes.fit(responsibilities, points)
        shares = responsibilities.mean(axis=0)
        joint = classes.log_likelihoods(points) + np.log(np.maximum(shares, 1e-300))
        top = joint.max(axis=1, keepdims=True)
        total = top[:, 0] + np.log(np.exp(joint - top).sum(axis=1))
        responsibilities = np.exp(joint - total[:, None])
        path.append(float(total.sum()))
        if len(path) > 1 and path[-1] - path[-2] < TOLERANCE * classes.n_choices:
            converged = True
            break
    assert points is not None  # there is at least one round
    return Mixture(
        rules=classes.rules,
        parameters=tuple(
            rule.parameters(*p[0].tolist()) for rule, p in zip(classes.rules, points, strict=True)
        ),
        shares=responsibilities.mean(axis=0),
        units=classes.units,
        responsibilities=responsibilities,
        log_likelihood=path[-1],
        n_choices=classes.n_choices,
        converged=converged,
        path=tuple(path),
    )
