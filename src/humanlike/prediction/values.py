r"""The value of each criterion, as a function of unit weights.

`parts` are the games taken together; `weights` gives for each of them how often every unit counts, shape
[samples, units]: a row of ones for the data as they are, draws with replacement for the bootstrap. With
:math:`n` observations, C categories, misses M and hats for point predictions, the formulas are those of
section 3 of the paper; over several games sums are taken before ratios, as the paper's "all" does.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from humanlike.prediction.expectations import expected_root_by_moments
from humanlike.prediction.forecasts import Simulated
from humanlike.prediction.observations import Floats
from humanlike.prediction.tallies import Observed, Predicted
from humanlike.scoring import (
    kuipers_score,
    mean_absolute_deviation,
    mean_squared_deviation,
    point_predictions,
    proportion_of_inaccuracy,
)

RESAMPLED_SIMULATIONS = 2_000  # simulations that enter a resample; the value itself uses all
TINY = 1e-300


class Part(NamedTuple):
    """One game at one level, seen by one rule."""

    observed: Observed
    predicted: Predicted
    simulated: Simulated | None  # None where complete simulations were not asked for


Weights = Sequence[Floats]  # one [samples, units] for each part


def value(measure: str, method: str, parts: Sequence[Part], weights: Weights, *, floor: float) -> Floats:
    """The measure under every row of weights, shape [samples]."""
    if method == "Y,P" or method.startswith("h="):  # a horizon is one step with an older record
        return _one_step(measure, parts, weights)
    if method == "Y,X":
        return _realised(measure, parts, weights)
    if method == "Y,Z":
        return _complete(measure, parts, weights)
    observed, predicted = _paths(method, parts, weights)
    return _aggregate(measure, observed, predicted, floor)


def _total(weights: Weights, values: Sequence[Floats]) -> Floats:
    """Weighted sums over the units of all parts; [units, ...] -> [samples, ...]."""
    shapes = {each.shape[1:] for each in values}
    if len(shapes) > 1:  # games of different length: shorter ones end early
        longest = max(shapes)
        values = [
            np.pad(each, [(0, 0), *((0, n - m) for n, m in zip(longest, each.shape[1:], strict=True))])
            for each in values
        ]
    return np.asarray(
        sum(np.tensordot(weight, each, axes=1) for weight, each in zip(weights, values, strict=True))
    )


def _sum(parts: Sequence[Part], weights: Weights, quantity: Callable[[Part], Floats]) -> Floats:
    return _total(weights, [quantity(part) for part in parts])


def _known(part: Part) -> Floats:
    return part.observed.known


def _cells(part: Part) -> Floats:
    return part.observed.known * part.observed.n_categories


def _ratio(above: Floats, below: Floats) -> Floats:
    """A mean; NaN where nothing was counted."""
    return np.where(below > 0, above / np.maximum(below, TINY), np.nan)


ONE_STEP: dict[str, tuple[Callable[[Part], Floats], Callable[[Part], Floats]]] = {
    "MSD": (lambda part: part.predicted.squared, _cells),
    "MAD": (lambda part: part.predicted.absolute, _cells),
    "POI": (lambda part: part.predicted.wrong, _known),
    "KS": (lambda part: part.predicted.kuipers, lambda part: part.observed.kuipers_rows),
    "LOG": (lambda part: part.predicted.log, _known),
    "SPH": (lambda part: part.predicted.spherical, _known),
}


def _one_step(measure: str, parts: Sequence[Part], weights: Weights) -> Floats:
    """M(Y,P)."""
    above, below = (_sum(parts, weights, quantity) for quantity in ONE_STEP[measure])
    mean = _ratio(above, below)
    return np.sqrt(mean) if measure == "MSD" else mean


def _realised(measure: str, parts: Sequence[Part], weights: Weights) -> Floats:
    """E M(Y,X): means are exact, the mean of the root is expanded."""
    if measure == "KS":
        above = _sum(parts, weights, lambda part: part.predicted.kuipers_expected)
        return _ratio(above, _sum(parts, weights, lambda part: part.observed.kuipers_rows))
    moments = _sum(parts, weights, lambda part: part.predicted.miss_moments)
    cells = _sum(parts, weights, _cells)
    if measure == "MSD":
        return np.asarray(np.sqrt(2.0 / np.maximum(cells, TINY)) * expected_root_by_moments(moments))
    return of_misses(measure, moments[..., 0], cells, _sum(parts, weights, _known))


def of_misses(measure: str, misses: Floats, cells: Floats, known: Floats) -> Floats:
    """MSD, MAD, POI or spherical score of unit-vector predictions with `misses` among `known` forecasts."""
    if measure == "POI":
        return _ratio(misses, known)
    if measure == "SPH":
        return 1.0 - _ratio(misses, known)
    mean = _ratio(2.0 * misses, cells)
    return np.sqrt(mean) if measure == "MSD" else mean


def _complete(measure: str, parts: Sequence[Part], weights: Weights) -> Floats:
    """M(Y,Z), averaged over the simulations."""
    if measure == "KS":
        above = sum(
            np.einsum(
                "rpt,pt->r",
                np.tensordot(weight, part.observed.kuipers_weights, axes=1),
                _simulated(part).shares[..., 1],
            )
            for part, weight in zip(parts, weights, strict=True)
        )
        return _ratio(np.asarray(above), _sum(parts, weights, lambda part: part.observed.kuipers_rows))
    cells, known = _sum(parts, weights, _cells), _sum(parts, weights, _known)
    if measure != "MSD":
        return of_misses(measure, known - _mean_hits(parts, weights), cells, known)
    misses = known[:, None] - _hits(parts, weights)
    return np.asarray(of_misses("MSD", np.maximum(misses, 0.0), cells[:, None], known[:, None]).mean(axis=1))


def _simulated(part: Part) -> Simulated:
    assert part.simulated is not None
    return part.simulated


def _mean_hits(parts: Sequence[Part], weights: Weights) -> Floats:
    """Expected hits of a simulation, shape [samples]."""
    return np.asarray(
        sum(
            np.einsum(
                "rptc,ptc->r", np.tensordot(weight, part.observed.paths, axes=1), _simulated(part).shares
            )
            for part, weight in zip(parts, weights, strict=True)
        )
    )


def _hits(parts: Sequence[Part], weights: Weights) -> Floats:
    """Hits of each simulation, shape [samples, simulations]: a gather written as a matrix product."""
    n_samples = weights[0].shape[0]
    total: Floats = np.zeros(1)
    for part, weight in zip(parts, weights, strict=True):
        categories = _simulated(part).categories
        if n_samples > 1:
            categories = categories[:RESAMPLED_SIMULATIONS]
        marks = categories[..., None] == np.arange(part.observed.n_categories)
        counts = np.tensordot(weight, part.observed.paths, axes=1).reshape(n_samples, -1)
        total = total + counts.astype(np.float32) @ marks.reshape(len(categories), -1).T.astype(np.float32)
    return np.asarray(total, dtype=np.float64)


def _paths(method: str, parts: Sequence[Part], weights: Weights) -> tuple[Floats, Floats]:
    """Observed and predicted shares per round, each [samples, rounds, categories]."""
    seen = _sum(parts, weights, lambda part: part.observed.paths.sum(axis=1))
    if method == "mY,mP":
        said = _sum(parts, weights, lambda part: part.predicted.paths)
    else:
        said = _sum(parts, weights, _expected_paths)
    count = seen.sum(axis=-1, keepdims=True)
    return _ratio(seen, count), _ratio(said, count)


def _expected_paths(part: Part) -> Floats:
    """Q in place of every observation: [units, rounds, categories]."""
    counts = part.observed.paths.sum(axis=-1)
    return np.asarray(np.einsum("upt,ptc->utc", counts, _simulated(part).chances))


def _aggregate(measure: str, observed: Floats, predicted: Floats, floor: float) -> Floats:
    """A measure of shares against shares, [samples, rounds, categories] -> [samples]."""
    if measure == "MSD":
        return mean_squared_deviation(observed, predicted, 1)
    if measure == "MAD":
        return mean_absolute_deviation(observed, predicted, 1)
    if measure == "POI":
        return proportion_of_inaccuracy(point_predictions(observed), predicted, 1)
    if measure == "KS":
        return kuipers_score(observed, predicted).by_player
    if measure == "LOG":
        each = (observed * np.log(np.maximum(predicted, floor))).sum(axis=-1)
    else:
        each = (observed * predicted).sum(axis=-1) / np.sqrt((predicted**2).sum(axis=-1))
    known = ~np.isnan(each)
    return _ratio(np.where(known, each, 0.0).sum(axis=1), known.sum(axis=1).astype(np.float64))
