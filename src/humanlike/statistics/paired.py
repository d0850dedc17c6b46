"""Paired comparison at one look: the t-test on per-question differences.

For one look planned in advance this is the shortest honest interval; whoever looks again and again needs
`confidence_sequence`. Student (1908), Biometrika 6, 1-25.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadParameters, BadRecord

ROUNDING = 1e-14  # of their size: differences that vary less are one number


class PairedTest(NamedTuple):
    """Mean difference with its interval and two-sided p-value."""

    mean: float
    lower: float
    upper: float
    p_value: float
    n: int


def paired_test(first: npt.ArrayLike, second: npt.ArrayLike, *, alpha: float = 0.05) -> PairedTest:
    """Whether `first` [n] scores higher than `second` [n] on the same questions, at one planned look.

    >>> test = paired_test([1.0, 2.0, 3.0, 4.0], [0.5, 1.0, 2.5, 3.0])
    >>> print(round(test.mean, 3), round(test.p_value, 4))
    0.75 0.0138
    """
    x, y = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if x.ndim != 1 or x.shape != y.shape or x.size < 2:
        raise BadRecord(
            f"A paired test needs two series of the same length, at least 2; got {x.shape}, {y.shape}."
        )
    if not 0 < alpha < 1:
        raise BadParameters(f"alpha = {alpha:g} must lie between 0 and 1.")
    difference = x - y
    if not np.all(np.isfinite(difference)):
        raise BadRecord("A paired test needs finite scores; an infinite score cannot be averaged.")
    mean = float(difference.mean())
    if np.ptp(difference) <= ROUNDING * np.abs(difference).max():
        return PairedTest(mean, mean, mean, 0.0 if mean else 1.0, x.size)
    from scipy import stats  # takes a second to load, and most who use this room do not test

    test = stats.ttest_1samp(difference, 0.0)
    reach = test.confidence_interval(1 - alpha)
    return PairedTest(mean, float(reach.low), float(reach.high), float(test.pvalue), x.size)
