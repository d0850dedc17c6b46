"""Fate control, behaviour control: the column player's fate is in row's hands; row must match column."""

from humanlike.core import Game
from humanlike.games.catalogue.sources import PREDICTIVE_SUCCESS

GAME = Game.from_matrices(
    "fate-behaviour-control",
    [[1, 0], [0, 1]],
    [[0, 0], [1, 1]],
    labels=("AB", "AB"),
    title="Fate control, behaviour control",
    citation=PREDICTIVE_SUCCESS,
)
