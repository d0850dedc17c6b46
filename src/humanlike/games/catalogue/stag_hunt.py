"""Stag hunts: a safe action against a better but risky one, with two or three levels of trust.

The payoff-dominant cell is DR; U and L are safe whatever the other does.
"""

from humanlike.core import Game
from humanlike.games.catalogue.sources import TURING_TOURNAMENT

TWO_BY_TWO = Game.from_matrices(
    "stag-hunt-2",
    [[3, 3], [1, 6]],
    [[3, 1], [3, 6]],
    labels=("UD", "LR"),
    title="2x2 stag hunt",
    citation=f"{TURING_TOURNAMENT}, game 2",
)

THREE_BY_THREE = Game.from_matrices(
    "stag-hunt-3",
    [[3, 3, 3], [2, 4, 4], [1, 3, 5]],
    [[3, 2, 1], [3, 4, 3], [3, 4, 5]],
    labels=("UMD", "LMR"),
    title="3x3 stag hunt",
    citation=f"{TURING_TOURNAMENT}, game 3",
)
