"""One pass over many moves: some rows at a time, so that what is looked at stays in the cache and memory is bounded."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
CELLS_AT_ONCE = 2**16


def pieces(rows: Integers, n_rounds: int) -> Iterator[Integers]:
    """The rows in order, as many at a time as have CELLS_AT_ONCE rounds together.

    >>> [len(piece) for piece in pieces(np.arange(10), CELLS_AT_ONCE // 4)]
    [4, 4, 2]
    """
    size = max(CELLS_AT_ONCE // max(n_rounds, 1), 1)
    return (rows[start : start + size] for start in range(0, len(rows), size))


def last_true(mask: npt.NDArray[np.bool_]) -> Integers:
    """The number of the last true entry of each row [rows, rounds], from 1; 0 if there is none.

    >>> last_true(np.array([[True, False, True, False], [False] * 4])).tolist()
    [3, 0]
    """
    if not mask.shape[1] or mask[:, -1].all():
        return np.full(len(mask), mask.shape[1], dtype=np.int64)
    return np.where(mask.any(axis=1), mask.shape[1] - np.argmax(mask[:, ::-1], axis=1), 0)


def most_of_group(group: Integers, values: npt.NDArray[np.integer[Any]]) -> Integers:
    """The largest value, 0 at least, within each row's group; groups are numbered from 0.

    >>> most_of_group(np.array([0, 1, 0]), np.array([5, 2, 7])).tolist()
    [7, 2, 7]
    """
    most = np.zeros(int(group.max(initial=-1)) + 1, dtype=np.int64)
    np.maximum.at(most, group, values)
    return most[group]
