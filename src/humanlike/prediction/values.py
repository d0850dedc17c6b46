r"""The value of each criterion, as a function of unit weights.

A `Reweighted` joins the games taken together with, for each of them, how often every unit counts (shape
[samples, units]): a row of ones for the data as they are, draws with replacement for the bootstrap. Every
weighted sum is taken once and serves all measures. With
:math:`n` observations, C categories, misses M and hats for point predictions, the formulas are those of
section 3 of the paper; over several games sums are taken before ratios, as the paper's "all" does.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from humanlike.core import BadRequest
from humanlike.prediction.criteria import EQUITABLE
from humanlike.prediction.expectations import expected_root_by_moments
from humanlike.prediction.forecasts import Simulated
from humanlike.prediction.observations import Floats
from humanlike.prediction.periods import in_blocks
from humanlike.prediction.tallies import Observed, Predicted
from humanlike.scoring import (
    cuts_of_each,
    equitable_score,
    kuipers_score,
    mean_absolute_deviation,
    mean_squared_deviation,
    ordered_cuts,
    point_predictions,
    proportion_of_inaccuracy,
)

RESAMPLED_SIMULATIONS = 2_000  # simulations that enter a resample; the value itself uses all
TINY = 1e-300


class PredictedPart(NamedTuple):
    """One game at one level, seen by one rule."""

    observed: Observed
    predicted: Predicted
    simulated: Simulated | None  # None where complete simulations were not asked for


@dataclass(frozen=True, eq=False)
class Reweighted:
    """Games taken together, under every row of unit weights; everything below has samples as its first axis."""

    parts: tuple[PredictedPart, ...]
    weights: tuple[Floats, ...]  # one [samples, units] for each part
    kept: dict[tuple[int, int], Floats] = field(
        default_factory=dict
    )  # hits of parts, shared with other games

    def total(self, quantity: Callable[[PredictedPart], Floats]) -> Floats:
        """Weighted sums over the units of all parts, [units, ...] -> [samples, ...]."""
        values = [quantity(part) for part in self.parts]
        shapes = {each.shape[1:] for each in values}
        if len(shapes) > 1:  # games of different length: shorter ones end early
            longest = max(shapes)
            values = [np.pad(each, [(0, 0), *_missing(longest, each.shape[1:])]) for each in values]
        pairs = zip(self.weights, values, strict=True)
        return np.asarray(sum(_product(weight, each) for weight, each in pairs))

    @cached_property
    def known(self) -> Floats:
        """Observations."""
        return self.total(lambda part: part.observed.known)

    @cached_property
    def cells(self) -> Floats:
        """Observations times categories."""
        return self.total(lambda part: part.observed.known * part.observed.n_categories)

    @cached_property
    def kuipers_rows(self) -> Floats:
        """Rows for which the Kuipers score is defined."""
        return self.total(lambda part: part.observed.kuipers_rows)

    @cached_property
    def miss_moments(self) -> Floats:
        """Moments of the number of misses of realised predictions, [samples, 3]."""
        return self.total(lambda part: part.predicted.miss_moments)

    @cached_property
    def position_paths(self) -> list[Floats]:
        """What was seen in each part, [samples, positions, rounds, categories]."""
        return [
            _product(weight, part.observed.paths)
            for weight, part in zip(self.weights, self.parts, strict=True)
        ]

    @cached_property
    def observed_shares(self) -> tuple[Floats, Floats]:
        """Shares of the categories in each round [samples, rounds, categories], and how many they are shares of."""
        seen = self.total(lambda part: part.observed.paths.sum(axis=1))
        count = seen.sum(axis=-1, keepdims=True)
        return _ratio(seen, count), count

    @cached_property
    def one_step_shares(self) -> Floats:
        """Mean chances one step ahead, [samples, rounds, categories]."""
        return _ratio(self.total(lambda part: part.predicted.paths), self.observed_shares[1])

    @cached_property
    def complete_shares(self) -> Floats:
        """Mean chances of complete simulations, [samples, rounds, categories]."""
        return _ratio(self.total(_expected_paths), self.observed_shares[1])

    @cached_property
    def mean_hits(self) -> Floats:
        """Expected hits of a complete simulation."""
        pairs = zip(self.position_paths, self.parts, strict=True)
        return np.asarray(
            sum(np.einsum("rptc,ptc->r", seen, _simulated(part).shares) for seen, part in pairs)
        )


def value(measure: str, method: str, data: Reweighted, *, floor: float, block: int = 1) -> Floats:
    """The measure under every row of weights, shape [samples]."""
    if method == "Y,P" or method.startswith("h="):  # a horizon is one step with an older record
        return _one_step(measure, data)
    if method == "Y,X":
        return _realised(measure, data)
    if method == "Y,Z":
        return _complete(measure, data)
    if method == "sY,sP":
        return _of_subjects(measure, data)
    observed, counts = data.observed_shares
    predicted = data.one_step_shares if method.endswith("P") else data.complete_shares
    if method.startswith("b"):
        observed, predicted = (in_blocks(each, counts, block) for each in (observed, predicted))
    return _aggregate(measure, observed, predicted, floor)


def _product(weights: Floats, values: Floats) -> Floats:
    """[samples, units] times [units, ...]."""
    flat = weights @ values.reshape(values.shape[0], -1)
    return np.asarray(flat.reshape(weights.shape[0], *values.shape[1:]))


def _missing(longest: tuple[int, ...], shape: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(0, length - here) for length, here in zip(longest, shape, strict=True)]


def _ratio(above: Floats, below: Floats) -> Floats:
    """A mean; NaN where nothing was counted."""
    return np.where(below > 0, above / np.maximum(below, TINY), np.nan)


SUMS: dict[str, Callable[[PredictedPart], Floats]] = {
    "MSD": lambda part: part.predicted.squared,
    "MAD": lambda part: part.predicted.absolute,
    "POI": lambda part: part.predicted.wrong,
    "KS": lambda part: part.predicted.kuipers,
    "LOG": lambda part: part.predicted.log,
    "SPH": lambda part: part.predicted.spherical,
}


def _one_step(measure: str, data: Reweighted) -> Floats:
    """M(Y,P)."""
    if measure in EQUITABLE:
        return _equitable(measure, data, lambda part: part.predicted.pointed)
    below = {"MSD": data.cells, "MAD": data.cells, "KS": data.kuipers_rows}.get(measure, data.known)
    mean = _ratio(data.total(SUMS[measure]), below)
    return np.sqrt(mean) if measure == "MSD" else mean


def _realised(measure: str, data: Reweighted) -> Floats:
    """E M(Y,X): means are exact, the mean of the root is expanded."""
    if measure in EQUITABLE:
        return _equitable(measure, data, lambda part: part.predicted.realised)
    if measure == "KS":
        return _ratio(data.total(lambda part: part.predicted.kuipers_expected), data.kuipers_rows)
    if measure == "MSD":
        root = expected_root_by_moments(data.miss_moments)
        return np.asarray(np.sqrt(_ratio(np.array(2.0), data.cells)) * root)
    return of_misses(measure, data.miss_moments[..., 0], data.cells, data.known)


def _equitable(measure: str, data: Reweighted, tables: Callable[[PredictedPart], Floats]) -> Floats:
    """An equitable score of several games: each by its own base rates, weighted by its observations."""
    above, below = np.zeros(1), np.zeros(1)
    for part, weights in zip(data.parts, data.weights, strict=True):
        found = _scored_equitably(measure, _product(weights, tables(part)))
        known = np.where(np.isnan(found), 0.0, weights @ part.observed.known)
        above, below = above + np.nan_to_num(found) * known, below + known
    return _ratio(above, below)


def _scored_equitably(measure: str, tables: Floats) -> Floats:
    cuts = ordered_cuts if measure == "GS" else cuts_of_each
    return equitable_score(tables, cuts(tables.shape[-1])).score


def _of_subjects(measure: str, data: Reweighted) -> Floats:
    """M(sY,sP): every subject's shares over the rounds count once."""
    below = data.total(lambda part: part.predicted.subjects.rows)
    if measure in ("MSD", "MAD"):  # mean over cells, as everywhere
        below = data.total(lambda part: part.predicted.subjects.rows * part.observed.n_categories)
    name = {"MSD": "squared", "MAD": "absolute", "POI": "wrong", "LOG": "log", "SPH": "spherical"}[measure]
    mean = _ratio(data.total(lambda part: np.asarray(getattr(part.predicted.subjects, name))), below)
    return np.sqrt(mean) if measure == "MSD" else mean


