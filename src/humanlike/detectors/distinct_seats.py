"""Seats that did the same: cut to the same first rounds, and each different conduct once.

Language models at low temperature repeat themselves, and a quarter of all people cooperate throughout. Copies are no
new evidence, and where one kind is thinned out and the other is not, "constant" comes to mean the other: so thin
both.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from humanlike.core import MISSING, Play


def first_rounds(play: Play, n_rounds: int) -> Play:
    """The first rounds of the rows that made a move in each of them; nobody knows whom they met."""
    lasted = (play.actions[:, :n_rounds] >= 0).all(axis=1) & (play.n_rounds >= n_rounds)
    kept = play.rows(np.flatnonzero(lasted))
    return replace(
        kept,
        actions=kept.actions[:, :n_rounds],
        situations=kept.situations[:, :n_rounds],
        partners=np.empty(0, dtype=np.int64),
        intended=kept.intended[:, :n_rounds],
        extra={name: column[:, :n_rounds] for name, column in kept.extra.items()},
    )


def distinct_seats(play: Play) -> npt.NDArray[np.int64]:
    """The first row of each different conduct: model, role, own moves and what was met.

    >>> from humanlike.core import Game
    >>> coins = Game.from_matrices("coins", [[1, 0], [0, 1]], [[0, 1], [1, 0]])
    >>> distinct_seats(Play(coins, np.array([[0, 1], [1, 1], [0, 1], [1, 1], [0, 0], [1, 1]]))).tolist()
    [0, 1, 4, 5]
    """
    models = np.unique(np.array(list(play.labels("model")), dtype=str), return_inverse=True)[1]
    met = np.where(play.actions >= 0, play.situations, MISSING)
    columns = np.column_stack([models.reshape(-1), play.roles, play.actions, met])
    return np.sort(np.unique(columns, axis=0, return_index=True)[1]).astype(np.int64)
