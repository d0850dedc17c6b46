"""What agents look at cannot be written to, and nothing lies behind it.

A read-only array can be made writable again by whoever holds it, and a slice leads back to all it was cut from
(`array.base`): a day's requests cut from the game's would hand out the future. Arrays over immutable bytes do neither.
But shape, strides and type of any array can be changed by whoever holds it, so everybody gets an array of his own over
the same bytes, and the world keeps its own.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt


def sealed_for(readers: int, rows: Iterable[npt.NDArray[np.generic]]) -> list[list[np.ndarray]]:
    """The same rows for every reader, [readers][rows]: copies that share nothing but their bytes.

    >>> (mine,), (yours,) = sealed_for(2, [np.arange(3)])
    >>> yours, yours is mine
    (array([0, 1, 2]), False)
    >>> yours.setflags(write=True)
    Traceback (most recent call last):
    ...
    ValueError: cannot set WRITEABLE flag to True of this array
    """
    plain = [(row.tobytes(), row.dtype) for row in rows]
    return [[np.frombuffer(data, dtype=kind) for data, kind in plain] for _ in range(readers)]
