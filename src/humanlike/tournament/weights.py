r"""How much each detector has to say in the weighted mean over detectors, and when that is too much.

Detector k with score :math:`v_k` has the weight

.. math:: w_k = \frac{\max(v_k - v_0, 0)}{\sum_k \max(v_k - v_0, 0)},

where :math:`v_0` is the score of the worst detector in the paper. Then detectors that know nothing still have a say:
of C poor ones with scores near the worst each has little, and all together more than the best as soon as
:math:`C > (v_3 - v_{min})/(v_2 - v_{min})`; "therefore, when the number of poor detectors is large, a better evaluation
method is to determine the winning emulator based on the best detector". `Weights.warning` is that test, for poor
detectors of any scores: who is not above a coin is poor. Taking a coin's score, or that of the best constant in
hindsight, for :math:`v_0` gives weight only above that reference; where nobody is above it there are no weights.

Arifovic, McKelvey & Pevnitskaya (2006), section 2.4.2.
"""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import pandas as pd

from humanlike.tournament.plan import Floor

FLOORS: Mapping[Floor, str] = {
    "worst": "above the worst",
    "coin": "above a coin",
    "constant": "above the best constant",
}
ROUNDING = 1e-9  # a score above a reference by less is the reference


class Weights(NamedTuple):
    """Who has how much to say."""

    above: Floor
    shares: Mapping[str, float]  # by detector, best first; they sum to 1 unless nobody has any
    best: str
    poor: tuple[str, ...]  # detectors that do not score above a coin

    @property
    def any(self) -> bool:
        """Whether anybody has a say."""
        return sum(self.shares.values()) > 0

    @property
    def of_poor(self) -> float:
        """What detectors that do not score above a coin hold together."""
        return sum(self.shares[name] for name in self.poor)

    @property
    def is_poor(self) -> bool:
        """The paper's test: whether the poor together have more to say than the best detector."""
        return self.of_poor > self.shares[self.best] + ROUNDING

    @property
    def warning(self) -> str:
        """What the test says, in words; empty if all is well."""
        if not self.any:
            return f"No detector scores {FLOORS[self.above]}: there is no weighted mean."
        if self.best in self.poor:
            return "No detector scores above a coin: the weighted mean is one of detectors that know nothing."
        if not self.is_poor:
            return ""
        return (
            f"Detectors that score no higher than a coin ({', '.join(self.poor)}) hold {self.of_poor:.2f} of the "
            f"weight, more than {self.best}, the best ({self.shares[self.best]:.2f}): go by the winning or the sound "
            "detectors, or give weight only above a coin (--weights-above coin)."
        )

    def sentences(self) -> list[str]:
        """Who has how much to say, and the warning if there is one."""
        told = ", ".join(f"{name} {share:.3f}" for name, share in self.shares.items())
        weights = f"Weights of the weighted mean (score {FLOORS[self.above]}): {told}."
        return list(filter(None, [weights if self.any else "", self.warning]))

    def document(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "above": self.above,
            "shares": dict(self.shares),
            "best": self.best,
            "poor": list(self.poor),
            "share_of_poor": self.of_poor,
            "warning": self.warning,
        }


def weights_of(
    scores: "pd.Series[float]", *, coin: float = math.nan, constant: float = math.nan, above: Floor = "worst"
) -> Weights:
    """The weights of detectors with these `scores` by name; `coin` and `constant` are the scores of the references.

    Without the score of a coin nobody is known to be poor.
    """
    ordered = scores.sort_values(ascending=False, kind="stable")
    floor = {"worst": float(scores.min()), "coin": coin, "constant": constant}[above]
    gains = (ordered - floor).where(ordered > floor + ROUNDING, 0.0)
    if above == "worst" and gains.sum() == 0:  # all are equal, hence equally bad
        gains = gains * 0 + 1.0
    shares = gains / gains.sum() if gains.sum() > 0 else gains
    poor = tuple(str(name) for name, score in ordered.items() if score <= coin + ROUNDING)
    return Weights(
        above,
        {str(name): float(share) for name, share in shares.items()},
        str(ordered.index[0]),
        poor,
    )
