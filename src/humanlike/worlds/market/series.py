"""One game among many: a job with all that decides it, and what is kept of the game."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.worlds.market.agents import Manufacturer
from humanlike.worlds.market.catalogue import Rules
from humanlike.worlds.market.play import play_market
from humanlike.worlds.market.processes import Seeds

MILLION = 1e6
MOST_TOLD = 5  # lost days of a game that are told
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
    n_refusals: int
    lost_days: list[str]  # a sentence each, of the first few


def run_job(job: Job) -> GameSummary:
    """Play one game."""
    result = play_market([(each.name, each) for each in job.profile], job.seeds, job.rules)
    return GameSummary(
        result.scores / MILLION,
        result.balances / MILLION,
        result.order_price,
        result.exogenous.counts[:, 1:].mean(axis=1),
        len(result.refusals),
        [each.told(result.names) for each in result.refusals if each.whole_day][:MOST_TOLD],
    )
