"""One trial: every emulator plays every game, and our own detectors judge every play.

What a detector is shown (`showing`): the game and the moves, datasets in random order, pairs in random order, one
common time stamp, names gone. Strangers' detectors are asked later, about several trials together (`asking`). Machine
plays copy the shape of a human play they stand beside (subjects, match lengths, gaps, who met whom). People's plays
are taken in turn, so that each trial has fresh ones wherever there are enough.
All random numbers come from streams with names (a machine's choices: trial, entrant, game, `choice`, in this order), so
a trial can be repeated alone and an added entrant changes nobody else's play.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from humanlike.core import Game, Play, Streams
from humanlike.detectors.program import probabilities_and_marks
from humanlike.emulators import Emulator, PlayShape
from humanlike.emulators.program import is_program, play_or_ending
from humanlike.tournament.copies import Copied
from humanlike.tournament.humans import HumanPlay
from humanlike.tournament.material import Material
from humanlike.tournament.showing import STAMP, play_digest, shown


class Dataset(NamedTuple):
    """One play with the secret of who made it."""

    source: str
    is_human: bool
    play: Play
    shape_of: str = ""  # the experiment whose shape a machine play copies


class DetectorAnswer(NamedTuple):
    """What one detector said of one dataset."""

    trial: int
    game: str
    source: str
    is_human: bool
    detector: str
    probability: float
    mark: str  # empty, or why the answer is not the detector's own
    play: str  # the digest of what it was shown


class Failure(NamedTuple):
    """An emulator that is left out of a game."""

    trial: int
    game: str
    source: str
    mark: str
    moves: str = ""  # a digest of what was played and not shown
    copied: Copied | None = None  # if it was somebody's


class PlayedTrial(NamedTuple):
    """All answers and failures of a trial, and the plays themselves."""

    answers: list[DetectorAnswer]
    failures: list[Failure]
    datasets: dict[str, list[Dataset]]  # by game, in the order humans then machines


Models = Mapping[tuple[str, str, str], Any]  # (detector, game, source) -> what it learned elsewhere


def run_trial(material: Material, number: int, models: Models) -> PlayedTrial:
    """Trial `number` of the tournament, from its own streams alone."""
    stream = Streams(material.plan.seed)[f"trial {number}"]
    datasets, failures = plays_of_trial(material, number)
    answers = [
        answer
        for game in material.games
        for answer in _judge(stream, material, game, datasets[game.name], number, models)
    ]
    return PlayedTrial(answers, failures, datasets)


def plays_of_trial(material: Material, number: int) -> tuple[dict[str, list[Dataset]], list[Failure]]:
    """What trial `number` lets detectors judge, by game, and the emulators left out."""
    stream = Streams(material.plan.seed)[f"trial {number}"]
    datasets: dict[str, list[Dataset]] = {}
    failures: list[Failure] = []
    for session, game in enumerate(material.games):
        made, failed = produce(stream, material, game, session, turn=number - 1, before=failures)
        failures += [Failure(number, game.name, source, mark) for source, mark in failed.items()]
        copies = copies_among(material, game, made)
        datasets[game.name] = [each for each in made if each.is_human or each.source not in copies]
        failures += [
            Failure(number, game.name, each.source, found.mark, moves_digest(each.play), found)
            for each in made
            if not each.is_human and (found := copies.get(each.source)) is not None
        ]
    return datasets, failures


def copies_among(material: Material, game: Game, made: Sequence[Dataset]) -> dict[str, Copied]:
    """The emulators whose play is people's but for a few moves."""
    machines = [each for each in made if not each.is_human]
    found = material.known_people[game.name].copied([each.play for each in machines])
    return {each.source: copied for each, copied in zip(machines, found, strict=True) if copied is not None}


def moves_digest(play: Play) -> str:
    """Sixteen hexadecimal digits that belong to these moves, before pairs are shuffled."""
    return hashlib.sha256(play.actions.tobytes()).hexdigest()[:16]


