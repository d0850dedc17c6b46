"""Several plays of one game as one body: subjects one after the other, short matches filled up."""

import json
from collections.abc import Sequence

import numpy as np

from humanlike.core import MISSING, BadRequest, Play
from humanlike.similarity.units import units_of_play


def join_plays(plays: Sequence[Play]) -> Play:
    """One Play holding the subjects of all; independent units stay apart."""
    if not plays:
        raise BadRequest("There is no play to join.")
    names = sorted({play.game.name for play in plays})
    if len(names) > 1:
        raise BadRequest(f"Only plays of one game can be joined, not {', '.join(names)}.")
    if len(plays) == 1:
        return plays[0]
    longest = max(play.n_rounds for play in plays)
    units = [
        f"{index}-{unit}" for index, play in enumerate(plays) for unit in units_of_play(play)[0].tolist()
    ]
    situations = np.concatenate([_filled(play.situations, longest) for play in plays])
    return Play(
        plays[0].game,
        np.concatenate([_filled(play.actions.astype(np.int64), longest) for play in plays]),
        roles=np.concatenate([play.roles for play in plays]),
        situations=situations,
        subjects=tuple(subject for play in plays for subject in play.subjects),
        provenance={"units": json.dumps(units)},
    )


def _filled(
    array: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]", longest: int
) -> "np.ndarray[tuple[int, ...], np.dtype[np.int64]]":
    return np.pad(array, ((0, 0), (0, longest - array.shape[1])), constant_values=MISSING)
