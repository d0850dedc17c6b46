"""A play's fingerprint: equal for plays that say the same about the same payoffs, whatever their labels."""

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from weakref import WeakKeyDictionary

import numpy as np

from humanlike.core import Game, Play

_known: WeakKeyDictionary[Play, bytes] = WeakKeyDictionary()


def digest_of(play: Play) -> bytes:
    """Sixteen bytes from payoffs, moves, seats, situations and who is studied."""
    if play not in _known:
        summary = hashlib.blake2b(game_digest(play.game), digest_size=16)
        for part in (play.actions, play.roles, play.situations, play.studied):
            summary.update(str(part.shape).encode())
            summary.update(np.ascontiguousarray(part).tobytes())
        _known[play] = summary.digest()
    return _known[play]


def digest_of_all(plays: Iterable[Play], labels: Iterable[str]) -> str:
    """One fingerprint, in hexadecimal digits, of plays and what each was said to be."""
    summary = hashlib.blake2b(digest_size=16)
    for play, label in zip(plays, labels, strict=True):
        summary.update(digest_of(play))
        summary.update(f"{play.game.name}\x1f{label}\x1e".encode())
    return summary.hexdigest()


@lru_cache(maxsize=1024)
def game_digest(game: Game) -> bytes:
    """The same for games whose payoffs are the same up to every player's own unit and zero."""
    summary = hashlib.blake2b(game.situation_kind.encode(), digest_size=16)
    for table in game.tables:
        width = float(np.ptp(table))
        scaled = (table - table.min()) / width if width > 0 else np.zeros_like(table)
        summary.update(str(table.shape).encode())
        summary.update((scaled.round(9) + 0.0).tobytes())
    return summary.digest()
