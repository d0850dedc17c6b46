"""A study of predictive success as plain Python: what `predict --json` prints."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from humanlike.core import BadRequest
from humanlike.prediction import (
    Assessment,
    PathCheck,
    Study,
    company_sentence,
    compare_rules,
    concordance,
    ranked,
    symbol_of,
)
from humanlike.prediction.undefined import undefined_counts
from humanlike.studies.predict_story import comparable


def document_of_study(data: str, seed: int, study: Study) -> dict[str, Any]:
    """Everything a study found; what is undefined has no value."""
    result = study.assessment
    played = {sample.name: sample.play for sample in study.samples}
    games = list(played)
    return {
        "data": data,
        "seed": seed,
        "split": study.split.sentence,
        "first": study.first.document() if study.first else None,
        "simulations": result.settings.n_simulations,
        "resamples": result.settings.n_resamples,
        "unit": result.unit,
        "n_units": result.n_independent,
        "caveat": result.caveat,
        "expectation": result.settings.expectation,
        "floor": result.settings.floor,
        "information": result.settings.information,
        "games": [
            {
                "game": name,
                "units": result.n_units[name],
                "choices": result.n_observations[name],
                "kuipers_undefined": result.kuipers_undefined.get(name),
                "company": company_sentence(play, result.settings.matching),
            }
            for name, play in played.items()
        ],
        "rules": [_rule(rule, games, study) for rule in result.rules],
        "refused": study.refused,
        "left_out": study.left_out,
        "undefined_counts": [each._asdict() for each in undefined_counts(study)],
        "caveats": list(result.caveats),
        "criteria": _criteria(result),
        "comparisons": [
            {**compare_rules(result, each)._asdict(), "criterion": each.title} for each in comparable(result)
        ],
        "concordance": _concordances(result),
        "uncertain": _criteria(study.uncertain) if study.uncertain else None,
        "horizons": _criteria(study.horizons) if study.horizons else None,
        "checks": [_check(each) for each in study.checks],
    }


def _rule(rule: str, games: list[str], study: Study) -> dict[str, Any]:
    games = [
        name for name in games if (rule, name) in study.calibrations
    ]  # none for what was read from a file
    return {
        "rule": rule,
        "symbol": symbol_of(rule),
        "source": study.assessment.sources[rule],
        "remarks": list(study.remarks(rule)),
        "parameters": {name: study.calibrations[rule, name].parameters._asdict() for name in games},
        "at_bound": {
            name: [each._asdict() for each in study.calibrations[rule, name].reached] for name in games
        },
    }


def _criteria(result: Assessment) -> list[dict[str, Any]]:
    """Every criterion with the rules' values, ranks and rank sets; all sets of a criterion hold at once."""
    names = ("value", "rank", "rank_lower", "rank_upper")
    return [
        {
            **each._asdict(),
            "undefined": result.undefined.get(each),
            "rules": [
                {
                    "rule": row.rule,
                    **dict(zip(names, _numbers(row[1:]), strict=True)),
                    "may_be_best": None if np.isnan(row.rank_lower) else row.may_be_best,
                }
                for row in ranked(result, each)
            ],
        }
        for each in result.criteria
    ]


def _concordances(result: Assessment) -> list[dict[str, Any]]:
    documents = []
    for game in result.games:
        try:
            found = concordance(result, game)
        except BadRequest:
            continue
        titles = [criterion.title for criterion in found.criteria]
        matrix = [_numbers(row) for row in found.spearman]
        documents.append({"game": game, **found._asdict(), "criteria": titles, "spearman": matrix})
    return documents


def _check(each: PathCheck) -> dict[str, Any]:
    paths = {name: _numbers(getattr(each, name)) for name in ("observed", "mean", "lower", "upper")}
    return {**each._asdict(), **paths}


def _numbers(values: Iterable[float]) -> list[float | None]:
    return [None if value != value else float(value) for value in values]
