"""What an experiment with one game promises: separation by round, the pairs it takes, and whether new pairs agree."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from humanlike.core import Game, Streams
from humanlike.experiments.needed_pairs import (
    PairsNeeded,
    VerifiedPower,
    pairs_needed,
    rejection_test,
    verified,
)
from humanlike.experiments.separation import Separation, separation_of
from humanlike.experiments.theory import Floats, Theory, evidence

POINTS = 24  # of a power curve
MOST_PLAYED = 60_000  # pairs in the experiments that verify a power
MOST_EXPERIMENTS = 1000


class Demand(NamedTuple):
    """What is asked of an experiment."""

    n_rounds: int
    alpha: float
    power: float
    n_pairs: int  # simulated to find out


class Promise(NamedTuple):
    """One game and what it gives."""

    game: Game
    separation: Separation
    needed: PairsNeeded | None  # None: more than are tried
    by_rounds: dict[int, int | None]  # pairs needed if fewer rounds are played
    curve: tuple[tuple[int, float], ...]  # pairs, power whichever theory is true
    verified: VerifiedPower | None = None


def promise_of(stream: Streams, theories: Sequence[Theory], game: Game, demand: Demand) -> Promise:
    """From pairs simulated under each theory, and the game alone."""
    pools = [
        evidence(stream, theories, truth, game, n_pairs=demand.n_pairs, n_rounds=demand.n_rounds)
        for truth in (0, 1)
    ]
    by_rounds = {
        count: _needed_after(stream, pools, count, demand) for count in rounds_to_try(demand.n_rounds)
    }
    needed = by_rounds.pop(demand.n_rounds)
    whole = {count: None if test is None else test.n_pairs for count, test in by_rounds.items()}
    curve = () if needed is None else _curve(stream, pools, needed.n_pairs, demand.alpha)
    return Promise(game, separation_of(*pools), needed, whole, curve)


def verify(stream: Streams, theories: Sequence[Theory], promise: Promise, demand: Demand) -> Promise:
    """The same, with what new experiments say of its test."""
    if promise.needed is None:
        return promise
    experiments = max(1, min(MOST_EXPERIMENTS, MOST_PLAYED // promise.needed.n_pairs))
    found = verified(
        stream, theories, promise.game, promise.needed, n_rounds=demand.n_rounds, experiments=experiments
    )
    return promise._replace(verified=found)


def rounds_to_try(n_rounds: int) -> list[int]:
    """All rounds, half of them, a quarter, and so on.

    >>> rounds_to_try(20)
    [2, 5, 10, 20]
    """
    counts = [n_rounds]
    while counts[0] > 3:
        counts.insert(0, counts[0] // 2)
    return counts


def _needed_after(stream: Streams, pools: Sequence[Floats], count: int, demand: Demand) -> PairsNeeded | None:
    first, second = (pool[:, count - 1] for pool in pools)
    return pairs_needed(stream["tests"], first, second, alpha=demand.alpha, power=demand.power)


def _curve(
    stream: Streams, pools: Sequence[Floats], needed: int, alpha: float
) -> tuple[tuple[int, float], ...]:
    counts = np.unique(np.geomspace(1, max(3 * needed, 6), POINTS).round().astype(np.int64))
    first, second = (pool[:, -1] for pool in pools)
    return tuple(
        (int(count), min(rejection_test(stream["tests"], first, second, int(count), alpha).power))
        for count in counts
    )
