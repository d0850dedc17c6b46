"""Is the leader really ahead of the second? One look planned in advance, and every look at once."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord
from humanlike.statistics.confidence_sequence import ConfidenceSequence, confidence_sequence
from humanlike.statistics.paired import PairedTest, paired_test
from humanlike.statistics.ranking import best_first
from humanlike.statistics.unequal_units import adjust_for_units


class TwoBest(NamedTuple):
    """The leader against the second on the units both have."""

    first: int  # row of the leader
    second: int
    n_common: int
    test: PairedTest | None  # at one look; None with fewer than two common units or an infinite score
    sequence: ConfidenceSequence | None  # of the lead, Bonferroni over all the leader's rivals


def compare_two_best(scores: npt.ArrayLike, *, higher_is_better: bool = True, alpha: float = 0.05) -> TwoBest:
    """The two best by mean of `scores` [entrants, units], NaN where an entrant has none; a lead is positive.

    With gaps the mean is adjusted for the units met (`adjust_for_units`); the lead is over the units both have.

    >>> race = compare_two_best([[0.0, 1.0, 1.0], [0.5, 2.0, 2.5]])
    >>> race.first, race.n_common, round(race.test.mean, 4)
    (1, 3, 1.0)
    """
    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or len(table) < 2:
        raise BadRecord(
            f"A race needs scores [entrants, units] of two entrants or more, not shape {table.shape}."
        )
    sign = 1 if higher_is_better else -1
    order = best_first(sign * adjust_for_units(table).means)
    with np.errstate(invalid="ignore"):  # minus infinity against minus infinity is no number
        lead = sign * (table[order[0]] - table[order[1]])
    lead = lead[~np.isnan(lead)]
    first, second = int(order[0]), int(order[1])
    if lead.size < 2 or not np.all(np.isfinite(lead)):
        return TwoBest(first, second, lead.size, None, None)
    return TwoBest(
        first,
        second,
        lead.size,
        paired_test(lead, np.zeros(lead.size), alpha=alpha),
        confidence_sequence(lead, alpha=alpha / (len(table) - 1)),
    )
