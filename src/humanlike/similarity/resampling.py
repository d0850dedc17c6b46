"""Bodies redrawn, halved and dealt out anew: sums of counts over units, each taken as often as luck has it.

Units are counted once; a resample is a row of weights, and the sums of many are one product of weights and counts.
Weights are drawn in blocks that stay in the cache. The draws are those of `Generator.integers` and `Generator.random`
in their order, so a seed means the same resamples whatever the size of a block.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import Streams
from humanlike.similarity.metric import Floats

AT_ONCE = 2**17  # weights in a block
EXACT = 2**24  # single precision holds whole numbers up to this exactly

Weights = npt.NDArray[Any]  # [resamples, units]


def redrawn_sums(stream: Streams, counts: Floats, times: int) -> Floats:
    """Sums [times, ...] of `counts` [units, ...] over as many units, drawn with replacement."""
    generator, n_units = stream.generator(), len(counts)

    def weights(rows: int) -> Weights:
        draws = generator.integers(0, n_units, size=(rows, n_units))
        return np.stack([np.bincount(draw, minlength=n_units) for draw in draws])

    return _weighed(counts, times, weights)


def dealt_sums(stream: Streams, counts: Floats, n_marked: int, times: int) -> tuple[Floats, Floats]:
    """Sums [times, ...] of `counts` [units, ...] over `n_marked` units chosen at random, and over the others."""
    generator = stream.generator()
    marked = _weighed(counts, times, lambda rows: _marks(generator, len(counts), n_marked, rows))
    return marked, counts.sum(axis=0) - marked


def _marks(generator: np.random.Generator, n_units: int, n_marked: int, rows: int) -> Weights:
    """1 for marked units, else 0, [rows, units]: place j is marked where the j-th smallest of a row of random numbers
    belongs to one of the first `n_marked`.

    Sorting numbers that carry the mark in their last bit takes a quarter of an `argsort`; half of each number is enough
    to sort by, except where two are equal in it.
    """
    numbers = generator.bit_generator.random_raw(rows * n_units).reshape(rows, n_units)
    first = np.arange(n_units) < n_marked
    short = (numbers >> np.uint64(32)).astype(np.uint32) & ~np.uint32(1) | first
    short.sort(axis=1)
    for row in np.flatnonzero(
        (short[:, 1:] ^ short[:, :-1] == 1).any(axis=1)
    ):  # equal, and only one is marked
        whole = numbers[row] >> np.uint64(11) << np.uint64(1) | first  # the 53 bits of `Generator.random`
        short[row] = np.sort(whole) & np.uint64(1)
    return short & np.uint32(1)


def _weighed(counts: Floats, times: int, weights: Callable[[int], Weights]) -> Floats:
    """The product of `times` rows of weights with the counts."""
    flat = counts.reshape(len(counts), -1)
    whole = flat.max(initial=0.0) * len(flat) <= EXACT and bool((flat == np.rint(flat)).all())
    flat = flat.astype(np.float32 if whole else np.float64)
    taken = np.empty((times, len(flat)), dtype=flat.dtype)
    size = max(AT_ONCE // max(len(flat), 1), 1)
    for start in range(0, times, size):
        taken[start : start + size] = weights(min(size, times - start))
    return np.asarray(taken @ flat, dtype=np.float64).reshape(times, *counts.shape[1:])
