"""Ranking with uncertainty: midranks, and the ranks that cannot be ruled out.

Rank 1 is the highest mean score; ties share the middle rank. The sets of ranks hold for all entrants at once: from who
is surely ahead of whom by bounded sequences where the reach of differences is known (`surely_ahead`), else by means of
independent units (`rank_sets_from_scores`). The share of first places is a bootstrap over the units, all entrants
redrawn together so that shared luck cancels.
"""

from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Streams
from humanlike.statistics.leaders import ASSUMED, BOUNDED, surely_ahead
from humanlike.statistics.rank_sets import RankSets, rank_sets_from_scores, ranks_from_ahead
from humanlike.statistics.unequal_units import AdjustedScores, adjust_for_units

Floats = npt.NDArray[np.float64]
DRAWS_AT_ONCE = 20_000_000  # of units, in memory
TIED = 1e-12  # relative difference below which two values are one, computed in two ways


class Ranking(NamedTuple):
    """One entry for each entrant, in the order given."""

    mean: Floats  # adjusted for the units met where there are gaps
    rank: Floats  # midranks, 1 is best; NaN for who cannot be compared
    rank_lower: Floats  # the best rank not ruled out, for all at once
    rank_upper: Floats
    first: Floats  # share of resamples in which the entrant came first (ties shared); NaN without any
    rests_on: str


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


def spearman(first: npt.ArrayLike, second: npt.ArrayLike) -> float:
    """Spearman's rank correlation with midranks; NaN where one side does not vary.

    >>> print(round(spearman([1, 2, 3, 4], [1, 2, 4, 3]), 3))
    0.8
    """
    a, b = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    both = ~np.isnan(a) & ~np.isnan(b)
    x, y = midranks(a[both]), midranks(b[both])
    x, y = x - x.mean(), y - y.mean()
    scale = np.sqrt((x @ x) * (y @ y))
    return float(x @ y / scale) if scale > 0 else float("nan")


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
    stream: Streams,
    scores: npt.ArrayLike,
    *,
    reach: npt.ArrayLike | None = None,
    n_resamples: int = 2000,
    alpha: float = 0.05,
) -> Ranking:
    """Ranks of `scores` [entrants, units] by their mean; NaN where an entrant has no score for a unit.

    `reach` [k, k] says by how much one can be better than the other on a unit; None: unknown. With gaps the mean is
    adjusted for the units met (`adjust_for_units`), two are told apart on what both met, and an entrant who cannot be
    compared has no rank. A single unit leaves every rank possible. Only shares of first places need `n_resamples`.
    """
    level, table = adjust_for_units(scores), np.asarray(scores, dtype=np.float64)
    ranked = np.flatnonzero(~np.isnan(level.means))
    columns = np.full((5, len(level.means)), np.nan)
    columns[0] = level.means
    if len(ranked):
        rank = midranks(level.means[ranked])
        own = (
            None
            if reach is None
            else np.broadcast_to(reach, (len(table), len(table)))[np.ix_(ranked, ranked)]
        )
        sets = _rank_sets(stream, table[ranked], own, alpha)
        columns[1, ranked] = rank
        # with gaps an adjusted mean may disagree with common units: a set that holds the rank itself is never smaller
        columns[2, ranked] = np.minimum(sets.lower, np.floor(rank))
        columns[3, ranked] = np.maximum(sets.upper, np.ceil(rank))
        columns[4, ranked] = _first_places(stream, _only(level, ranked), n_resamples)
    mean, rank, lower, upper, first = columns
    return Ranking(mean, rank, lower, upper, first, ASSUMED if reach is None else BOUNDED)


def _rank_sets(stream: Streams, table: Floats, reach: Floats | None, alpha: float) -> RankSets:
    if reach is None:
        used = ~np.isnan(table).all(axis=0)
        return rank_sets_from_scores(stream["rank sets"], table[:, used], alpha=alpha)
    return ranks_from_ahead(surely_ahead(table, reach, alpha=alpha))


def _only(level: AdjustedScores, ranked: npt.NDArray[np.intp]) -> AdjustedScores:
    """The scores of those who have a rank, on the units that any of them has."""
    used = ~np.isnan(level.scores[ranked]).all(axis=0)
    scores, pull = (part[ranked][:, used] for part in (level.scores, level.pull))
    return level._replace(scores=scores, pull=pull, means=level.means[ranked], levels=level.levels[ranked])


def _first_places(stream: Streams, level: AdjustedScores, n_resamples: int) -> Floats:
    """In which share of resamples each entrant came first, [entrants]; NaN with a single unit or no resample."""
    k, n_units = level.scores.shape
    if n_units == 1 or not n_resamples:
        return np.full(k, np.nan)
    generator = stream.generator()
    at_once = max(1, DRAWS_AT_ONCE // n_units)
    means = []
    for before in range(0, n_resamples, at_once):
        count = min(at_once, n_resamples - before)
        cells = generator.integers(0, n_units, size=(count, n_units)) + n_units * np.arange(count)[:, None]
        times = np.bincount(cells.reshape(-1), minlength=cells.size).reshape(cells.shape).astype(np.float64)
        means.append(_resampled_means(level, times))
    ranks = midranks(np.concatenate(means))
    at_top = ranks == ranks.min(axis=1, keepdims=True)
    return np.asarray((at_top / at_top.sum(axis=1, keepdims=True)).mean(axis=0))


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
