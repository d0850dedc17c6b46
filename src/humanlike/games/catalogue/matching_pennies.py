"""Matching pennies: row wins where the actions match, column where they differ."""

from humanlike.core import Game
from humanlike.games.catalogue.sources import PREDICTIVE_SUCCESS

GAME = Game.from_matrices(
    "matching-pennies",
    [[1, 0], [0, 1]],
    [[0, 1], [1, 0]],
    labels=("AB", "AB"),
    title="Matching pennies",
    citation=PREDICTIVE_SUCCESS,
)
