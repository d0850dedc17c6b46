r"""P(human) of single matches, on average, and how sure that is.

With :math:`r_{um}` the probability given to match m of unit u (matches that share a person are one unit),

.. math:: \bar r = \sum_{um} r_{um} \Big/ \sum_u M_u,

and a percentile interval that redraws whole units (`statistics.redrawn_sums`). It says how much the verdict on a match
owes to who happened to take part; not how good the detector is.
"""

import numpy as np

from humanlike.core import Streams
from humanlike.detectors.judging import JudgedPlay
from humanlike.detectors.labelled import Estimate
from humanlike.statistics import redrawn_sums

N_RESAMPLES = 2000


def match_mean(stream: Streams, judged: JudgedPlay) -> Estimate:
    """The mean over matches with its 95 % interval; the interval of a single unit is not known (NaN)."""
    answers = np.array([match.verdict.probability for match in judged.matches])
    _, first, unit = np.unique(
        [match.unit for match in judged.matches], return_index=True, return_inverse=True
    )
    if len(first) < 2:
        return Estimate(float(answers.mean()), np.nan, np.nan)
    place = np.argsort(np.argsort(first))[unit]  # units in order of appearance
    sums = np.column_stack([np.bincount(place, answers), np.bincount(place)]).astype(np.float64)
    redrawn = redrawn_sums(stream, sums, N_RESAMPLES)
    lower, upper = np.quantile(redrawn[:, 0] / redrawn[:, 1], [0.025, 0.975])
    return Estimate(float(sums[:, 0].sum() / sums[:, 1].sum()), float(lower), float(upper))
