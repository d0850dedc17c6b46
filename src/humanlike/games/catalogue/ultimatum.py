"""A reduced ultimatum game: the row player claims 3, 4 or 5 of 6; the column player accepts up to a limit.

L accepts every claim, M all but the highest, R only the even split. The table prints row U empty;
(3, 3) throughout is the only filling that yields the published set of equilibria.
"""

from humanlike.core import Game
from humanlike.games.catalogue.sources import TURING_TOURNAMENT

GAME = Game.from_matrices(
    "ultimatum-3",
    [[3, 3, 3], [4, 4, 0], [5, 0, 0]],
    [[3, 3, 3], [2, 2, 0], [1, 0, 0]],
    labels=("UMD", "LMR"),
    title="3x3 ultimatum game",
    citation=f"{TURING_TOURNAMENT}, game 4",
)
