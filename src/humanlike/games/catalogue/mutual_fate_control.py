"""Mutual fate control: my payoff is wholly in your hands and yours in mine.

Every profile is an equilibrium; only learning from payoffs can lead to BB.
"""

from humanlike.core import Game
from humanlike.games.catalogue.sources import PREDICTIVE_SUCCESS

GAME = Game.from_matrices(
    "mutual-fate-control",
    [[0, 1], [0, 1]],
    [[0, 0], [1, 1]],
    labels=("AB", "AB"),
    title="Mutual fate control",
    citation=PREDICTIVE_SUCCESS,
)
