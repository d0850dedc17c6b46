"""Exhibit: true-false marking, +1 if the answer is right and -1 if it is wrong, 0 if none is given.

The answer is the alternative given most; a tie is no answer. All degrees of confidence earn the same, so nothing
makes a student reveal the own: honesty is at best one of many equally good reports, never the only one.

Brown (1970), section 4.2.
"""

import numpy as np
import numpy.typing as npt

from humanlike.scoring.probabilities import Floats, probability_of
from humanlike.scoring.system import ScoringSystem


def true_false(probabilities: Floats, outcome: npt.NDArray[np.intp]) -> Floats:
    """+1, -1, or 0 where no alternative stands out."""
    highest = probabilities.max(axis=-1, keepdims=True)
    answered = (probabilities == highest).sum(axis=-1) == 1
    right = probability_of(probabilities, outcome) == highest[..., 0]
    return np.where(answered, np.where(right, 1.0, -1.0), 0.0)


TRUE_FALSE = ScoringSystem(
    "true-false", "True-false marking (improper)", raw=true_false, citation="Brown (1970), 4.2."
)
