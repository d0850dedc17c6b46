r"""Exhibit: the distance-based system charges mass by its distance from the truth.

.. math:: f_i(r) = 1 - \sum_j \rho(|i-j|)\, r_j, \qquad \rho(d) = (d/(n-1))^e

The expected score is linear in the report, so all mass belongs on one alternative: the median of one's belief
for e = 1, the point nearest its mean for e = 2. Brown (1970), section 2.3 (b).
"""

import numpy as np
import numpy.typing as npt

from humanlike.core import BadParameters
from humanlike.scoring.probabilities import Floats
from humanlike.scoring.system import ScoringSystem


def distance_based(exponent: float = 1.0) -> ScoringSystem:
    """The system for alternatives in order, with distances raised to `exponent`."""
    if not exponent > 0:
        raise BadParameters(f"distance: exponent = {exponent:g} must be positive.")

    def raw(probabilities: Floats, outcome: npt.NDArray[np.intp]) -> Floats:
        n_alternatives = probabilities.shape[-1]
        apart = np.abs(outcome[..., None] - np.arange(n_alternatives)) / (n_alternatives - 1)
        return np.asarray(1 - (apart**exponent * probabilities).sum(axis=-1))

    return ScoringSystem(
        "distance" if exponent == 1 else f"distance:exponent={exponent:g}",
        "Distance-based (improper)",
        raw=raw,
        citation="Brown (1970), 2.3 (b).",
    )
