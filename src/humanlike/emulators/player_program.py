"""A player program as an emulator: it sits in every seat, one process a seat, match after match.

Its processes know of each other only what the moves tell. Moves are drawn from the player's probabilities with
the stream's numbers; seat and match fix the seed each process is given.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from humanlike.core import MISSING, Game, Streams, UnsuitableGame
from humanlike.emulators.emulator import PlayShape
from humanlike.programs import LARGEST_SEED, Program, play_match

MOST_ACTIONS = 127  # what an emulator's actions have room for


@dataclass(frozen=True)
class PlayerProgram:
    """Seats the program on both sides of every match; can be sent to other processes."""

    program: Program

    def __call__(self, stream: Streams, game: Game, shape: PlayShape, session: int) -> npt.NDArray[np.int8]:
        """Actions [subjects, rounds]."""
        return meet(stream[f"session {session}"], (self.program, self.program), game, shape)


def meet(
    stream: Streams, programs: tuple[Program, Program], game: Game, shape: PlayShape
) -> npt.NDArray[np.int8]:
    """Two player programs meet, the first in the row seat, in as many and as long matches as `shape` has."""
    check_actions(game)
    actions = np.full(shape.made.shape, MISSING, dtype=np.int8)
    for match, length in enumerate(match_lengths(game, shape)):
        if length:
            named = stream[f"match {match}"]
            seeds = [named[f"seat {seat}"].words()[0] & LARGEST_SEED for seat in range(2)]
            uniforms = (
                named["choice"].generator().random((length, 2)).T
            )  # by round: longer matches begin alike
            played, _ = play_match(programs, game, uniforms, seeds)
            actions[2 * match : 2 * match + 2, :length] = played
    return actions


def match_lengths(game: Game, shape: PlayShape) -> tuple[int, ...]:
    """How many rounds each match lasts: up to the last one in which anybody moved."""
    groups = np.any(shape.made.reshape(-1, game.n_players, shape.n_rounds), axis=1)
    last = groups.shape[1] - np.argmax(groups[:, ::-1], axis=1)
    return tuple(int(length) for length in np.where(groups.any(axis=1), last, 0))


def check_actions(game: Game) -> None:
    """Refuse games with more actions than an emulator can return."""
    if max(game.n_actions) > MOST_ACTIONS:
        raise UnsuitableGame(f"Emulators play games of up to {MOST_ACTIONS} actions; '{game.name}' has more.")
