"""A tournament from plan to result: trials in parallel, stopped when the winner is established.

Trials are played in blocks, by several processes or a cluster; then strangers' detectors are asked about the plays of
the block (`asking`); then its trials are looked at one by one in their order. The run ends at the same trial, with the
same bytes, for any number of workers, and after any interruption.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path

import pandas as pd

from humanlike.core import Streams, strict_json, write_atomically
from humanlike.naming.entries import is_entry
from humanlike.tournament import checks, records
from humanlike.tournament.asking import BLOCK, answers_to, ask_strangers, known_answers, questions_of
from humanlike.tournament.auditing import audit_answers
from humanlike.tournament.brought import check_unchanged, keep_digests
from humanlike.tournament.copies import repeated_plays
from humanlike.tournament.crown import Crowning, Terms, crown
from humanlike.tournament.directory import PLAN, check_owner
from humanlike.tournament.document import document_of_run
from humanlike.tournament.exposure import exposure_notes
from humanlike.tournament.material import Material, detector_words, emulator_words, gather
from humanlike.tournament.objects import Objects
from humanlike.tournament.paired_scores import detector_scores, emulator_scores
from humanlike.tournament.plan import Plan, plan_text, read_plan
from humanlike.tournament.recitation import audited
from humanlike.tournament.redrawing import redraw
from humanlike.tournament.result import TournamentResult, terms_of
from humanlike.tournament.standings import detector_standings, emulator_standings, scored
from humanlike.tournament.stopping import Leadership, rank_sets
from humanlike.tournament.training import train_all, training_caveats
from humanlike.tournament.trial import Models, has_fresh_people, plays_of_trial, run_trial
from humanlike.work import ALONE, Effort


def run_tournament(
    plan: Plan,
    out: Path,
    *,
    objects: Iterable[object] = (),
    effort: Effort = ALONE,
) -> TournamentResult:
    """Carry out `plan` in the run directory `out`, continuing what is already there.

    `objects` are the rules, emulators, detectors, games, plays and the scoring system that the plan calls
    `object:NAME`, in any order. Strangers' programs run on this machine's workers only.
    """
    effort, progress = _suitable(effort, plan), effort.progress
    check_owner(out, plan)
    check_unchanged(out, plan)
    material = gather(plan, objects=Objects.of(objects))
    models = cache(lambda: train_all(material, effort))  # not at all if every trial is on disk
    if not (out / PLAN).exists():
        models()  # may find too little to train on: nothing is written before
    _claim(out, plan)
    records.log(out, "started", **asdict(effort.workforce))
    notes = training_caveats(material) + exposure_notes(material)
    tables: list[records.TrialRecord] = []
    number = 0
    size = _block_size(material, effort)
    while number < plan.trials:
        block = range(number + 1, min(number + size, plan.trials) + 1)
        for record in _block(material, models, out, block, effort, notes, tables):
            tables.append(record)
            number += 1
            answers = pd.concat([each.answers for each in tables], ignore_index=True)
            table = scored(answers, plan, material.system)
            found = crown(table, plan.crown, terms_of(table, plan, material), whole=False)
            progress(_leaders(found.leaderships), block[-1], plan.trials)
            if plan.until == "separated" and found.is_settled:
                progress(f"both winners established after {number} trials", number, number)
                return _finish(material, models, out, tables, notes, effort)
    return _finish(material, models, out, tables, notes, effort)


def resume_tournament(
    out: Path, *, objects: Iterable[object] = (), effort: Effort = ALONE
) -> TournamentResult:
    """Continue the run in `out` from its own plan, with the `objects` it names."""
    plan = read_plan(out / PLAN)
    return run_tournament(plan, out, objects=objects, effort=effort)


def _suitable(effort: Effort, plan: Plan) -> Effort:
    """The effort itself, or on this machine only if strangers' programs take part."""
    programs = [word for word in (*emulator_words(plan), *detector_words(plan)) if is_entry(word)]
    if not effort.workforce.cluster or not programs:
        return effort
    effort.progress(
        f"{programs[0]} is a program: all is played on this machine, not on the cluster", 0, plan.trials
    )
    return effort.here


def _claim(out: Path, plan: Plan) -> None:
    """Write the plan, which makes the directory this run's, after the digests of users' files."""
    target = out / PLAN
    if target.exists():
        return
    keep_digests(out, plan)
    write_atomically(target, plan_text(plan))


def _block_size(material: Material, effort: Effort) -> int:
    """How many trials are played before anybody looks: for strangers' detectors so many that novelty tells nothing."""
    if not material.asked:
        return effort.workforce.at_once
    return BLOCK if has_fresh_people(material) else material.plan.trials


def _block(
    material: Material,
    models: Callable[[], Models],
    out: Path,
    numbers: range,
    effort: Effort,
    notes: list[str],
    earlier: Sequence[records.TrialRecord],
) -> list[records.TrialRecord]:
    """Trials of a block in order: those on disk are read, the others played, judged and written."""
    found = _on_disk(out, numbers, notes)
    if material.asked and len(found) < len(numbers):
        waiting = _play(material, models, out, numbers, effort, stage=records.PLAYED)
        complete = _asked(material, models(), out, waiting, effort, earlier)
        for number in numbers:
            if number not in found:
                records.save_trial(out, number, complete[number])
        records.drop_waiting(out)
        found = complete
    elif len(found) < len(numbers):
        found = _play(material, models, out, numbers, effort, found)
    return [found[number] for number in numbers]


