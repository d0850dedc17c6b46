r"""P(human) of single matches, on average, and how sure that is.

With :math:`r_{um}` the probability given to match m of unit u (matches that share a person are one unit),

.. math:: \bar r = \sum_{um} r_{um} \Big/ \sum_u M_u,

and a percentile interval that redraws whole units (`statistics.bootstrap`). It says how much the verdict on a match
owes to who happened to take part; not how good the detector is.
"""

import numpy as np

from humanlike.core import Streams
from humanlike.detectors.judging import JudgedPlay
from humanlike.detectors.labelled import Estimate
from humanlike.statistics import bootstrap, units_of


def match_mean(stream: Streams, judged: JudgedPlay) -> Estimate:
    """The mean over matches with its 95 % interval; the interval of a single unit is not known (NaN)."""
    answers = np.array([match.verdict.probability for match in judged.matches])
    units = units_of([match.unit for match in judged.matches])
    if len(units) < 2:
        return Estimate(float(answers.mean()), np.nan, np.nan)
    sums = np.array([(answers[rows].sum(), len(rows)) for rows in units])
    found = bootstrap(stream, sums, lambda redrawn: redrawn[:, 0].sum() / redrawn[:, 1].sum())
    return Estimate(float(found.estimate), float(found.lower), float(found.upper))