def of_misses(measure: str, misses: Floats, cells: Floats, known: Floats) -> Floats:
    """MSD, MAD, POI or spherical score of unit-vector predictions with `misses` among `known` forecasts."""
    if measure == "POI":
        return _ratio(misses, known)
    if measure == "SPH":
        return 1.0 - _ratio(misses, known)
    mean = _ratio(2.0 * misses, cells)
    return np.sqrt(mean) if measure == "MSD" else mean


def _complete(measure: str, data: Reweighted) -> Floats:
    """M(Y,Z), averaged over the simulations."""
    if measure in EQUITABLE:
        return _equitable(measure, data, _simulated_tables)
    if measure == "KS":
        above = data.total(
            lambda part: np.einsum(
                "upt,pt->u", part.observed.kuipers_weights, _simulated(part).shares[..., 1]
            )
        )
        return _ratio(above, data.kuipers_rows)
    if measure != "MSD":
        return of_misses(measure, data.known - data.mean_hits, data.cells, data.known)
    misses = np.maximum(data.known[:, None] - _hits(data), 0.0)
    root = np.sqrt(misses, out=misses).mean(axis=1)
    return np.asarray(np.sqrt(_ratio(np.array(2.0), data.cells)) * root)


def _simulated(part: PredictedPart) -> Simulated:
    if part.simulated is None:
        raise BadRequest("Complete simulations were not asked for.")
    return part.simulated