def _on_disk(
    out: Path, numbers: range, notes: list[str], stage: str = records.FINISHED
) -> dict[int, records.TrialRecord]:
    """Trials at this stage that are there, unharmed."""
    found: dict[int, records.TrialRecord] = {}
    for number in numbers:
        loaded = records.load(out, number, stage)
        if isinstance(loaded, str):
            notes.append(loaded)
            records.log(out, "damaged", what=loaded)
        elif loaded is not None:
            found[number] = loaded
    return found


def _play(
    material: Material,
    models: Callable[[], Models],
    out: Path,
    numbers: range,
    effort: Effort,
    found: Mapping[int, records.TrialRecord] | None = None,
    stage: str = records.FINISHED,
) -> dict[int, records.TrialRecord]:
    """Trials played and kept at a `stage`, those already `found` there (unless said: on disk) included."""
    done = dict(_on_disk(out, numbers, [], stage) if found is None else found)
    missing = {number: number for number in numbers if number not in done}
    shared = (material, models()) if missing else ()
    for number, record in effort.workforce.finished(_one_trial, shared, missing):
        records.save_trial(out, number, record, stage)
        done[number] = record
        effort.progress("playing and judging", min(numbers) + len(done) - 1, material.plan.trials)
    return done


def _one_trial(material: Material, models: Models, number: int) -> records.TrialRecord:
    """Play one trial and let our own detectors judge it; may run in a process of its own."""
    trial = run_trial(material, number, models)
    plays = records.plays_table(material, trial) if material.asked else None
    return records.record_of(trial, number)._replace(plays=plays)


def _asked(
    material: Material,
    models: Models,
    out: Path,
    played: Mapping[int, records.TrialRecord],
    effort: Effort,
    earlier: Sequence[records.TrialRecord],
) -> dict[int, records.TrialRecord]:
    """The trials with the answers of strangers, who are asked about all of them together."""
    questions = {number: questions_of(material, played[number], number) for number in sorted(played)}
    found = ask_strangers(
        material,
        models,
        [each for own in questions.values() for each in own],
        known_answers(material, [each.answers for each in earlier]),
        effort,
        out / "results" / records.ASKED,
    )
    return {
        number: records.TrialRecord(
            pd.concat(
                [played[number].answers, records.table_of(answers_to(material, own, found))],
                ignore_index=True,
            ),
            played[number].datasets,
        )
        for number, own in questions.items()
    }


def _leaders(sides: Mapping[str, Leadership]) -> str:
    return "; ".join(
        f"{side}: {leadership.leader}{' (established)' if leadership.established_after > 0 else ''}"
        for side, leadership in sides.items()
    )


def _finish(
    material: Material,
    models: Callable[[], Models],
    out: Path,
    tables: list[records.TrialRecord],
    notes: list[str],
    effort: Effort,
) -> TournamentResult:
    """Standings from the trials that count, and the result tables on disk."""
    plan, trials = material.plan, len(tables)
    records.drop_after(out, trials)
    answers = pd.concat([each.answers for each in tables], ignore_index=True)
    datasets = pd.concat([each.datasets for each in tables], ignore_index=True)
    table = scored(answers, plan, material.system)
    crowning = crown(table, plan.crown, terms_of(table, plan, material))
    detectors = detector_standings(table)
    emulators = emulator_standings(table, detectors, crowning)
    _add_rank_sets(detectors, emulators, table, crowning, terms_of(table, plan, material))
    first, _ = plays_of_trial(material, 1)
    result = TournamentResult(
        plan,
        material,
        table,
        datasets,
        detectors,
        emulators,
        crowning,
        redraw(
            Streams(plan.seed)["redrawn"],
            table,
            judges=crowning.judges,
            emulator=crowning.leaderships["emulators"].leader,
            confidence=plan.confidence,
        ),
        checks.favours(table, material.detectors, material.emulators, plan.seed),
        repeated_plays(datasets),
        audited(
            audit_answers(material, models, answers, first, out, effort),
            [each.name for each in material.detectors],
            plan.confidence,
        ),
        first,
        trials,
        notes,
    )
    facts = {key: value for key, value in document_of_run(result).items() if key != "notes"}
    tables_of_run = {"answers": table, "datasets": datasets, "detectors": detectors, "emulators": emulators}
    files = {f"{name}.parquet": records.parquet_bytes(content) for name, content in tables_of_run.items()}
    files["summary.json"] = strict_json(facts).encode()
    records.publish(out, files)
    records.log(out, "finished", trials=trials)
    return result


def _add_rank_sets(
    detectors: pd.DataFrame, emulators: pd.DataFrame, table: pd.DataFrame, crowning: Crowning, terms: Terms
) -> None:
    """Beside each rank by the crown's score the best and the worst that cannot be ruled out, all right at once.

    Detectors that know nothing rule out nothing of the emulators.
    """
    sides = crowning.leaderships
    sets = {
        "detectors": rank_sets(detector_scores(table, terms.bounds), terms.confidence, sides["detectors"]),
        "emulators": dict.fromkeys(map(str, emulators["name"]), (1, len(emulators))),
    }
    if crowning.judges:
        scores = emulator_scores(table, crowning.judges, terms.bounds)
        sets["emulators"] = rank_sets(scores, terms.confidence, sides["emulators"])
    for side, standings in (("detectors", detectors), ("emulators", emulators)):
        standings["rank_lower"] = [sets[side][str(name)][0] for name in standings["name"]]
        standings["rank_upper"] = [sets[side][str(name)][1] for name in standings["name"]]
