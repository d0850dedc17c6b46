"""Games nobody has seen before, for tournaments in which entrants cannot prepare for a particular one."""

from typing import Final

import numpy as np

from humanlike.core import BadGame, Game
from humanlike.games.labels import usual_labels

HIGHEST: Final = 20  # payoffs are whole numbers from 0 to this, about the range of the published games


def random_game(
    generator: np.random.Generator,
    n_rows: int,
    n_columns: int,
    *,
    highest: int = HIGHEST,
    name: str = "random",
) -> Game:
    """A two-player game with independent whole-number payoffs from 0 to `highest`.

    No player's payoffs are all the same: a game in which one seat has nothing to choose tells us nothing.

    >>> from humanlike.core import Streams
    >>> random_game(Streams(1)["games"].generator(), 2, 3).n_actions
    (2, 3)
    """
    if n_rows < 2 or n_columns < 2 or highest < 1:
        raise BadGame(
            f"A random game needs two actions a side and a highest payoff from 1 up, "
            f"not {n_rows} by {n_columns} and {highest}."
        )
    matrices = []
    for _ in range(2):
        payoffs = generator.integers(0, highest, size=(n_rows, n_columns), endpoint=True)
        while np.ptp(payoffs) == 0:
            payoffs = generator.integers(0, highest, size=(n_rows, n_columns), endpoint=True)
        matrices.append(payoffs)
    return Game.from_matrices(
        name,
        matrices[0],
        matrices[1],
        labels=usual_labels(n_rows, n_columns),
        title=f"Random {n_rows}x{n_columns} game",
    )
