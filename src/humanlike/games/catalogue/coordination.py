"""Pure coordination: both earn 1 where their actions match, nothing elsewhere."""

from humanlike.core import Game
from humanlike.games.catalogue.sources import PREDICTIVE_SUCCESS

GAME = Game.from_matrices(
    "coordination",
    [[1, 0], [0, 1]],
    [[1, 0], [0, 1]],
    labels=("AB", "AB"),
    title="Coordination game",
    citation=PREDICTIVE_SUCCESS,
)
