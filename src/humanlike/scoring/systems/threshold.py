r"""The threshold system: the quadratic one with extra weight on decisions of one cost-loss ratio.

.. math:: w(t) = 1 + \frac{\text{weight}}{\text{width}}\,\bigl([t \in S] + [1 - t \in S]\bigr), \qquad
   \varphi(t) = t\,(1-t)\,w(t),

where *S* is the stretch of `width` around `at`. The more weight, the more the score asks one question only: is the
event likelier than `at`, or not? It stays strictly proper, since every other ratio keeps its weight of 1.

>>> threshold_system(0.25, 0.01, 0.0).score([0.7, 0.3], 0), threshold_system(0.25, 0.01, 5.0).score([0.7, 0.3], 0)
(array(0.08), array(0.08))
>>> threshold_system(0.25, 0.01, 5.0).score([0.2, 0.8], [0, 1]).round(6)
array([-3.945,  1.355])

Brown (1970), RAND RM-6299-ARPA, section 3.3 and appendix D.
"""

import numpy as np

from humanlike.core import BadParameters
from humanlike.scoring.generator import Function, Generator
from humanlike.scoring.probabilities import Floats
from humanlike.scoring.system import ScoringSystem
from humanlike.scoring.systems.gambling_house import gambling_house


def threshold_system(at: float = 0.5, width: float = 0.01, weight: float = 10.0) -> ScoringSystem:
    """The gambling house whose gamblers crowd around `at` (and 1 - `at`)."""
    name = f"threshold:at={at:.12g},width={width:.12g},weight={weight:.12g}"
    low, high = at - width / 2, at + width / 2
    if not (width > 0 and low >= -1e-12 and high <= 1 + 1e-12 and 0 <= weight < np.inf):
        raise BadParameters(
            f"{name}: the stretch of positive width around at lies between 0 and 1, and weight is at least 0."
        )
    height = weight / width
    stretches = ((low, high), (1 - high, 1 - low))

    def phi(x: Floats) -> Floats:
        inside = sum(((x >= start) & (x <= end)).astype(np.float64) for start, end in stretches)
        return np.asarray(x * (1 - x) * (1 + height * inside))

    def integral(of: Function) -> Function:
        """Of the weight times what `of` is the antiderivative of."""
        return lambda x: (
            of(x)
            + height * sum(of(np.clip(x, start, end)) - of(np.asarray(start)) for start, end in stretches)
        )

    generator = Generator(
        name,
        phi,
        odds_integral=integral(lambda t: t - t**2 / 2),
        stake_integral=integral(lambda t: t**2 / 2 - t**3 / 3),
    )
    return gambling_house(generator, name=name)
