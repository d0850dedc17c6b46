"""Answers made coherent: probabilities that sum to 1, chances that rise with the value; refused or mended."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from humanlike.scoring.panels.columns import Booleans, Integers, refuse_first
from humanlike.scoring.probabilities import TOLERANCE, Floats


class Entries(NamedTuple):
    """What answers consist of, answer by answer; arrays run over the entries."""

    start: Integers  # [answers + 1] where each answer begins
    label: Integers  # number of the alternative
    value: Floats  # of a quantity; NaN for alternatives
    probability: Floats
    line: Integers  # in the file

    @property
    def owner(self) -> Integers:
        """The answer of each entry."""
        return np.repeat(np.arange(len(self.start) - 1), np.diff(self.start))


def mended(
    entries: Entries, named: Callable[[int], str], *, renormalise: bool
) -> tuple[Entries, dict[int, str]]:
    """Coherent entries, and what was done to whom; without `renormalise` the first incoherent answer is refused.

    `named(answer)` begins a sentence about an answer.
    """
    is_quantity = np.isfinite(entries.value[entries.start[:-1]])
    entries = _rising(entries)
    total = np.add.reduceat(entries.probability, entries.start[:-1])
    uneven = ~is_quantity & ~(np.abs(total - 1) <= TOLERANCE)
    falling = is_quantity & _falls(entries)

    def uneven_sentence(answer: int) -> str:
        way_out = "" if total[answer] == 0 else " --renormalise divides by the sum."
        return (
            f"{named(answer)}: probabilities sum to {total[answer]:.6g}, not 1 "
            f"(tolerance {TOLERANCE:g}).{way_out}"
        )

    refuse_first(
        [
            (uneven & (not renormalise or (total == 0)), uneven_sentence),
            (
                falling & (not renormalise),
                lambda answer: (
                    f"{named(answer)}: the chance of less falls where the value rises. --renormalise sorts it."
                ),
            ),
            (
                is_quantity & (np.diff(entries.start) < 2),
                lambda answer: f"{named(answer)}: a quantity needs at least two percentiles.",
            ),
        ]
    )
    notes = {int(answer): f"probabilities summed to {total[answer]:.6g}" for answer in np.flatnonzero(uneven)}
    fell = "chances of less than a value fell where the value rose"
    notes |= dict.fromkeys(np.flatnonzero(falling).tolist(), fell)
    chances = entries.probability / np.where(uneven, total, 1.0)[entries.owner]
    sorted_chances = chances[np.lexsort((chances, entries.owner))]
    chances = np.where(falling[entries.owner], sorted_chances, chances)
    return entries._replace(probability=chances), dict(sorted(notes.items()))


def _rising(entries: Entries) -> Entries:
    """The same with the values of quantities in order; alternatives stay as they are."""
    order = np.lexsort((np.nan_to_num(entries.value, nan=0.0), entries.owner))
    label, value, probability, line = entries.label, entries.value, entries.probability, entries.line
    return Entries(entries.start, label[order], value[order], probability[order], line[order])


def _falls(entries: Entries) -> Booleans:
    """Answers in which a chance is smaller than the one before."""
    fall = np.diff(entries.probability, prepend=0.0) < 0
    fall[entries.start[:-1]] = False
    return np.logical_or.reduceat(fall, entries.start[:-1])
