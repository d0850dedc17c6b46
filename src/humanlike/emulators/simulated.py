"""A population of rules plays in the shape of a human play.

Every number of groups would compile a program of its own: groups are rounded up to the next multiple of eight, and
what is too much is cut off. Draws are counted by seat and round, so nothing that is kept depends on what is cut.
"""

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, Streams
from humanlike.emulators.emulator import PlayShape
from humanlike.engine import Population, simulate_actions

GROUPS = 8


def groups_for(game: Game, shape: PlayShape) -> int:
    """How many groups to seat.

    >>> from humanlike.games import GAMES
    >>> [groups_for(GAMES["chicken"], PlayShape.full(n_subjects, 10)) for n_subjects in (2, 16, 18)]
    [8, 8, 16]
    """
    return -(-shape.n_subjects // (game.n_players * GROUPS)) * GROUPS


def play_in_shape(
    stream: Streams, game: Game, population: Population, shape: PlayShape
) -> npt.NDArray[np.int8]:
    """Actions [subjects, rounds] of the first groups of `population`."""
    choice = stream[f"game {game.name}"]["choice"]
    n_seats = population.n_groups * game.n_players
    meetings = None if shape.meetings is None else shape.meetings.with_spare(n_seats, game.n_players)
    actions = simulate_actions(choice, game, population, n_rounds=shape.n_rounds, meetings=meetings)
    return actions[: shape.n_subjects]
