"""A tournament's result as plain values: what `--json` prints and `results/summary.json` keeps."""

import json
from typing import Any

from humanlike.tournament.material import commitment_of
from humanlike.tournament.prizes import prizes
from humanlike.tournament.result import TournamentResult
from humanlike.tournament.verdicts import experiments_of, rests_on, verdict_of

LIMITS = ("seconds", "memory", "output", "training_seconds", "strikes", "quota")  # memory and output in MB


def document_of_run(result: TournamentResult) -> dict[str, Any]:
    """What `--json` prints."""
    return {
        "detectors": json.loads(result.detectors.to_json(orient="records")),
        "emulators": json.loads(result.emulators.to_json(orient="records")),
        "trials": result.trials,
        "separated": result.separated,
        "winners": {
            side: {
                "leader": leadership.leader,
                "established_after": leadership.established_after
                if leadership.established_after > 0
                else None,
                "rivals": [
                    {"name": rival, "lower": lower, "upper": upper}
                    for rival, lower, upper in zip(
                        leadership.rivals, leadership.lower, leadership.upper, strict=True
                    )
                ],
            }
            for side, leadership in result.leaderships.items()
        },
        "prizes": prizes(result.crowning),
        "crown": _document_of_crown(result),
        "weights": result.weights.document(),
        "references": {"chance": result.chance, "best_constant": result.best_constant},
        "favours": [favour._asdict() for favour in result.favours],
        "overlaps": [overlap._asdict() for overlap in result.overlaps],
        "audit": [each.document for each in result.audit],
        "notes": result.notes,
        "changed_while_running": list(result.changed),
        "seed_commitment": commitment_of(result.plan),
        "limits": {name: getattr(result.plan, name) for name in LIMITS},
        "sandboxed": not result.plan.trust,
        "unsandboxed": list(result.material.unsandboxed),
    }


def _document_of_crown(result: TournamentResult) -> dict[str, Any]:
    """By which rule, on whom, who is sound, and what other people and games could have given."""
    crowning, redrawing = result.crowning, result.redrawing
    return {
        "rule": crowning.rule,
        "verdict": verdict_of(result, crowning),
        "people": experiments_of(result.table),
        "games": [game.name for game in result.material.games],
        "sound": list(crowning.sound),
        "undecided": list(crowning.undecided),
        "judges": list(crowning.judges),
        "rests_on": rests_on(result.terms),
        "detectors": [
            each._asdict()
            | {"is_sound": each.is_sound, "redrawn": redrawing.balanced[each.detector].document}
            for each in crowning.soundness
        ],
        "emulator_leads_redrawn": {name: each.document for name, each in redrawing.leads.items()},
        "redrawn": redrawing.caveat(),
    }
