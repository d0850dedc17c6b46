"""Training, on everything or without what is tested: then a detector never sees the game, the study or the family.

`train` makes a `TrainedDetector` from all labelled material, to judge strangers.

`train_without` drops from labelled material every play of the tested game (or of a game with the same payoffs
up to units, whatever its name) and of every source akin to the tested one (`sources`), and trains on the rest. Models
are kept, so that a tournament trains once for each game and source and not once for each trial.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Play
from humanlike.detectors.detector import Detector
from humanlike.detectors.digests import material_digest
from humanlike.detectors.sources import Source, as_source, told_sources
from humanlike.detectors.trained import TrainedDetector
from humanlike.detectors.trained_on import material_of
from humanlike.games import game_digest

KEPT: Final = 1024
_models: OrderedDict[tuple[Any, str], Any] = OrderedDict()  # by how and from what it was learned


def train(
    detector: Detector,
    plays: Sequence[Play],
    is_human: npt.ArrayLike,
    sources: Sequence[str | Source] | None = None,
) -> TrainedDetector:
    """A detector trained on all of these plays, with a description of the material.

    `sources` says which experiment or emulator is behind each play, and its study or families if it is a `Source`
    (default: what the play tells of itself).
    """
    human = np.asarray(is_human, dtype=np.bool_).tolist()
    named = told_sources(plays, human) if sources is None else [as_source(each) for each in sources]
    model = train_without(detector, plays, is_human, named, game=None, source=None)
    if detector.fit is None:
        return TrainedDetector(detector)
    return TrainedDetector(detector, model, material_of(plays, human, named))


def train_without(
    detector: Detector,
    plays: Sequence[Play],
    is_human: npt.ArrayLike,
    sources: Sequence[str | Source],
    *,
    game: Game | str | None,
    source: str | Source | None,
) -> Any:
    """A model of `detector` trained on all plays but those of `game` and those of sources akin to `source`.

    `sources` says which experiment or emulator is behind each play; a `game` given by name drops the plays of that
    name only. A detector that needs no training gets None.
    """
    if detector.fit is None:
        return None
    human = np.asarray(is_human, dtype=np.bool_)
    if not len(plays) == len(human) == len(sources):
        raise BadRequest(f"{len(plays)} plays, {len(human)} labels and {len(sources)} sources do not match.")
    known = [as_source(each) for each in sources]
    tested = None if source is None else as_source(source)
    left = [
        number
        for number, play in enumerate(plays)
        if not _same(play, game) and not (tested is not None and known[number].is_akin(tested))
    ]
    _check_left(detector, human[left], game, tested)
    signed = [known[number].signed(plays[number]) for number in left]
    labels = [
        f"{'human' if human[number] else 'machine'} {play.provenance['source']} {play.provenance['kin']}"
        for number, play in zip(left, signed, strict=True)
    ]
    key = (detector.fit, material_digest([plays[number] for number in left], labels))
    if key not in _models:
        _models[key] = detector.fit(signed, human[left])
        while len(_models) > KEPT:
            _models.popitem(last=False)
    return _models[key]


def _same(play: Play, game: Game | str | None) -> bool:
    """Whether a play is of the tested game."""
    if game is None or isinstance(game, str):
        return play.game.name == game
    return play.game.name == game.name or game_digest(play.game) == game_digest(game)


def _check_left(
    detector: Detector, human: npt.NDArray[np.bool_], game: Game | str | None, source: Source | None
) -> None:
    """Refuse to train on nothing."""
    n_human, n_machine = int(human.sum()), int((~human).sum())
    if n_human and n_machine:
        return
    name = game.name if isinstance(game, Game) else game
    akin = source is not None and ", ".join(sorted(source.kin))
    raise BadRequest(
        f"Detector '{detector.name}' cannot be trained without game '{name}' and source "
        f"'{source.name if source else None}'{f' ({akin})' if akin else ''}: "
        f"{n_human} plays by people and {n_machine} by machines are left, and it needs both."
    )
