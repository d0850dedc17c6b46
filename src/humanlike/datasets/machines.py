"""Whose choices are studied: rows of bots and confederates are there only because people met them.

A ``kind`` column (human or machine) decides; without one, what is known of public data sets by name does.
"""

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
        return (rows["kind"].str.lower() == "machine").to_numpy(dtype=np.bool_)
    result = np.zeros(len(rows), dtype=np.bool_)
    for name, (column, beginning) in MACHINES.items():
        here = (rows["dataset"] == name) & rows[column].str.startswith(beginning)
        result |= here.to_numpy(dtype=np.bool_)
    return result
