"""The winning detector of a finished run, ready to judge anybody's play.

In a tournament a detector that learns has as many models as there are games and sources to be left out. To judge
strangers nothing need be left out: it is trained once more, on the whole training material of its run.
"""

import json
from dataclasses import replace
from pathlib import Path

from humanlike.core import BadFile, look_up
from humanlike.detectors import TrainedDetector, train
from humanlike.tournament.beginnings import check_readable
from humanlike.tournament.directory import PLAN
from humanlike.tournament.material import gather
from humanlike.tournament.plan import read_plan
from humanlike.tournament.training import sources_of, training_material


def winner_of(run: Path) -> TrainedDetector:
    """The detector that leads the standings in a run directory."""
    summary = run / "results" / "summary.json"
    try:
        name = json.loads(summary.read_text(encoding="utf-8"))["winners"]["detectors"]["leader"]
    except (OSError, ValueError, KeyError) as error:
        raise BadFile(
            f"'{run}' holds no finished tournament: {summary.name} cannot be read ({error})."
        ) from error
    plan = read_plan(run / PLAN)
    check_readable(run, plan)
    material = gather(plan)
    detector = look_up("detector", name, {each.name: each for each in material.detectors})
    if detector.fit is None:
        return TrainedDetector(detector)
    datasets, sources = training_material(material), sources_of(material)
    trained = train(
        detector,
        [each.play for each in datasets],
        [each.is_human for each in datasets],
        [sources[each.source] for each in datasets],
    )
    return replace(trained, trained_on=replace(trained.trained_on, run=run.name))
