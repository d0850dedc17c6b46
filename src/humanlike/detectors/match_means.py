r"""P(human) of single matches, on average, and how sure that is.

With :math:`r_m` the probability given to match m and :math:`w_{um}` the share of its judged seats that belong to unit u
(`core.units`),

.. math:: \bar r = \sum_{um} w_{um} r_m \Big/ \sum_{um} w_{um},

and an interval of expanded percentiles that redraws whole units (`statistics.bootstrap`). It says how much the verdict
on a match owes to who happened to take part; not how good the detector is.
"""

import numpy as np

from humanlike.core import Streams
from humanlike.detectors.judging import JudgedPlay
from humanlike.detectors.labelled import Estimate
from humanlike.statistics import percentiles, redrawn_sums

N_RESAMPLES = 2000


def match_mean(stream: Streams, judged: JudgedPlay) -> Estimate:
    """The mean over matches with its 95 % interval; the interval of a single unit is not known (NaN)."""
    answers = np.array([match.verdict.probability for match in judged.matches])
    shares = np.concatenate([np.full(len(match.units), 1 / len(match.units)) for match in judged.matches])
    seats = np.repeat(answers, [len(match.units) for match in judged.matches])
    unit = np.unique(np.concatenate([match.units for match in judged.matches]), return_inverse=True)[1]
    sums = np.column_stack([np.bincount(unit, each) for each in (shares * seats, shares)]).astype(np.float64)
    if len(sums) < 2:
        return Estimate(float(answers.mean()), np.nan, np.nan)
    redrawn = redrawn_sums(stream, sums, N_RESAMPLES)
    lower, upper = np.quantile(redrawn[:, 0] / redrawn[:, 1], percentiles(len(sums)))
    return Estimate(float(sums[:, 0].sum() / sums[:, 1].sum()), float(lower), float(upper))
