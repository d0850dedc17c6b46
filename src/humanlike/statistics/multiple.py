"""Many comparisons at once: Holm's correction and simultaneous confidence sequences.

"Best" is claimed after looking, so it needs simultaneous coverage against all rivals: with k entrants each
of the k-1 differences is covered at level alpha/(k-1) (Bonferroni), and the leader is *established* once
its lower ends against every rival have been above 0. Two entrants cannot both be established unless some
interval misses, so the chance of a false winner is at most alpha.

Holm (1979), Scandinavian Journal of Statistics 6, 65-70.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord
from humanlike.statistics.confidence_sequence import (
    BURN_IN,
    EFFECT_SPREAD,
    ConfidenceSequence,
    Method,
    confidence_sequence,
)

Floats = npt.NDArray[np.float64]


def holm(p_values: npt.ArrayLike) -> Floats:
    """Holm's adjusted p-values, in the order given; reject those at most alpha.

    Equal to statsmodels' `multipletests`, which collects the garbage of the whole process at every call: a quarter of
    a second, hundreds of times in one study of predictive success.

    >>> holm([0.01, 0.04, 0.03])
    array([0.03, 0.06, 0.06])
    """
    values = np.asarray(p_values, dtype=np.float64)
    if values.ndim != 1 or not np.all((values >= 0) & (values <= 1)):
        raise BadRecord("Holm's correction needs a list of p-values between 0 and 1.")
    order = np.argsort(values, kind="stable")
    stepped = np.minimum(np.maximum.accumulate(values[order] * np.arange(values.size, 0, -1)), 1.0)
    adjusted = np.empty_like(stepped)
    adjusted[order] = stepped
    return adjusted


class Lead(NamedTuple):
    """Who leads, and whether that is established, after the last look."""

    leader: int
    established_after: int  # how many observations it took; -1 if not established
    differences: ConfidenceSequence  # leader minus each rival, shape [rivals, n]
    rivals: tuple[int, ...]


def simultaneous_sequences(
    differences: npt.ArrayLike,
    *,
    alpha: float = 0.05,
    method: Method = "t",
    burn_in: int = BURN_IN,
    effect_spread: float = EFFECT_SPREAD,
) -> ConfidenceSequence:
    """Sequences of several comparisons [..., comparisons, n] that all hold at once with chance 1 - alpha."""
    values = np.asarray(differences, dtype=np.float64)
    if values.ndim < 2:
        raise BadRecord(f"Simultaneous sequences need an array [comparisons, n], not shape {values.shape}.")
    return confidence_sequence(
        values, alpha=alpha / values.shape[-2], method=method, burn_in=burn_in, effect_spread=effect_spread
    )


def find_leader(
    scores: npt.ArrayLike, *, alpha: float = 0.05, method: Method = "t", burn_in: int = BURN_IN
) -> Lead:
    """Who has the highest mean of `scores` [entrants, n], and after how many trials that was established.

    Every difference's own lower end counts from the moment it rose above 0: intervals that hold at all
    looks at once may be intersected.
    """
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim != 2 or values.shape[0] < 2:
        raise BadRecord(
            f"A lead needs scores [entrants, n] of at least two entrants, not shape {values.shape}."
        )
    leader = int(np.argmax(values.mean(axis=-1)))
    rivals = tuple(rival for rival in range(values.shape[0]) if rival != leader)
    sequence = simultaneous_sequences(
        values[leader] - values[list(rivals)], alpha=alpha, method=method, burn_in=burn_in
    )
    ahead = np.all(np.maximum.accumulate(sequence.lower, axis=-1) > 0, axis=0)
    after = int(np.argmax(ahead)) + 1 if ahead.any() else -1
    return Lead(leader, after, sequence, rivals)
