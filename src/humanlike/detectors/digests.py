"""Fingerprints of play: equal for plays that say the same about the same payoffs, whatever their labels."""

import hashlib
from collections.abc import Iterable
from weakref import WeakKeyDictionary

import numpy as np

from humanlike.core import Play
from humanlike.games import game_digest

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
