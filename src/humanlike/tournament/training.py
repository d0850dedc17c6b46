"""Training material for detectors that learn: never the game, the experiment or the emulator they are tested on.

People's plays and one independent play by every emulator in every game (from a stream of its own) are the
material; for each game and source to be judged a model is trained on all that shares neither. A game with the same
payoffs up to units is the same game, whatever its name. With an experiment go the machine plays that copied its
shape: left behind, they would say that such shapes are machines'.
"""

from collections.abc import Sequence
from typing import Any

from humanlike.core import Game, Streams
from humanlike.detectors import Detector
from humanlike.detectors.training import train_without
from humanlike.games import game_digest
from humanlike.tournament.material import Material
from humanlike.tournament.trial import Dataset, Models, produce, stripped
from humanlike.work import Effort


def training_material(material: Material) -> list[Dataset]:
    """Labelled plays of all games, stripped as in a trial, from a stream no trial uses."""
    stream = Streams(material.plan.seed)["training"]
    datasets = []
    for session, game in enumerate(material.games):
        made, _ = produce(stream, material, game, session)
        for each in made:
            shown = stripped(stream[f"game {game.name}"][f"pairs of {each.source}"], material, each)
            datasets.append(each._replace(play=shown))
    return datasets


def train_all(material: Material, effort: Effort) -> Models:
    """The model each trained detector may judge with, by (detector, game, source)."""
    trained = [detector for detector in material.detectors if detector.fit is not None]
    if not trained:
        return {}
    datasets = training_material(material)
    alike: dict[bytes, list[Game]] = {}  # games that are one game share their models
    for game in material.games:
        alike.setdefault(game_digest(game), []).append(game)
    tasks = [(detector, games) for detector in trained for games in alike.values()]
    lessons = effort.carry_out(
        "training detectors without what they are tested on",
        _lesson,
        [(detector, games[0], sources_to_judge(material, games)) for detector, games in tasks],
        shared=(datasets,),
    )
    return {
        (detector.name, game.name, source): model
        for (detector, games), lesson in zip(tasks, lessons, strict=True)
        for game in games
        for source, model in lesson.items()
    }


def sources_to_judge(material: Material, games: Sequence[Game]) -> list[str]:
    """Everybody who may have to be judged in one of `games`."""
    people = [human.experiment for game in games for human in material.humans[game.name]]
    return list(dict.fromkeys([*people, *(emulator.name for emulator in material.emulators)]))


def _lesson(datasets: Sequence[Dataset], task: tuple[Detector, Game, Sequence[str]]) -> dict[str, Any]:
    """A model for each source to be judged in a game; may run in a process of its own."""
    detector, game, sources = task
    return {source: _without(detector, datasets, game, source) for source in sources}


def _without(detector: Detector, datasets: Sequence[Dataset], game: Game, source: str) -> Any:
    known = [each for each in datasets if each.shape_of != source]
    return train_without(
        detector,
        [each.play for each in known],
        [each.is_human for each in known],
        [each.source for each in known],
        game=game,
        source=source,
    )
