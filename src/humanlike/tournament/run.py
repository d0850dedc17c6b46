"""A tournament from plan to result: trials in parallel, stopped when the winner is established.

Trials are played in batches, by several processes or a cluster, but looked at one by one in their order: the run ends
at the same trial, with the same bytes, for any number of workers, and after any interruption.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path

import pandas as pd

from humanlike.core import Streams, strict_json, write_atomically
from humanlike.naming.entries import is_entry
from humanlike.tournament import checks, records
from humanlike.tournament.beginnings import (
    Beginning,
    Verb,
    beginning_of,
    changed_since,
    check_continuable,
    check_same,
    keep_beginning,
)
from humanlike.tournament.crown import Crowning, Terms, crown
from humanlike.tournament.directory import PLAN, check_owner
from humanlike.tournament.document import document_of_run
from humanlike.tournament.material import Material, detector_words, emulator_words, gather
from humanlike.tournament.objects import Objects
from humanlike.tournament.paired_scores import detector_scores, emulator_scores
from humanlike.tournament.plan import Plan, plan_text, read_plan
from humanlike.tournament.redrawing import redraw
from humanlike.tournament.result import TournamentResult, terms_of
from humanlike.tournament.standings import detector_standings, emulator_standings, scored
from humanlike.tournament.stopping import Leadership, rank_sets
from humanlike.tournament.training import train_all, training_caveats
from humanlike.tournament.trial import Models, plays_of_trial, run_trial
from humanlike.work import ALONE, Effort, holding


def run_tournament(
    plan: Plan,
    out: Path,
    *,
    objects: Iterable[object] = (),
    effort: Effort = ALONE,
    verb: Verb = "tournament",
) -> TournamentResult:
    """Carry out `plan` in the run directory `out`, continuing what is already there; nobody else works there meanwhile.

    `objects` are the rules, emulators, detectors, games, plays and the scoring system that the plan calls
    `object:NAME`, in any order. Strangers' programs run on this machine's workers only. `verb` is the command that
    begins the run, if none has begun.
    """
    with holding(out) as trouble:
        check_owner(out, plan)
        before = check_continuable(out, plan) if (out / PLAN).exists() else None
        material = gather(plan, objects=Objects.of(objects))
        began = beginning_of(material, verb if before is None else before.verb)
        check_same(out, before or began, began)
        records.check_bearing(out, began.fingerprint)
        return _carry_out(material, out, effort, began, trouble)


def _carry_out(
    material: Material, out: Path, effort: Effort, began: Beginning, trouble: str
) -> TournamentResult:
    """Play in a directory that is ours; `trouble` is why it is not locked, if it is not."""
    plan = material.plan
    effort, progress = _suitable(effort, plan), effort.progress
    models = cache(lambda: train_all(material, effort))  # not at all if every trial is on disk
    if not (out / PLAN).exists():
        models()  # may find too little to train on: nothing is written before
    _claim(out, plan, began)
    if trouble:
        records.log(out, "not locked", why=trouble)
    records.log(out, "started", **asdict(effort.workforce))
    notes = training_caveats(material)
    tables: list[records.TrialRecord] = []
    number = 0
    while number < plan.trials:
        batch = range(number + 1, min(number + effort.workforce.at_once, plan.trials) + 1)
        for record in _batch(material, models, out, batch, effort, notes, began.fingerprint):
            tables.append(record)
            number += 1
            answers = pd.concat([each.answers for each in tables], ignore_index=True)
            table = scored(answers, plan, material.system)
            found = crown(table, plan.crown, terms_of(table, plan, material), whole=False)
            progress(_leaders(found.leaderships), batch[-1], plan.trials)
            if plan.until == "separated" and found.is_settled:
                progress(f"both winners established after {number} trials", number, number)
                return _finish(material, out, tables, notes, began)
    return _finish(material, out, tables, notes, began)


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


def _claim(out: Path, plan: Plan, began: Beginning) -> None:
    """Write the plan, which makes the directory this run's, after what the run begins with."""
    target = out / PLAN
    if target.exists():
        return
    keep_beginning(out, began)
    write_atomically(target, plan_text(plan))


def _batch(
    material: Material,
    models: Callable[[], Models],
    out: Path,
    numbers: range,
    effort: Effort,
    notes: list[str],
    began: str,
) -> list[records.TrialRecord]:
    """Trials of a batch in order: those on disk are read, the others played and written."""
    found: dict[int, records.TrialRecord] = {}
    for number in numbers:
        loaded = records.load(out, number, began)
        if isinstance(loaded, str):
            notes.append(loaded)
            records.log(out, "damaged", what=loaded)
        elif loaded is not None:
            found[number] = loaded
    missing = {number: number for number in numbers if number not in found}
    shared = (material, models()) if missing else ()
    for number, record in effort.workforce.finished(_one_trial, shared, missing):
        records.save_trial(out, number, record, began)
        found[number] = record
        effort.progress("playing and judging", min(numbers) + len(found) - 1, material.plan.trials)
    return [found[number] for number in numbers]


def _one_trial(material: Material, models: Models, number: int) -> records.TrialRecord:
    """Play and judge one trial; may run in a process of its own."""
    return records.record_of(run_trial(material, number, models), number)


def _leaders(sides: Mapping[str, Leadership]) -> str:
    return "; ".join(
        f"{side}: {leadership.leader}{' (established)' if leadership.established_after > 0 else ''}"
        for side, leadership in sides.items()
    )


def _finish(
    material: Material,
    out: Path,
    tables: list[records.TrialRecord],
    notes: list[str],
    began: Beginning,
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
    changed = changed_since(began)
    notes += [f"'{word}' was changed while the run went on: not all trials saw the same." for word in changed]
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
        checks.overlaps(first),
        first,
        trials,
        notes,
        tuple(changed),
    )
    facts = {key: value for key, value in document_of_run(result).items() if key != "notes"}
    tables_of_run = {"answers": table, "datasets": datasets, "detectors": detectors, "emulators": emulators}
    files = {f"{name}.parquet": records.parquet_bytes(content) for name, content in tables_of_run.items()}
    files["summary.json"] = strict_json(facts).encode()
    records.publish(out, files)
    records.log(out, "finished", trials=trials, changed=changed)
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
