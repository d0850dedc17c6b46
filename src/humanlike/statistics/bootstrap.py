r"""Bootstrap over independent units: redraw whole matches, groups or sessions, never rounds.

Percentile intervals are too narrow for few units: a resample varies by the spread with divisor n, and knows nothing of
Student's tails. The percentiles are therefore moved out to where n normal units would give Student's interval,
:math:`\Phi(-t_{n-1} \sqrt{n/(n-1)})`. A spread, or what is a ratio of spreads, belongs to `jackknife`.

Efron (1979), Annals of Statistics 7, 1-26; Hesterberg (2015), The American Statistician 69, 371-386
(expanded percentiles).
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr, stdtrit

from humanlike.core import BadParameters, BadRecord, Streams

Floats = npt.NDArray[np.float64]


class BootstrapInterval(NamedTuple):
    """An estimate, its interval and its standard error; each has the shape of the statistic."""

    estimate: Floats
    lower: Floats
    upper: Floats
    standard_error: Floats


def unit_draws(stream: Streams, n_units: int, n_resamples: int) -> npt.NDArray[np.int64]:
    """Which units make up each resample, shape [resamples, units]."""
    if n_units < 1 or n_resamples < 1:
        raise BadParameters(f"A bootstrap needs units and resamples, not {n_units} and {n_resamples}.")
    return stream.generator().integers(0, n_units, size=(n_resamples, n_units))


def bootstrap(
    stream: Streams,
    values: npt.ArrayLike,
    statistic: Callable[[Floats], npt.ArrayLike] = lambda resample: resample.mean(axis=0),
    *,
    n_resamples: int = 2000,
    alpha: float = 0.05,
) -> BootstrapInterval:
    """The interval of `statistic(values[units, ...])`, redrawing units (the first axis) with replacement.

    >>> print(bootstrap(Streams(1)["doc"], np.arange(20.0)).lower.round(1))
    6.8
    """
    data = np.asarray(values, dtype=np.float64)
    if data.ndim == 0 or data.shape[0] < 2:
        raise BadRecord("A bootstrap needs at least two independent units on the first axis.")
    draws = unit_draws(stream, data.shape[0], n_resamples)
    replicates = np.stack([np.asarray(statistic(data[draw]), dtype=np.float64) for draw in draws])
    lower, upper = np.quantile(replicates, percentiles(data.shape[0], alpha), axis=0)
    return BootstrapInterval(
        np.asarray(statistic(data), dtype=np.float64), lower, upper, replicates.std(axis=0, ddof=1)
    )


def percentiles(n_units: int, alpha: float = 0.05) -> tuple[float, float]:
    """Between which shares of the resamples an interval lies, for so many units.

    >>> [round(share, 4) for share in percentiles(8)], [round(share, 4) for share in percentiles(1000)]
    ([0.0057, 0.9943], [0.0248, 0.9752])
    """
    if n_units < 2:
        raise BadRecord("A bootstrap needs at least two independent units.")
    outside = float(ndtr(-stdtrit(n_units - 1, 1 - alpha / 2) * np.sqrt(n_units / (n_units - 1))))
    return outside, 1 - outside


def units_of(labels: npt.ArrayLike) -> list[npt.NDArray[np.intp]]:
    """The rows of each independent unit, in order of first appearance: what to redraw together."""
    _, first, inverse, counts = np.unique(
        np.asarray(labels), return_index=True, return_inverse=True, return_counts=True
    )
    rows = np.split(np.argsort(inverse, kind="stable"), np.cumsum(counts)[:-1])
    return [rows[index] for index in np.argsort(first)]
