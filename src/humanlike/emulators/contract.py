"""What every emulator promises, checked on small shapes: for those who bring their own.

`produce(stream, game, shape, session)` returns whole numbers [subjects, rounds], each an action its subject has
(subject q sits in role q modulo the players), and the same ones when asked again with the same stream. It may refuse
a game with `UnsuitableGame`.
"""

from typing import Any, Final

import numpy as np

from humanlike.core import BrokenContract, Game, Streams, UnsuitableGame, attempt
from humanlike.emulators.emulator import Emulator, PlayShape
from humanlike.emulators.language_model import LanguageModelPlayer
from humanlike.emulators.player_program import PlayerProgram
from humanlike.emulators.program import EmulatorProgram
from humanlike.games import GAMES

GAMES_TRIED: Final = (GAMES["chicken"], GAMES["rock-paper-scissors"])
N_SUBJECTS, N_ROUNDS = 4, 6


def check_emulator(emulator: object) -> Emulator:
    """`emulator`, if it keeps what emulators promise; else `BrokenContract` says what it does not."""
    if not isinstance(emulator, Emulator):
        raise BrokenContract(
            f"A {type(emulator).__name__} is no emulator; make one with Emulator(name, produce)."
        )
    if not isinstance(emulator.name, str) or not emulator.name.strip():
        raise BrokenContract(f"An emulator needs a name, a text that is not empty, not {emulator.name!r}.")
    if not callable(emulator.produce):
        raise BrokenContract(
            f"Emulator '{emulator.name}': produce must be a function, not {emulator.produce!r:.60}."
        )
    if isinstance(emulator.produce, EmulatorProgram | PlayerProgram):
        return emulator  # `humanlike entry check` is the contract of programs
    if isinstance(emulator.produce, LanguageModelPlayer):
        return emulator  # asking costs time and money; what answers is ours
    for game in GAMES_TRIED:
        try:
            _check_moves(emulator, game)
        except UnsuitableGame:
            continue
    return emulator


def _check_moves(emulator: Emulator, game: Game) -> None:
    made = np.ones((N_SUBJECTS, N_ROUNDS), dtype=np.bool_)
    made[2:, -2:] = False  # the second pair ended early
    what = f"Emulator '{emulator.name}': produce(stream, game, shape, session) on '{game.name}'"

    def produced() -> Any:
        return emulator.produce(Streams(0)["contract"][game.name], game, PlayShape(made), 0)

    first, again = (np.asarray(attempt(what, produced)) for _ in range(2))
    if first.shape != made.shape:
        raise BrokenContract(
            f"{what} must return actions of shape {made.shape}, subjects by rounds, not {first.shape}."
        )
    if not np.issubdtype(first.dtype, np.integer):
        raise BrokenContract(f"{what} must return whole numbers, not {first.dtype.name}.")
    limits = np.resize(game.n_actions, N_SUBJECTS)[:, None]
    wrong = made & ((first < 0) | (first >= limits))
    if wrong.any():
        subject, round_ = (int(index) for index in np.argwhere(wrong)[0])
        raise BrokenContract(
            f"{what} must return actions from 0 to {int(limits[subject, 0]) - 1}, not {first[subject, round_]} "
            f"(subject {subject + 1}, round {round_ + 1})."
        )
    if not np.array_equal(first[made], again[made]):
        raise BrokenContract(
            f"{what} must return the same moves for the same stream: draw from the stream only."
        )
