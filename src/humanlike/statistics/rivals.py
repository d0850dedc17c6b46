"""The race for the first place: the leader against every rival, on the units both met, looked at after every unit.

Entrants need not have met the same units; a lead is over what both met. Each rival is compared at alpha over their
number (Bonferroni), by the sequence for bounded differences where their reach is known, else by the t-mixture; see
`humanlike.statistics.leaders` for why the leader is then falsely established in at most alpha of races.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord
from humanlike.statistics.bounded_sequence import bounded_sequence
from humanlike.statistics.confidence_sequence import ConfidenceSequence, confidence_sequence
from humanlike.statistics.leaders import ASSUMED, BOUNDED, possible_losses
from humanlike.statistics.ranking import best_first
from humanlike.statistics.unequal_units import adjust_for_units

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


class Race(NamedTuple):
    """The leader against its rivals; arrays have one entry for each entrant, NaN for the leader and who has no lead."""

    leader: int
    second: int
    established_after: int  # units until the leader was found ahead of every rival; -1 if it is not
    n_common: Integers  # units that the leader and the rival both met
    mean: Floats  # mean lead; positive: the leader is ahead
    lower: Floats  # at the last look
    upper: Floats
    ahead_after: Integers  # units until the leader was found ahead of this rival; -1 if it was not
    sequence: (
        ConfidenceSequence | None
    )  # of the lead over the second, [units both met]; None where it is infinite
    rests_on: str


def run_race(
    scores: npt.ArrayLike,
    *,
    reach: npt.ArrayLike | None = None,
    higher_is_better: bool = True,
    alpha: float = 0.05,
) -> Race:
    """Who leads by mean of `scores` [entrants, units], NaN where an entrant has none, and is that established?

    `reach` [k, k] says by how much one can be better than the other on a unit (a number: for all alike); None: unknown.
    With gaps the mean is adjusted for the units met (`adjust_for_units`).

    >>> race = run_race([[0.0, 1.0, 1.0], [0.5, 2.0, 2.5]])
    >>> race.leader, race.n_common.tolist(), race.mean.round(4).tolist(), race.established_after
    (1, [3, 0], [1.0, nan], -1)
    """
    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or len(table) < 2:
        raise BadRecord(
            f"A race needs scores [entrants, units] of two entrants or more, not shape {table.shape}."
        )
    table = table if higher_is_better else -table
    order = best_first(adjust_for_units(table).means)
    leader, k = int(order[0]), len(table)
    losses = None if reach is None else possible_losses(reach, k)
    with np.errstate(invalid="ignore"):  # minus infinity against minus infinity is no number
        leads = table[leader] - table
    columns = np.full((3, k), np.nan)
    n_common, ahead_after = (~np.isnan(leads)).sum(axis=1), np.full(k, -1)
    n_common[leader], of_second = 0, None
    for rival in order[1:]:
        bounds = None if losses is None else (-float(losses[leader, rival]), float(losses[rival, leader]))
        sequence, after = _lead(leads[rival], bounds, alpha / (k - 1))
        ahead_after[rival] = after
        if sequence is not None:
            columns[:, rival] = [part[-1] for part in sequence]
        if rival == order[1]:
            of_second = sequence
    others = ahead_after[order[1:]]
    established = int(others.max()) if (others > 0).all() else -1
    rests_on = ASSUMED if reach is None else BOUNDED
    mean, lower, upper = columns
    second = int(order[1])
    return Race(leader, second, established, n_common, mean, lower, upper, ahead_after, of_second, rests_on)


def _lead(
    lead: Floats, bounds: tuple[float, float] | None, level: float
) -> tuple[ConfidenceSequence | None, int]:
    """The sequence of a lead on the units both met, and the number of units (met or not) until it was above 0."""
    met = np.flatnonzero(~np.isnan(lead))
    values = lead[met]
    if values.size < 2 or not np.all(np.isfinite(values)):
        lost = values == np.inf
        proof = bounds is not None and np.isfinite(bounds[0]) and lost.any() and not (values == -np.inf).any()
        return None, int(met[lost][0]) + 1 if proof else -1
    if bounds is None:
        sequence = confidence_sequence(values, alpha=level)
    elif bounds[0] == 0 == bounds[1]:  # they said the same everywhere
        sequence = ConfidenceSequence(values * 0.0, values * 0.0, values * 0.0)
    else:
        sequence = bounded_sequence(values, *bounds, alpha=level)
    above = sequence.lower > 0
    return sequence, int(met[np.argmax(above)]) + 1 if above.any() else -1
