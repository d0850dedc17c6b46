r"""From scores of single seats to honest probabilities for one seat, one match or a whole data set.

Seats of one data set are alike: sixteen of them are not sixteen pieces of evidence. For m seats with mean score
:math:`\bar\ell`,

.. math:: \log\frac{P}{1-P} = (\alpha + \beta\,\bar\ell)\;\frac{m}{1 + (m-1)\,\rho},

the design effect of Kish (1965), with :math:`\rho` from 0 (every seat counts in full) to 1 (all seats together
count as one). For m = 1 this is Platt's (1999) calibration. :math:`\alpha, \beta \ge 0` and :math:`\rho` maximise
the likelihood of scores given by models that saw neither study or family nor game of what they scored, singly
and by whole plays, both classes weighing the same. If held-out scores tell nothing, :math:`\beta = 0` and every
answer is near one half. Probabilities are kept within .01 and .99, the end points of the published detectors.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.special import expit, log_expit

from humanlike.detectors.detector import Floats

LIMITS = (0.01, 0.99)


class ScoreCalibration(NamedTuple):
    """Offset alpha, slope beta and likeness rho of seats within a data set."""

    offset: float
    slope: float
    likeness: float

    def evidence(self, n_seats: npt.ArrayLike) -> Floats:
        """How many independent seats `n_seats` of them are worth."""
        count = np.asarray(n_seats, dtype=np.float64)
        return count / (1 + (count - 1) * self.likeness)

    def probabilities(self, scores: npt.ArrayLike, n_seats: npt.ArrayLike) -> Floats:
        """P(human) from mean scores of `n_seats` seats.

        >>> print(ScoreCalibration(0.0, 1.0, 0.5).probabilities([0.0, 1.0], [1, 3]).round(3))
        [0.5   0.818]
        """
        mean = np.asarray(scores, dtype=np.float64)
        return np.clip(expit((self.offset + self.slope * mean) * self.evidence(n_seats)), *LIMITS)


class HeldOutScores(NamedTuple):
    """Scores of units by models that never saw their study, family or game."""

    scores: Floats  # [units] mean over the unit's seats
    n_seats: npt.NDArray[np.int64]
    is_human: npt.NDArray[np.bool_]
    weights: Floats


def calibrate_scores(held_out: HeldOutScores) -> ScoreCalibration:
    """The calibration under which the held-out truth is most likely; nothing held out, nothing claimed."""
    if not len(held_out.scores):
        return ScoreCalibration(0.0, 0.0, 1.0)
    sign = np.where(held_out.is_human, 1.0, -1.0)
    weights = held_out.weights / held_out.weights.sum()
    size = max(float(np.sqrt((weights * held_out.scores**2).sum())), 1e-9)

    def loss(values: Floats) -> float:
        offset, slope, likeness = values
        effect = held_out.n_seats / (1 + (held_out.n_seats - 1) * likeness)
        log_odds = (offset + slope / size * held_out.scores) * effect
        # a faint pull towards "no information" decides where the data decide nothing
        return float(-(weights * log_expit(sign * log_odds)).sum() + 1e-4 * (offset**2 + slope**2))

    found = min(
        (
            minimize(loss, start, bounds=[(-5.0, 5.0), (0.0, 20.0), (0.01, 1.0)], method="L-BFGS-B")
            for start in ([0.0, 0.5, 0.5], [0.0, 0.1, 0.99])
        ),
        key=lambda result: float(result.fun),
    )
    offset, slope, likeness = (float(value) for value in found.x)
    return ScoreCalibration(offset, slope / size, likeness)
