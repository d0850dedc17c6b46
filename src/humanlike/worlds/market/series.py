"""Many games: a list of jobs, played in order or by several processes, the same numbers either way."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest
from humanlike.core.progress import Progress, silent
from humanlike.worlds.market.agents import Manufacturer, seat_agents
from humanlike.worlds.market.catalogue import Rules
from humanlike.worlds.market.play import play_market
from humanlike.worlds.market.processes import Seeds

MILLION = 1e6
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


def run_job(job: Job) -> GameSummary:
    """Play one game."""
    result = play_market(seat_agents(job.profile), job.seeds, job.rules)
    return GameSummary(
        result.scores / MILLION,
        result.balances / MILLION,
        result.order_price,
        result.exogenous.counts[:, 1:].mean(axis=1),
        len(result.refusals),
    )


def run_jobs(jobs: Sequence[Job], *, workers: int = 1, progress: Progress = silent) -> list[GameSummary]:
    """Play all games, in `workers` processes; summaries come in the order of the jobs."""
    if workers < 1:
        raise BadRequest(f"At least one worker is needed, not {workers}.")
    summaries: list[GameSummary] = []
    for summary in _played(jobs, workers):
        summaries.append(summary)
        progress("games", len(summaries), len(jobs))
    return summaries


def _played(jobs: Sequence[Job], workers: int) -> Iterable[GameSummary]:
    if workers == 1:
        return map(run_job, jobs)
    from joblib import Parallel, delayed

    played: Iterable[GameSummary] = Parallel(n_jobs=workers, return_as="generator")(
        delayed(run_job)(job) for job in jobs
    )
    return played
