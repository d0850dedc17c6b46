"""Columns of a table as words and as numbers."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.core.words import LARGEST, UNREADABLE, Integers, Words, different


def words_of(column: "pd.Series[Any]") -> Words:
    """A column's different texts in order of appearance, and which stands where."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        places, present = pd.factorize(column.cat.codes.to_numpy())
        values = pd.Series(column.cat.categories.take(present, allow_fill=True, fill_value=None))
    else:
        places, uniques = pd.factorize(column, use_na_sentinel=False)
        values = pd.Series(uniques)
    return different(places.astype(np.int64), text_of(values).tolist())


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
