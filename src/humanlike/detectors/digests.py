"""Fingerprints of play: equal for plays that say the same about the same payoffs, whatever their labels."""

import hashlib
from collections.abc import Iterable
from typing import Any, Final
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from humanlike.core import Play
from humanlike.games import game_digest

LEAST_VARIED: Final = 6  # fewer changes, or fewer repetitions, and two seats are soon alike by chance
SEAT_BYTES: Final = 5  # 21,000 seats of training meet as many judged with a false alarm in 2,000 cases
_known: WeakKeyDictionary[Play, bytes] = WeakKeyDictionary()


def play_digest(play: Play) -> bytes:
    """Sixteen bytes from payoffs, moves, seats, situations and who is studied."""
    if play not in _known:
        summary = hashlib.blake2b(game_digest(play.game), digest_size=16)
        situations = play.situations.astype(np.int64)  # one fingerprint, however small the numbers are kept
        for part in (play.actions, play.roles, situations, play.studied):
            summary.update(str(part.shape).encode())
            summary.update(np.ascontiguousarray(part).tobytes())
        _known[play] = summary.digest()
    return _known[play]


def material_digest(plays: Iterable[Play], labels: Iterable[str]) -> str:
    """One fingerprint, in hexadecimal digits, of plays and what each was said to be."""
    summary = hashlib.blake2b(digest_size=16)
    for play, label in zip(plays, labels, strict=True):
        summary.update(play_digest(play))
        summary.update(f"{play.game.name}\x1f{label}\x1e".encode())
    return summary.hexdigest()


def seat_digests(play: Play) -> dict[int, str]:
    """Ten hexadecimal digits for every seat long and varied enough to be recognised by its moves and situations.

    Equal wherever the same seat turns up: in another grouping or order of matches, with more or fewer rounds at
    the end that nobody played, under another label.
    """
    made = play.actions >= 0
    lengths = np.where(made.any(axis=1), play.n_rounds - np.argmax(made[:, ::-1], axis=1), 0)
    rows = np.stack([play.actions, play.situations], axis=2).astype("<i4")
    changes, repetitions = _steps(rows)
    prefix = game_digest(play.game)
    return {
        int(seat): hashlib.blake2b(
            prefix + bytes([int(play.roles[seat])]) + rows[seat, : lengths[seat]].tobytes(),
            digest_size=SEAT_BYTES,
        ).hexdigest()
        for seat in np.flatnonzero(np.minimum(changes, repetitions) >= LEAST_VARIED)
    }


def _steps(rows: npt.NDArray[Any]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """How often each seat's move or situation, [seats, rounds, 2], differed from the last round, and how often not."""
    known = (rows[:, 1:] >= 0) & (rows[:, :-1] >= 0)
    changed = rows[:, 1:] != rows[:, :-1]
    return (known & changed).sum(axis=(1, 2)), (known & ~changed).sum(axis=(1, 2))
