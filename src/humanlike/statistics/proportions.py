r"""How surely a share is known from successes among independent trials.

The interval of Clopper and Pearson holds the true share with at least 95 %, whatever it is: it consists of all shares
that neither tail of the binomial distribution rules out at 2.5 %, and is given by quantiles of the beta distribution.

References
----------
Clopper & Pearson (1934), Biometrika 26, 404-413.
"""

import numpy as np
import numpy.typing as npt
from scipy.special import betaincinv

Floats = npt.NDArray[np.float64]


def exact_interval(
    successes: npt.ArrayLike, trials: npt.ArrayLike, level: float = 0.95
) -> tuple[Floats, Floats]:
    """Lower and upper ends for each number of `successes` among `trials`.

    >>> [np.round(end, 3).tolist() for end in exact_interval([0, 18], 20)]
    [[0.0, 0.683], [0.168, 0.988]]
    """
    hits, count = np.broadcast_arrays(np.asarray(successes, float), np.asarray(trials, float))
    outside = (1.0 - level) / 2
    # the beta distribution needs positive numbers: the ends at no and at all successes are 0 and 1
    lower = betaincinv(np.maximum(hits, 1e-9), count - hits + 1, outside)
    upper = betaincinv(hits + 1, np.maximum(count - hits, 1e-9), 1 - outside)
    return np.where(hits == 0, 0.0, lower), np.where(hits == count, 1.0, upper)
