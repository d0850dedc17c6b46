"""Ranks of rules by the criteria that are shown, out of a whole study of prediction."""

from collections.abc import Sequence
from typing import Any

from humanlike.prediction import Study as Prediction
from humanlike.prediction import compare_rules, concordance, ranked
from humanlike.studies.predict_story import unusual_company, winners_on_bounds

SHOWN = (("LOG", "Y,P"), ("MSD", "Y,P"), ("MAD", "Y,P"), ("MSD", "Y,X"), ("MSD", "Y,Z"), ("MSD", "mY,mQ"))


def rank_document(study: Prediction, shown: Sequence[tuple[str, str]] = SHOWN) -> dict[str, Any]:
    """Value, rank and rank set of every rule by every shown criterion: actions, all games together."""
    found = study.assessment
    where = found.games[-1]
    known = {
        (each.measure, each.method): each
        for each in found.defined
        if each.game == where and each.level == "actions"
    }
    pairs = [pair for pair in shown if pair in known]
    compared = [compare_rules(found, known[pair]) for pair in pairs]
    return {
        "split": study.split.sentence,
        "unit": found.unit,
        "n_units": found.n_independent,
        "caveat": found.caveat,
        "independent": found.independent,
        "choices": sum(found.n_observations.values()),
        "games": len(study.samples),
        "ranks": {
            f"{measure}({method})": {
                row.rule: [row.value, row.rank, row.rank_lower, row.rank_upper]
                for row in ranked(found, known[measure, method])
            }
            for measure, method in pairs
        },
        "sentences": [
            *(each.sentence for each in compared),
            *winners_on_bounds(study, [each.best for each in compared]),
            *unusual_company(study),
        ],
        "concordance": concordance(found, where).sentence,
        "refused": list({**study.refused, **study.left_out}.values()),
    }
