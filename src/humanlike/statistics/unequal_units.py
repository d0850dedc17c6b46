r"""Means of entrants who did not all meet the same units (questions, trials): what each unit makes easy is taken off.

A plain mean over what somebody chose to answer rewards choosing. With scores :math:`s_{eu}` where entrant *e* met
unit *u*, the additive model :math:`s_{eu} \approx a_e + d_u` is fitted by least squares, and

.. math:: \tilde s_{eu} = s_{eu} - (d_u - \bar d), \qquad \text{adjusted mean of } e = a_e + \bar d,

is what *e* would have scored on average over all units that anybody can be compared on. Without gaps it is the plain
mean. The difference of two entrants on a unit both met stays what it was. A unit met by one entrant alone compares
nobody and is left out; who shares no unit with the others, not even through third ones, has no adjusted mean. An
infinite score stays infinite and tells nothing about its unit.

Scheffe (1959), The Analysis of Variance, chapter 4 (two-way layout with unequal numbers).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]


class AdjustedScores(NamedTuple):
    """Scores that may be averaged although entrants met different units."""

    scores: Floats  # [entrants, units]; NaN where there is none, or nobody to compare with
    means: Floats  # [entrants]; NaN for those who cannot be compared with the others
    has_gaps: bool
    n_common: int  # units that every entrant met


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
    n_common = int(met.all(axis=0).sum())
    if met.all() or len(table) == 1:
        return AdjustedScores(table, _row_means(table), not met.all(), n_common)
    finite = np.isfinite(table)
    shared = finite & (finite.sum(axis=0) > 1)
    shared &= _largest_group(shared)[:, None]
    ease = _unit_effects(np.where(shared, table, 0.0), shared)
    adjusted = np.where(shared | np.isinf(table), table - ease, np.nan)
    return AdjustedScores(adjusted, _row_means(adjusted), True, n_common)


def _row_means(table: Floats) -> Floats:
    """The mean of each row without its gaps; NaN for an empty one, minus infinity where a score is that."""
    met = ~np.isnan(table)
    total = np.where(met, table, 0.0).sum(axis=1)
    return np.where(met.any(axis=1), total / np.maximum(met.sum(axis=1), 1), np.nan)


def _largest_group(met: Booleans) -> Booleans:
    """Which rows belong to the largest group that common columns hold together, directly or through others."""
    from scipy.sparse.csgraph import connected_components  # only those with gaps need it

    present = met.astype(np.float64)
    _, group = connected_components(present @ present.T > 0, directed=False)
    return np.asarray(group == np.argmax(np.bincount(group, met.sum(axis=1))))


def _unit_effects(values: Floats, met: Booleans) -> Floats:
    """The effect of every column, mean 0 over the columns met; 0 for the others. `values` are 0 where none was met."""
    rows, columns = np.flatnonzero(met.any(axis=1)), np.flatnonzero(met.any(axis=0))
    result = np.zeros(met.shape[1])
    if not len(columns):
        return result
    values, met = values[rows][:, columns], met[rows][:, columns]
    if len(values) <= values.shape[1]:
        own = _row_effects(values, met)
        effects = np.where(met, values - own[:, None], 0.0).sum(axis=0) / met.sum(axis=0)
    else:
        effects = _row_effects(values.T, met.T)
    result[columns] = effects - effects.mean()
    return result


def _row_effects(values: Floats, met: Booleans) -> Floats:
    """Row effects of the additive fit, up to a constant: the normal equations with the columns eliminated.

    They are singular in that constant alone, since the rows hold together; the last term fixes it.
    """
    weight = met.astype(np.float64)
    by_row, by_column = weight.sum(axis=1), weight.sum(axis=0)
    equations = np.diag(by_row) - (weight / by_column) @ weight.T
    equations += by_row.mean() / len(by_row)
    right = values.sum(axis=1) - weight @ (values.sum(axis=0) / by_column)
    return np.asarray(np.linalg.solve(equations, right))