def _simulated_tables(part: PredictedPart) -> Floats:
    """How often each category was observed where each is simulated, [units, observed, simulated]."""
    return np.asarray(np.einsum("uptm,ptn->umn", part.observed.paths, _simulated(part).shares))


def _hits(data: Reweighted) -> Floats:
    """Hits of each simulation, shape [samples, simulations]; those of a game serve all games together too."""
    total: Floats = np.zeros(1)
    for part, weight, seen in zip(data.parts, data.weights, data.position_paths, strict=True):
        place = id(part), id(weight)
        if place not in data.kept:
            data.kept[place] = _hits_in(part, seen)
        total = total + data.kept[place]
    return np.asarray(total, dtype=np.float64)


def _hits_in(part: PredictedPart, seen: Floats) -> Floats:
    """Hits of each simulation in one game: a gather written as a matrix product of whole numbers."""
    n_samples, last = len(seen), seen.shape[-1] - 1
    categories = _simulated(part).categories
    if n_samples > 1:
        categories = categories[:RESAMPLED_SIMULATIONS]
    # a simulation that did none of the others did the last one, so that needs no marks
    marks = categories[..., None] == np.arange(last)
    counts = (seen[..., :last] - seen[..., last:]).reshape(n_samples, -1).astype(np.float32)
    hits = counts @ marks.reshape(len(categories), -1).T.astype(np.float32)
    return np.asarray(hits + seen[..., last].sum(axis=(1, 2))[:, None])


def _expected_paths(part: PredictedPart) -> Floats:
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
    if measure in EQUITABLE:
        points = [np.nan_to_num(point_predictions(each)) for each in (observed, predicted)]
        return _scored_equitably(measure, np.einsum("rtm,rtn->rmn", *points))
    if measure == "LOG":
        each = (observed * np.log(np.maximum(predicted, floor))).sum(axis=-1)
    else:
        each = (observed * predicted).sum(axis=-1) / np.sqrt((predicted**2).sum(axis=-1))
    known = ~np.isnan(each)
    return _ratio(np.where(known, each, 0.0).sum(axis=1), known.sum(axis=1).astype(np.float64))
