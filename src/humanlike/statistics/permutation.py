"""Permutation tests: how often would chance alone give a difference this large?

Under the null hypothesis the labels (or, for pairs, the signs) are exchangeable; the p-value is the share
of relabellings at least as extreme as the data, the data itself included, so it is exactly valid.

Fisher (1935), The design of experiments; Phipson & Smyth (2010), on never reporting a p-value of zero.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord, Streams

Floats = npt.NDArray[np.float64]
ROUNDING = 1e-12
EXACT_PAIRS = 16  # up to 2^16 sign patterns are all tried


def sign_flip_test(stream: Streams, differences: npt.ArrayLike, *, n_permutations: int = 9999) -> float:
    """Two-sided p-value that paired `differences` [n] are symmetric about 0; exact up to 16 pairs.

    >>> sign_flip_test(Streams(1), [1.0, 2.0, 3.0, 4.0])
    0.125
    """
    values = np.asarray(differences, dtype=np.float64)
    if values.ndim != 1 or values.size < 1 or not np.all(np.isfinite(values)):
        raise BadRecord("A sign-flip test needs a list of finite differences.")
    observed = abs(values.sum())
    limit = observed - ROUNDING * max(1.0, np.abs(values).sum())
    if values.size <= EXACT_PAIRS:
        patterns = (np.arange(2**values.size)[:, None] >> np.arange(values.size)) & 1
        return float(np.mean(np.abs((1 - 2 * patterns) @ values) >= limit))
    signs = stream.generator().integers(0, 2, size=(n_permutations, values.size)) * 2 - 1
    return float((1 + np.sum(np.abs(signs @ values) >= limit)) / (n_permutations + 1))


def label_permutation_test(
    stream: Streams,
    values: npt.ArrayLike,
    labels: npt.ArrayLike,
    statistic: Callable[[Floats, npt.NDArray[np.bool_]], float] | None = None,
    *,
    n_permutations: int = 9999,
) -> float:
    """p-value that units labelled True and False [n] come from one population; large `statistic` is extreme.

    The default statistic is the absolute difference of means.
    """
    data, marks = np.asarray(values, dtype=np.float64), np.asarray(labels, dtype=np.bool_)
    if data.shape[0] != marks.size or not 0 < marks.sum() < marks.size:
        raise BadRecord("A permutation test needs one label for each unit, and units of both kinds.")
    measure = statistic or _difference_of_means
    observed = measure(data, marks)
    generator = stream.generator()
    shuffled = (measure(data, generator.permutation(marks)) for _ in range(n_permutations))
    at_least = sum(value >= observed - ROUNDING * max(1.0, abs(observed)) for value in shuffled)
    return (1 + at_least) / (n_permutations + 1)


def _difference_of_means(values: Floats, marks: npt.NDArray[np.bool_]) -> float:
    return float(np.abs(values[marks].mean(axis=0) - values[~marks].mean(axis=0)).sum())
