r"""A distance without the bias of few cases and empty bins, with an interval that holds and a test that agrees with it.

The plain distance of two samples is too large: chance alone sets them apart, and a cell that one of them never shows
costs whatever the floor says. Here half a case is added to every cell that either body shows (Jeffreys), which gives a
statistic T, and T is read off against what it would be if the true distance were :math:`\theta`. The worlds for that
lie on a line through the middle of the two bodies' shares,

.. math:: p_t = m + t\,\delta/2, \qquad q_t = m - t\,\delta/2, \qquad m = (\hat p + \hat q)/2,

with :math:`\theta_t = D(p_t, q_t)` and :math:`T^*_t` the statistic of :math:`p_t, q_t` plus what redrawing the units
of each body does to its shares. Then

- the corrected distance is the :math:`\theta` under which T is the median of :math:`T^*` (0 if T is below all);
- the interval holds every :math:`\theta` under which T is no surprise: a test inverted, which stays honest at 0, where
  a divergence is like a sum of squares and no normal interval holds. Its upper tail is 5 % at 0 and 2.5 % far from it,
  as the lower one grows from 0 to 2.5 % (Feldman and Cousins' unified interval in spirit). Bodies nearer than half of
  those of one population claim no more than those in the middle;
- the world of one population, :math:`t = 0`, is that of all units dealt out at random to two bodies of these sizes;
  where the bodies' units are not of one kind (persons here, matches there) it is the middle of the two, with the spread
  of each. p is the share of that world at or beyond T. So p is at most .05 exactly where the interval leaves out 0 and
  where the corrected distance is beyond that of 95 % of relabelled bodies.

The line points along the difference seen, plus one standard error along the direction in which redrawing moves the
bodies most: a small difference seen says nothing about where the true one points, and the widest direction is the
cautious guess. Deviations are widened by :math:`t_{.975, n/3} / 1.96` for the smaller body's n units (n - 1, at most 5,
degrees where n is below 15): the spread of n people, who are not normal, is known about as well as that of a third as
many who are.

Kullback-Leibler is infinite where a cell is possible in one population only, and no sample can say whether it is: where
some cell is seen in fewer than `FEW` units of a body the corrected distance is Jensen-Shannon's.

References
----------
Krichevsky & Trofimov (1981), IEEE Transactions on Information Theory 27, 199-207; Feldman & Cousins (1998), Physical
Review D 57, 3873-3889; Davison & Hinkley (1997), Bootstrap Methods and their Application, section 5.5 (inverted tests).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import norm, t

from humanlike.similarity.metric import Floats, Metric, Tally
from humanlike.similarity.sums import Sums, shares_of, shares_of_cases, table_distances

FEW = 5  # units that must show a cell for Kullback-Leibler
HALF = 0.5  # of a case, added to every cell that occurs
STEPS = np.array([0.0, 0.05, 0.1, 0.18, 0.28, 0.4, 0.55, 0.75, 1.0])  # of the way to the farthest world
REACH = 2.5  # spreads beyond the statistic that the farthest world lies
TINY = 1e-12


@dataclass(frozen=True)
class Corrected:
    """A corrected distance, on the scale of its own divergence."""

    value: float
    interval: tuple[float, float]
    relabelled: float  # 1 - alpha of bodies of one population stay at or below this
    p_value: float


@dataclass(frozen=True, eq=False)
class Pair:
    """Two bodies in one metric: sums [..., tables, cells] a stratum, tables that cannot be used put together."""

    metric: Metric
    divergence: str
    tallies: Sequence[Tally]
    first: Sums
    second: Sums
    usable: list[Any]
    occurs: Sums  # 1 for cells that either body shows

    @classmethod
    def of(
        cls,
        metric: Metric,
        divergence: str,
        tallies: Sequence[Tally],
        first: Sums,
        second: Sums,
        usable: list[Any],
    ) -> "Pair":
        """The pair of two sums."""
        thin = [np.append(np.ones(int(use.sum()), dtype=np.bool_), False) for use in usable]
        a, b = together(first, usable), together(second, usable)
        occurs = [((x + y) > 0).astype(np.float64) for x, y in zip(a, b, strict=True)]
        return cls(metric, divergence, tallies, a, b, thin, occurs)

    def apart(self, first: Sums, second: Sums) -> Floats:
        """The divergence of sums as they are."""
        parts = table_distances(self.metric, self.divergence, TINY, self.tallies, first, second, self.usable)
        return np.asarray(parts.sum(axis=-1))

    def statistic(self, first: Sums, second: Sums) -> Floats:
        """T: the divergence with half a case more in every cell that occurs."""
        smooth = [
            [each + HALF * occurs for each, occurs in zip(sums, self.occurs, strict=True)]
            for sums in (first, second)
        ]
        return self.apart(smooth[0], smooth[1])


def together(sums: Sums, usable: Sequence[Any]) -> Sums:
    """The usable tables of each stratum, and all others as one more."""
    return [
        np.concatenate([each[..., use, :], each[..., ~use, :].sum(axis=-2, keepdims=True)], axis=-2)
        for each, use in zip(sums, usable, strict=True)
    ]


def divergence_for(asked: str, units_showing: tuple[Sums, Sums], usable: Sequence[Any]) -> str:
    """What corrected distances are taken in, given how many units show each cell."""
    if asked != "kullback-leibler":
        return asked
    for a, b, use in zip(*units_showing, usable, strict=True):
        thin = (np.minimum(a, b) < FEW) & (a + b > 0)
        if thin[use].any():
            return "jensen-shannon"
    return asked


@dataclass(frozen=True, eq=False)
class RedrawnBody:
    """What redrawing its units does to a body: to the cases of each table, and to its shares; [resamples, ...]."""

    cases: Sums  # [..., tables, 1]
    shares: Sums

    @classmethod
    def of(cls, sums: Sums, deviations: Sums, wide: float) -> "RedrawnBody":
        """From deviations of sums, widened."""
        cases, shares = [], []
        for own, deviation in zip(sums, deviations, strict=True):
            cases.append(np.maximum(own.sum(axis=-1) + wide * deviation.sum(axis=-1), HALF)[..., None])
            shares.append(wide * (shares_of(np.maximum(own + deviation, 0.0)) - shares_of(own)))
        return cls(cases, shares)

    def around(self, shares: Sums) -> Sums:
        """Counts of redrawn bodies whose true shares are these."""
        return [
            cases * shares_of(np.maximum(true + moved, 0.0))
            for true, moved, cases in zip(shares, self.shares, self.cases, strict=True)
        ]


def correct(
    pair: Pair, deviations: tuple[Sums, Sums], relabelled: Floats | None, n_units: int, alpha: float
) -> Corrected:
    """The corrected distance of a pair.

    `deviations` is what redrawing the units adds to the sums of each body, `relabelled` the statistic of units dealt
    out at random (none where units are of two kinds), `n_units` the size of the smaller body.
    """
    known = max(n_units / 3, min(n_units - 1, 5))
    wide = float(t.ppf(0.975, known) / norm.ppf(0.975))
    spreads = (
        RedrawnBody.of(pair.first, deviations[0], wide),
        RedrawnBody.of(pair.second, deviations[1], wide),
    )
    observed = float(pair.statistic(pair.first, pair.second))
    truths, drawn = _worlds(pair, spreads, observed)
    if relabelled is not None and p_value(observed, relabelled) >= p_value(observed, drawn[0]):
        drawn[0] = (
            relabelled  # units that are dealt out hide it if one body is a crowd of clones: the larger p counts
        )
    return _read_off(observed, truths, drawn, alpha)


def p_value(observed: float, others: Floats) -> float:
    """The share of the others, and of this one, that are at least as large."""
    return float((1 + np.sum(others >= observed * (1 - 1e-12) - 1e-15)) / (1 + len(others)))


def critical(others: Floats, alpha: float) -> float:
    """What is beyond this has a p of at most alpha, if so few others can show it."""
    place = int(alpha * (len(others) + 1) + 1e-9)
    return float(np.sort(others)[-max(place, 1)])


def _worlds(pair: Pair, spreads: tuple[RedrawnBody, RedrawnBody], observed: float) -> tuple[Floats, Floats]:
    """True distances along the line, and the statistics drawn in each of those worlds, [worlds, resamples]."""
    shares = [shares_of(own) for own in pair.first], [shares_of(own) for own in pair.second]
    direction = _direction(pair, spreads, shares)
    cases = [[own.sum(axis=-1, keepdims=True) for own in sums] for sums in (pair.first, pair.second)]
    least = HALF if pair.divergence == "kullback-leibler" else 0.0

    def world(step: float) -> list[Sums]:
        result = []
        for sign, sizes in ((0.5, cases[0]), (-0.5, cases[1])):
            result.append(
                [
                    shares_of(
                        np.maximum((p + q) / 2 + sign * step * gap, least * occurs / np.maximum(size, 1.0))
                    )
                    for p, q, gap, size, occurs in zip(*shares, direction, sizes, pair.occurs, strict=True)
                ]
            )
        return result

    def truth(world: list[Sums]) -> float:
        return float(
            pair.apart(
                *(
                    [size * own for size, own in zip(*side, strict=True)]
                    for side in zip(cases, world, strict=True)
                )
            )
        )

    def draws(world: list[Sums]) -> Floats:
        return pair.statistic(*(spread.around(own) for spread, own in zip(spreads, world, strict=True)))

    noise = np.sqrt(np.quantile(draws(world(0.0)), 0.9))
    one = np.sqrt(max(truth(world(1.0)), TINY))
    farthest = (np.sqrt(observed) + REACH * noise) / one
    worlds = [world(step) for step in farthest * STEPS]
    truths = np.maximum.accumulate([truth(each) for each in worlds])
    return truths, np.array([draws(each) for each in worlds])


def _direction(pair: Pair, spreads: tuple[RedrawnBody, RedrawnBody], shares: tuple[Sums, Sums]) -> Sums:
    """The difference of shares, plus one standard error along the direction that redrawing moves most.

    Directions are compared in the divergence's own metric near 0, differences over the root of the shares.
    """
    weights = _weights(pair, shares)
    moved = np.concatenate(
        [
            ((a - b) * w).reshape(len(a), -1)
            for a, b, w in zip(spreads[0].shares, spreads[1].shares, weights, strict=True)
        ],
        axis=1,
    )
    seen = np.concatenate([((p - q) * w).ravel() for p, q, w in zip(*shares, weights, strict=True)])
    widest = moved[int(np.argmax((moved**2).sum(axis=1)))]
    for _ in range(12):  # the first principal component, by powers
        widest = (moved @ widest) @ moved
        widest /= max(float(np.linalg.norm(widest)), 1e-300)
    error = widest * np.sqrt(np.mean((moved @ widest) ** 2)) * (1.0 if seen @ widest >= 0 else -1.0)
    ends = np.cumsum([w.size for w in weights])[:-1]
    return [
        p - q + np.where(w > 0, own.reshape(w.shape) / np.where(w > 0, w, 1.0), 0.0)
        for p, q, w, own in zip(*shares, weights, np.split(error, ends), strict=True)
    ]


def _weights(pair: Pair, shares: tuple[Sums, Sums]) -> Sums:
    """What a difference in each cell weighs near 0."""
    ends = np.cumsum([len(own) for own in pair.first])[:-1]
    plain = pair.metric.weighting == "sum"
    tables = np.split(shares_of_cases(pair.first, pair.second), ends)
    result = []
    for p, q, use, share in zip(*shares, pair.usable, tables, strict=True):
        middle = (p + q) / 2
        weight = np.sqrt((1.0 if plain else share[:, None]) / np.where(middle > 0, middle, 1.0))
        result.append(np.where((middle > 0) & use[:, None], weight, 0.0))
    return result


def _read_off(observed: float, truths: Floats, drawn: Floats, alpha: float) -> Corrected:
    """The inverted test: distances under which the statistic is no surprise."""
    middles = np.median(drawn, axis=1)
    beyond = critical(drawn[0], alpha)
    scale = max(beyond - middles[0], TINY)
    above = alpha / 2 * (1 + np.exp(-2 * truths / scale))
    tops = np.array([np.quantile(row, 1 - tail) for row, tail in zip(drawn, above, strict=True)])
    bottoms = np.array([np.quantile(row, alpha - tail) for row, tail in zip(drawn, above, strict=True)])
    bottoms[0] = -1.0  # nothing is too near to be of one population
    p = p_value(observed, drawn[0])

    def where(value: float, curve: Floats) -> float:
        roots = np.sqrt(np.maximum(np.maximum.accumulate(curve), 0.0))
        return float(np.interp(np.sqrt(max(value, 0.0)), roots, np.sqrt(truths)) ** 2)

    value, upper = where(observed, middles), where(max(observed, middles[0]), bottoms)
    lower = max(where(observed, tops), TINY) if p <= alpha else 0.0
    return Corrected(
        value,
        (min(lower, value), max(upper, value)),
        where(beyond, middles),
        p,
    )
