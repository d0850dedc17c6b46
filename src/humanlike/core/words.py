"""Columns of a table as words: the different texts once, and a number for each row that says which stands there.

A million choices are made by a few thousand people in a few games: what is asked of a text is asked once.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.core.labels import Labels, numbered

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

    def categories(self) -> pd.Categorical:
        """The column as pandas keeps it."""
        return pd.Categorical.from_codes(self.codes, pd.Index(self.names, dtype="str"))


def words_of(column: "pd.Series[Any]") -> Words:
    """A column's different texts in order of appearance, and which stands where."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        places, present = pd.factorize(column.cat.codes.to_numpy())
        values = pd.Series(column.cat.categories.take(present, allow_fill=True, fill_value=None))
    else:
        places, uniques = pd.factorize(column, use_na_sentinel=False)
        values = pd.Series(uniques)
    return different(places.astype(np.int64), text_of(values).tolist())


def different(codes: Integers, names: list[str]) -> Words:
    """Words in which equal names have equal codes (1 and '1' are the same label)."""
    place = {name: number for number, name in enumerate(dict.fromkeys(names))}
    if len(place) < len(names):
        codes = np.array([place[name] for name in names], dtype=np.int64)[codes]
    return Words(codes, list(place))


def text_of(column: "pd.Series[Any]") -> "pd.Series[str]":
    """A column as it would stand in a CSV; absent values as empty text."""
    present = column.notna()
    if pd.api.types.is_float_dtype(column):
        numbers = column.astype(float)
        whole = present & (numbers % 1 == 0)
        words = numbers.map(repr)
        words[whole] = numbers[whole].astype("int64").astype(str)
    else:
        words = column.astype(str)
    return words.where(present, "")


def real_numbers(column: "pd.Series[Any]") -> npt.NDArray[np.float64]:
    """A column as numbers; NaN where it is none."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        values = real_numbers(pd.Series(column.cat.categories))
        return np.append(values, np.nan)[column.cat.codes.to_numpy()]  # code -1: absent
    return pd.to_numeric(column, errors="coerce").to_numpy(dtype=np.float64, na_value=np.nan)


def whole_numbers(column: "pd.Series[Any]") -> Integers:
    """A column as whole numbers ('3', '3.0' or 3); UNREADABLE where it is none."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        values = whole_numbers(pd.Series(column.cat.categories))
        return np.append(values, UNREADABLE)[column.cat.codes.to_numpy()]
    numbers = real_numbers(column)
    good = np.isfinite(numbers) & (numbers == np.floor(numbers)) & (np.abs(numbers) < LARGEST)
    return np.where(good, np.where(good, numbers, 0), UNREADABLE).astype(np.int64)


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
