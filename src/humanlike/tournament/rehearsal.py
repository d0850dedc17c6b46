"""A rehearsal: what a contestant runs at home, and an organiser before the run, is the tournament itself.

The same functions gather, play, strip and ask, within the limits of the plan, on plays of the sizes a tournament has.
Seed, games, people and order are drawn anew each time, so there is no check to recognise. Everything is asked for
twice: an emulator must repeat itself for equal seeds, and a detector when the pairs of a play stand in another order.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from humanlike.core import HumanlikeError, Play, Streams
from humanlike.detectors import Detector
from humanlike.detectors.program import file_probabilities_and_marks, probabilities_and_marks
from humanlike.emulators import PlayShape
from humanlike.emulators.program import play_or_ending
from humanlike.programs import Entry, Limits, Program, read_entry, witnessed
from humanlike.tournament.material import Material, gather
from humanlike.tournament.plan import Plan
from humanlike.tournament.rehearsal_checks import (
    Check,
    Showing,
    all_endings,
    by_game,
    repeated,
    until_given_up,
    usage_of,
    varied,
)
from humanlike.tournament.rehearsal_stage import scaled_down, stage_of, with_entry
from humanlike.tournament.training import training_material
from humanlike.tournament.trial import plays_of_trial, stripped
from humanlike.tournament.whole_files import plays_again, whole_files

LIMITS = ("seconds", "memory", "output", "training_seconds")
UNREPEATABLE = "a tournament that cannot be repeated proves nothing"
COSTS = "in the tournament such answers count as failures"


@dataclass(frozen=True)
class CheckReport:
    """Everything looked at in one entry."""

    entry: str
    kind: str
    author: str
    fingerprint: str
    sandboxed: bool
    seed: int
    limits: Mapping[str, float]  # seconds of a run and of training, megabytes of memory and output
    checks: tuple[Check, ...]

    @property
    def is_ok(self) -> bool:
        """Nothing was wrong."""
        return all(each.passed for each in self.checks)


def rehearse(directory: Path, plan: Plan, *, own: bool = False) -> CheckReport:
    """Rehearse the tournament of `plan` with the entry in `directory`; the plan's seed decides all that is drawn.

    `own` if the plan's games and people are to be used. Only a description that cannot be read, and a plan that cannot
    be carried out even without the entry, are raised.
    """
    entry = read_entry(directory)
    stage, objects = stage_of(plan, own=own)
    gather(stage, objects=objects)
    about = entry.description
    checks = [Check("entry.toml", True, f"{about.kind} '{entry.name}'")]
    try:
        material = gather(with_entry(stage, entry, own=own), objects=objects)
        checks += _checks(entry, material)
    except HumanlikeError as error:
        checks.append(Check("can be entered", False, str(error)))
    limits = {name: getattr(plan, name) for name in LIMITS}
    described = (entry.name, about.kind, about.author, entry.fingerprint, not plan.trust)
    return CheckReport(*described, plan.seed, limits, tuple(checks))


def _checks(entry: Entry, material: Material) -> Iterator[Check]:
    is_detector = entry.description.kind == "detector"
    entrant: Any = material.detectors[0].judge if is_detector else material.emulators[0].produce
    program: Program = entrant.program
    prepared = _prepared(program)
    yield prepared
    if prepared.passed:
        yield from (_detector_checks if is_detector else _emulator_checks)(material, program.limits)


def _prepared(program: Program) -> Check:
    started, passed, detail = time.monotonic(), True, "done"
    try:
        program.prepare()
    except HumanlikeError as error:
        passed, detail = False, str(error)
    name = "build" if program.entry.description.build else "copy"
    return Check(name, passed, detail, time.monotonic() - started)


def _emulator_checks(material: Material, limits: Limits) -> Iterator[Check]:
    """An emulator, or a player in every seat: everything played, played again, and played with other seeds."""
    small = scaled_down(material)
    first = list(until_given_up(_played(material, small, 1), material.plan.strikes))
    yield from by_game("plays", first, lambda own: "")
    everything = first
    if not any(each.mark for each in first):
        again, others = (list(_played(material, small, number)) for number in (1, 2))
        yield repeated("equal seeds, equal play", first, again, UNREPEATABLE)
        yield varied("other seeds, other play", first, others)
        everything = [*first, *again, *others]
    yield from usage_of(all_endings(everything), limits)


def _played(material: Material, small: Material, number: int) -> Iterator[Showing]:
    """The entry plays every game beside each of the people, from its streams of trial `number`."""
    emulator, plan = material.emulators[0], material.plan
    stream = Streams(plan.seed)[f"trial {number}"][f"entrant {emulator.name}"]
    scenes = [
        (session, game, human)
        for session, game in enumerate(small.games)
        for human in small.humans[game.name]
    ]
    for place, (session, game, human) in enumerate(scenes):
        shape = PlayShape.of(human.play)
        with witnessed() as endings:
            result = play_or_ending(stream, emulator, game, shape, session=session if plan.zipper else 0)
        answer, mark = (result.actions, "") if isinstance(result, Play) else (None, result.mark)
        yield Showing(place, game, shape.made.shape, answer, mark, endings)


def _detector_checks(material: Material, limits: Limits) -> Iterator[Check]:
    """A detector: trained if it learns, shown a trial's people and machines in random order, asked again in another."""
    detector, small = material.detectors[0], scaled_down(material)
    models: list[Any] = []
    yield from _trained(detector, material, limits, models)
    if not models:
        return
    shown = _shown(small, detector)
    stream = Streams(material.plan.seed)["rehearsal"]
    first = list(until_given_up(_judged(stream["asked"], detector, models[0], shown), material.plan.strikes))
    yield from by_game("judges files from" if detector.sees_files else "judges", first, _range)
    everything = first
    if not any(each.mark for each in first):
        permuted = [plays_again(stream["pairs"][f"play {place}"], plays) for place, plays in enumerate(shown)]
        again = list(_judged(stream["asked again"], detector, models[0], permuted))
        yield repeated("asked again, pairs in another order", first, again, COSTS)
        yield _discerning(first)
        everything = [*first, *again]
    yield from usage_of(all_endings(everything), limits)


