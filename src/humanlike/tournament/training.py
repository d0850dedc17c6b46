"""Training material for detectors that learn: never the game, the study or the family they are tested on.

People's plays and one independent play by every emulator in every game (from a stream of its own) are the
material; for each game and source to be judged a model is trained on all that shares neither. A game with the same
payoffs up to units is the same game, whatever its name; with people goes their whole study, with a machine everything
that shares a rule with it. With a study go the machine plays that copied its shapes: left behind, they would say that
such shapes are machines'. People's plays are those whose turn would come last, so that none of them is judged wherever
there are enough: what a program is told in one training it may remember in another.

Where that leaves too little (all people are of one study, all machines of one family) only the experiment or emulator
itself is left out, and `training_caveats` says what follows.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from humanlike.core import Game, Streams, studies_of
from humanlike.detectors import Detector, Source
from humanlike.detectors.held_out import LEAST_PLAYS
from humanlike.detectors.training import train_without
from humanlike.games import game_digest
from humanlike.tournament.material import Material
from humanlike.tournament.trial import (
    Dataset,
    Models,
    chosen_humans,
    copies_among,
    produce,
    stands_beside,
    stripped,
)
from humanlike.work import Effort

BEFORE_ALL_TRIALS = -1  # the turn of those people who would be judged last
Sources = Mapping[str, Source]  # by the name of the experiment or emulator


def sources_of(material: Material) -> dict[str, Source]:
    """Every experiment with its studies, every emulator with its families."""
    studies: dict[str, frozenset[str]] = {}
    for humans in material.humans.values():
        for experiment, play in humans:
            studies[experiment] = studies.get(experiment, frozenset()) | studies_of(play, experiment)
    people = {name: Source.of_people(name, own) for name, own in studies.items()}
    return people | {each.name: Source.of_machine(each.name, each.families) for each in material.emulators}


def training_stream(material: Material) -> Streams:
    """A stream no trial uses."""
    return Streams(material.plan.seed)["training"]


def training_material(material: Material) -> list[Dataset]:
    """Labelled plays of all games, stripped as in a trial."""
    stream = training_stream(material)
    datasets = []
    for session, game in enumerate(material.games):
        made, _ = produce(stream, material, game, session, turn=BEFORE_ALL_TRIALS)
        copies = copies_among(material, game, made)
        datasets += [
            each._replace(play=stripped(material, each))
            for each in made
            if each.is_human or each.source not in copies
        ]
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
        shared=(datasets, sources_of(material)),
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


def _lesson(
    datasets: Sequence[Dataset], sources: Sources, task: tuple[Detector, Game, Sequence[str]]
) -> dict[str, Any]:
    """A model for each source to be judged in a game; may run in a process of its own."""
    detector, game, names = task
    return {name: _without(detector, datasets, sources, game, name) for name in names}


def _without(detector: Detector, datasets: Sequence[Dataset], sources: Sources, game: Game, name: str) -> Any:
    labelled = [
        _Labelled(sources[each.source], each.is_human, each.play.game, sources.get(each.shape_of))
        for each in datasets
    ]
    tested = _left_out(labelled, game, sources[name])
    known = [
        (each, own.source)
        for each, own in zip(datasets, labelled, strict=True)
        if own.shape_of is None or not own.shape_of.is_akin(tested)
    ]
    return train_without(
        detector,
        [each.play for each, _ in known],
        [each.is_human for each, _ in known],
        [source for _, source in known],
        game=game,
        source=tested,
    )


class _Labelled(NamedTuple):
    """What decides whether a play may be trained on."""

    source: Source
    is_human: bool
    game: Game
    shape_of: Source | None = None


def _left_out(labelled: Sequence[_Labelled], game: Game, tested: Source) -> Source:
    """What is left out to judge a source in a game: all its kin, or itself alone if else too little were left."""
    left = [
        each.is_human
        for each in labelled
        if not each.source.is_akin(tested)
        and not (each.shape_of is not None and each.shape_of.is_akin(tested))
        and game_digest(each.game) != game_digest(game)
    ]
    return tested if min(left.count(True), left.count(False)) >= LEAST_PLAYS else Source(tested.name)


def training_caveats(material: Material) -> list[str]:
    """For whom no study or family could be held out, in words; nothing if no detector learns."""
    learning = [detector.name for detector in material.detectors if detector.fit is not None]
    if not learning:
        return []
    sources, labelled = sources_of(material), _to_be_labelled(material)
    found: dict[str, None] = {}
    for game in material.games:
        for name in sources_to_judge(material, [game]):
            if _left_out(labelled, game, sources[name]) != sources[name]:
                found[name] = None
    experiments = [name for name in found if any(kin.startswith("study ") for kin in sources[name].kin)]
    machines = [name for name in found if name not in experiments]
    return [
        f"{', '.join(learning)} judged {', '.join(names)} with others of the same {kin} in training, because without "
        f"them too little is left: their scores there say how {whom} of a known {kin} are told, not those of a new one."
        for names, kin, whom in ((experiments, "study", "people"), (machines, "family", "machines"))
        if names
    ]


def _to_be_labelled(material: Material) -> list[_Labelled]:
    """The labels of the training material, without playing it."""
    sources, stream = sources_of(material), training_stream(material)
    labelled = []
    for game in material.games:
        humans = chosen_humans(material, game, BEFORE_ALL_TRIALS)
        labelled += [_Labelled(sources[human.experiment], True, game) for human in humans]
        for emulator in material.emulators:
            beside = stands_beside(stream, emulator, game, humans).experiment
            labelled.append(_Labelled(sources[emulator.name], False, game, sources[beside]))
    return labelled
