r"""Aggregates over periods: shares of everybody in a block of rounds, and each subject's shares over all rounds.

A block b holds `block` rounds (the last one what is left), and

.. math:: \bar Y_b(a) = \frac{\sum_{t \in b} \sum_j Y(j,t,a)}{\#\{(j,t) : t \in b\}}

is compared with the mean prediction of the same choices. With blocks of one round these are the shares per round.
A subject's own share :math:`\bar Y_j(a) = \frac1T \sum_t Y(j,t,a)` is compared with the mean of what was predicted
for it, and every subject counts once, however many rounds it played.

Mitropoulos (2001), section 3: "aggregates over pairs or aggregates over periods".
"""

from typing import NamedTuple

import numpy as np

from humanlike.prediction.observations import Floats, ObservedRows
from humanlike.prediction.sums import per_unit
from humanlike.scoring import point_predictions


def in_blocks(shares: Floats, counts: Floats, block: int) -> Floats:
    """Shares [samples, rounds, categories] of `counts` [samples, rounds, 1] choices, per block of rounds.

    >>> in_blocks(np.array([[[1.0, 0], [0, 1], [0, 1]]]), np.array([[[3.0], [1], [5]]]), 2).tolist()
    [[[0.75, 0.25], [0.0, 1.0]]]
    """
    starts = np.arange(0, shares.shape[1], block)
    above = np.add.reduceat(np.where(counts > 0, shares * counts, 0.0), starts, axis=1)
    below = np.add.reduceat(counts, starts, axis=1)
    return np.where(below > 0, above / np.where(below > 0, below, 1.0), np.nan)


class SubjectSums(NamedTuple):
    """How the shares of subjects (at the level of outcomes: of groups) compare, per unit."""

    rows: Floats  # [units] subjects of whom anything is known
    squared: Floats  # [units] sums of squared distances over categories
    absolute: Floats
    wrong: Floats  # most frequent category not the one that was likeliest on average, ties shared
    log: Floats  # shares times logarithms of mean chances, floored
    spherical: Floats


def tally_subjects(rows: ObservedRows, chances: Floats, n_units: int, floor: float) -> SubjectSums:
    """Each row's shares over the rounds against the means of its chances [rows, rounds, categories]."""
    is_known = rows.categories >= 0
    count = np.maximum(is_known.sum(axis=1, keepdims=True), 1)
    said = np.where(is_known[..., None], chances, 0.0).sum(axis=1) / count
    seen = np.stack(
        [(rows.categories == each).sum(axis=1) / count[:, 0] for each in range(rows.n_categories)], axis=-1
    )
    present = is_known.any(axis=1).astype(np.float64)
    length = np.sqrt((said**2).sum(axis=-1))

    def summed(values: Floats) -> Floats:
        return per_unit(values * present, rows.units, n_units)

    return SubjectSums(
        rows=summed(np.ones(len(rows.units))),
        squared=summed(((seen - said) ** 2).sum(axis=-1)),
        absolute=summed(np.abs(seen - said).sum(axis=-1)),
        wrong=summed(1 - (point_predictions(seen) * point_predictions(said)).sum(axis=-1)),
        log=summed((seen * np.log(np.maximum(said, floor))).sum(axis=-1)),
        spherical=summed((seen * said).sum(axis=-1) / np.where(length > 0, length, 1.0)),
    )
