"""The leader against every rival, on the units both met: paired t-intervals that hold together (Bonferroni).

Student (1908), Biometrika 6, 1-25; p-values by Holm (1979).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from humanlike.statistics.multiple import holm

Floats = npt.NDArray[np.float64]


class RivalTests(NamedTuple):
    """One entry for each entrant; NaN for the leader, and where fewer than two finite differences are common."""

    n_common: npt.NDArray[np.int64]  # units that the leader and the rival both met
    mean: Floats  # mean lead; positive: the leader is ahead
    lower: Floats
    upper: Floats
    p_value: Floats  # two-sided, by Holm over the rivals


def lead_over_rivals(
    scores: npt.ArrayLike, leader: int, *, higher_is_better: bool = True, alpha: float = 0.05
) -> RivalTests:
    """The row `leader` of `scores` [entrants, units] against every other row; NaN where an entrant has no score.

    >>> tests = lead_over_rivals([[1.0, 2.0, 3.0, 4.0], [0.5, 1.0, 2.5, 3.0], [0.0, np.nan, np.nan, 9.0]], 0)
    >>> tests.n_common.tolist(), tests.mean[1:].tolist(), round(float(tests.p_value[1]), 4)
    ([0, 4, 2], [0.75, -2.0], 0.0277)
    """
    table = np.asarray(scores, dtype=np.float64)
    with np.errstate(invalid="ignore"):  # minus infinity against minus infinity is no number
        lead = (1 if higher_is_better else -1) * (table[leader] - table)
    both = ~np.isnan(table[leader]) & ~np.isnan(table)
    both[leader] = False
    n_common = both.sum(axis=1)
    usable = (n_common > 1) & np.isfinite(np.where(both, lead, 0.0)).all(axis=1)
    lead = np.where(both & usable[:, None], lead, 0.0)
    count = np.maximum(n_common, 2)
    mean = lead.sum(axis=1) / count
    spread = np.where(both, lead - mean[:, None], 0.0)
    error = np.sqrt((spread**2).sum(axis=1) / (count - 1) / count)
    error = np.where(error <= 1e-14 * np.abs(mean), 0.0, error)  # differences that are one number
    reach = special.stdtrit(count - 1, 1 - alpha / max(len(table) - 1, 1) / 2) * error
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(error > 0, np.abs(mean) / error, np.where(mean == 0, 0.0, np.inf))
    p_value = np.full(len(table), np.nan)
    p_value[usable] = holm(2 * special.stdtr(count - 1, -ratio)[usable])
    mean, reach = np.where(usable, mean, np.nan), np.where(usable, reach, np.nan)
    return RivalTests(n_common, mean, mean - reach, mean + reach, p_value)
