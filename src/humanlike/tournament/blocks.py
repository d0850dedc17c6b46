"""Trials in blocks: read if they are on disk, otherwise played, put before strangers' detectors, and kept.

Our own detectors judge a trial where it is played. Strangers' are asked about all plays of a block together (`asking`),
so trials wait on disk, played, until that is done.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from humanlike.tournament import records
from humanlike.tournament.asking import BLOCK, answers_to, ask_strangers, known_answers, questions_of
from humanlike.tournament.material import Material
from humanlike.tournament.records import TrialRecord
from humanlike.tournament.trial import Models, has_fresh_people, run_trial
from humanlike.work import Effort

Trials = dict[int, TrialRecord]  # by number


@dataclass(frozen=True)
class Workplace:
    """Where a tournament is carried out, with what and by whom."""

    material: Material
    models: Callable[[], Models]  # trained when they are first needed
    out: Path
    began: str  # the fingerprint of what the run began with
    effort: Effort
    notes: list[str]  # what the organiser should know, added to as it is found


def block_size(material: Material, effort: Effort) -> int:
    """How many trials are played before anybody looks: for strangers' detectors so many that novelty tells nothing."""
    if not material.asked:
        return effort.workforce.at_once
    return BLOCK if has_fresh_people(material) else material.plan.trials


def block_of_trials(place: Workplace, numbers: range, earlier: Sequence[TrialRecord]) -> list[TrialRecord]:
    """The trials of a block in order; `earlier` are all before them."""
    found = _on_disk(place, numbers, records.FINISHED)
    if len(found) < len(numbers):
        if place.material.asked:
            waiting = _played(place, numbers, _on_disk(place, numbers, records.PLAYED), records.PLAYED)
            found = _judged_by_strangers(place, waiting, earlier, found)
            records.drop_waiting(place.out)
        else:
            found = _played(place, numbers, found, records.FINISHED)
    return [found[number] for number in numbers]


def _on_disk(place: Workplace, numbers: range, stage: str) -> Trials:
    """Trials at this stage that are there, unharmed."""
    found = {}
    for number in numbers:
        loaded = records.load(place.out, number, place.began, stage)
        if isinstance(loaded, str):
            place.notes.append(loaded)
            records.log(place.out, "damaged", what=loaded)
        elif loaded is not None:
            found[number] = loaded
    return found


def _played(place: Workplace, numbers: range, found: Trials, stage: str) -> Trials:
    """All trials, those not `found` played now and kept at this stage."""
    missing = {number: number for number in numbers if number not in found}
    shared = (place.material, place.models()) if missing else ()
    for number, record in place.effort.workforce.finished(_one_trial, shared, missing):
        records.save_trial(place.out, number, record, place.began, stage)
        found[number] = record
        done = min(numbers) + len(found) - 1
        place.effort.progress("playing and judging", done, place.material.plan.trials)
    return found


def _one_trial(material: Material, models: Models, number: int) -> TrialRecord:
    """Play one trial and let our own detectors judge it; may run in a process of its own."""
    trial = run_trial(material, number, models)
    plays = records.plays_table(material, trial) if material.asked else None
    return records.record_of(trial, number)._replace(plays=plays)


def _judged_by_strangers(
    place: Workplace, played: Trials, earlier: Sequence[TrialRecord], kept: Mapping[int, TrialRecord]
) -> Trials:
    """The trials with the answers of strangers, who are asked about all of them; those not `kept` yet are now."""
    material = place.material
    questions = {number: questions_of(material, played[number], number) for number in sorted(played)}
    answers = ask_strangers(
        material,
        place.models(),
        [each for own in questions.values() for each in own],
        known_answers(material, [each.answers for each in earlier]),
        place.effort,
        place.out / "results" / records.ASKED,
    )
    complete = {}
    for number, own in questions.items():
        theirs = records.table_of(answers_to(material, own, answers))
        whole = pd.concat([played[number].answers, theirs], ignore_index=True)
        complete[number] = TrialRecord(whole, played[number].datasets)
        if number not in kept:
            records.save_trial(place.out, number, complete[number], place.began)
    return complete
