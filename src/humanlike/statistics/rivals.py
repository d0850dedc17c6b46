"""The race for the first place: the leader against every rival, on the units both met, looked at after every unit.

Entrants need not have met the same units; a lead is over what both met. Each rival is compared at alpha over their
number (Bonferroni), by the sequence for bounded differences where their reach is known, else by the t-mixture; see
`humanlike.statistics.leaders` for why the leader is then falsely established in at most alpha of races.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord
from humanlike.statistics.bounded_sequence import bounded_sequence, last_interval, log_evidence
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
    means = adjust_for_units(table).means
    order = best_first(means)
    leader, second = int(order[0]), int(order[1])
    rivals = [rival for rival in order[1:] if not np.isnan(means[rival])]  # others cannot be compared at all
    level = alpha / max(len(rivals), 1)
    with np.errstate(invalid="ignore"):  # minus infinity against minus infinity is no number
        leads = table[leader] - table
    leads[leader] = np.nan
    if reach is None:
        ends, ahead_after, of_second = _assumed(leads, second, level)
    else:
        losses = possible_losses(reach, len(table))
        bounds = np.stack([-losses[leader], losses[:, leader]])
        ends, ahead_after, of_second = _bounded(leads, second, bounds, level)
    others = ahead_after[rivals]
    established = int(others.max()) if rivals and (others > 0).all() else -1
    n_common, rests_on = (~np.isnan(leads)).sum(axis=1), ASSUMED if reach is None else BOUNDED
    mean = np.where(_usable(leads), np.nansum(leads, axis=1) / np.maximum(n_common, 1), np.nan)
    return Race(leader, second, established, n_common, mean, *ends, ahead_after, of_second, rests_on)


Found = tuple[
    tuple[Floats, Floats], Integers, ConfidenceSequence | None
]  # ends, ahead after, the second's sequence


def _usable(leads: Floats) -> npt.NDArray[np.bool_]:
    """Which leads [rivals, units] have a mean and a spread."""
    return np.asarray(((~np.isnan(leads)).sum(axis=1) > 1) & ~np.isinf(leads).any(axis=1))


def _assumed(leads: Floats, second: int, level: float) -> Found:
    """Every lead by the t-mixture on the units both met."""
    lower, upper, after = np.full(len(leads), np.nan), np.full(len(leads), np.nan), np.full(len(leads), -1)
    of_second = None
    for rival in np.flatnonzero(_usable(leads)):
        met = np.flatnonzero(~np.isnan(leads[rival]))
        sequence = confidence_sequence(leads[rival, met], alpha=level)
        lower[rival], upper[rival] = sequence.lower[-1], sequence.upper[-1]
        above = sequence.lower > 0
        after[rival] = met[np.argmax(above)] + 1 if above.any() else -1
        of_second = sequence if rival == second else of_second
    return (lower, upper), after, of_second


def _bounded(leads: Floats, second: int, bounds: Floats, level: float) -> Found:
    """Every lead between its bounds [2, rivals]; 0 is all that is possible where two say the same everywhere."""
    usable = _usable(leads)
    room = usable & (bounds[0] < bounds[1])
    lower, upper = (np.where(usable, 0.0, np.nan) for _ in range(2))
    lower[room], upper[room] = last_interval(leads[room], *bounds[:, room], alpha=level)
    of_second = None
    if room[second]:
        met = leads[second][~np.isnan(leads[second])]
        of_second = bounded_sequence(met, float(bounds[0, second]), float(bounds[1, second]), alpha=level)
    elif usable[second]:
        of_second = ConfidenceSequence(*np.zeros((3, int((~np.isnan(leads[second])).sum()))))
    return (lower, upper), _ahead_after(leads, bounds[0], level), of_second


def _ahead_after(leads: Floats, lowest: Floats, level: float) -> Integers:
    """Units since which each lead [rivals, units], none below `lowest` [rivals], is found above 0; -1 where it is not.

    What counts is the last look, so that no order of questions decides; an earlier finding that later ones take back is
    none.
    An infinite lead is proof: the rival lost infinitely to what had a chance.
    """
    after = np.full(len(leads), -1)
    could = np.isfinite(lowest) & (lowest < 0) & ~(leads == -np.inf).any(axis=1)
    scaled = leads[could] / -lowest[could][:, None]
    if scaled.size:
        evidence = log_evidence(np.where(np.isinf(scaled), np.nan, scaled)[..., None], -1.0, several=True)
        above = (evidence >= np.log(2 / level)) | np.logical_or.accumulate(scaled == np.inf, axis=1)
        since = above.shape[1] - np.logical_and.accumulate(above[:, ::-1], axis=1).sum(axis=1) + 1
        after[could] = np.where(above[:, -1], since, -1)
    return after
