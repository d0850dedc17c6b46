"""Arrays of moves, [subjects, rounds]: kept in their type, checked at one look."""

from typing import Any

import numpy as np
import numpy.typing as npt

MISSING = -1  # a move that was not made (0 in the papers' plain text, which counts actions from 1)


def settled(array: npt.NDArray[Any], dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """The array in the wanted type, never to be written to again; copied unless it is both already."""
    if array.dtype == dtype and not array.flags.writeable:
        return array
    result = array.astype(dtype, order="C")
    result.setflags(write=False)
    return result


def first_outside(
    moves: npt.NDArray[np.integer[Any]], limits: npt.NDArray[np.int64]
) -> tuple[int, int] | None:
    """Row and round of the first entry that is neither MISSING nor below its row's limit; None if all are."""
    if not moves.size or (moves.min() >= MISSING and moves.max() < limits.min()):
        return None  # the usual case, told by one look
    wrong = (moves < MISSING) | (moves >= limits[:, None])
    if not wrong.any():
        return None
    row, round_ = np.unravel_index(np.argmax(wrong), wrong.shape)
    return int(row), int(round_)
