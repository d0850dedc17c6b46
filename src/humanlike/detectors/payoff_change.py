r"""Payoff Change: people's payoffs differ more between the beginning and the end of a match than machines'.

For pair i, :math:`d_i` is its mean payoff in the last 12 rounds minus that in the first 12 (or half of a
match that has fewer than 24); for a play, :math:`D_k` is the mean of :math:`d_i`. The ranking of
:math:`D_k` becomes a probability (`ranking`), so the detector must see the whole set.

The text does not say whether a fall counts as a change. In the tables it must: Cournot play, whose payoffs
do not change, is put lowest in practically every game (mean score -.02), below players whose payoffs
fluctuate around zero change. So :math:`|d_i|` is averaged by default; `signed` takes :math:`d_i` as it is.
Arifovic, McKelvey & Pevnitskaya (2006), section 3.2, Tables 12 and 14.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from humanlike.core import Game, Play
from humanlike.detectors.detector import Detector, Floats
from humanlike.detectors.ranking import RankMap


class Window(NamedTuple):
    """Which rounds are compared, and whether a fall counts as a negative change."""

    n_rounds: int = 12
    signed: bool = False


def change(play: Play, window: Window) -> float:
    """How much the payoffs of the play's pairs changed, on average; NaN where no match has two rounds."""
    payoffs = _pair_payoffs(play)
    known = np.isfinite(payoffs)
    n_rounds = known.sum(axis=1)
    long_enough = n_rounds >= 2
    if not long_enough.any():
        return float("nan")
    values, known, n_rounds = (each[long_enough] for each in (payoffs, known, n_rounds))
    width = np.minimum(window.n_rounds, n_rounds // 2)
    number = np.cumsum(known, axis=1)  # 1 for the first round that was played
    first = known & (number <= width[:, None])
    last = known & (number > (n_rounds - width)[:, None])
    values = np.where(known, values, 0.0)
    differences = ((values * last).sum(axis=1) - (values * first).sum(axis=1)) / width
    return float((differences if window.signed else np.abs(differences)).mean())


def _pair_payoffs(play: Play) -> Floats:
    """The mean payoff of those who sit together, shape [matches, rounds]; NaN where nobody earned anything."""
    payoffs = play.payoffs()
    known = np.isfinite(payoffs)
    match = play.labels("match").ranks()
    total = np.zeros((int(match.max(initial=-1)) + 1, play.n_rounds))
    count = np.zeros_like(total)
    np.add.at(total, match, np.where(known, payoffs, 0.0))
    np.add.at(count, match, known)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def judge(window: Window, ranks: RankMap, model: None, game: Game, plays: Sequence[Play]) -> Floats:
    """The larger the change, the more human."""
    return ranks.probabilities(np.array([change(play, window) for play in plays]))


def payoff_change(
    window: Window | None = None, ranks: RankMap | None = None, *, name: str = "payoff-change"
) -> Detector:
    """The detector with its window and its map from ranks to probabilities."""
    return Detector(
        name,
        partial(judge, window or Window(), ranks or RankMap()),
        looks_at="the whole set",
        description="people's payoffs change more from beginning to end (rank of the change)",
    )


DETECTOR = payoff_change()
