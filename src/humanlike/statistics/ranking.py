"""Ranking with uncertainty: midranks, and how far they could have moved.

Rank 1 is the highest mean score; ties share the middle rank. The interval is a bootstrap over the independent
units (questions, matches, sessions), all entrants redrawn together so that shared luck cancels.
"""

from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Streams
from humanlike.statistics.bootstrap import unit_draws
from humanlike.statistics.unequal_units import AdjustedScores, adjust_for_units

Floats = npt.NDArray[np.float64]
TIED = 1e-12  # relative difference below which two values are one, computed in two ways


class Ranking(NamedTuple):
    """One entry for each entrant, in the order given."""

    mean: Floats  # adjusted for the units met where there are gaps
    rank: Floats  # midranks, 1 is best; NaN for who cannot be compared
    rank_lower: Floats
    rank_upper: Floats
    first: Floats  # share of resamples in which the entrant came first (ties shared)


def midranks(scores: npt.ArrayLike) -> Floats:
    """Ranks along the last axis, 1 for the highest; ties, also those that only rounding breaks, share their mean rank.

    >>> midranks([0.2, 0.9, 0.2]), midranks([0.3, 0.1 + 0.2])
    (array([2.5, 1. , 2.5]), array([1.5, 1.5]))
    """
    values = np.asarray(scores, dtype=np.float64)
    rows = values.reshape(prod(values.shape[:-1]), values.shape[-1])
    order = np.argsort(-rows, axis=-1)
    ordered = np.take_along_axis(rows, order, axis=-1)
    places = np.broadcast_to(np.arange(1.0, rows.shape[-1] + 1), rows.shape)
    changes = _apart(ordered)
    tied = np.flatnonzero(~changes.all(axis=-1))
    if len(tied):
        places = places.copy()
        places[tied] = _shared(places[tied], changes[tied])
    ranks = np.empty(rows.shape)
    np.put_along_axis(ranks, order, places, axis=-1)
    ranks[np.isnan(rows).any(axis=-1)] = np.nan
    return ranks.reshape(values.shape)


def best_first(means: npt.ArrayLike) -> npt.NDArray[np.intp]:
    """Places from the highest mean to the lowest, ties in the order given, those without one last.

    >>> best_first([0.3, np.nan, 0.9, 0.1 + 0.2]).tolist()
    [2, 0, 3, 1]
    """
    values = np.asarray(means, dtype=np.float64)
    known = np.flatnonzero(~np.isnan(values))
    order = known[np.argsort(midranks(values[known]), kind="stable")]
    return np.concatenate([order, np.flatnonzero(np.isnan(values))])


def _apart(ordered: Floats) -> npt.NDArray[np.bool_]:
    """Which neighbours [rows, n - 1] of values in order are two and not one."""
    left, right = ordered[:, 1:], ordered[:, :-1]
    with np.errstate(invalid="ignore"):  # infinite against infinite is no difference
        near = np.abs(left - right) <= TIED * np.maximum(np.abs(left), np.abs(right))
    return np.asarray((left != right) & ~(near & np.isfinite(left) & np.isfinite(right)))


def _shared(places: Floats, changes: npt.NDArray[np.bool_]) -> Floats:
    """Places [rows, n] of values in order, where neighbours without a change between them share the middle one."""
    edge = np.ones((len(places), 1), dtype=np.bool_)
    begins, ends = np.hstack([edge, changes]), np.hstack([changes, edge])
    first = np.maximum.accumulate(np.where(begins, places, 0.0), axis=-1)
    last = np.minimum.accumulate(np.where(ends, places, np.inf)[:, ::-1], axis=-1)[:, ::-1]
    return np.asarray((first + last) / 2)


def rank_with_uncertainty(
    stream: Streams, scores: npt.ArrayLike, *, n_resamples: int = 2000, alpha: float = 0.05
) -> Ranking:
    """Ranks of `scores` [entrants, units] by their mean; NaN where an entrant has no score for a unit.

    With gaps the mean is adjusted for the units met (`adjust_for_units`), in the resamples as well, and an entrant who
    cannot be compared has no rank. A single unit leaves every rank possible.
    """
    level = adjust_for_units(scores)
    ranked = np.flatnonzero(~np.isnan(level.means))
    columns = np.full((5, len(level.means)), np.nan)
    columns[0] = level.means
    if len(ranked):
        columns[1:, ranked] = _ranks(stream, _only(level, ranked), n_resamples, alpha)
    return Ranking(*columns)


def _only(level: AdjustedScores, ranked: npt.NDArray[np.intp]) -> AdjustedScores:
    """The scores of those who have a rank, on the units that any of them has."""
    used = ~np.isnan(level.scores[ranked]).all(axis=0)
    scores, pull = (part[ranked][:, used] for part in (level.scores, level.pull))
    return level._replace(scores=scores, pull=pull, means=level.means[ranked], levels=level.levels[ranked])


def _ranks(stream: Streams, level: AdjustedScores, n_resamples: int, alpha: float) -> Floats:
    """Ranks, their intervals and the share of first places [4, entrants]."""
    rank, (k, n_units) = midranks(level.means), level.scores.shape
    if n_units == 1:  # one unit redrawn is always itself: nothing is known about the ranks
        return np.stack([rank, np.ones(k), np.full(k, float(k)), np.full(k, np.nan)])
    cells = unit_draws(stream, n_units, n_resamples) + n_units * np.arange(n_resamples)[:, None]
    times = np.bincount(cells.reshape(-1), minlength=cells.size).reshape(cells.shape).astype(np.float64)
    ranks = midranks(_resampled_means(level, times))
    by_entrant = np.ascontiguousarray(ranks.T)
    shares = [alpha / 2, 1 - alpha / 2]
    lower, upper = np.quantile(by_entrant, shares, axis=1, method="closest_observation")
    at_top = ranks == ranks.min(axis=1, keepdims=True)
    first = (at_top / at_top.sum(axis=1, keepdims=True)).mean(axis=0)
    return np.stack([rank, lower, upper, first])


def _resampled_means(level: AdjustedScores, times: Floats) -> Floats:
    """Everybody's mean over units drawn `times` [resamples, units]: [resamples, entrants].

    One infinite score makes the mean infinite, whatever the others are; who has no finite one keeps the mean.
    """
    means = np.where(np.isnan(level.levels), level.means, level.levels + times @ level.pull.T)
    for infinity in (np.inf, -np.inf):
        there = level.scores == infinity
        if there.any():
            means = np.where(times @ there.T.astype(np.float64) > 0, infinity, means)
    return np.asarray(means)
