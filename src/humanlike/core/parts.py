"""Parts: the people a rule learns from, cut so that nobody's conduct need be foretold by what was learned from it.

What a rule learned from somebody foretells that somebody too well, and strengths fitted on top of it would trust it too
much. So it is learned several times: from everybody, and once without each part; while parameters are fitted everybody
is foretold by what was learned from the other parts.
"""

from collections.abc import Sequence

import numpy as np

from humanlike.core.play import Play
from humanlike.core.units import Integers, find_units

N_PARTS = 3
FEWEST = 2 * N_PARTS  # units worth being cut into parts


def parts_of(plays: Sequence[Play]) -> list[Integers]:
    """For each play the part of each row, 1 to `N_PARTS`; 0 everywhere if there are too few units to cut.

    Units (`find_units`) stay whole and are dealt in turn, each game's by itself.
    """
    units = find_units(plays)
    if units.n_units < FEWEST:
        return [np.zeros(play.n_subjects, dtype=np.int64) for play in plays]
    part = np.zeros(units.n_units, dtype=np.int64)
    dealt = 0
    for play, numbers in zip(plays, units.numbers, strict=True):
        new = [number for number in dict.fromkeys(numbers[play.studied].tolist()) if not part[number]]
        part[new] = 1 + (dealt + np.arange(len(new))) % N_PARTS
        dealt += len(new)
    return [part[numbers] for numbers in units.numbers]
