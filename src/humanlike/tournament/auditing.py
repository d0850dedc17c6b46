"""The audit of memorisation, asked: each detector about the people of the first trial a little otherwise.

Made once, after the last trial. What it said of the same people as they are stands in the answers of the run. A
detector that looks at the whole set is shown the first trial's set with its people replaced. One that has learned
judges with the models of the run; people never published were in nobody's training. One that mostly failed is not
asked.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from humanlike.core import Game, Play, Streams
from humanlike.detectors import Detector
from humanlike.detectors.program import probabilities_and_marks
from humanlike.tournament.blocks import Workplace
from humanlike.tournament.humans import HumanPlay
from humanlike.tournament.material import Material
from humanlike.tournament.recitation import AS_THEY_ARE, CHANGED, SPLICED, UNPUBLISHED
from humanlike.tournament.records import parquet_bytes, publish
from humanlike.tournament.showing import play_digest, shown
from humanlike.tournament.trial import Dataset, Models, chosen_humans
from humanlike.tournament.variants import changed, spliced

AUDIT = "audit.parquet"
COLUMNS = ["detector", "kind", "game", "source", "number", "probability", "mark"]
MOST_UNPUBLISHED = 8  # plays a game


class _Question(NamedTuple):
    """A play to be asked about."""

    kind: str
    game: str
    source: str  # whose model judges it
    number: int  # among the people of its game
    play: Play


Piece = tuple[str, Game, list[_Question]]


def audit_answers(
    place: Workplace, answers: pd.DataFrame, first: Mapping[str, Sequence[Dataset]]
) -> pd.DataFrame:
    """What every detector said, a row for each play of each kind; read from the run directory if it is there.

    `answers` are those of the trials, `first` the plays of the first.
    """
    material, out, effort = place.material, place.out, place.effort
    kept = _kept(out)
    if kept is not None:
        return kept
    failing = _failing(answers)
    able = [each for each in material.detectors if not each.sees_files]  # single plays are no files
    detectors = {each.name: each for each in able if each.name not in failing}
    questions = {game.name: _questions(material, game) for game in material.games}
    pieces = [(name, game, questions[game.name]) for name in detectors for game in material.games]
    machines = {
        game: [shown(material.plan.seed, each.play) for each in datasets if not each.is_human]
        for game, datasets in first.items()
    }
    learned = place.models() if any(each.fit is not None for each in detectors.values()) else {}
    asked = effort if material.asked else effort.worthwhile(1.0)
    found = asked.carry_out(
        "auditing detectors", _ask, pieces, shared=(detectors, learned, machines, material.plan.strikes)
    )
    rows = _as_they_are(material, answers, list(detectors))
    rows += [row for piece in found for row in piece]
    table = pd.DataFrame(rows, columns=COLUMNS)
    publish(out, {AUDIT: parquet_bytes(table)})
    return table


def _kept(out: Path) -> pd.DataFrame | None:
    """The audit of an earlier call, unless it cannot be read."""
    try:
        table = pd.read_parquet(out / "results" / AUDIT)
    except (OSError, ValueError):
        return None
    return table if list(table.columns) == COLUMNS else None


def _failing(answers: pd.DataFrame) -> set[str]:
    marked = (answers["mark"] != "").groupby(answers["detector"]).mean()
    return {str(name) for name in marked.index[marked > 0.5]}


def _questions(material: Material, game: Game) -> list[_Question]:
    """The variants of a game's people, as detectors are shown them."""
    people = chosen_humans(material, game, 0)
    stream = Streams(material.plan.seed)["audit"][game.name]
    found = []
    for number, (experiment, play) in enumerate(people):
        others = [each.play for each in _elsewhere(people, number)]
        own = stream[f"play {number}"]
        for kind, variant in (
            (CHANGED, changed(own["changed"], play)),
            (SPLICED, spliced(own["spliced"], play, others)),
        ):
            found.append(_Question(kind, game.name, experiment, number, variant))
    hidden = material.unpublished.get(game.name, ())[:MOST_UNPUBLISHED]
    found += [
        _Question(UNPUBLISHED, game.name, people[0].experiment, number, each.play)
        for number, each in enumerate(hidden)
    ]
    return [each._replace(play=shown(material.plan.seed, each.play)) for each in found]


def _elsewhere(people: Sequence[HumanPlay], number: int) -> list[HumanPlay]:
    """The other plays of a game, those of other experiments if there are any."""
    others = [each for place, each in enumerate(people) if place != number]
    return [each for each in others if each.experiment != people[number].experiment] or others


def _as_they_are(
    material: Material, answers: pd.DataFrame, detectors: Sequence[str]
) -> list[Sequence[object]]:
    """What detectors said of the first trial's people."""
    trial = answers[(answers["trial"] == 1) & answers["is_human"]]
    keys = zip(trial["detector"], trial["game"], trial["play"], strict=True)
    said = dict(zip(keys, zip(trial["probability"], trial["mark"], strict=True), strict=True))
    rows: list[Sequence[object]] = []
    for game in material.games:
        for number, (experiment, play) in enumerate(chosen_humans(material, game, 0)):
            digest = play_digest(shown(material.plan.seed, play))
            for name in detectors:
                if (name, game.name, digest) in said:
                    rows.append(
                        (name, AS_THEY_ARE, game.name, experiment, number, *said[name, game.name, digest])
                    )
    return rows


def _ask(
    detectors: Mapping[str, Detector],
    models: Models,
    machines: Mapping[str, Sequence[Play]],
    strikes: int,
    piece: Piece,
) -> list[Sequence[object]]:
    """One detector in one game; may run in a process of its own."""
    name, game, questions = piece
    if detectors[name].looks_at == "the whole set":
        return _ask_together(detectors[name], models, game, questions, machines[game.name])
    rows: list[Sequence[object]] = []
    for each in questions:
        if sum(bool(row[-1]) for row in rows) >= strikes:
            break
        rows += _ask_one(detectors[name], models, game, each, [each.play])
    return rows


def _ask_one(
    detector: Detector, models: Models, game: Game, question: _Question, plays: Sequence[Play]
) -> list[Sequence[object]]:
    model = None if detector.fit is None else models[detector.name, game.name, question.source]
    chances, endings = probabilities_and_marks(detector, model, game, plays)
    return [_row(detector, question, float(chances[0]), "" if endings[0] is None else endings[0].mark)]


def _ask_together(
    detector: Detector, models: Models, game: Game, questions: Sequence[_Question], machines: Sequence[Play]
) -> list[Sequence[object]]:
    """The variants of one kind are put together in the people's place."""
    rows = []
    for kind in dict.fromkeys(each.kind for each in questions):
        own = [each for each in questions if each.kind == kind]
        model = None if detector.fit is None else models[detector.name, game.name, own[0].source]
        plays = [*(each.play for each in own), *machines]
        chances, endings = probabilities_and_marks(detector, model, game, plays)
        for each, chance, ending in zip(own, chances, endings, strict=False):
            rows.append(_row(detector, each, float(chance), "" if ending is None else ending.mark))
    return rows


def _row(detector: Detector, question: _Question, chance: float, mark: str) -> Sequence[object]:
    return (detector.name, question.kind, question.game, question.source, question.number, chance, mark)
