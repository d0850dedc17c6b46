"""The papers' plain text: a Q x N matrix of whole numbers, actions counted from 1, 0 for a missing move.

Neighbours are matched: 1 with 2, 3 with 4 (and so on in larger groups). The game stands in a file of its own.
Lines that begin with '#' are comments.

References
----------
Arifovic, McKelvey & Pevnitskaya (2006), Games and Economic Behavior 57, 93-122, section 2.1

"""

from pathlib import Path

import numpy as np

from humanlike.core import MISSING, BadFile, BadRecord, BadRequest, Game, Play, write_atomically


def read_plain(path: Path, game: Game) -> Play:
    """The play of `game` written in a plain text file."""
    rows = read_numbers(path)
    actions = np.array([numbers for _, numbers in rows], dtype=np.int64)
    if len(actions) % game.n_players:
        raise BadRecord(
            f"'{path.name}': {len(actions)} rows do not fill groups of {game.n_players} in '{game.name}'."
        )
    _check_actions(path.name, actions, game, [number for number, _ in rows])
    return Play(game, (actions - 1).astype(np.int16), provenance={"dataset": path.stem, "file": path.name})


def read_numbers(path: Path) -> list[tuple[int, list[int]]]:
    """The lines of a plain text file that hold moves: their numbers, and the moves counted from 1."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadFile(f"Cannot read '{path}': {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise BadFile(f"'{path.name}' is no text file (byte {error.start} is not UTF-8).") from error
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), start=1)]
    rows = [(number, words) for number, words in lines if words and not words[0].startswith("#")]
    if not rows:
        raise BadFile(f"'{path.name}' holds no numbers.")
    width = len(rows[0][1])
    return [(number, _row(path.name, number, words, width)) for number, words in rows]


def _row(name: str, number: int, words: list[str], width: int) -> list[int]:
    if len(words) != width:
        raise BadFile(f"'{name}', line {number}: {len(words)} rounds, but the first subject has {width}.")
    for column, word in enumerate(words, start=1):
        if not word.isdecimal() or len(word) > 6:
            raise BadRecord(
                f"'{name}', line {number}, round {column}: '{word[:20]}' is no action (1, 2, ...; 0 missing)."
            )
    return [int(word) for word in words]


def _check_actions(
    name: str, actions: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]", game: Game, lines: list[int]
) -> None:
    limits = np.array(game.n_actions)[np.arange(len(actions)) % game.n_players]
    wrong = np.argwhere(actions > limits[:, None])
    if len(wrong):
        row, column = (int(index) for index in wrong[0])
        raise BadRecord(
            f"'{name}', line {lines[row]}, round {column + 1}: action {actions[row, column]}, "
            f"but this role of '{game.name}' has actions 1-{limits[row]} (0 is a missing move)."
        )


def write_plain(path: Path, play: Play) -> None:
    """Write the actions of one play, counted from 1."""
    if play.partners.ndim != 2:
        raise BadRequest(
            f"Plain text holds partners who stay together; in this play of '{play.game.name}' they change."
        )
    ordered = play.actions[play.groups().ravel()].astype(np.int64)
    lines = [" ".join(map(str, row)) for row in np.where(ordered == MISSING, 0, ordered + 1)]
    write_atomically(path, "\n".join(lines) + "\n")
