"""Sums over the rows of each unit: what every tally is made of."""

import numpy as np

from humanlike.prediction.observations import Floats, Integers


def per_unit(values: Floats, units: Integers, n_units: int) -> Floats:
    """Sums over the rows of each unit, [rows, ...] -> [units, ...]."""
    result = np.zeros((n_units, *values.shape[1:]))
    np.add.at(result, units, values)
    return result
