"""The winning detector of a finished run, ready to judge anybody's play.

In a tournament a detector that learns has as many models as there are games and sources to be left out. To judge
strangers nothing need be left out: it is trained once more, on the whole training material of its run.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from humanlike.core import BadFile, Game, Play, look_up
from humanlike.detectors import Detector
from humanlike.detectors.detector import Floats
from humanlike.detectors.digests import digest_of_all
from humanlike.detectors.judging import Judge
from humanlike.detectors.logistic import LogisticModel
from humanlike.detectors.training import train_without
from humanlike.tournament.material import gather
from humanlike.tournament.plan import read_plan
from humanlike.tournament.training import training_material


def winner_of(run: Path) -> Judge:
    """The detector that leads the standings in a run directory."""
    summary = run / "results" / "summary.json"
    try:
        name = json.loads(summary.read_text(encoding="utf-8"))["winners"]["detectors"]["leader"]
    except (OSError, ValueError, KeyError) as error:
        raise BadFile(
            f"'{run}' holds no finished tournament: {summary.name} cannot be read ({error})."
        ) from error
    material = gather(read_plan(run / "run.toml"))
    detector = look_up("detector", name, {each.name: each for each in material.detectors})
    if detector.fit is None:
        return detector
    datasets = training_material(material)
    plays, human, sources = (
        [each.play for each in datasets],
        [each.is_human for each in datasets],
        [each.source for each in datasets],
    )
    model = train_without(detector, plays, human, sources, game=None, source=None)
    if not isinstance(model, LogisticModel):
        return trained(detector, model)
    people = sorted({each.source for each in datasets if each.is_human})
    trained_on = {
        "run": run.name,
        "people": ", ".join(people),
        "human plays": str(sum(human)),
        "machine plays": str(len(human) - sum(human)),
        "hash": digest_of_all(plays, sources),
    }
    return replace(model, trained_on=trained_on)


def trained(detector: Detector, model: Any) -> Detector:
    """The same detector with what it has learned, in need of no more training."""

    def judge(_: Any, game: Game, plays: Sequence[Play]) -> Floats:
        return detector.judge(model, game, plays)

    return replace(detector, judge=judge, fit=None)
