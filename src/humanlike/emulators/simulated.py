"""A population of rules plays in the shape of a human play.

Every number of groups and rounds would compile a program of its own, and human matches have many lengths: groups are
rounded up to the next multiple of eight, rounds to the next power of two, and what is too much is cut off. Draws are
counted by seat and round, so nothing that is kept depends on what is cut.
"""

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, Streams
from humanlike.emulators.emulator import PlayShape
from humanlike.engine import Population, simulate_actions

GROUPS = 8
FEWEST_ROUNDS = 16


def groups_for(game: Game, shape: PlayShape) -> int:
    """How many groups to seat."""
    return -(-shape.n_subjects // (game.n_players * GROUPS)) * GROUPS


def rounds_for(shape: PlayShape) -> int:
    """How many rounds to play.

    >>> [rounds_for(PlayShape.full(2, n_rounds)) for n_rounds in (1, 16, 17, 50)]
    [16, 16, 32, 64]
    """
    return max(FEWEST_ROUNDS, 1 << (shape.n_rounds - 1).bit_length())


def play_in_shape(
    game: Game, population: Population, stream: Streams, shape: PlayShape
) -> npt.NDArray[np.int8]:
    """Actions [subjects, rounds] of the first groups and rounds of `population`."""
    choice = stream[f"game {game.name}"]["choice"]
    actions = simulate_actions(game, population, choice, n_rounds=rounds_for(shape))
    return actions[: shape.n_subjects, : shape.n_rounds]
