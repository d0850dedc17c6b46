"""Asking strangers' detectors, so that remembering brings nothing.

A program could carry something from one run to the next, whatever the sandbox forbids (which pages of a system file are
warm tells what was read before, a clock tells when). So there must be nothing worth remembering:

- Each distinct play is put before a detector once, and that answer counts wherever the play appears. Nobody is told a
  second time, let alone who made it.
- Plays of many trials are put before it in one random order. With fresh people in every trial those are `BLOCK` trials;
  where people's plays return, it is the whole run: otherwise, after the first trial, a new play would be a machine's.
- A random share is asked about again, with the pairs in another order, at another random place. An answer that changes
  depends on order or history, is marked, and counts as a failure.

A program that fails is asked on, unless it has failed `strikes` times in a row at the beginning of a piece of work (the
rest of which then has failed too), or, looked at from time to time, as often and more often than not: then it is given
up for good. How many plays go out together is fixed, so that a run has the same bytes for any number of workers.
"""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from humanlike.core import Play, Streams
from humanlike.detectors import Detector
from humanlike.detectors.program import file_probabilities_and_marks, probabilities_and_marks
from humanlike.tournament.failures import WHOLE
from humanlike.tournament.material import Material
from humanlike.tournament.records import TrialRecord, machine_plays
from humanlike.tournament.showing import shown
from humanlike.tournament.trial import DetectorAnswer, Models, chosen_humans
from humanlike.tournament.whole_files import digest_of_plays, plays_again, whole_files
from humanlike.work import Effort
from humanlike.work.run_directory import Drawer

BLOCK = 8  # trials whose plays go out together
CHUNK, CHUNKS = 20, 4  # questions in one piece of work; pieces until one looks who has failed too often
TOLERANCE = 1e-6  # by which an answer may change: sums in another order
GIVEN_UP = "given up: it had failed too often"
NOT_ASKED = "not asked: it had just failed too often in a row"


class Question(NamedTuple):
    """A play to be judged, or a file with all games, and whose it is."""

    trial: int
    game: str  # or `WHOLE`
    source: str
    is_human: bool
    plays: tuple[Play, ...]


class Reply(NamedTuple):
    """What came back."""

    probability: float
    mark: str


class Key(NamedTuple):
    """What an answer belongs to; a detector that learned has another model for every source."""

    detector: str
    game: str
    source: str  # empty for a detector that has learned nothing
    play: str


class _Showing(NamedTuple):
    """One time at which a play is put before a detector."""

    key: Key
    is_again: bool
    source: str
    plays: tuple[Play, ...]


Answers = dict[Key, Reply]


def questions_of(material: Material, record: TrialRecord, number: int) -> list[Question]:
    """What strangers have to be asked about a trial that has been played."""
    games = {game.name: game for game in material.games}
    people = [
        Question(number, game.name, human.experiment, True, (shown(material.plan.seed, human.play),))
        for game in material.games
        for human in chosen_humans(material, game, number - 1)
    ]
    machines = [
        Question(number, game.name, source, False, (play,))
        for game, source, play in machine_plays(record, games)
    ]
    single = people + machines
    files = whole_files(((each.source, each.is_human, each.plays[0]) for each in single), len(games))
    return single + [Question(number, WHOLE, *each) for each in files]


def known_answers(material: Material, tables: Sequence[pd.DataFrame]) -> Answers:
    """What strangers have answered in earlier trials."""
    learned = {each.name: each.fit is not None for each in material.detectors if each.name in material.asked}
    known = Answers()
    for table in tables:
        own = table[table["detector"].isin(list(learned))]
        columns = ["detector", "game", "source", "play", "probability", "mark"]
        for detector, game, source, play, probability, mark in own[columns].itertuples(index=False):
            key = Key(detector, game, source if learned[detector] else "", play)
            known.setdefault(key, Reply(probability, mark))
    return known


def ask_strangers(
    material: Material,
    models: Models,
    questions: Sequence[Question],
    known: Mapping[Key, Reply],
    effort: Effort,
    folder: Path,
) -> Answers:
    """Answers to all questions by all detectors in `material.asked`, those `known` before included.

    Pieces of work are kept in `folder` as they finish.
    """
    detectors = {each.name: each for each in material.detectors if each.name in material.asked}
    waiting = {name: _showings(material, each, questions, known) for name, each in detectors.items()}
    first, again = dict(known), Answers()
    shared = (detectors, {key: model for key, model in models.items() if key[0] in detectors})
    own = folder / _name_of(waiting)
    wave = 0
    given_up = {key.detector for key, each in known.items() if each.mark == GIVEN_UP}
    while any(waiting.values()):
        for name in given_up & set(waiting):
            first |= {each.key: Reply(0.5, GIVEN_UP) for each in waiting.pop(name) if not each.is_again}
        pieces = [piece for showings in waiting.values() for piece in _pieces(showings)]
        found = effort.carry_out(
            "asking strangers' detectors",
            _ask,
            pieces,
            shared=(*shared, material.plan.strikes),
            keeping=Drawer(own / f"{wave:05d}", _ask),
        )
        for piece, asked in zip(pieces, found, strict=True):
            for each, answer in zip(piece, asked, strict=True):
                (again if each.is_again else first)[each.key] = answer
        waiting = {name: showings[CHUNK * CHUNKS :] for name, showings in waiting.items()}
        given_up |= {name for name in waiting if _fails(name, first, material.plan.strikes)}
        wave += 1
    return first | {key: _compared(first[key], again[key]) for key in again if key in first}


