"""Training, on everything or without what is tested: then a detector never sees the game, experiment or emulator.

`train` makes a `TrainedDetector` from all labelled material, to judge strangers.

`train_without` drops from labelled material every play of the tested game (or of a game with the same payoffs
up to units, whatever its name) and every play of the tested source, and trains on the rest. Models are kept, so
that a tournament trains once for each game and source and not once for each trial.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Play
from humanlike.detectors.detector import Detector
from humanlike.detectors.digests import material_digest
from humanlike.detectors.trained import TrainedDetector
from humanlike.detectors.trained_on import material_of
from humanlike.games import game_digest

KEPT: Final = 1024
_models: OrderedDict[tuple[Any, str], Any] = OrderedDict()  # by how and from what it was learned


def train(
    detector: Detector, plays: Sequence[Play], is_human: npt.ArrayLike, sources: Sequence[str] | None = None
) -> TrainedDetector:
    """A detector trained on all of these plays, with a description of the material.

    `sources` names the experiment or emulator behind each play (default: what its provenance says).
    """
    named = _sources(plays) if sources is None else list(sources)
    model = train_without(detector, plays, is_human, named, game=None, source=None)
    if detector.fit is None:
        return TrainedDetector(detector)
    human = np.asarray(is_human, dtype=np.bool_).tolist()
    return TrainedDetector(detector, model, material_of(plays, human, named))


def _sources(plays: Sequence[Play]) -> list[str]:
    """The source a play names, else its data set, else each play for itself."""
    return [
        str(play.provenance.get("source") or play.provenance.get("dataset") or f"play {number}")
        for number, play in enumerate(plays)
    ]


def train_without(
    detector: Detector,
    plays: Sequence[Play],
    is_human: npt.ArrayLike,
    sources: Sequence[str],
    *,
    game: Game | str | None,
    source: str | None,
) -> Any:
    """A model of `detector` trained on all plays but those of `game` and those of `source`.

    `sources` names the experiment or emulator behind each play; a `game` given by name drops the plays of that
    name only. A detector that needs no training gets None.
    """
    if detector.fit is None:
        return None
    human = np.asarray(is_human, dtype=np.bool_)
    if not len(plays) == len(human) == len(sources):
        raise BadRequest(f"{len(plays)} plays, {len(human)} labels and {len(sources)} sources do not match.")
    left = [
        number for number, play in enumerate(plays) if sources[number] != source and not _same(play, game)
    ]
    _check_left(detector, human[left], game, source)
    labels = [f"{'human' if human[number] else 'machine'} {sources[number]}" for number in left]
    key = (detector.fit, material_digest([plays[number] for number in left], labels))
    if key not in _models:
        named = [_with_source(plays[number], sources[number]) for number in left]
        _models[key] = detector.fit(named, human[left])
        while len(_models) > KEPT:
            _models.popitem(last=False)
    return _models[key]


def _same(play: Play, game: Game | str | None) -> bool:
    """Whether a play is of the tested game."""
    if game is None or isinstance(game, str):
        return play.game.name == game
    return play.game.name == game.name or game_digest(play.game) == game_digest(game)


def _with_source(play: Play, source: str) -> Play:
    return play.from_source({**play.provenance, "source": source})


def _check_left(
    detector: Detector, human: npt.NDArray[np.bool_], game: Game | str | None, source: str | None
) -> None:
    """Refuse to train on nothing."""
    n_human, n_machine = int(human.sum()), int((~human).sum())
    if n_human and n_machine:
        return
    name = game.name if isinstance(game, Game) else game
    raise BadRequest(
        f"Detector '{detector.name}' cannot be trained without game '{name}' and source '{source}': "
        f"{n_human} plays by people and {n_machine} by machines are left, and it needs both."
    )
