r"""Everything the measures need, as sums over independent units.

Every measure of Table 1 is a function of a few sums, and a bootstrap sample is a reweighting of units. So each
forecast is reduced once to sums per unit; the value on all data is the function at weights 1, a resample the
same function at other weights, a game's value and that of all games the same function over one tally or
several. With :math:`q_{jt}` the chance that a realised one-step prediction misses,

.. math:: E\,KS(Y,X) = \frac1J \sum_{j,t} P_B(j,t)\, w_{jt}, \quad
          w_{jt} = \frac{1[a_j(t)=B]}{n_B(j)} - \frac{1[a_j(t)=A]}{n_A(j)},

because the Kuipers score is linear in predictions that are 0 or 1. So are equitable scores, whose base rates are
those of what was observed: they take tables of what was observed and what was predicted.
"""

from typing import NamedTuple

import numpy as np

from humanlike.prediction.criteria import MOST_STATES
from humanlike.prediction.observations import Floats, Integers, ObservedRows
from humanlike.prediction.periods import SubjectSums, tally_subjects
from humanlike.prediction.sums import per_unit
from humanlike.scoring import (
    SPHERICAL,
    kuipers_score,
    mean_absolute_deviation,
    mean_squared_deviation,
    one_hot,
    point_predictions,
    proportion_of_inaccuracy,
)


class Observed(NamedTuple):
    """What was observed, per unit; the same for every rule."""

    n_categories: int
    known: Floats  # [units] observations that are not missing
    paths: Floats  # [units, positions, rounds, categories] how often each category was seen
    kuipers_weights: Floats  # [units, positions, rounds] sums of w; zeros unless there are two categories
    kuipers_rows: Floats  # [units] rows for which the Kuipers score is defined
    kuipers_undefined: int  # rows that used one category only


class Predicted(NamedTuple):
    """How one rule's one-step-ahead chances did, per unit."""

    squared: Floats  # [units] sums of (Y-P)^2 over all cells
    absolute: Floats  # [units] sums of |Y-P| over all cells
    wrong: Floats  # [units] point predictions that missed, ties shared
    log: Floats  # [units] log-chances of what happened, floored
    spherical: Floats  # [units]
    kuipers: Floats  # [units] sums of the Kuipers scores of rows
    kuipers_expected: Floats  # [units] their expectation for realised predictions
    miss_moments: Floats  # [units, 3] sums of the first three central moments of a miss
    misses: Floats  # [observations] the chances of a miss
    paths: Floats  # [units, rounds, categories] sums of chances where something was observed
    pointed: Floats  # [units, categories, categories] observed by point prediction; empty beyond MOST_STATES
    realised: Floats  # [units, categories, categories] observed by expected realised prediction
    subjects: SubjectSums


def kuipers_weights(rows: ObservedRows) -> Floats:
    """The weight w of every row and round, shape [rows, rounds]; NaN rows where it is undefined."""
    did = [(rows.categories == category).astype(np.float64) for category in (0, 1)]
    often = [each.sum(axis=1, keepdims=True) for each in did]
    defined = (often[0] > 0) & (often[1] > 0)
    weights = did[1] / np.maximum(often[1], 1) - did[0] / np.maximum(often[0], 1)
    return np.where(defined, weights, np.nan)


def observe_rows(rows: ObservedRows, n_units: int) -> Observed:
    """The observed side of every comparison."""
    n_rows, n_rounds = rows.categories.shape
    seen = np.nan_to_num(one_hot(rows.categories, rows.n_categories))
    known = (rows.categories >= 0).sum(axis=1).astype(np.float64)
    paths = np.zeros((n_units, rows.n_positions, n_rounds, rows.n_categories))
    np.add.at(paths, (rows.units, rows.positions), seen)
    weights = np.zeros((n_units, rows.n_positions, n_rounds))
    defined = np.zeros(n_rows, dtype=np.bool_)
    if rows.n_categories == 2:
        row_weights = kuipers_weights(rows)
        defined = ~np.isnan(row_weights[:, 0])
        np.add.at(weights, (rows.units, rows.positions), np.nan_to_num(row_weights))
    return Observed(
        rows.n_categories,
        per_unit(known, rows.units, n_units),
        paths,
        weights,
        per_unit(defined.astype(np.float64), rows.units, n_units),
        int(n_rows - defined.sum()) if rows.n_categories == 2 else 0,
    )


def tally_rows(rows: ObservedRows, chances: Floats, n_units: int, floor: float) -> Predicted:
    """One rule's chances [rows, rounds, categories] against the observed rows."""
    observed = one_hot(rows.categories, rows.n_categories)
    is_known = rows.categories >= 0
    known = is_known.sum(axis=1).astype(np.float64)
    taken = np.take_along_axis(chances, np.maximum(rows.categories, 0)[..., None], axis=-1)[..., 0]
    miss = np.where(is_known, np.clip(1.0 - taken, 0.0, 1.0), 0.0)

    def summed(values: Floats) -> Floats:
        return per_unit(np.where(known > 0, np.nan_to_num(values), 0.0), rows.units, n_units)

    cells = known * rows.n_categories
    spread = miss * (1 - miss)
    moments = np.stack([each.sum(axis=1) for each in (miss, spread, spread * (1 - 2 * miss))], axis=-1)
    kuipers = np.zeros((2, len(known)))
    if rows.n_categories == 2:
        kuipers[0] = np.nan_to_num(kuipers_score(observed, chances).by_player)
        kuipers[1] = np.nan_to_num((kuipers_weights(rows) * chances[..., 1]).sum(axis=1))
    return Predicted(
        squared=summed(mean_squared_deviation(observed, chances, 1) ** 2 * cells),
        absolute=summed(mean_absolute_deviation(observed, chances, 1) * cells),
        wrong=summed(proportion_of_inaccuracy(observed, chances, 1) * known),
        log=summed(np.where(is_known, np.log(np.maximum(taken, floor)), 0.0).sum(axis=1)),
        spherical=summed(np.where(is_known, _spherical(chances, rows.categories), 0.0).sum(axis=1)),
        kuipers=summed(kuipers[0]),
        kuipers_expected=summed(kuipers[1]),
        miss_moments=per_unit(moments, rows.units, n_units),
        misses=miss[is_known],
        paths=per_unit(np.where(is_known[..., None], chances, 0.0), rows.units, n_units),
        pointed=_tables(rows, point_predictions(chances), n_units),
        realised=_tables(rows, chances, n_units),
        subjects=tally_subjects(rows, chances, n_units, floor),
    )


def _tables(rows: ObservedRows, predictions: Floats, n_units: int) -> Floats:
    """How often each category was observed where each was predicted, [units, observed, predicted]."""
    if rows.n_categories > MOST_STATES:
        return np.zeros((n_units, 0, 0))
    observed = [(rows.categories == each)[..., None] for each in range(rows.n_categories)]
    tables = np.stack([np.where(here, predictions, 0.0).sum(axis=1) for here in observed], axis=1)
    return per_unit(tables, rows.units, n_units)


def _spherical(chances: Floats, categories: Integers) -> Floats:
    return SPHERICAL.raw(chances, np.maximum(categories, 0).astype(np.intp))
