r"""The stack: evidence of own moves and boosting on conduct, weighed together by what they were worth on strangers.

Groups of known seats (persons; or studies with relatives, and families) are dealt into parts within each kind. Each
part is scored by evidence and trees learned from the others alone; on these scores e (evidence) and b (boosting)

.. math:: s = u_0 + u_1\, e + u_2\, b, \qquad u_1, u_2 \ge 0,

is fitted by logistic regression, drawn towards weights by which both count the same (strangers may be too few to
say), then :math:`\log P/(1-P) = (\alpha + \beta \bar s)\, m / (1 + (m - 1)\rho)` for the m seats of a player
(`calibration`). Where nothing told strangers apart :math:`\beta` is small and answers are near one half. What shares
kin with a part (a laboratory, a family of machines) is left out with it.

References
----------
Wolpert (1992), Neural Networks 5, 241-259 (stacking); Platt (1999); Kish (1965).
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.special import log_expit
from threadpoolctl import threadpool_limits

from humanlike.detectors.calibration import HeldOutScores, ScoreCalibration, calibrate_scores
from humanlike.detectors.conduct_boosting import ConductBoosting, boosted_log_odds, fit_boosting
from humanlike.detectors.detector import Floats
from humanlike.detectors.known_seats import Booleans, Integers, KnownSeats
from humanlike.detectors.linear import balanced_weights

PARTS = 5
SCALE = 10.0  # of evidence, beyond which it is no better: a hundred like moves are not a hundred proofs
PULL = 0.02  # nats, towards weights by which both count the same

EVEN = np.array([0.0, 0.5, 0.5])


class Stack(NamedTuple):
    """What was learned from the rows in training."""

    training: Booleans  # [rows]
    boosting: ConductBoosting
    weights: Floats  # u_0, u_1, u_2
    calibration: ScoreCalibration

    def scores(self, seats: KnownSeats) -> Floats:
        """The score s of every row."""
        return _combined(self.weights, _columns(seats, self.training, self.boosting))


def fit_stack(seats: KnownSeats, training: Booleans) -> Stack:
    """Learn from some rows, calibrated on parts of them held out."""
    with threadpool_limits(limits=1):
        columns = held_out_columns(seats, training)
        known = np.asarray(np.isfinite(columns).all(axis=1))
        sources = source_numbers(seats)
        weights = _weights(
            columns[known], seats.is_human[known], balanced_weights(seats.is_human[known], sources[known])
        )
        scores = np.where(known, _combined(weights, np.where(known[:, None], columns, 0.0)), np.nan)
        return Stack(
            training, _boosting(seats, training), weights, calibrate_scores(_single_and_pooled(seats, scores))
        )


def source_numbers(seats: KnownSeats) -> Integers:
    """A number for each row's source."""
    return np.unique(seats.source, return_inverse=True)[1].astype(np.int64)


def held_out_columns(seats: KnownSeats, training: Booleans) -> Floats:
    """Evidence and boosting of every row in training by the other parts, [rows, 2]; NaN elsewhere."""
    part, columns = parts_of_groups(seats, training), np.full((len(training), 2), np.nan)
    for number in range(int(part.max()) + 1):
        tested = training & (part == number)
        others = training & (part != number) & ~seats.akin(tested)
        kinds = seats.is_human[others]
        if kinds.any() and not kinds.all():
            columns[tested] = _columns(seats, others, _boosting(seats, others))[tested]
    return columns


def parts_of_groups(seats: KnownSeats, training: Booleans) -> Integers:
    """The part each row in training is dealt to, -1 elsewhere; groups stay whole and are dealt within each kind.

    A group with rows of both kinds (a person and the machine they met) is dealt once.
    """
    part = np.full(len(training), -1, dtype=np.int64)
    number: dict[str, int] = {}
    for human in (True, False):
        names = [
            name
            for name in np.unique(seats.group[training & (seats.is_human == human)])
            if name not in number
        ]
        number |= {name: place % PARTS for place, name in enumerate(names)}
    part[training] = [number[name] for name in seats.group[training]]
    return part


def _columns(seats: KnownSeats, training: Booleans, boosting: ConductBoosting) -> Floats:
    evidence = SCALE * np.tanh(seats.evidence(training) / SCALE)
    return np.column_stack([evidence, boosted_log_odds(boosting, seats.features, seats.form)])


def _boosting(seats: KnownSeats, training: Booleans) -> ConductBoosting:
    sources = source_numbers(seats)[training]
    return fit_boosting(seats.features[training], seats.is_human[training], sources, seats.form[training])


def _combined(weights: Floats, columns: Floats) -> Floats:
    return np.asarray(weights[0] + columns @ weights[1:])


def _weights(columns: Floats, is_human: Booleans, weights: Floats) -> Floats:
    """The u under which the held-out truth is most likely, both kinds weighing the same."""
    if not len(columns):
        return np.zeros(3)
    sign, share = np.where(is_human, 1.0, -1.0), weights / weights.sum()
    size = np.maximum(np.sqrt(share @ columns**2), 1e-9)

    def loss(u: Floats) -> float:
        fitted = _combined(u, columns / size)
        return float(-(share * log_expit(sign * fitted)).sum() + PULL * ((u - EVEN) @ (u - EVEN)))

    found = minimize(loss, EVEN, bounds=[(-5, 5), (0, 5), (0, 5)], method="L-BFGS-B")
    return np.asarray(found.x / np.append(1.0, size))


def _single_and_pooled(seats: KnownSeats, scores: Floats) -> HeldOutScores:
    """Scores of single seats and of whole players, each with half the weight."""
    known = np.flatnonzero(np.isfinite(scores))
    _, first, player, count = np.unique(
        seats.player[known], return_index=True, return_inverse=True, return_counts=True
    )
    if not len(known):
        return HeldOutScores(np.zeros(0), np.zeros(0, np.int64), np.zeros(0, np.bool_), np.zeros(0))
    pooled = np.bincount(player, weights=scores[known]) / count
    sources = source_numbers(seats)
    single, whole = known, known[first]
    return HeldOutScores(
        np.concatenate([scores[known], pooled]),
        np.concatenate([np.ones(len(known), dtype=np.int64), count]),
        np.concatenate([seats.is_human[single], seats.is_human[whole]]),
        np.concatenate([balanced_weights(seats.is_human[each], sources[each]) for each in (single, whole)]),
    )
