"""Training material for detectors that learn: never the game, the study or the family they are tested on.

People's plays and one independent play by every emulator in every game (from a stream of its own) are the
material; for each game and source to be judged a model is trained on all that shares neither. A game with the same
payoffs up to units is the same game, whatever its name; with people goes their whole study, with a machine everything
that shares a rule with it. With a study go the machine plays that copied its shapes: left behind, they would say that
such shapes are machines'. People's plays are those whose turn would come last, so that none of them is judged wherever
there are enough: what a program is told in one training it may remember in another.

Where that leaves too little (all people are of one study, all machines of one family) only the experiment or emulator
itself is left out, and `training_caveats` says what follows.

Strangers' programs learn from the same material, in folds (`folds`); one whose training fails has no model but the
ending, with which each of its answers fails.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from humanlike.core import Game, Streams, studies_of
from humanlike.detectors import Detector, Source
from humanlike.detectors.program import is_program
from humanlike.detectors.training import train_without
from humanlike.games import game_digest
from humanlike.programs import EntryFailed
from humanlike.tournament.folds import Labelled, Omission, omissions
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
    """Labelled plays of all games, stripped as in a trial.

    Assumed of `chosen_humans`: at this turn it gives people's plays that no trial judges, wherever there are enough.
    A program is told the makers of all of them, be it in different trainings.
    """
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
    programs = [detector for detector in trained if is_program(detector)]
    ours = [detector for detector in trained if not is_program(detector)]
    return _of_ours(material, effort, ours, datasets) | _of_programs(material, effort, programs, datasets)


def _of_ours(
    material: Material, effort: Effort, trained: Sequence[Detector], datasets: Sequence[Dataset]
) -> dict[tuple[str, str, str], Any]:
    """A model for each game and source."""
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


def _of_programs(
    material: Material, effort: Effort, programs: Sequence[Detector], datasets: Sequence[Dataset]
) -> dict[tuple[str, str, str], Any]:
    """A model for each pair of folds, learned once."""
    if not programs:
        return {}
    sources = sources_of(material)
    labelled = _labelled(datasets, sources)
    without = omissions(labelled, material.games, sources)
    tasks = [(detector, each) for detector in programs for each in dict.fromkeys(without.values())]
    models = effort.carry_out(
        "training strangers' detectors without what they are tested on",
        _program_lesson,
        tasks,
        shared=(datasets, labelled),
    )
    learned = {(detector.name, each): model for (detector, each), model in zip(tasks, models, strict=True)}
    return {
        (detector.name, game, source): learned[detector.name, each]
        for detector in programs
        for (game, source), each in without.items()
    }


def _program_lesson(
    datasets: Sequence[Dataset], labelled: Sequence[Labelled], task: tuple[Detector, Omission]
) -> Any:
    """What a program learned without one pair of folds, or how it failed; may run in a process of its own."""
    detector, omission = task
    left = [(each, own) for each, own in zip(datasets, labelled, strict=True) if omission.leaves(own)]
    try:
        return train_without(
            detector,
            [each.play for each, _ in left],
            [each.is_human for each, _ in left],
            [own.source for _, own in left],
            game=None,
            source=None,
        )
    except EntryFailed as error:
        return error.ending


def _labelled(datasets: Sequence[Dataset], sources: Sources) -> list[Labelled]:
    return [
        Labelled(sources[each.source], each.is_human, each.play.game, sources.get(each.shape_of))
        for each in datasets
    ]


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
    labelled = _labelled(datasets, sources)
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


def _left_out(labelled: Sequence[Labelled], game: Game, tested: Source) -> Source:
    """What is left out to judge a source in a game: all its kin, or itself alone if else too little were left."""
    without = Omission(frozenset({game_digest(game)}), frozenset({tested}))
    return tested if without.suffices(labelled) else Source(tested.name)


def training_caveats(material: Material) -> list[str]:
    """For whom no study or family could be held out, in words; nothing if no detector learns."""
    learning = [detector for detector in material.detectors if detector.fit is not None]
    if not learning:
        return []
    sources, labelled = sources_of(material), _to_be_labelled(material)
    judged = [(game, name) for game in material.games for name in sources_to_judge(material, [game])]
    folded = omissions(labelled, material.games, sources)
    told: list[str] = []
    for programs in (False, True):
        names = [each.name for each in learning if is_program(each) == programs]
        met = {
            name: None
            for game, name in judged
            if sources[name]
            not in (
                folded[game.name, name].sources if programs else {_left_out(labelled, game, sources[name])}
            )
        }
        told += _caveats(names, list(met), sources) if names else []
    return told


def _caveats(learning: Sequence[str], met: Sequence[str], sources: Sources) -> list[str]:
    """Whose kin these detectors had met when they judged them."""
    experiments = [name for name in met if any(kin.startswith("study ") for kin in sources[name].kin)]
    machines = [name for name in met if name not in experiments]
    return [
        f"{', '.join(learning)} judged {', '.join(names)} with others of the same {kin} in training, because without "
        f"them too little is left: their scores there say how {whom} of a known {kin} are told, not those of a new one."
        for names, kin, whom in ((experiments, "study", "people"), (machines, "family", "machines"))
        if names
    ]


def _to_be_labelled(material: Material) -> list[Labelled]:
    """The labels of the training material, without playing it."""
    sources, stream = sources_of(material), training_stream(material)
    labelled = []
    for game in material.games:
        humans = chosen_humans(material, game, BEFORE_ALL_TRIALS)
        labelled += [Labelled(sources[human.experiment], True, game) for human in humans]
        for emulator in material.emulators:
            beside = stands_beside(stream, emulator, game, humans).experiment
            labelled.append(Labelled(sources[emulator.name], False, game, sources[beside]))
    return labelled
