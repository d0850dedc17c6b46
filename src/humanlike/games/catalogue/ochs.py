"""Ochs's game: asymmetric matching pennies.

The row player is paid 21 in one corner; in equilibrium that changes only the *column* player's
mixture. People respond to their own payoff instead, and the pair can gain by alternating.

Ochs (1995), Games and Economic Behavior 10, 202-217.
"""

from humanlike.core import Game
from humanlike.games.catalogue.sources import TURING_TOURNAMENT

GAME = Game.from_matrices(
    "ochs",
    [[21, 3], [3, 5]],
    [[3, 5], [5, 3]],
    labels=("UD", "LR"),
    title="Ochs game",
    citation=f"{TURING_TOURNAMENT}, game 1; after Ochs (1995), Games and Economic Behavior 10, 202-217",
)
