"""The prisoner's dilemma: U and L cooperate, D and R defect and always pay one more."""

from humanlike.core import Game
from humanlike.games.catalogue.sources import TURING_TOURNAMENT

GAME = Game.from_matrices(
    "prisoners-dilemma",
    [[8, 1], [9, 2]],
    [[8, 9], [1, 2]],
    labels=("UD", "LR"),
    title="Prisoner's dilemma",
    citation=f"{TURING_TOURNAMENT}, game 6",
)
