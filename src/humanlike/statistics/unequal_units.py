r"""Means of entrants who did not all meet the same units (questions, trials): what each unit makes easy is taken off.

A plain mean over what somebody chose to answer rewards choosing. With scores :math:`s_{eu}` where entrant *e* met
unit *u*, the additive model :math:`s_{eu} \approx a_e + d_u` is fitted by least squares, and

.. math:: \tilde s_{eu} = s_{eu} - (d_u - \bar d), \qquad \text{adjusted mean of } e = a_e + \bar d,

is what *e* would have scored on average over all units that anybody can be compared on. Without gaps it is the plain
mean. The difference of two entrants on a unit both met stays what it was. A unit met by one entrant alone compares
nobody and is left out. Entrants whom common units do not hold together, not even through third ones, fall into groups
between which nothing can be said: only the group of most entrants (of these, of most scores) has adjusted means, and
where two are equally large none has, so that no order of rows decides. An infinite score stays infinite and tells
nothing about its unit.

With units drawn :math:`w_u` times the fit moves, to first order, by :math:`L^{-1} \sum_u w_u r_u`: :math:`r_u` are the
residuals on the unit, L the normal equations of the entrants with the units eliminated. Resampling by it knows that the
ease of units was estimated too, without fitting anew.

Scheffe (1959), The Analysis of Variance, chapter 4 (two-way layout with unequal numbers).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int64]


class AdjustedScores(NamedTuple):
    """Scores that may be averaged although entrants met different units."""

    scores: Floats  # [entrants, units]; NaN where there is none, or nobody to compare with
    means: Floats  # [entrants]; NaN for those who cannot be compared with the others
    has_gaps: bool
    n_common: int  # units that every entrant met
    levels: Floats  # [entrants] the means of the finite scores
    pull: Floats  # [entrants, units] by how much one more draw of a unit moves the levels, to first order
    group: Integers  # [entrants] number of the group that finite scores on common units hold together


def adjust_for_units(scores: npt.ArrayLike) -> AdjustedScores:
    """The scores [entrants, units], NaN where an entrant has none, less what each unit makes easy.

    The second entrant is better on both units that both met, and met a hard one as well:

    >>> adjusted = adjust_for_units([[0.8, 0.6, np.nan], [0.9, 0.7, -0.5]])
    >>> np.nanmean([[0.8, 0.6, np.nan], [0.9, 0.7, -0.5]], axis=1).round(3), adjusted.means.round(3)
    (array([0.7  , 0.367]), array([0.7, 0.8]))
    """
    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or 0 in table.shape:
        raise BadRecord(f"Means over units need scores [entrants, units], not shape {table.shape}.")
    met = ~np.isnan(table)
    if not met.any(axis=1).all():
        raise BadRecord("Means over units need at least one score from every entrant.")
    n_common, finite = int(met.all(axis=0).sum()), np.isfinite(table)
    if met.all() or len(table) == 1:
        levels = _row_means(np.where(finite, table, np.nan))
        own = np.where(finite, table - levels[:, None], 0.0) / np.maximum(finite.sum(axis=1), 1)[:, None]
        together = np.zeros(len(table), dtype=np.int64)
        return AdjustedScores(table, _row_means(table), not met.all(), n_common, levels, own, together)
    shared = finite & (finite.sum(axis=0) > 1)
    group = _groups(shared)
    largest = _largest(group, shared)
    shared &= largest[:, None]
    ease, pull = _fitted(np.where(shared, table, 0.0), shared)
    adjusted = np.where(shared | np.isinf(table), table - ease, np.nan)
    if not largest.any() and not np.isinf(table).any(axis=1).all():  # nobody to be infinitely worse than
        adjusted = np.full_like(table, np.nan)
    levels = _row_means(np.where(shared, adjusted, np.nan))
    return AdjustedScores(adjusted, _row_means(adjusted), True, n_common, levels, pull, group)


def _row_means(table: Floats) -> Floats:
    """The mean of each row without its gaps; NaN for an empty one, minus infinity where a score is that."""
    met = ~np.isnan(table)
    total = np.where(met, table, 0.0).sum(axis=1)
    return np.where(met.any(axis=1), total / np.maximum(met.sum(axis=1), 1), np.nan)


def _groups(met: Booleans) -> Integers:
    """To which group each row belongs, of those that common columns hold together, directly or through others."""
    from scipy.sparse.csgraph import connected_components  # only those with gaps need it

    present = met.astype(np.float64)
    return np.asarray(connected_components(present @ present.T > 0, directed=False)[1], dtype=np.int64)


def _largest(group: Integers, met: Booleans) -> Booleans:
    """Which rows belong to the group of most rows, of these of most entries; none where two are equally large."""
    rows, entries = np.bincount(group), np.bincount(group, met.sum(axis=1))
    sizes = list(zip(rows.tolist(), entries.tolist(), strict=True))
    if sizes.count(max(sizes)) > 1:
        return np.zeros(len(group), dtype=np.bool_)
    return np.asarray(group == sizes.index(max(sizes)))


def _fitted(values: Floats, met: Booleans) -> tuple[Floats, Floats]:
    """The effect of every column, mean 0 over the columns met and 0 for the others; and the pull of the columns.

    `values` are 0 where none was met; the rows that met anything hold together.
    """
    rows, columns = np.flatnonzero(met.any(axis=1)), np.flatnonzero(met.any(axis=0))
    ease, pull = np.zeros(met.shape[1]), np.zeros(met.shape)
    if not len(columns):
        return ease, pull
    part, weight = values[np.ix_(rows, columns)], met[np.ix_(rows, columns)].astype(np.float64)
    by_column = weight.sum(axis=0)
    right = part.sum(axis=1) - weight @ (part.sum(axis=0) / by_column)
    own = _solved(weight, right[:, None])
    effects = (part - weight * own).sum(axis=0) / by_column
    ease[columns] = effects - effects.mean()
    pull[np.ix_(rows, columns)] = _solved(weight, part - weight * (own + effects))
    return ease, pull


def _solved(weight: Floats, right: Floats) -> Floats:
    """The normal equations of the rows, columns eliminated, solved for `right` [rows, any], whose columns sum to 0.

    With D and C the numbers of entries in rows and columns they are (D - W C^-1 W') x = right. Of rows and columns the
    fewer are solved for: x = D^-1 (right + W y), (C - W' D^-1 W) y = W' D^-1 right. Both are singular in a constant.
    """
    by_row, by_column = weight.sum(axis=1), weight.sum(axis=0)
    if len(by_row) <= len(by_column):
        found = _up_to_a_constant(np.diag(by_row) - (weight / by_column) @ weight.T, right)
    else:
        across = weight.T / by_row
        found = _up_to_a_constant(np.diag(by_column) - across @ weight, across @ right)
        found = (right + weight @ found) / by_row[:, None]
    return np.asarray(found - found.mean(axis=0))


def _up_to_a_constant(equations: Floats, right: Floats) -> Floats:
    """A solution where adding one number to every unknown changes nothing; the 1 added everywhere picks one."""
    return np.asarray(np.linalg.solve(equations + 1.0, right))
