"""Columns of a table as words: the different texts once, and a number for each row that says which stands there.

A million choices are made by a few thousand people in a few games: what is asked of a text is asked once.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core.labels import Labels, numbered

if TYPE_CHECKING:
    import pandas as pd

Integers = npt.NDArray[np.int64]
UNREADABLE = np.iinfo(np.int64).min  # stands for what is no whole number
LARGEST = 2**31


class Words(NamedTuple):
    """A column of text: row r says `names[codes[r]]`; different codes have different names."""

    codes: Integers
    names: list[str]

    @property
    def blank(self) -> bool:
        """Whether nothing is said in any row."""
        return not any(name.strip() for name in self.names)

    def labels(self, rows: Integers) -> Labels:
        """The words of some rows as labels."""
        return Labels(self.codes[rows], tuple(self.names))

    def categories(self) -> "pd.Categorical":
        """The column as pandas keeps it."""
        import pandas as pd  # slow to load, and words need none

        return pd.Categorical.from_codes(self.codes, pd.Index(self.names, dtype="str"))


def different(codes: Integers, names: list[str]) -> Words:
    """Words in which equal names have equal codes (1 and '1' are the same label)."""
    place = {name: number for number, name in enumerate(dict.fromkeys(names))}
    if len(place) < len(names):
        codes = np.array([place[name] for name in names], dtype=np.int64)[codes]
    return Words(codes, list(place))


def by_appearance(*keys: Integers) -> Integers:
    """A number for each different combination of keys (0 or more), in order of appearance.

    >>> by_appearance(np.array([3, 3, 0, 3]), np.array([1, 2, 2, 1])).tolist()
    [0, 1, 2, 0]
    """
    telling = [key for key in keys if key.any()]  # a column that says the same everywhere tells nothing apart
    result = numbered(telling[0]) if telling else np.zeros(len(keys[0]), dtype=np.int64)
    for key in telling[1:]:
        result = numbered(result * (int(key.max()) + 1) + key)
    return result


def is_first(numbers: Integers) -> npt.NDArray[np.bool_]:
    """Which rows are the first with their number, the numbers being in order of appearance."""
    return np.diff(np.maximum.accumulate(numbers), prepend=-1) > 0
