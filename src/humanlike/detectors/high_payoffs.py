"""High Payoffs: people earn more than machines.

The mean payoff of a subject, play by play; the ranking becomes a probability (`ranking`). It compares
plays with each other, so it must see the whole set.
Arifovic, McKelvey & Pevnitskaya (2006), section 3.2.
"""

import math
from collections.abc import Sequence
from functools import partial

import numpy as np

from humanlike.core import Game, Play
from humanlike.detectors.detector import Detector, Floats
from humanlike.detectors.ranking import RankMap


def mean_payoff(play: Play) -> float:
    """What a subject earned a round, on average over subjects; NaN if nobody earned anything.

    Summed without rounding: who is shown first, or which round came first, must not break a tie between plays.
    """
    payoffs = play.payoffs()
    known = np.isfinite(payoffs)
    rounds = known.sum(axis=1)
    earned = np.array([math.fsum(subject) for subject in np.where(known, payoffs, 0.0)])
    seen = rounds > 0
    return math.fsum(earned[seen] / rounds[seen]) / int(seen.sum()) if seen.any() else math.nan


def judge(ranks: RankMap, model: None, game: Game, plays: Sequence[Play]) -> Floats:
    """The more is earned, the more human."""
    return ranks.probabilities(np.array([mean_payoff(play) for play in plays]))


def high_payoffs(ranks: RankMap | None = None, *, name: str = "high-payoffs") -> Detector:
    """The detector with its map from ranks to probabilities."""
    return Detector(
        name,
        partial(judge, ranks or RankMap()),
        looks_at="the whole set",
        description="people earn more than machines (rank of the mean payoff)",
    )


DETECTOR = high_payoffs()
