"""Ranking with uncertainty: midranks, and how far they could have moved.

Rank 1 is the highest mean score; ties share the middle rank. The interval is a bootstrap over the independent
units (questions, matches, sessions), all entrants redrawn together so that shared luck cancels.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats

from humanlike.core import BadRecord, Streams
from humanlike.statistics.bootstrap import unit_draws

Floats = npt.NDArray[np.float64]


class Ranking(NamedTuple):
    """One entry for each entrant, in the order given."""

    mean: Floats
    rank: Floats  # midranks, 1 is best
    rank_lower: Floats
    rank_upper: Floats
    first: Floats  # share of resamples in which the entrant came first (ties shared)


def midranks(scores: npt.ArrayLike) -> Floats:
    """Ranks along the last axis, 1 for the highest, ties share their mean rank.

    >>> midranks([0.2, 0.9, 0.2])
    array([2.5, 1. , 2.5])
    """
    return np.asarray(stats.rankdata(-np.asarray(scores, dtype=np.float64), axis=-1))


def rank_with_uncertainty(
    stream: Streams, scores: npt.ArrayLike, *, n_resamples: int = 2000, alpha: float = 0.05
) -> Ranking:
    """Ranks of `scores` [entrants, units] by their mean; NaN where an entrant has no score for a unit."""
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim != 2 or 0 in values.shape:
        raise BadRecord(f"A ranking needs scores [entrants, units], not shape {values.shape}.")
    if np.any(np.all(np.isnan(values), axis=1)):
        raise BadRecord("A ranking needs at least one score from every entrant.")
    mean = _means(values)
    draws = unit_draws(stream, values.shape[1], n_resamples)
    ranks = midranks(np.stack([_means(values[:, draw], fallback=mean) for draw in draws]))
    lower, upper = np.quantile(ranks, [alpha / 2, 1 - alpha / 2], axis=0, method="closest_observation")
    at_top = ranks == ranks.min(axis=1, keepdims=True)
    first = (at_top / at_top.sum(axis=1, keepdims=True)).mean(axis=0)
    return Ranking(mean, midranks(mean), lower, upper, first)


def _means(values: Floats, fallback: Floats | None = None) -> Floats:
    known = ~np.isnan(values)
    count = known.sum(axis=1)
    means = np.where(known, values, 0.0).sum(axis=1) / np.maximum(count, 1)
    return means if fallback is None else np.where(count > 0, means, fallback)
