"""Means and variances without missing values (NaN)."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def known_mean(values: Floats, axis: int = 0) -> Floats:
    """Mean over an axis without missing values; NaN where all are missing.

    >>> known_mean(np.array([[1.0, np.nan], [3.0, np.nan]])).tolist()
    [2.0, nan]
    """
    known = np.isfinite(values)
    total = np.where(known, values, 0.0).sum(axis=axis)
    return np.asarray(total / nonzero(known.sum(axis=axis).astype(np.float64)))


def known_variance(values: Floats, axis: int = 0) -> Floats:
    """Sample variance over an axis without missing values; NaN where fewer than two are known."""
    known = np.isfinite(values)
    count = known.sum(axis=axis, keepdims=True).astype(np.float64)
    mean = np.where(known, values, 0.0).sum(axis=axis, keepdims=True) / nonzero(count)
    squares = np.where(known, (values - mean) ** 2, 0.0).sum(axis=axis)
    return np.asarray(squares / nonzero(np.maximum(count.squeeze(axis) - 1, 0)))


def nonzero(values: Floats) -> Floats:
    """The values with zeros as NaN, so that nothing is divided by zero."""
    return np.where(values == 0, np.nan, values)
