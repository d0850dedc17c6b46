r"""The truncated logarithm: the logarithmic system with a bounded penalty, and still proper.

.. math::
   \varphi(t) = \min(tKn, 1), \qquad
   f(r, v) = \begin{cases} \log nr - v & r \ge 1/Kn \\ Knr - \log K - 1 - v & r < 1/Kn \end{cases},
   \qquad v = \sum_{r_i < 1/Kn} \frac{(1 - r_i K n)^2}{2Kn}

As long as no alternative gets less than 1/(Kn) it *is* the logarithm, bit for bit in its
un-normalised scale: with K = 1000 and two alternatives every probability from .0005 to .9995
scores log z exactly, and equal probabilities score log(1/2).

>>> truncated_logarithmic(10.0).score([1.0, 0.0, 0.0], [0, 1, 2]).round(10)
array([ 1.06527896, -3.33591843, -3.33591843])
>>> bool(truncated_logarithmic(1000.0).unnormalised_score([0.5, 0.5], 0) == np.log(0.5))
True

Brown (1970), RAND RM-6299-ARPA, equation (3.4.2).
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from humanlike.core import BadParameters
from humanlike.scoring.generator import Generator
from humanlike.scoring.probabilities import Floats, log_with_zero, probability_of, sum_over_alternatives
from humanlike.scoring.system import ScoringSystem

DEFAULT_K = 1000.0


@lru_cache(maxsize=64)
def truncated_logarithmic(K: float = DEFAULT_K) -> ScoringSystem:
    """The system that leaves the logarithm below 1/(K n)."""
    if not (np.isfinite(K) and K > 1):
        raise BadParameters(f"truncated-logarithmic: K = {K:g} must be a number above 1.")

    def raw(probabilities: Floats, outcome: npt.NDArray[np.intp]) -> Floats:
        n_alternatives = probabilities.shape[-1]
        Kn = K * n_alternatives
        chosen = probability_of(probabilities, outcome)
        below = Kn * chosen - np.log(Kn) - 1
        score = np.where(chosen >= 1 / Kn, log_with_zero(np.maximum(chosen, 1 / Kn)), below)
        if probabilities.size and probabilities.min() >= 1 / Kn:
            return score
        shortfall = np.maximum(1 - probabilities * Kn, 0.0)
        return np.asarray(score - sum_over_alternatives(shortfall**2) / (2 * Kn))

    return ScoringSystem(
        name="truncated-logarithmic" if K == DEFAULT_K else f"truncated-logarithmic:K={K:g}",
        title=f"Truncated logarithmic, K = {K:g}",
        raw=raw,
        citation="Brown (1970), RAND RM-6299-ARPA, equation (3.4.2).",
    )


def truncated_generator(K: float, n_alternatives: int) -> Generator:
    """Phi of (3.4.2), which depends on the number of alternatives."""
    Kn = K * n_alternatives
    return Generator(f"truncated:K={K:g},n={n_alternatives}", lambda t: np.minimum(t * Kn, 1.0))
