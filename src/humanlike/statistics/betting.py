r"""Betting confidence sequence: exact for bounded scores, whatever their distribution.

Against every candidate mean *m* two gamblers bet on the next observation being larger or smaller,

.. math:: K^\pm_n(m) = \prod_{i \le n} \bigl(1 \pm \lambda_i^\pm (x_i - m)\bigr),

with stakes :math:`\lambda_i` fixed before :math:`x_i` is seen (predictable plug-in of the running variance,
cut so that no bet can ruin). If *m* is the mean, :math:`\max(K^+, K^-)/2` ever exceeds :math:`1/\alpha` with
probability at most :math:`\alpha` (Ville), so the means for which it has not yet done so form a confidence
sequence: no burn-in, no assumption but the bounds. It pays for that in width: it cannot profit from a
variance far below the range before having seen it.

Waudby-Smith & Ramdas (2024), Estimating means of bounded random variables by betting, Journal of the
Royal Statistical Society B 86, 1-27 (the hedged capital process).
"""

import numpy as np
import numpy.typing as npt

from humanlike.core import BadParameters, BadRecord
from humanlike.statistics.confidence_sequence import ConfidenceSequence

Floats = npt.NDArray[np.float64]
CAUTION = 0.5  # no stake may lose more than this share of the capital


def betting_confidence_sequence(
    values: npt.ArrayLike, lower: float, upper: float, *, alpha: float = 0.05, n_candidates: int = 400
) -> ConfidenceSequence:
    """The sequence for the mean of `values` [..., n], all of which lie between `lower` and `upper`.

    Candidate means lie on a grid of `n_candidates` steps; intervals are rounded outwards to it.

    >>> sequence = betting_confidence_sequence(np.tile([0.6, 0.8], 50), 0.0, 1.0)
    >>> print(sequence.lower[-1].round(2), sequence.upper[-1].round(2))
    0.65 0.73
    """
    unit = _to_unit_interval(values, lower, upper)
    stakes = _stakes(unit, alpha)
    candidates = np.linspace(0.0, 1.0, n_candidates + 1)
    low, high = np.zeros(unit.shape), np.ones(unit.shape)
    for index, candidate in enumerate(candidates):
        too_low, too_high = _rejected(unit, stakes, candidate, alpha)
        # both kinds of rejection are monotone in the candidate, so the ends can be collected one by one
        low = np.where(too_low, candidates[index], low)
        if index > 0:
            high = np.where(too_high & (high == 1.0), candidates[index], high)
    span = upper - lower
    count = np.arange(1, unit.shape[-1] + 1)
    mean = np.cumsum(unit, axis=-1) / count
    return ConfidenceSequence(lower + span * mean, lower + span * low, lower + span * high)


def betting_capital(
    values: npt.ArrayLike, mean: float, lower: float, upper: float, *, alpha: float = 0.05
) -> Floats:
    """What the richer gambler's half is worth after each observation if they bet against `mean`, [..., n].

    Its running maximum exceeds 1/alpha with probability at most alpha if `mean` is the true mean.
    """
    unit = _to_unit_interval(values, lower, upper)
    if not lower <= mean <= upper:
        raise BadParameters(f"The mean {mean:g} lies outside the bounds {lower:g} to {upper:g}.")
    up, down = _log_capitals(unit, _stakes(unit, alpha), (mean - lower) / (upper - lower))
    return np.asarray(np.exp(np.maximum(up, down)) / 2)


def _rejected(
    unit: Floats, stakes: Floats, candidate: float, alpha: float
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Where `candidate` has been found too low, or too high, at this look or before."""
    threshold = np.log(2 / alpha)
    up, down = _log_capitals(unit, stakes, candidate)
    return (
        np.maximum.accumulate(up, axis=-1) >= threshold,
        np.maximum.accumulate(down, axis=-1) >= threshold,
    )


def _log_capitals(unit: Floats, stakes: Floats, candidate: float) -> tuple[Floats, Floats]:
    largest_up = CAUTION / max(candidate, 1e-12)
    largest_down = CAUTION / max(1 - candidate, 1e-12)
    up = np.log1p(np.minimum(stakes, largest_up) * (unit - candidate))
    down = np.log1p(-np.minimum(stakes, largest_down) * (unit - candidate))
    return np.cumsum(up, axis=-1), np.cumsum(down, axis=-1)


def _stakes(unit: Floats, alpha: float) -> Floats:
    """The predictable plug-in: sqrt(2 log(2/alpha) / (variance so far * t log(1+t)))."""
    count = np.arange(1, unit.shape[-1] + 1, dtype=np.float64)
    mean = (0.5 + np.cumsum(unit, axis=-1)) / (count + 1)
    variance = (0.25 + np.cumsum((unit - mean) ** 2, axis=-1)) / (count + 1)
    before = np.concatenate([np.full((*unit.shape[:-1], 1), 0.25), variance[..., :-1]], axis=-1)
    return np.asarray(np.sqrt(2 * np.log(2 / alpha) / (before * count * np.log(1 + count))))


def _to_unit_interval(values: npt.ArrayLike, lower: float, upper: float) -> Floats:
    if not lower < upper:
        raise BadParameters(f"The bounds {lower:g} to {upper:g} leave no room.")
    unit = (np.asarray(values, dtype=np.float64) - lower) / (upper - lower)
    if unit.ndim == 0 or unit.shape[-1] == 0:
        raise BadRecord("A confidence sequence needs at least one value.")
    if not (np.all(unit >= -1e-12) and np.all(unit <= 1 + 1e-12)):
        raise BadRecord(f"A value lies outside the stated bounds {lower:g} to {upper:g}.")
    return np.clip(unit, 0.0, 1.0)
