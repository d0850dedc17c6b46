r"""Integrals of a generator from 1/n to many upper limits at once.

Both integrals are taken in :math:`u = \log x`, where the pole of :math:`\varphi(x)/x` is gone:
:math:`\int \varphi(x)/x\,dx = \int \varphi(e^u)\,du` and :math:`\int\varphi\,dx = \int \varphi(e^u) e^u du`.
Between neighbouring limits a 20-point Gauss-Legendre rule is compared with the same rule on both
halves, and intervals that disagree are halved until they agree (kinks and steps included). No node of the rule lies at
the ends of an interval, so a step close to one would be overlooked: the polynomial through the nodes must also meet the
generator at both ends. Agreement is to `ACCURACY` of the largest value the generator was seen to take (of 1 where that
is less). No rule sees what lies between its nodes: of two steps closer together than about 0.00025, both may be missed.
"""

import numpy as np

from humanlike.core import BadParameters
from humanlike.scoring.generator import Generator
from humanlike.scoring.probabilities import Floats

NODES, WEIGHTS = np.polynomial.legendre.leggauss(20)
ACCURACY = 1e-13
MOST_HALVINGS = 60
SMALLEST = 1e-300  # stands for 0 where the integral converges there
ANCHORS = np.log([SMALLEST, 1e-100, 1e-30, 1e-16, 1e-8, 1e-4, 1e-3, 2e-3, *np.linspace(0.005, 1.0, 200)])


def _to_the_ends() -> Floats:
    """Weights [nodes, 2] with which values at the nodes give the polynomial through them at -1 and 1."""
    differences = NODES[:, None] - NODES
    np.fill_diagonal(differences, 1.0)
    away = np.array([-1.0, 1.0]) - NODES[:, None]
    return np.asarray(away.prod(axis=0) / away / differences.prod(axis=1)[:, None])


ENDS = _to_the_ends()


def odds_and_stakes(generator: Generator, limits: Floats, start: float) -> tuple[Floats, Floats]:
    """A(limit) - A(start) and B(limit) - B(start) for every limit in [0, 1]; A(0) may be -infinity."""
    flat = np.asarray(limits, dtype=np.float64).ravel()
    logs = np.log(np.maximum(flat, SMALLEST))
    grid = np.unique(np.concatenate([logs, ANCHORS[ANCHORS >= logs.min(initial=0.0)], [np.log(start)]]))
    pieces = _integrate(generator, grid[:-1], grid[1:])  # [2, intervals]
    cumulated = np.concatenate([np.zeros((2, 1)), np.cumsum(pieces, axis=1)], axis=1)
    cumulated -= cumulated[:, [np.searchsorted(grid, np.log(start))]]
    odds, stakes = cumulated[:, np.searchsorted(grid, logs)]
    if np.any(flat <= 0):
        odds = np.where(flat <= 0, _odds_at_zero(generator, odds), odds)
    shape = np.shape(limits)
    return odds.reshape(shape), stakes.reshape(shape)


def _odds_at_zero(generator: Generator, converged: Floats) -> Floats:
    """-infinity where phi stays positive at 0, the converged integral where it vanishes fast enough."""
    with np.errstate(divide="ignore"):
        at_zero = float(generator.phi(np.array(0.0)))
    if at_zero > 0:
        return np.full_like(converged, -np.inf)
    if float(generator.phi(np.array(SMALLEST))) > ACCURACY:
        raise BadParameters(
            f"Generator {generator.name} tends to 0 too slowly: the score of 0 cannot be integrated."
        )
    return converged


def _values(generator: Generator, u: Floats) -> Floats:
    x = np.exp(u)
    phi = np.asarray(generator.phi(x), dtype=np.float64)
    if not (np.all(np.isfinite(phi)) and np.all(phi >= 0)):
        raise BadParameters(f"Generator {generator.name} must be positive and finite between 0 and 1.")
    return np.stack([phi, phi * x])


def _gauss(generator: Generator, left: Floats, right: Floats) -> tuple[Floats, Floats, float]:
    """The integrals over each interval [2, intervals], what may lie unseen at its ends [intervals], and the height."""
    half = (right - left) / 2
    u = (left + half)[:, None] + half[:, None] * NODES
    values = _values(generator, u)
    at_ends = _values(generator, np.stack([left, right], axis=1))
    unseen = np.abs(values @ ENDS - at_ends).max(axis=(0, 2)) * half
    height = float(values.max(initial=0.0))
    return np.asarray((values @ WEIGHTS) * half), np.asarray(unseen), height


def _integrate(generator: Generator, left: Floats, right: Floats) -> Floats:
    """The integral over each interval, shape [2, intervals]."""
    totals = np.zeros((2, left.size))
    owner = np.arange(left.size)
    coarse, _, highest = _gauss(generator, left, right)
    for _ in range(MOST_HALVINGS):
        middle = (left + right) / 2
        (low, low_unseen, low_height), (high, high_unseen, high_height) = (
            _gauss(generator, left, middle),
            _gauss(generator, middle, right),
        )
        doubt = np.maximum(np.abs(low + high - coarse).max(axis=0), np.maximum(low_unseen, high_unseen))
        highest = max(highest, low_height, high_height)
        settled = doubt <= ACCURACY * max(highest, 1.0)
        for kind in range(2):
            np.add.at(totals[kind], owner[settled], (low + high)[kind, settled])
        open_ = ~settled
        if not np.any(open_):
            return totals
        left, right = (
            np.concatenate([left[open_], middle[open_]]),
            np.concatenate([middle[open_], right[open_]]),
        )
        coarse = np.concatenate([low[:, open_], high[:, open_]], axis=1)
        owner = np.concatenate([owner[open_], owner[open_]])
    raise BadParameters(f"Generator {generator.name} is too wild to integrate to {ACCURACY:g}.")
