r"""Hits: how many calls were right, whatever was said beside them about how sure one is.

A call is "people" above one half and "machine" below; right scores 1, wrong 0, and one half, which is no call, 1/2.
Summed over files that is the count of the first version of the tournament ("16.5 out of 18", note 15), whose detectors
gave one answer a file. It is Brown's true-false marking on the scale from 0 to 1: honesty is one of many equally good
reports, never the only one, so nothing rewards saying .99 of what is sure and .6 of what is not. The logarithm does.

>>> hits(np.array([0.9, 0.51, 0.5, 0.2]), np.array([True, False, True, False]))
array([1. , 0. , 0.5, 1. ])

Arifovic, McKelvey & Pevnitskaya (2006), section 2.3 and note 15; Brown (1970), section 4.2.
"""

import numpy as np
import numpy.typing as npt

from humanlike.scoring import ScoringSystem
from humanlike.scoring.exhibits import TRUE_FALSE

Floats = npt.NDArray[np.float64]


def _raw(probabilities: Floats, outcome: npt.NDArray[np.intp]) -> Floats:
    """1, 0, or 1/2 where no alternative stands out."""
    return np.asarray((TRUE_FALSE.raw(probabilities, outcome) + 1) / 2)


HITS = ScoringSystem("hits", "Hits", raw=_raw, citation="Brown (1970), 4.2.")


def hits(chances: Floats, truth: npt.NDArray[np.bool_]) -> Floats:
    """What each call is worth."""
    pair = np.stack([1 - chances, chances], axis=-1)
    return HITS.unnormalised_score(pair, truth.astype(np.intp))
