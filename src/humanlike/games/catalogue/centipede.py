"""A reduced centipede game: each player chooses when to stop; the pot doubles at every pass.

Backward induction stops at once and pays (4, 1); the last cells pay (64, 16) and (8, 32).
"""

from humanlike.core import Game
from humanlike.games.catalogue.sources import TURING_TOURNAMENT

GAME = Game.from_matrices(
    "centipede-3",
    [[4, 4, 4], [2, 16, 16], [2, 8, 64]],
    [[1, 1, 1], [8, 4, 4], [8, 32, 16]],
    labels=("UMD", "LMR"),
    title="3x3 centipede game",
    citation=f"{TURING_TOURNAMENT}, game 5",
)
