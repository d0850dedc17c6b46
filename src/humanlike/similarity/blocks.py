"""Units that are redrawn, halved and relabelled together: one stratum, or several that share a unit.

Counting is done once; every resample after it is a product of weights and counts. A person who plays two games is one
unit of a block that holds both games, and luck takes or leaves all that she did.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from humanlike.core import Streams
from humanlike.similarity.independence import Independence, Integers
from humanlike.similarity.metric import Floats, Metric, Tally
from humanlike.similarity.sums import Sums, pooled
from humanlike.statistics import dealt_sums, redrawn_sums


@dataclass(frozen=True, eq=False)
class Block:
    """Strata with units in common, and the counts of each unit in all of them."""

    name: str
    strata: tuple[int, ...]
    shapes: tuple[tuple[int, int], ...]  # tables and cells by stratum
    first: Floats  # [units, tables x cells of all its strata]
    second: Floats

    def apart(self, sums: Floats) -> list[Floats]:
        """Sums [..., all cells] as one array [..., tables, cells] a stratum."""
        ends = np.cumsum([tables * cells for tables, cells in self.shapes])[:-1]
        parts = np.split(sums, ends, axis=-1)
        return [
            part.reshape(*part.shape[:-1], *shape) for part, shape in zip(parts, self.shapes, strict=True)
        ]


def blocks_of(first: Sequence[Tally], second: Sequence[Tally], who: Independence) -> list[Block]:
    """The blocks of two bodies that were counted by unit."""
    result = []
    for strata in who.linked:
        sides = [
            _joined([tallies[place].counts for place in strata], [units.members[place] for place in strata])
            for tallies, units in ((first, who.first), (second, who.second))
        ]
        name = "+".join(first[place].stratum for place in strata)
        shapes = tuple((len(first[place].tables), len(first[place].cells)) for place in strata)
        result.append(Block(name, strata, shapes, *sides))
    return result


def _joined(counts: Sequence[Floats], members: Sequence[Integers]) -> Floats:
    flat = [each.reshape(len(each), -1) for each in counts]
    if len(flat) == 1:
        return flat[0]
    everybody = np.unique(np.concatenate(members))
    parts = []
    for each, own in zip(flat, members, strict=True):
        parts.append(np.zeros((len(everybody), each.shape[1])))
        parts[-1][np.searchsorted(everybody, own)] = each
    return np.concatenate(parts, axis=1)


def deviations(stream: Streams, metric: Metric, blocks: Sequence[Block], side: str, times: int) -> Sums:
    """What redrawing a body's units adds to its sums, `times` times.

    Redrawn sums of n units vary too little by (n - 1) / n, which is put right.
    """
    found = []
    for block in blocks:
        counts = getattr(block, side)
        wide = np.sqrt(len(counts) / max(len(counts) - 1, 1))
        found.append(wide * (redrawn_sums(stream[side][block.name], counts, times) - counts.sum(axis=0)))
    return _by_stratum(metric, blocks, found)


def halves(stream: Streams, metric: Metric, blocks: Sequence[Block], times: int) -> tuple[Sums, Sums]:
    """Random halves of the first body, block by block."""
    dealt = [dealt_sums(stream[block.name], block.first, len(block.first) // 2, times) for block in blocks]
    return _by_stratum(metric, blocks, [a for a, _ in dealt]), _by_stratum(
        metric, blocks, [b for _, b in dealt]
    )


def relabelled(stream: Streams, metric: Metric, blocks: Sequence[Block], times: int) -> tuple[Sums, Sums]:
    """The units of both bodies dealt out anew, block by block."""
    dealt = [
        dealt_sums(stream[block.name], np.concatenate([block.first, block.second]), len(block.first), times)
        for block in blocks
    ]
    return _by_stratum(metric, blocks, [a for a, _ in dealt]), _by_stratum(
        metric, blocks, [b for _, b in dealt]
    )


def _by_stratum(metric: Metric, blocks: Sequence[Block], sums: Sequence[Floats]) -> Sums:
    """Sums of blocks in the order of the strata; together if the metric pools."""
    placed = {
        place: part
        for block, own in zip(blocks, sums, strict=True)
        for place, part in zip(block.strata, block.apart(own), strict=True)
    }
    return pooled(metric, [placed[place] for place in sorted(placed)])
