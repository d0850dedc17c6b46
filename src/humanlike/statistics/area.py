r"""How well a score tells machines from people: the chance that a machine scores higher than a person.

.. math:: A = P(s_M > s_P) + \tfrac12 P(s_M = s_P),

the area under the receiver operating characteristic; 1/2 is chance. Its standard error is DeLong's: the spread of how
often each machine beats people, and each person is beaten. The interval is taken on the log odds of the area, with half
a pair won and lost added, so that it stays within 0 and 1 and says something where nobody was ever mistaken.

References
----------
DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44, 837-845.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import expit, logit, ndtri

from humanlike.core import BadRecord


class Area(NamedTuple):
    """The area with its 95 % interval."""

    value: float
    lower: float
    upper: float


def area_between(people: npt.ArrayLike, machines: npt.ArrayLike, level: float = 0.95) -> Area:
    """How often a machine scores higher than a person.

    >>> print(f"{area_between([0.0, 1.0, 2.0], [1.5, 3.0]).value:.3f}")
    0.833
    """
    low, high = np.sort(np.asarray(people, float)), np.sort(np.asarray(machines, float))
    if min(len(low), len(high)) < 2:
        raise BadRecord(f"An area needs two scores of either kind, not {len(low)} and {len(high)}.")
    beaten = (np.searchsorted(low, high, "left") + np.searchsorted(low, high, "right")) / (2 * len(low))
    beating = 1 - (np.searchsorted(high, low, "left") + np.searchsorted(high, low, "right")) / (2 * len(high))
    value = float(beaten.mean())
    pairs = min(len(low), len(high))
    inside = (value * pairs + 0.5) / (pairs + 1)
    variance = beaten.var(ddof=1) / len(high) + beating.var(ddof=1) / len(low) + 0.25 / (pairs + 1) ** 2
    reach = float(ndtri(0.5 + level / 2)) * np.sqrt(variance) / (inside * (1 - inside))
    lower, upper = expit(logit(inside) - reach), expit(logit(inside) + reach)
    return Area(value, float(min(lower, value)), float(max(upper, value)))
