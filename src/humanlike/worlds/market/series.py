"""One game among many: a job with all that decides it, and what is kept of the game."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.worlds.market.agents import Manufacturer
from humanlike.worlds.market.catalogue import Rules
from humanlike.worlds.market.play import GameResult, play_market
from humanlike.worlds.market.processes import Seeds

MILLION = 1e6
MOST_TOLD = 5  # lost days of an agent in a game that are told one by one
Floats = npt.NDArray[np.float64]


class Job(NamedTuple):
    """One game to play."""

    profile: tuple[Manufacturer, ...]
    seeds: Seeds
    rules: Rules = Rules()


class GameSummary(NamedTuple):
    """What is kept of a game."""

    scores: Floats  # [agents] millions
    balances: Floats  # [agents, days + 1] millions
    order_price: Floats  # [days, products] mean order price / base price, NaN where nothing was ordered
    requests: Floats  # [segments] customer requests a day
    capacity: Floats  # [lines] suppliers' mean capacity a day
    n_refusals: int
    lost_days: list[str]  # a sentence each of every agent's first few, and one of the rest
    lost_thoughts: dict[
        str, int
    ]  # by agent, "NAME (seat N)": how many came to nothing (making it, its start, days)


def run_job(job: Job) -> GameSummary:
    """Play one game."""
    result = play_market([(each.name, each) for each in job.profile], job.seeds, job.rules)
    told, lost = _losses(result)
    return GameSummary(
        result.scores / MILLION,
        result.balances / MILLION,
        result.order_price,
        result.exogenous.counts[:, 1:].mean(axis=1),
        result.exogenous.capacity[:, 1:].mean(axis=1),
        len(result.refusals),
        told,
        lost,
    )


def _losses(result: GameResult) -> tuple[list[str], dict[str, int]]:
    """What agents lost, in sentences and in numbers; however much one of them loses, no other goes untold."""
    told: list[str] = []
    lost: Counter[str] = Counter()
    for each in result.refusals:
        if each.whole_day:
            who = f"{result.names[each.seat]} (seat {each.seat})"
            lost[who] += 1
            if lost[who] <= MOST_TOLD:
                told.append(each.told(result.names))
    rest = {who: count - MOST_TOLD for who, count in lost.items() if count > MOST_TOLD}
    return [*told, *(f"And {count:,} more of {who}." for who, count in rest.items())], dict(lost)


def add_losses(games: Iterable[GameSummary]) -> dict[str, int]:
    """Thoughts lost in several games, by agent."""
    return dict(sum((Counter(game.lost_thoughts) for game in games), Counter()))
