"""A tournament from plan to result: trials in parallel, stopped when the winner is established.

Trials are played in blocks, by several processes or a cluster; then strangers' detectors are asked about the plays of
the block (`asking`); then its trials are looked at one by one in their order. The run ends at the same trial, with the
same bytes, for any number of workers, and after any interruption.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path

import pandas as pd

from humanlike.core import Streams, strict_json, write_atomically
from humanlike.naming.entries import is_entry
from humanlike.naming.grammar import parts_of
from humanlike.tournament import checks, records
from humanlike.tournament.auditing import audit_answers
from humanlike.tournament.beginnings import (
    Beginning,
    Verb,
    beginning_of,
    changed_since,
    check_continuable,
    check_same,
    keep_beginning,
)
from humanlike.tournament.blocks import Workplace, block_of_trials, block_size
from humanlike.tournament.copies import repeated_plays
from humanlike.tournament.crown import Crowning, Terms, crown
from humanlike.tournament.directory import PLAN, check_owner
from humanlike.tournament.document import document_of_run
from humanlike.tournament.exposure import exposure_notes
from humanlike.tournament.failures import Scored, scored
from humanlike.tournament.material import Material, detector_words, emulator_words, gather
from humanlike.tournament.objects import Objects
from humanlike.tournament.paired_scores import detector_scores, emulator_scores
from humanlike.tournament.plan import Plan, plan_text, read_plan
from humanlike.tournament.recitation import audited
from humanlike.tournament.redrawing import redraw
from humanlike.tournament.result import TournamentResult, terms_of
from humanlike.tournament.scores import best_constant, chance
from humanlike.tournament.standings import detector_standings, emulator_standings, strength_of
from humanlike.tournament.stopping import Leadership, rank_sets
from humanlike.tournament.training import train_all, training_caveats
from humanlike.tournament.trial import plays_of_trial
from humanlike.tournament.weights import weights_of
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
        material = gather(plan, objects=Objects.of(objects), out=out)
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
    notes = [*material.notes, *training_caveats(material), *exposure_notes(material)]
    place = Workplace(material, models, out, began.fingerprint, effort, notes)
    tables: list[records.TrialRecord] = []
    number = 0
    size = block_size(material, effort)
    while number < plan.trials:
        block = range(number + 1, min(number + size, plan.trials) + 1)
        for record in block_of_trials(place, block, tables):
            tables.append(record)
            number += 1
            scores = scored(*records.together(tables), plan, material.system)
            found = crown(scores, plan.crown, terms_of(scores, plan, material), whole=False)
            progress(_leaders(found.leaderships), block[-1], plan.trials)
            if plan.until == "separated" and found.is_settled:
                progress(f"both winners established after {number} trials", number, number)
                return _finish(place, tables, began)
    return _finish(place, tables, began)


def resume_tournament(
    out: Path, *, objects: Iterable[object] = (), effort: Effort = ALONE
) -> TournamentResult:
    """Continue the run in `out` from its own plan, with the `objects` it names."""
    plan = read_plan(out / PLAN)
    return run_tournament(plan, out, objects=objects, effort=effort)


def _suitable(effort: Effort, plan: Plan) -> Effort:
    """The effort itself, or on this machine only if strangers' programs take part."""
    words = (*emulator_words(plan), *detector_words(plan))
    programs = [part for word in words for part in parts_of(word) if is_entry(part)]
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


def _leaders(sides: Mapping[str, Leadership]) -> str:
    return "; ".join(
        f"{side}: {leadership.leader}{' (established)' if leadership.established_after > 0 else ''}"
        for side, leadership in sides.items()
    )


def _finish(place: Workplace, tables: list[records.TrialRecord], began: Beginning) -> TournamentResult:
    """Standings from the trials that count, and the result tables on disk."""
    material, out, notes = place.material, place.out, place.notes
    plan, trials = material.plan, len(tables)
    records.drop_after(out, trials)
    answers, datasets = records.together(tables)
    scores = scored(answers, datasets, plan, material.system)
    crowning = crown(scores, plan.crown, terms_of(scores, plan, material))
    detectors = detector_standings(scores)
    weights = weights_of(
        strength_of(detectors),
        coin=chance(plan, material.system),
        constant=best_constant(scores.answers, plan, material.system),
        above=plan.weights_above,
    )
    emulators = emulator_standings(scores, detectors, crowning, weights)
    _add_rank_sets(detectors, emulators, scores, crowning, terms_of(scores, plan, material))
    first, _ = plays_of_trial(material, 1)
    changed = changed_since(began)
    notes += [f"'{word}' was changed while the run went on: not all trials saw the same." for word in changed]
    result = TournamentResult(
        plan,
        material,
        scores,
        datasets,
        detectors,
        emulators,
        crowning,
        weights,
        redraw(
            Streams(plan.seed)["redrawn"],
            scores,
            judges=crowning.judges,
            emulator=crowning.leaderships["emulators"].leader,
            confidence=plan.confidence,
        ),
        checks.favours(scores.answers, material.detectors, material.emulators, plan.seed),
        repeated_plays(datasets),
        audited(
            audit_answers(place, answers, first),
            [each.name for each in material.detectors],
            plan.confidence,
        ),
        first,
        trials,
        notes,
        tuple(changed),
    )
    facts = {key: value for key, value in document_of_run(result).items() if key != "notes"}
    tables_of_run = {
        "answers": scores.answers,
        "datasets": datasets,
        "detectors": detectors,
        "emulators": emulators,
    }
    files = {f"{name}.parquet": records.parquet_bytes(content) for name, content in tables_of_run.items()}
    files["summary.json"] = strict_json(facts).encode()
    records.publish(out, files)
    records.log(out, "finished", trials=trials, changed=changed)
    return result


def _add_rank_sets(
    detectors: pd.DataFrame, emulators: pd.DataFrame, scores: Scored, crowning: Crowning, terms: Terms
) -> None:
    """Beside each rank by the crown's score the best and the worst that cannot be ruled out, all right at once.

    Detectors that know nothing rule out nothing of the emulators.
    """
    judges = crowning.judges or tuple(map(str, detectors["name"]))
    raced = {
        "detectors": detector_scores(scores.answers, terms.bounds),
        "emulators": emulator_scores(scores.games, judges, terms.bounds),
    }
    if not crowning.judges:
        raced["emulators"] = raced["emulators"]._replace(trials=raced["emulators"].trials[:, :0])
    for side, standings in (("detectors", detectors), ("emulators", emulators)):
        last = [name for name, each in crowning.conduct[side].items() if each.disqualified]
        sets = rank_sets(raced[side], terms.confidence, crowning.leaderships[side], last)
        standings["rank_lower"] = [sets[str(name)][0] for name in standings["name"]]
        standings["rank_upper"] = [sets[str(name)][1] for name in standings["name"]]
