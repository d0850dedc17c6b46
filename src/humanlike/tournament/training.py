"""Training material for detectors that learn: never the game, the experiment or the emulator they are tested on.

People's plays and one independent play by every emulator in every game (from a stream of its own) are the
material; for each game and source to be judged a model is trained on all that shares neither.
"""

from collections.abc import Iterator
from typing import Any

from humanlike.core import Streams
from humanlike.detectors import Detector
from humanlike.detectors.training import train_without
from humanlike.tournament.material import Material
from humanlike.tournament.trial import Dataset, produce, stripped


def training_material(material: Material) -> list[Dataset]:
    """Labelled plays of all games, stripped as in a trial, from a stream no trial uses."""
    stream = Streams(material.plan.seed)["training"]
    datasets = []
    for session, game in enumerate(material.games):
        made, _ = produce(material, game, stream, session)
        for each in made:
            shown = stripped(material, each, stream[f"game {game.name}"][f"pairs of {each.source}"])
            datasets.append(each._replace(play=shown))
    return datasets


def train_all(material: Material) -> Iterator[tuple[tuple[str, str, str], Any]]:
    """(detector, game, source) and the model it may be judged with, for every trained detector."""
    trained = [detector for detector in material.detectors if detector.fit is not None]
    if not trained:
        return
    datasets = training_material(material)
    for detector in trained:
        for game in material.games:
            sources = [human.experiment for human in material.humans[game.name]]
            sources += [emulator.name for emulator in material.emulators]
            for source in dict.fromkeys(sources):
                yield (detector.name, game.name, source), _model(detector, datasets, game.name, source)


def _model(detector: Detector, datasets: list[Dataset], game: str, source: str) -> Any:
    return train_without(
        detector,
        [each.play for each in datasets],
        [each.is_human for each in datasets],
        [each.source for each in datasets],
        game=game,
        source=source,
    )
