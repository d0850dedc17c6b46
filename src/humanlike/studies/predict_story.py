"""A study of predictive success in sentences and tables."""

from collections.abc import Iterator, Sequence

import numpy as np

from humanlike.core import FIXED, BadRequest
from humanlike.core.matching import matching_of
from humanlike.fitting import left_out_sentence
from humanlike.prediction import (
    COMPLETE,
    Assessment,
    Criterion,
    Study,
    company_sentence,
    compare_rules,
    concordance,
    ranked,
    symbol_of,
)
from humanlike.prediction.undefined import undefined_counts
from humanlike.studies.telling import Part, StoryTable

SPOKEN_OF = (("LOG", "Y,P"), ("MSD", "Y,P"), ("MSD", "Y,X"), ("MSD", "Y,Z"))
MOST_ACROSS = 12  # rules that fit side by side on a screen


def story_of_study(data: str, study: Study) -> Iterator[Part]:
    """Ranks on one screen, and what may be said about them."""
    result = study.assessment
    where = result.games[-1]
    yield f"{data}: {sum(result.n_observations.values())} choices, {len(study.samples)} games"
    yield study.split.sentence
    for level in result.settings.levels:
        criteria = [each for each in result.defined if each.game == where and each.level == level]
        yield from _ranks(result, criteria, f"{level}, {'all games' if where == 'all' else where}")
    spoken_of = [
        compare_rules(result, each)
        for each in comparable(result)
        if each.game == where and each.level == "actions" and (each.measure, each.method) in SPOKEN_OF
    ]
    yield from (each.sentence for each in spoken_of)
    yield from winners_on_bounds(study, [each.best for each in spoken_of])
    try:
        yield concordance(result, where).sentence
    except BadRequest as reason:
        yield str(reason)
    yield from unusual_company(study)
    refused = [left_out_sentence(study.refused)] if study.refused else []
    yield from (result.independent, *refused, *study.left_out.values())
    yield from (each.sentence for each in undefined_counts(study))


def unusual_company(study: Study) -> Iterator[str]:
    """Whom simulated players met, where groups do not simply stay together and anything was simulated."""
    settings = study.assessment.settings
    if set(COMPLETE) & set(settings.methods):
        for sample in study.samples:
            if (settings.matching or matching_of(sample.play)) != FIXED:
                yield company_sentence(sample.play, settings.matching)


def winners_on_bounds(study: Study, winners: Sequence[str]) -> Iterator[str]:
    """What those rules among the winners have become whose fits ended on bounds."""
    for rule in dict.fromkeys(winners):
        if became := study.on_bounds(rule):
            yield f"Mind {rule}: {became}."


def comparable(result: Assessment) -> list[Criterion]:
    """The criteria by which rules can be told apart: some value, and resamples behind it."""
    if not result.settings.n_resamples:
        return []
    return [each for each in result.defined if not np.isnan(result.of(each)).all()]


def _ranks(result: Assessment, criteria: Sequence[Criterion], where: str) -> Iterator[StoryTable]:
    """The paper's layout, rules across; many rules go down instead, a table for each method."""
    ranks = {each: [_rank(row.rank) for row in ranked(result, each)] for each in criteria}
    if len(result.rules) <= MOST_ACROSS:
        rows = [(f"{each.measure}({each.method})", *ranks[each]) for each in criteria]
        yield StoryTable(f"Ranks, {where}", ("", *(symbol_of(rule) for rule in result.rules)), rows)
        return
    for method in dict.fromkeys(each.method for each in criteria):
        here = [each for each in criteria if each.method == method]
        columns = ("", *(each.measure for each in here))
        downwards = [
            (rule, *(ranks[each][place] for each in here)) for place, rule in enumerate(result.rules)
        ]
        yield StoryTable(f"Ranks by M({method}), {where}", columns, downwards)


def _rank(rank: float) -> str:
    return "-" if np.isnan(rank) else f"{rank:g}"
