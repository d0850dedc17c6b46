"""Binomial chances without the weight of a statistics library."""

import numpy as np
import numpy.typing as npt
from scipy import special

from humanlike.scoring.probabilities import Floats


def binomial_chances(successes: npt.ArrayLike, n_trials: npt.ArrayLike, probability: npt.ArrayLike) -> Floats:
    """P(exactly k of n succeed), for arrays that broadcast.

    >>> binomial_chances([0, 1, 2], 2, 0.5).round(12)
    array([0.25, 0.5 , 0.25])
    """
    k, n = np.asarray(successes, dtype=np.float64), np.asarray(n_trials, dtype=np.float64)
    p = np.asarray(probability, dtype=np.float64)
    ways = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
    return np.asarray(np.exp(ways + special.xlogy(k, p) + special.xlog1py(n - k, -p)))
