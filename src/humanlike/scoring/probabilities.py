"""What counts as a probability forecast, and how an outcome is picked out of it."""

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord

Floats = npt.NDArray[np.float64]
TOLERANCE = 1e-6  # how far the sum of one forecast may be from 1


def check_probabilities(probabilities: npt.ArrayLike) -> Floats:
    """`probabilities` as an array [..., alternatives], or a sentence about the first bad forecast.

    >>> check_probabilities([0.5, 0.4])
    Traceback (most recent call last):
    humanlike.core.errors.BadRecord: A forecast sums to 0.9, not 1 (tolerance 1e-06): 0.5, 0.4.
    """
    values = np.asarray(probabilities, dtype=np.float64)
    if values.ndim == 0 or values.shape[-1] < 2:
        raise BadRecord(
            f"A forecast needs at least two alternatives on its last axis, not shape {values.shape}."
        )
    totals = sum_over_alternatives(values)
    if values.size and not (values.min() >= 0 and np.abs(totals - 1).max() <= TOLERANCE):  # NaN fails too
        raise BadRecord(_first_fault(values.reshape(-1, values.shape[-1])))
    return values


def sum_over_alternatives(values: Floats) -> Floats:
    """The sum over the last axis; written out for few alternatives, where NumPy's reduction is slow."""
    if values.shape[-1] > 8:
        return np.asarray(values.sum(axis=-1))
    total: Floats = values[..., 0].copy()
    for alternative in range(1, values.shape[-1]):
        total += values[..., alternative]
    return total


def _first_fault(rows: Floats) -> str:
    wrong = (np.abs(rows.sum(axis=-1) - 1) > TOLERANCE) | ~np.all(rows >= 0, axis=-1)
    row = rows[np.argmax(wrong)]
    listed = ", ".join(f"{value:g}" for value in row)
    if np.any(np.isnan(row)):
        return f"A forecast holds something that is not a number: {listed}."
    if np.any(row < 0):
        return f"A forecast holds a negative probability: {listed}."
    return f"A forecast sums to {row.sum():.6g}, not 1 (tolerance {TOLERANCE:g}): {listed}."


def check_outcomes(outcome: npt.ArrayLike, n_alternatives: int) -> npt.NDArray[np.intp]:
    """`outcome` as indices from 0 to n-1, or a sentence."""
    values = np.asarray(outcome)
    if not np.issubdtype(values.dtype, np.integer):
        raise BadRecord(f"Outcomes are whole numbers from 0 to {n_alternatives - 1}, not {values.dtype}.")
    if values.size and (values.min() < 0 or values.max() >= n_alternatives):
        bad = values[(values < 0) | (values >= n_alternatives)].flat[0]
        raise BadRecord(
            f"Outcome {bad} is none of the {n_alternatives} alternatives 0 to {n_alternatives - 1}."
        )
    return values.astype(np.intp, copy=False)


def probability_of(probabilities: Floats, outcome: npt.NDArray[np.intp]) -> Floats:
    """The probability ascribed to what happened, shape [...]; the leading axes broadcast."""
    n_alternatives = probabilities.shape[-1]
    if probabilities.ndim == 1:
        return np.asarray(probabilities[outcome])
    shape = np.broadcast_shapes(probabilities.shape[:-1], outcome.shape)
    if probabilities.shape[:-1] == shape:
        flat = np.arange(0, probabilities.size, n_alternatives).reshape(shape) + outcome
        return np.asarray(np.ascontiguousarray(probabilities).reshape(-1)[flat])
    everywhere = np.broadcast_to(probabilities, (*shape, n_alternatives))
    index = np.broadcast_to(outcome, shape)[..., None]
    return np.asarray(np.take_along_axis(everywhere, index, axis=-1)[..., 0])


def log_with_zero(values: Floats) -> Floats:
    """The logarithm; that of 0 is -infinity, without a warning."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(values))
