r"""Scoring a yes-or-no verdict: how well P(human) fits what the player was.

With z the probability given to the truth (r for a human, 1 - r for a machine) a verdict scores log z; the
best is 0. The truncated logarithm (3.4.2) for two alternatives keeps that exact for every z between 1/(2K) and
1 - 1/(2K), stays proper, and bounds the penalty of a zero. Replications may instead put a constant in
the place of log 0 ("a large negative constant"), which is not proper.

>>> verdict_score([0.5, 0.99, 0.0], [True, True, True]).round(4)
array([-0.6931, -0.0101, -8.6012])
>>> verdict_score([0.0, 0.3], [True, False], zero_constant=-10.0).round(4)
array([-10.    ,  -0.3567])

Brown (1970), RAND RM-6299-ARPA, equation (3.4.2); the Turing tournament (paper 001).
"""

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord
from humanlike.scoring.probabilities import Floats
from humanlike.scoring.systems.truncated_logarithmic import DEFAULT_K, truncated_logarithmic


def verdict_score(
    probability_human: npt.ArrayLike,
    is_human: npt.ArrayLike,
    *,
    K: float = DEFAULT_K,
    zero_constant: float | None = None,
) -> Floats:
    """The score of each verdict, higher is better: r from .01 to .99 scores log z exactly, .5 log(1/2).

    `zero_constant` replaces log 0 and leaves the plain logarithm elsewhere.
    """
    human, truth = np.broadcast_arrays(
        np.asarray(probability_human, dtype=np.float64), np.asarray(is_human, dtype=np.bool_)
    )
    if human.size and not (human.min() >= 0 and human.max() <= 1):  # NaN fails too
        raise BadRecord(f"P(human) lies between 0 and 1; got values from {human.min():g} to {human.max():g}.")
    if zero_constant is None:
        pair = np.stack([1 - human, human], axis=-1)
        return truncated_logarithmic(K).unnormalised_score(pair, truth.astype(np.intp))
    given_to_truth = np.where(truth, human, 1 - human)
    logs = np.log(np.where(given_to_truth > 0, given_to_truth, 1.0))
    return np.where(given_to_truth > 0, logs, zero_constant)
