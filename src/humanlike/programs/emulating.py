"""An emulator program: game, number of subjects, match lengths and a seed in; a dataset file out.

It is called ``COMMAND GAME SUBJECTS LENGTHS SEED OUTPUT``: the game as plain text; Q; a file with the number of
rounds of each match, one a line, Q/2 lines; a whole number from 0 to 2^31 - 1; and the file to write. That is
Q lines of N numbers, N the length of the longest match: actions counted from 1, subject 1 matched with 2, 3 with
4, and so on. Beyond the end of a match anything from 0 up is accepted and ignored (0 is customary).

References
----------
Arifovic, McKelvey & Pevnitskaya (2006), Games and Economic Behavior 57, 93-122, sections 2.1 and 2.2

"""

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from humanlike.core import MISSING, BadFile, BadRecord, Game
from humanlike.core.foreign_text import harmless
from humanlike.datasets.plain_text import read_plain
from humanlike.games.files import plain_text
from humanlike.programs.ending import Ending, EntryFailed
from humanlike.programs.workshop import Program, workshop_of

ARGUMENTS = ("{input}/game.txt", "{input}/lengths.txt", "{output}/dataset.txt")
LARGEST_SEED = 2**31 - 1


def emulate(
    program: Program, game: Game, lengths: Sequence[int], seed: int
) -> tuple[npt.NDArray[np.int16], Ending]:
    """Actions [subjects, rounds], MISSING beyond each match's end, and what the run took."""
    program.entry.require("emulator")
    n_subjects, n_rounds = game.n_players * len(lengths), max(lengths)
    inputs = {"game.txt": plain_text.text_of(game), "lengths.txt": "".join(f"{each}\n" for each in lengths)}
    game_file, lengths_file, output = ARGUMENTS
    words = (game_file, str(n_subjects), lengths_file, str(seed), output)
    most_bytes = 4096 + 8 * n_subjects * (n_rounds + 1)  # room for remarks and wide spacing, not for floods
    content, ending = program.run(inputs, words, "dataset.txt", most_bytes)
    try:
        actions = _checked(program, content, game, (n_subjects, n_rounds), lengths)
    except (BadFile, BadRecord) as error:
        bad = replace(ending, outcome="bad output", reason=harmless(str(error))[:300])
        raise EntryFailed(program.name, bad) from error
    return actions, ending


def _checked(
    program: Program, content: bytes, game: Game, shape: tuple[int, int], lengths: Sequence[int]
) -> npt.NDArray[np.int16]:
    with tempfile.TemporaryDirectory(dir=workshop_of(program).home) as folder:
        path = Path(folder) / "dataset.txt"
        path.write_bytes(content)
        actions = read_plain(path, game).actions.astype(np.int16)
    if actions.shape != shape:
        raise BadRecord(
            f"{actions.shape[0]} subjects by {actions.shape[1]} rounds were written, {shape[0]} by {shape[1]} asked for"
        )
    playing = np.arange(shape[1]) < np.repeat(np.asarray(lengths), game.n_players)[:, None]
    missing = np.argwhere(playing & (actions == MISSING))
    if len(missing):
        subject, round_ = (int(index) + 1 for index in missing[0])
        raise BadRecord(f"subject {subject} makes no move in round {round_}, which the match has")
    return np.where(playing, actions, np.int16(MISSING)).astype(np.int16)
