"""Ceilings kept on disk: boosting takes a minute, and data, features and settings decide it.

Below HUMANLIKE_CACHE, or `humanlike` in the user's cache (XDG_CACHE_HOME, ~/.cache); HUMANLIKE_CACHE=off, or a home
that cannot be written to, keeps nothing. A file that cannot be read is computed again.
"""

import hashlib
import os
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np

from humanlike.core import BadFile, Play
from humanlike.core.writing import write_atomically
from humanlike.prediction.features import VERSION
from humanlike.prediction.observations import Floats, Integers

OFF = "off"
UNREADABLE = (OSError, ValueError, KeyError, EOFError)


def cache_directory() -> Path | None:
    """Where ceilings are kept; None where the user wants none kept."""
    ours = os.environ.get("HUMANLIKE_CACHE", "")
    if ours == OFF:
        return None
    if ours:
        return Path(ours) / "ceilings"
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(caches) / "humanlike" / "ceilings"


def ceiling_key(
    plays: Sequence[Play], folds: Sequence[Integers], parts: Sequence[Integers], settings: object
) -> str:
    """A digest of all that decides a ceiling: payoffs, moves, who is who, folds, features, settings and library."""
    import sklearn

    digest = hashlib.sha256(f"{VERSION} {sklearn.__version__} {np.__version__} {settings!r}".encode())
    for play, fold, part in zip(plays, folds, parts, strict=True):
        labels = [play.labels(by).numbers() for by in ("person", "match")]
        digest.update(repr((play.game.situation_kind, play.game.n_actions)).encode())
        for array in (
            *play.game.tables,
            play.actions,
            play.situations,
            play.roles,
            play.studied,
            *labels,
            fold,
            part,
        ):
            digest.update(f"{array.dtype.kind}{array.shape}".encode())
            whole = np.asarray(array, dtype=np.float64)
            digest.update(np.ascontiguousarray(whole).tobytes())
    return digest.hexdigest()[:32]


def stored(key: str) -> list[Floats] | None:
    """The chances kept under a key, or None."""
    folder = cache_directory()
    if folder is None:
        return None
    try:
        with np.load(folder / f"{key}.npz", allow_pickle=False) as file:
            return [file[f"play {number}"] for number in range(len(file.files))]
    except UNREADABLE:
        return None


def store(key: str, chances: Sequence[Floats]) -> None:
    """Keep the chances of each play, if there is a place for them."""
    folder = cache_directory()
    if folder is None:
        return
    content = BytesIO()
    np.savez_compressed(content, **{f"play {number}": each for number, each in enumerate(chances)})
    try:
        write_atomically(folder / f"{key}.npz", content.getvalue())
    except BadFile:  # a home that cannot be written to: computed anew next time
        return
