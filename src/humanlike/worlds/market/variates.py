"""What is known of a market beside its profits: control variates, and their means.

Demand is the number of customer requests a day in each segment (Wellman et al. 2006: demand-adjusted profit); capacity
what suppliers of processors, motherboards, memory and disks could make a day. No agent moves either of them, so their
means are the market's own: known from worlds that are drawn and not played.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, look_up
from humanlike.worlds.market.catalogue import COMPONENT_NUMBERS, LINE_COMPONENT, SEGMENTS, Rules
from humanlike.worlds.market.chance import draw_chance
from humanlike.worlds.market.exogenous import capacity_walks, demand_walks
from humanlike.worlds.market.processes import PROCESSES, Seeds, fresh_seed
from humanlike.worlds.market.series import GameSummary

Floats = npt.NDArray[np.float64]
PARTS = ("processors", "motherboards", "memory", "disks")
VARIATES: dict[str, tuple[str, ...]] = {
    "demand": tuple(f"requests {segment}" for segment in SEGMENTS),
    "capacity": tuple(f"capacity {part}" for part in PARTS),
}
WORLDS, SEED = 400, 2007  # drawn to know the means: .05 of a standard deviation
_PART_OF_LINE = np.array([COMPONENT_NUMBERS[component] // 100 - 1 for component in LINE_COMPONENT])
_NEEDED = [
    process.name
    for process in PROCESSES
    if process.name == "start demand" or process.name.split()[0] in ("level", "capacity", "start")
]


def variate_names(words: Sequence[str]) -> tuple[str, ...]:
    """The single variates that `demand` and `capacity` mean.

    >>> variate_names(["demand"])
    ('requests high', 'requests mid', 'requests low')
    """
    if not words:
        raise BadRequest(f"Name variates to adjust by: {', '.join(VARIATES)}.")
    return tuple(name for word in dict.fromkeys(words) for name in look_up("variate", word, VARIATES))


def variates_of(games: Sequence[GameSummary], words: Sequence[str]) -> Floats:
    """Variates of games, [games, variates]."""
    variate_names(words)
    return np.array([_table(game.requests, game.capacity, words) for game in games])


@lru_cache(maxsize=8)
def expected_variates(rules: Rules, words: tuple[str, ...]) -> tuple[float, ...]:
    """The means of a market's variates, over worlds that are drawn and not played."""
    total = np.zeros(len(variate_names(words)))
    for world in range(WORLDS):
        seeds = Seeds.same(fresh_seed(SEED, "world", str(world)))
        chance = draw_chance(seeds, rules, _NEEDED)
        requests = demand_walks(chance, rules)[1][:, 1:].mean(axis=1)
        total += _table(requests, capacity_walks(chance, rules)[:, 1:].mean(axis=1), words)
    return tuple((total / WORLDS).tolist())


def _table(requests: Floats, capacity: Floats, words: Sequence[str]) -> Floats:
    by_part = np.bincount(_PART_OF_LINE, weights=capacity, minlength=len(PARTS))
    known = {"demand": requests, "capacity": by_part}
    return np.concatenate([known[word] for word in dict.fromkeys(words)])
