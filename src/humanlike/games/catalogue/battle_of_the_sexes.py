"""The battle of the sexes: both want to meet, each at another place; alternating is fair and efficient."""

from humanlike.core import Game
from humanlike.games.catalogue.sources import TURING_TOURNAMENT

GAME = Game.from_matrices(
    "battle-of-the-sexes",
    [[18, 3], [3, 6]],
    [[6, 3], [3, 18]],
    labels=("UD", "LR"),
    title="Battle of the sexes",
    citation=f"{TURING_TOURNAMENT}, game 7",
)
