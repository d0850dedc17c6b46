"""What agents look at cannot be written to, and nothing lies behind it.

A read-only array can be made writable again by whoever holds it, and a slice leads back to all it was cut from
(`array.base`): a day's requests cut from the game's would hand out the future. Arrays over immutable bytes do neither.
"""

import numpy as np
import numpy.typing as npt


def sealed(array: npt.NDArray[np.generic]) -> np.ndarray:
    """A copy of `array` that stays as it is.

    >>> sealed(np.arange(3)).setflags(write=True)
    Traceback (most recent call last):
    ...
    ValueError: cannot set WRITEABLE flag to True of this array
    """
    return np.frombuffer(array.tobytes(), dtype=array.dtype).reshape(array.shape)
