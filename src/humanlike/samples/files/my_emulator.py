"""An emulator of your own: whole data sets, in any way you like.

    humanlike play chicken my_emulator.py:EMULATOR
    humanlike tournament --emulators seven,my_emulator.py:EMULATOR

Here everybody repeats the last move with probability .8 and otherwise moves at random.
"""

import numpy as np

from humanlike.core import Game, Streams
from humanlike.emulators import Emulator, PlayShape

REPEAT = 0.8


def produce(stream: Streams, game: Game, shape: PlayShape, session: int) -> np.ndarray:
    """Actions [subjects, rounds], counted from 0; subjects 0 and 1 meet, 2 and 3, and so on.

    All chance comes from `stream`, so that the same seed gives the same play.
    """
    generator = stream[f"game {game.name}"].generator()
    actions = np.empty((shape.n_subjects, shape.n_rounds), dtype=np.int8)
    for subject in range(shape.n_subjects):
        n_actions = game.n_actions[subject % game.n_players]
        moves = generator.integers(n_actions, size=shape.n_rounds)
        for round_ in range(1, shape.n_rounds):
            if generator.random() < REPEAT:
                moves[round_] = moves[round_ - 1]
        actions[subject] = moves
    return actions


EMULATOR = Emulator("my-emulator", produce, author="me", description="sticks to its last move")
