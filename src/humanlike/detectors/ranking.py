r"""From ranks to probabilities, for detectors that can only say "more than the others".

Of D plays the one of midrank :math:`\rho` is human with probability

.. math:: r = \underline r + (\overline r - \underline r)\,\frac{\rho - 1}{D - 1},

with end points .01 and .99 in the published tables; the published map between them is not known, the
straight line is ours. Ties share their midrank; a single play, or one that cannot be measured, gets the
middle.
"""

from typing import NamedTuple

import numpy as np
from scipy.stats import rankdata

from humanlike.detectors.detector import Floats


class RankMap(NamedTuple):
    """The probabilities of the lowest and of the highest rank."""

    lowest: float = 0.01
    highest: float = 0.99

    def probabilities(self, values: Floats) -> Floats:
        """A probability for each value, larger for larger ones.

        >>> print(RankMap().probabilities(np.array([3.0, 1.0, 2.0])))
        [0.99 0.01 0.5 ]
        """
        answers = np.full(len(values), (self.lowest + self.highest) / 2)
        known = np.isfinite(values)
        if known.sum() > 1:
            share = (rankdata(values[known]) - 1) / (known.sum() - 1)
            answers[known] = self.lowest + (self.highest - self.lowest) * share
        return answers
