"""Sums over independent units, redrawn or dealt out anew: each unit counts as often as luck has it.

A resample is a row of weights, and the sums of many are one product of weights and values. Weights are drawn in blocks
that stay in the cache. The draws are those of `Generator.integers` and `Generator.random` in their order, so a seed
means the same resamples whatever the size of a block.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from humanlike.core import Streams

AT_ONCE = 2**17  # weights in a block
EXACT = 2**24  # single precision holds whole numbers up to this exactly

Floats = npt.NDArray[np.float64]
Weights = npt.NDArray[Any]  # [resamples, units]


def redrawn_sums(stream: Streams, values: Floats, times: int) -> Floats:
    """Sums [times, ...] of `values` [units, ...] over as many units, drawn with replacement."""
    generator, n_units = stream.generator(), len(values)

    def weights(rows: int) -> Weights:
        draws = generator.integers(0, n_units, size=(rows, n_units))
        return np.stack([np.bincount(draw, minlength=n_units) for draw in draws])

    return _weighed(values, times, weights)


def dealt_sums(stream: Streams, values: Floats, n_marked: int, times: int) -> tuple[Floats, Floats]:
    """Sums [times, ...] of `values` [units, ...] over `n_marked` units chosen at random, and over the others."""
    generator = stream.generator()
    marked = _weighed(values, times, lambda rows: _marks(generator, len(values), n_marked, rows))
    return marked, values.sum(axis=0) - marked


def _marks(generator: np.random.Generator, n_units: int, n_marked: int, rows: int) -> Weights:
    """1 for marked units, else 0, [rows, units]: place j is marked where the j-th smallest of a row of random numbers
    belongs to one of the first `n_marked`.

    Sorting numbers that carry the mark in their last bit takes a quarter of an `argsort`; half of each number is enough
    to sort by, except where two are equal in it.
    """
    numbers = generator.bit_generator.random_raw(rows * n_units).reshape(rows, n_units)
    first = np.arange(n_units) < n_marked
    short = (numbers >> np.uint64(32)).astype(np.uint32)
    short &= ~np.uint32(1)
    short |= first
    short.sort(axis=1)
    for row in np.flatnonzero(
        (short[:, 1:] ^ short[:, :-1] == 1).any(axis=1)
    ):  # equal, and only one is marked
        whole = numbers[row] >> np.uint64(11) << np.uint64(1) | first  # the 53 bits of `Generator.random`
        short[row] = np.sort(whole) & np.uint64(1)
    short &= np.uint32(1)
    return short


def _weighed(values: Floats, times: int, weights: Callable[[int], Weights]) -> Floats:
    """Products of `times` rows of weights with the values, block by block."""
    flat = values.reshape(len(values), -1)
    whole = np.abs(flat).max(initial=0.0) * len(flat) <= EXACT and bool((flat == np.rint(flat)).all())
    flat = flat.astype(np.float32 if whole else np.float64)
    size = max(AT_ONCE // max(len(flat), 1), 1)
    sums = np.empty((times, flat.shape[1]))
    with threadpool_limits(limits=1):  # matrices this narrow lose time to threads
        for start in range(0, times, size):
            sums[start : start + size] = weights(min(size, times - start)).astype(flat.dtype) @ flat
    return sums.reshape(times, *values.shape[1:])
