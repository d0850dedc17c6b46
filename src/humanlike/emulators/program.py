"""A stranger's program as an emulator: one that writes whole datasets, or a player that is seated everywhere.

Both are asked for a play of the wanted shape and get nothing but the game, the match lengths (a player: not even
those) and seeds drawn from the stream. A program that fails has played nothing, and a mark says why.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from humanlike.core import MISSING, Game, Play, Streams
from humanlike.emulators.emulator import Emulator, PlayShape
from humanlike.emulators.player_program import PlayerProgram, check_actions, match_lengths
from humanlike.language_models import ModelFailed
from humanlike.programs import (
    LARGEST_SEED,
    Ending,
    EntryFailed,
    Limits,
    Program,
    emulate,
    program_from_entry,
)


@dataclass(frozen=True)
class EmulatorProgram:
    """Calls the program once for a whole play; can be sent to other processes."""

    program: Program

    def __call__(self, stream: Streams, game: Game, shape: PlayShape, session: int) -> npt.NDArray[np.int8]:
        """Actions [subjects, rounds]."""
        check_actions(game)
        seed = stream["program"][f"session {session}"].words()[0] & LARGEST_SEED
        actions, _ = emulate(self.program, game, match_lengths(game, shape), seed)
        result = np.full(shape.made.shape, MISSING, dtype=np.int8)
        result[:, : actions.shape[1]] = actions
        return result


def emulator_from_entry(path: Path | str, limits: Limits | None = None, *, trust: bool = False) -> Emulator:
    """The emulator (or player) program in the directory `path`, run within `limits`."""
    program = program_from_entry(path, limits, trust=trust)
    program.entry.require("emulator", "player")
    kind = EmulatorProgram if program.entry.description.kind == "emulator" else PlayerProgram
    about = program.entry.description
    return Emulator(about.name, kind(program), author=about.author, description=about.description)


def is_program(emulator: Emulator) -> bool:
    """Whether an emulator is a stranger's program."""
    return isinstance(emulator.produce, EmulatorProgram | PlayerProgram)


def play_or_ending(
    stream: Streams, emulator: Emulator, game: Game, shape: PlayShape, *, session: int = 0
) -> Play | Ending:
    """A play, or the ending of a program, or of a language model that did not choose."""
    try:
        return emulator.play(stream, game, shape, session=session)
    except EntryFailed as error:
        return error.ending
    except ModelFailed as error:
        return Ending("failed", error.reason)
