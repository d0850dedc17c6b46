r"""The quadratic system: linear in the probability of what happened, less the forecast's own size.

.. math:: f(r, v) = 2r - v - \frac1n, \quad v = \sum_i r_i^2, \qquad \varphi(x) = 2x

Between two alternatives it alone makes the regret depend on the error only:
:math:`E(p,p) - E(r,p) = 2(p-r)^2` (Brown 1970, appendix C). It equals 1 - 1/n minus Brier's loss.

>>> QUADRATIC.score([0.5, 0.3, 0.2], [0, 1, 2]).round(10)
array([ 0.28666667, -0.11333333, -0.31333333])
"""

import numpy as np
import numpy.typing as npt

from humanlike.scoring.generator import power_generator
from humanlike.scoring.probabilities import Floats, probability_of, sum_over_alternatives
from humanlike.scoring.system import ScoringSystem


def quadratic(probabilities: Floats, outcome: npt.NDArray[np.intp]) -> Floats:
    """2r - v; 1 is perfect, -1 the worst."""
    return 2 * probability_of(probabilities, outcome) - sum_over_alternatives(probabilities**2)


QUADRATIC = ScoringSystem(
    name="quadratic",
    title="Quadratic",
    raw=quadratic,
    generator=power_generator(1.0, 2.0),
    citation="de Finetti (1965), British Journal of Mathematical and Statistical Psychology 18, 87-123.",
)
