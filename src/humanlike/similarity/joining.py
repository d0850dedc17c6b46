"""Several plays of one game as one body: subjects one after the other, short matches filled up."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import MISSING, BadRequest, Play


def units_of_play(play: Play) -> tuple[npt.NDArray[np.int64], int]:
    """The independent unit (match) of every row, counted from 0, and how many there are."""
    names, codes = np.unique(np.asarray(play.matches, dtype=str), return_inverse=True)
    return codes.astype(np.int64), len(names)


def join_plays(plays: Sequence[Play]) -> Play:
    """One Play holding the rows of all; matches stay apart even where their labels agree."""
    if not plays:
        raise BadRequest("There is no play to join.")
    names = sorted({play.game.name for play in plays})
    if len(names) > 1:
        raise BadRequest(f"Only plays of one game can be joined, not {', '.join(names)}.")
    if len(plays) == 1:
        return plays[0]
    longest = max(play.n_rounds for play in plays)
    return Play(
        plays[0].game,
        np.concatenate([_filled(play.actions, longest) for play in plays]).astype(np.int16),
        roles=np.concatenate([play.roles for play in plays]),
        situations=np.concatenate([_filled(play.situations, longest) for play in plays]).astype(np.int64),
        subjects=tuple(subject for play in plays for subject in play.subjects),
        matches=tuple(f"{index}:{match}" for index, play in enumerate(plays) for match in play.matches),
        sessions=tuple(session for play in plays for session in play.sessions),
        studied=np.concatenate([play.studied for play in plays]),
    )


def _filled(array: npt.NDArray[Any], longest: int) -> npt.NDArray[Any]:
    return np.pad(array, ((0, 0), (0, longest - array.shape[1])), constant_values=MISSING)
