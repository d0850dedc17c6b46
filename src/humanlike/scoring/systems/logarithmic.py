r"""The logarithmic system: the log of the probability given to what happened.

.. math:: f(r) = \log(n\,r), \qquad \varphi(x) = 1

For more than two alternatives it is the only differentiable system that looks at nothing but the
probability of what happened (Gleason; Brown 1970, section 3.4). Its sum over questions is the
log-likelihood. A zero on what happened scores -infinity.

>>> LOGARITHMIC.score([0.5, 0.3, 0.2], [0, 1, 2]).round(10)
array([ 0.40546511, -0.10536052, -0.51082562])
"""

import numpy as np
import numpy.typing as npt

from humanlike.scoring.generator import power_generator
from humanlike.scoring.probabilities import Floats, log_with_zero, probability_of
from humanlike.scoring.system import ScoringSystem


def logarithmic(probabilities: Floats, outcome: npt.NDArray[np.intp]) -> Floats:
    """Log of the probability of what happened; 0 is perfect, -infinity the worst."""
    return log_with_zero(probability_of(probabilities, outcome))


LOGARITHMIC = ScoringSystem(
    name="logarithmic",
    title="Logarithmic",
    raw=logarithmic,
    generator=power_generator(0.0),
    citation="Good (1952), Journal of the Royal Statistical Society B 14, 107-114.",
)
