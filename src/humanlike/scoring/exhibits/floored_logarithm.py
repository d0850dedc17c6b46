r"""Exhibit: the floored logarithm pays every probability below epsilon like epsilon itself.

.. math:: f_i(r) = \log \max(r_i, \epsilon)

Proper above the floor, but a believer in anything less likely than epsilon does better to call it impossible and
put the mass elsewhere. Shuford, Albert & Massengill (1966), Psychometrika 31, 125-145; Brown (1970),
section 3.4. The honest way to bound the penalty is the truncated logarithm (3.4.2).
"""

import numpy as np
import numpy.typing as npt

from humanlike.core import BadParameters
from humanlike.scoring.probabilities import Floats, probability_of
from humanlike.scoring.system import ScoringSystem


def floored_logarithm(epsilon: float = 0.01) -> ScoringSystem:
    """The logarithm cut off at `epsilon`."""
    if not 0 < epsilon < 0.5:
        raise BadParameters(f"floored-logarithm: epsilon = {epsilon:g} must lie between 0 and .5.")

    def raw(probabilities: Floats, outcome: npt.NDArray[np.intp]) -> Floats:
        return np.asarray(np.log(np.maximum(probability_of(probabilities, outcome), epsilon)))

    return ScoringSystem(
        "floored-logarithm" if epsilon == 0.01 else f"floored-logarithm:epsilon={epsilon:g}",
        "Floored logarithm (improper)",
        raw=raw,
        citation="Shuford, Albert & Massengill (1966).",
    )
