"""Whose choices are studied: rows of bots and confederates are there only because people met them.

A ``kind`` column (human or machine) decides; without one, what is known of public data sets by name does.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

MACHINES: dict[str, tuple[str, str]] = {  # data set: column, beginning of the machines' entries
    "pennies-vs-bots": ("subject", "bot-"),
    "akata-human-vs-gpt4": ("subject", "gpt4"),
    "ultimatum-responders": ("subject", "partner-"),
}


def is_machine(rows: pd.DataFrame) -> npt.NDArray[np.bool_]:
    """True for rows that no human under study stands behind."""
    if "kind" in rows.columns:
        return _where(rows["kind"], lambda word: word.lower() == "machine")
    result = np.zeros(len(rows), dtype=np.bool_)
    for name, (column, beginning) in MACHINES.items():
        if name in rows["dataset"].cat.categories:
            here = (rows["dataset"] == name).to_numpy(dtype=np.bool_)
            result |= here & _where(rows[column], partial(_begins, beginning))
    return result


def _begins(beginning: str, word: str) -> bool:
    return word.startswith(beginning)


def _where(column: "pd.Series[Any]", says: Callable[[str], bool]) -> npt.NDArray[np.bool_]:
    """Rows whose word is such; each different word is asked once."""
    return np.array([says(word) for word in column.cat.categories], dtype=np.bool_)[column.cat.codes]
