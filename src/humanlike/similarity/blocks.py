"""Units that are redrawn, halved and relabelled together: one stratum, or several that share a unit.

Counting is done once; every resample after it is a product of weights and counts. A person who plays two games is one
unit of a block that holds both games, and luck takes or leaves all that she did.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from humanlike.core import Streams
from humanlike.similarity.independence import Crossing, Independence, Integers
from humanlike.similarity.metric import Floats, Metric, Tally
from humanlike.similarity.sums import Sums, pooled
from humanlike.statistics import dealt_sums, redrawn_sums


@dataclass(frozen=True, eq=False)
class UnitBlock:
    """Strata with units in common, and the counts of each unit in all of them."""

    name: str
    strata: tuple[int, ...]
    shapes: tuple[tuple[int, int], ...]  # tables and cells by stratum
    first: Floats  # [units, tables x cells of all its strata]
    second: Floats


def blocks_of(first: Sequence[Tally], second: Sequence[Tally], who: Independence) -> list[UnitBlock]:
    """The blocks of two bodies that were counted by unit."""
    result = []
    for strata in who.linked:
        one, other = (
            _joined([tallies[place].counts for place in strata], [units.members[place] for place in strata])
            for tallies, units in ((first, who.first), (second, who.second))
        )
        name = "+".join(first[place].stratum for place in strata)
        shapes = tuple((len(first[place].tables), len(first[place].cells)) for place in strata)
        result.append(UnitBlock(name, strata, shapes, one, other))
    return result


def _joined(counts: Sequence[Floats], members: Sequence[Integers]) -> Floats:
    """Counts [units, cells of all strata], a unit's cells being 0 in strata where it is not."""
    flat = [each.reshape(len(each), -1) for each in counts]
    if len(flat) == 1:
        return flat[0]
    everybody = np.unique(np.concatenate(members))
    parts = []
    for each, own in zip(flat, members, strict=True):
        parts.append(np.zeros((len(everybody), each.shape[1])))
        parts[-1][np.searchsorted(everybody, own)] = each
    return np.concatenate(parts, axis=1)


@dataclass(frozen=True, eq=False)
class Counted:
    """Two bodies counted by unit in one metric, ready to be resampled."""

    metric: Metric
    first: list[Tally]
    second: list[Tally]
    blocks: list[UnitBlock]
    crossed: dict[
        str, tuple[list[Tally], Crossing]
    ]  # by side: counts by match, where persons meet each other
    relabels: bool

    @classmethod
    def of(
        cls,
        metric: Metric,
        first: Sequence[Any],
        second: Sequence[Any],
        rounds: dict[str, int],
        who: Independence,
    ) -> "Counted":
        """Count both bodies."""
        sides = {"first": (first, who.first), "second": (second, who.second)}
        one, other = (metric.count(body, rounds, units.numbers) for body, units in sides.values())
        crossed = {
            side: (metric.count(body, rounds, units.crossing.numbers), units.crossing)
            for side, (body, units) in sides.items()
            if units.crossing is not None
        }
        return cls(metric, one, other, blocks_of(one, other, who), crossed, who.relabels)

    def deviations(self, stream: Streams, side: str, times: int) -> Sums:
        """What redrawing a body's units adds to its sums, `times` times.

        Redrawn sums of n units vary too little by (n - 1) / n, which is put right.
        """
        if side in self.crossed:
            return crossed_deviations(stream[side], self.metric, *self.crossed[side], times)
        found = []
        for block in self.blocks:
            counts = getattr(block, side)
            wide = np.sqrt(len(counts) / max(len(counts) - 1, 1))
            found.append(wide * (redrawn_sums(stream[side][block.name], counts, times) - counts.sum(axis=0)))
        return self._by_stratum(found)

    def halves(self, stream: Streams, times: int) -> tuple[Sums, Sums]:
        """Random halves of the first body, block by block."""
        return self._dealt(stream, [(block.first, len(block.first) // 2) for block in self.blocks], times)

    def relabelled(self, stream: Streams, times: int) -> tuple[Sums, Sums]:
        """The units of both bodies dealt out anew, block by block."""
        both = [(np.concatenate([block.first, block.second]), len(block.first)) for block in self.blocks]
        return self._dealt(stream, both, times)

    def _dealt(self, stream: Streams, counted: Sequence[tuple[Floats, int]], times: int) -> tuple[Sums, Sums]:
        dealt = [
            dealt_sums(stream[block.name], counts, size, times)
            for block, (counts, size) in zip(self.blocks, counted, strict=True)
        ]
        return self._by_stratum([chosen for chosen, _ in dealt]), self._by_stratum(
            [rest for _, rest in dealt]
        )

    def _by_stratum(self, sums: Sequence[Floats]) -> Sums:
        """Sums of blocks in the order of the strata; together if the metric pools."""
        placed = {
            place: part
            for block, own in zip(self.blocks, sums, strict=True)
            for place, part in zip(block.strata, _apart(own, block.shapes), strict=True)
        }
        return pooled(self.metric, [placed[place] for place in sorted(placed)])


def _apart(sums: Floats, shapes: Sequence[tuple[int, int]]) -> list[Floats]:
    """Sums [resamples, all cells] as one array [resamples, tables, cells] a stratum."""
    ends = np.cumsum([tables * cells for tables, cells in shapes])[:-1]
    parts = np.split(sums, ends, axis=1)
    return [part.reshape(len(part), *shape) for part, shape in zip(parts, shapes, strict=True)]


def crossed_deviations(
    stream: Streams, metric: Metric, tallies: Sequence[Tally], crossing: Crossing, times: int
) -> Sums:
    r"""What redrawing persons who meet adds to the sums of their matches, `times` times.

    With :math:`X_i` the sum over the matches of person i, the variance of the sum over all matches :math:`M_m` is
    :math:`\sum_i X_i^2 - \sum_m M_m^2` about the mean: matches depend on each other if they share somebody (Fafchamps
    & Gubert 2007, Journal of Development Economics 83, 326-350; Aronow, Samii & Assenova 2015, Political Analysis 23,
    564-577). Persons are redrawn with all of their matches; the second sum is left in, which errs on the safe side.
    """
    matches = [tally.counts.reshape(tally.n_units, -1) for tally in tallies]
    persons = [np.zeros((crossing.n_persons, each.shape[1])) for each in matches]
    for own, counts, (match, person) in zip(persons, matches, crossing.seats, strict=True):
        np.add.at(own, person, counts[match])
    joined = np.concatenate(persons, axis=1)
    moved = redrawn_sums(stream, joined, times) - joined.sum(axis=0)
    scale = np.sqrt(crossing.n_persons / max(crossing.n_persons - 1, 1))
    shapes = [(len(tally.tables), len(tally.cells)) for tally in tallies]
    return pooled(metric, _apart(scale * moved, shapes))
