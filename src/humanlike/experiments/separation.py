r"""How far two theories are apart in a game: what one pair's moves tell about which of them is true.

With evidence :math:`\Delta` (theory A over B) of pairs played by each theory,

.. math::

    \text{bits} &= 1 - \tfrac12 E_A \log_2(1 + e^{-\Delta}) - \tfrac12 E_B \log_2(1 + e^{\Delta}) \\
    \text{separation} &= -\log \tfrac12 \big(E_A + E_B\big) \operatorname{sech}(\Delta / 2)

The bits (Jensen-Shannon divergence of the two distributions of moves) are what one pair tells about an even question,
at most 1. The separation (Bhattacharyya distance) adds up over pairs: the chance to take one theory for the other
after n pairs is at most :math:`e^{-n\,\text{separation}}/2`. It has no ceiling, so games are ranked by it.

References
----------
Lin (1991), IEEE Trans. Information Theory 37, 145-151; Kailath (1967), IEEE Trans. Communication Technology 15, 52-60;
Myung & Pitt (2009), Psychological Review 116, 499-518 (designs that discriminate models).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from humanlike.core import Game, Streams
from humanlike.experiments.theory import Floats, Theory, evidence

MOST = 40.0  # nats: a separation no simulation can tell from a larger one


class Separation(NamedTuple):
    """By round, from first to last."""

    bits: Floats  # [rounds]
    nats: Floats  # [rounds], separation


def separation_of(first: Floats, second: Floats) -> Separation:
    """From evidence [pairs, rounds] in play made by the first theory and by the second."""
    surprise = np.logaddexp(0.0, -first).mean(axis=0) + np.logaddexp(0.0, second).mean(axis=0)
    half = [np.minimum(np.abs(each) / 2, MOST) for each in (first, second)]
    affinity = 0.5 * sum((1 / np.cosh(each)).mean(axis=0) for each in half)
    return Separation(1.0 - 0.5 * surprise / np.log(2.0), -np.log(affinity))


def separation_in(
    stream: Streams, theories: Sequence[Theory], game: Game, *, n_pairs: int, n_rounds: int
) -> Separation:
    """Let both theories play the game, and see what the moves tell."""
    plays = [evidence(stream, theories, truth, game, n_pairs=n_pairs, n_rounds=n_rounds) for truth in (0, 1)]
    return separation_of(*plays)


def separations(
    stream: Streams, theories: Sequence[Theory], n_pairs: int, n_rounds: int, games: Sequence[Game]
) -> tuple[float, ...]:
    """The separation after all rounds in each game; all are played with the same random numbers."""
    return tuple(
        float(separation_in(stream, theories, game, n_pairs=n_pairs, n_rounds=n_rounds).nats[-1])
        for game in games
    )
