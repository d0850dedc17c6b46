"""Chicken: swerving together is fair, but each is tempted to stand firm against one who swerves."""

from humanlike.core import Game
from humanlike.games.catalogue.sources import TURING_TOURNAMENT

GAME = Game.from_matrices(
    "chicken",
    [[5, 2], [6, 1]],
    [[5, 6], [2, 1]],
    labels=("UD", "LR"),
    title="Chicken",
    citation=f"{TURING_TOURNAMENT}, game 8",
)