def _shown(material: Material, detector: Detector) -> list[tuple[Play, ...]]:
    """A trial's people and machines: single plays, or files with all games for who reads those."""
    datasets, _ = plays_of_trial(material, 1)
    everything = [
        (each.source, each.is_human, stripped(material, each))
        for each in chain.from_iterable(datasets.values())
    ]
    if detector.sees_files:
        return [each.plays for each in whole_files(everything, len(material.games))]
    return [(play,) for _, _, play in everything]


def _trained(detector: Detector, material: Material, limits: Limits, models: list[Any]) -> Iterator[Check]:
    """Add the model to judge with to `models`, unless training fails; None for a detector that learns nothing.

    It learns once, in every game of the rehearsal and from all shipped emulators of the plan. The tournament's own
    trainings leave out what is tested, so each has less.
    """
    if detector.fit is None:
        models.append(None)
        return
    datasets = training_material(material)
    people = np.array([each.is_human for each in datasets])
    with witnessed() as endings:
        try:
            models.append(detector.fit([each.play for each in datasets], people))
            detail = f"from {len(datasets)} plays, {people.sum()} of them people's"
        except HumanlikeError as error:
            detail = str(error)
    yield Check("learns", bool(models), detail, max((each.seconds for each in endings), default=0.0))
    if models:
        yield from usage_of(endings, limits.for_training, "training ")


def _judged(
    stream: Streams, detector: Detector, model: Any, shown: Sequence[Sequence[Play]]
) -> Iterator[Showing]:
    """Every play, or file, once, in random order; a file stands under its first game."""
    for place in map(int, stream.generator().permutation(len(shown))):
        plays = shown[place]
        with witnessed() as endings:
            if detector.sees_files:
                answers, marks = file_probabilities_and_marks(detector, [plays])
            else:
                answers, marks = probabilities_and_marks(detector, model, plays[0].game, plays)
        mark = "" if marks[0] is None else marks[0].mark
        size = max((play.actions.shape for play in plays), key=np.prod)
        yield Showing(place, plays[0].game, size, float(answers[0]), mark, endings)


def _range(own: Sequence[Showing]) -> str:
    answers = [each.answer for each in own]
    return f", P(human) from {min(answers):.3g} to {max(answers):.3g}"


def _discerning(first: Sequence[Showing]) -> Check:
    """A remark if all answers are one."""
    answers = {each.answer for each in first}
    if len(answers) == 1:
        return Check("tells plays apart", True, f"remark: it says {first[0].answer:g} of every play")
    return Check("tells plays apart", True, f"{len(answers)} answers to {len(first)} plays")