def produce(
    stream: Streams,
    material: Material,
    game: Game,
    session: int,
    *,
    turn: int,
    before: Sequence[Failure] = (),
) -> tuple[list[Dataset], dict[str, str]]:
    """The human plays of a game whose turn it is and one play by every emulator; marks of emulators that failed.

    A program that has failed too often `before` in the trial is not run again in it.
    """
    strikes = Counter(failure.source for failure in before)
    humans = chosen_humans(material, game, turn)
    datasets = [Dataset(human.experiment, True, human.play) for human in humans]
    failed = {}
    for emulator in material.emulators:
        if is_program(emulator) and strikes[emulator.name] >= material.plan.strikes:
            failed[emulator.name] = f"not run: {material.plan.strikes} failures in this trial"
            continue
        own = stream[f"entrant {emulator.name}"]
        beside = stands_beside(stream, emulator, game, humans)
        shape = PlayShape.like(own[f"game {game.name}"]["matching"], beside.play)
        if material.plan.leak == "shape":
            shape = PlayShape.full(shape.n_subjects + 2 * game.n_players, shape.n_rounds)
        result = play_or_ending(own, emulator, game, shape, session=session if material.plan.zipper else 0)
        if isinstance(result, Play):
            datasets.append(Dataset(emulator.name, False, result, beside.experiment))
        else:
            failed[emulator.name] = result.mark
    return datasets, failed


def stands_beside(stream: Streams, emulator: Emulator, game: Game, humans: Sequence[HumanPlay]) -> HumanPlay:
    """The human play whose shape an emulator copies in a game."""
    own = stream[f"entrant {emulator.name}"][f"game {game.name}"]["beside"]
    return humans[int(own.generator().integers(len(humans)))]


def chosen_humans(material: Material, game: Game, turn: int) -> Sequence[HumanPlay]:
    """The human plays whose `turn` it is, in an order drawn once; the same in every trial if the plan does not redraw.

    Turn -1 comes before the first trial's: in a circle it is the last that any trial would reach.
    """
    humans, wanted = material.humans[game.name], material.plan.humans_per_game
    if not material.plan.redraw_humans or len(humans) <= wanted:
        return humans[:wanted]
    order = Streams(material.plan.seed)["people"][game.name].generator().permutation(len(humans))
    return [humans[order[(turn * wanted + place) % len(humans)]] for place in range(wanted)]


def has_fresh_people(material: Material) -> bool:
    """Whether every trial of the plan has human plays that no other has, in all games."""
    plan = material.plan
    needed = plan.humans_per_game * plan.trials
    return plan.redraw_humans and all(len(material.humans[game.name]) >= needed for game in material.games)


def stripped(material: Material, dataset: Dataset) -> Play:
    """What detectors are shown of a dataset; a plan may leak stamps on purpose."""
    leaks = material.plan.leak == "stamps" and dataset.is_human
    return shown(material.plan.seed, dataset.play, stamp="1999-12-31T00:00:00" if leaks else STAMP)


def _judge(
    stream: Streams, material: Material, game: Game, datasets: list[Dataset], number: int, models: Models
) -> list[DetectorAnswer]:
    """The answers of detectors of our own to one game's datasets, shown in random order."""
    order = stream[f"game {game.name}"]["order"].generator().permutation(len(datasets))
    shuffled = [datasets[place] for place in order]
    plays = [stripped(material, each) for each in shuffled]
    digests = [play_digest(play) for play in plays]
    answers = []
    for detector in material.detectors:
        if detector.name in material.asked:
            continue
        if detector.fit is None:
            chances, endings = probabilities_and_marks(detector, None, game, plays)
        else:
            chances = np.concatenate(
                [
                    detector.probabilities(models[detector.name, game.name, each.source], game, [play])
                    for each, play in zip(shuffled, plays, strict=True)
                ]
            )
            endings = [None] * len(plays)
        answers += [
            DetectorAnswer(
                number,
                game.name,
                each.source,
                each.is_human,
                detector.name,
                float(chance),
                "" if ending is None else ending.mark,
                digest,
            )
            for each, digest, chance, ending in zip(shuffled, digests, chances, endings, strict=True)
        ]
    return answers
