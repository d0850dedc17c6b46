"""Second stage: in which order a pair visits its cells. All of it is constructed; the tables say nothing of it.

*Settling.* A visit to cell c gets the key s q_c + e, where q_c is the cell's joint payoff on a scale from 0 to 1,
s how strongly this game's play settles, and e a standard logistic draw; visits are played in the order of their
keys. So badly coordinated rounds come early, well coordinated ones late, with slips in between.

*Alternation* (battle of the sexes). As many visits as can alternate form one block at the end, row's favourite on
odd rounds and column's on even ones; everything else comes before it in the order of settling. Where row's
favourite is visited more often than column's the block ends a round early, and the last round is one of the rest.
No order of the same visits passes more often between the two cells.
"""

import numpy as np
import numpy.typing as npt
from reconstruction_counts import Counts
from reconstruction_patterns import Pattern

from humanlike.core import Game, Play, Streams

Cells = list[int]


def joint_payoffs(game: Game) -> npt.NDArray[np.float64]:
    """What both earn together in each cell, from 0 (the worst cell) to 1 (the best)."""
    totals = np.array([sum(game.payoffs_of(profile)) for profile in game.profiles()])
    return (totals - totals.min()) / (totals.max() - totals.min())


def settled_order(
    counts: list[int], quality: npt.NDArray[np.float64], settling: float, random: np.random.Generator
) -> Cells:
    """The visits of one pair, badly coordinated ones tending to come first."""
    visits = np.repeat(np.arange(len(counts)), counts)
    keys = settling * quality[visits] + random.logistic(size=len(visits))
    return [int(cell) for cell in visits[np.argsort(keys, kind="stable")]]


def alternating_block(counts: list[int], odd: int, even: int) -> tuple[Cells, int]:
    """The longest run that alternates, `odd` on odd rounds, and how many rounds follow it (0 or 1)."""
    both = min(counts[odd], counts[even])
    if counts[odd] > both:
        return [odd, *[even, odd] * both], 1
    return [even] * (counts[even] > both) + [odd, even] * both, 0


def alternating_order(
    counts: list[int],
    quality: npt.NDArray[np.float64],
    pattern: Pattern,
    random: np.random.Generator,
) -> Cells:
    """The visits of one pair that learns to take turns."""
    assert pattern.alternating is not None
    block, after = alternating_block(counts, *pattern.alternating)
    rest = counts.copy()
    for cell in block:
        rest[cell] -= 1
    others = settled_order(rest, quality, pattern.settling, random)
    split = len(others) - after
    return others[:split] + block + others[split:]


def arrange(game: Game, counts: Counts, pattern: Pattern, streams: Streams) -> Play:
    """A play that visits each cell as often as `counts` say; rows of the play alternate row and column player."""
    quality = joint_payoffs(game)
    profiles = np.array(game.profiles())
    rows = []
    for pair, visits in enumerate(counts):
        random = streams[f"pair {pair + 1}"].generator()
        if pattern.alternating is None:
            order = settled_order(visits, quality, pattern.settling, random)
        else:
            order = alternating_order(visits, quality, pattern, random)
        rows += list(profiles[order].T)
    return Play(game, np.array(rows, dtype=np.int16))