def key_of(detector: Detector, question: Question) -> Key:
    """What a detector's answer to a question belongs to."""
    source = "" if detector.fit is None else question.source
    return Key(detector.name, question.game, source, digest_of_plays(question.plays))


def _put_to(detector: Detector, questions: Sequence[Question]) -> list[Question]:
    """The questions a detector is asked: about files, or about single plays."""
    return [each for each in questions if (each.game == WHOLE) == detector.sees_files]


def answers_to(
    material: Material, questions: Sequence[Question], found: Mapping[Key, Reply]
) -> list[DetectorAnswer]:
    """The rows of a trial's table that strangers fill."""
    rows = []
    for detector in material.detectors:
        for each in _put_to(detector, questions) if detector.name in material.asked else ():
            key = key_of(detector, each)
            probability, mark = found[key]
            rows.append(
                DetectorAnswer(
                    each.trial,
                    each.game,
                    each.source,
                    each.is_human,
                    detector.name,
                    probability,
                    mark,
                    key.play,
                )
            )
    return rows


def _showings(
    material: Material, detector: Detector, questions: Sequence[Question], known: Mapping[Key, Reply]
) -> list[_Showing]:
    """What is new, each once and some twice, in random order."""
    new = {key: each for each in _put_to(detector, questions) if (key := key_of(detector, each)) not in known}
    stream = Streams(material.plan.seed)["asked"][detector.name]
    showings = [_Showing(key, False, each.source, each.plays) for key, each in new.items()]
    for once in list(showings):
        own = stream["again"]["\x1f".join(once.key)]
        if own["whether"].generator().random() < material.plan.asked_again:
            showings.append(once._replace(is_again=True, plays=plays_again(own["order"], once.plays)))
    order = stream[f"from trial {questions[0].trial}"].generator().permutation(len(showings))
    return [showings[place] for place in order]


def _pieces(showings: Sequence[_Showing]) -> list[Sequence[_Showing]]:
    return [showings[start : start + CHUNK] for start in range(0, min(len(showings), CHUNK * CHUNKS), CHUNK)]


def _ask(
    detectors: Mapping[str, Detector], models: Models, strikes: int, showings: Sequence[_Showing]
) -> list[Reply]:
    """One piece: a few questions to one detector, one after the other; may run in a process of its own."""
    answers: list[Reply] = []
    failures = 0
    for each in showings:
        if failures >= strikes and failures == len(answers):
            return answers + [Reply(0.5, NOT_ASKED)] * (len(showings) - len(answers))
        detector = detectors[each.key.detector]
        if detector.sees_files:
            chances, endings = file_probabilities_and_marks(detector, [each.plays])
        else:
            model = None if detector.fit is None else models[detector.name, each.key.game, each.source]
            chances, endings = probabilities_and_marks(detector, model, each.plays[0].game, each.plays)
        mark = "" if endings[0] is None else endings[0].mark
        failures += mark != ""
        answers.append(Reply(float(chances[0]), mark))
    return answers


def _fails(name: str, found: Mapping[Key, Reply], strikes: int) -> bool:
    """Whether a detector is given up for the rest of the run."""
    marks = [each.mark for key, each in found.items() if key.detector == name]
    failures = sum(mark != "" for mark in marks)
    return failures >= strikes and 2 * failures > len(marks)


def _compared(first: Reply, again: Reply) -> Reply:
    """The first answer, marked if the second is another one."""
    if first.mark or GIVEN_UP in (first.mark, again.mark):
        return first
    if again.mark:
        return Reply(first.probability, f"asked again: {again.mark}")
    if np.abs(first.probability - again.probability) <= TOLERANCE:
        return first
    return Reply(
        first.probability,
        f"changed its answer: {first.probability:.3g}, and {again.probability:.3g} with the pairs in another order",
    )


def _name_of(waiting: Mapping[str, Sequence[_Showing]]) -> str:
    """A folder name that belongs to these questions in this order."""
    content = hashlib.sha256()
    for name, showings in waiting.items():
        content.update(repr((name, [(each.key, each.is_again) for each in showings])).encode())
    return content.hexdigest()[:16]
