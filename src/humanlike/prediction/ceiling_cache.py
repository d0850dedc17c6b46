"""Ceilings kept on disk: boosting takes a minute, and data, features and settings decide it.

Where: `core.caches`. A home that cannot be written to keeps nothing. A file that cannot be read is computed again.
"""

import hashlib
from collections.abc import Sequence
from io import BytesIO

import numpy as np

from humanlike.core import BadFile, Play
from humanlike.core.caches import cache_directory
from humanlike.core.writing import write_atomically
from humanlike.prediction.features import VERSION
from humanlike.prediction.observations import Floats, Integers

UNREADABLE = (OSError, ValueError, KeyError, EOFError)


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
    folder = cache_directory("ceilings")
    if folder is None:
        return None
    try:
        with np.load(folder / f"{key}.npz", allow_pickle=False) as file:
            return [file[f"arr_{number}"] for number in range(len(file.files))]
    except UNREADABLE:
        return None


def store(key: str, chances: Sequence[Floats]) -> None:
    """Keep the chances of each play, if there is a place for them."""
    folder = cache_directory("ceilings")
    if folder is None:
        return
    content = BytesIO()
    np.savez_compressed(content, *chances)
    try:
        write_atomically(folder / f"{key}.npz", content.getvalue())
    except BadFile:  # a home that cannot be written to: computed anew next time
        return
