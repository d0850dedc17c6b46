"""A study of predictive success in sentences and tables."""

from collections.abc import Iterator, Sequence

import numpy as np

from humanlike.core import FIXED, UNITS
from humanlike.core.matching import matching_of
from humanlike.fitting import left_out_sentence
from humanlike.prediction import (
    COMPLETE,
    Assessment,
    Criterion,
    Study,
    StudyFindings,
    company_sentence,
    compare_rules,
    ranked,
    symbol_of,
)
from humanlike.prediction.first_look import FirstLook
from humanlike.prediction.scored_chances import IntervalEstimate
from humanlike.prediction.undefined import undefined_counts
from humanlike.studies.telling import Part, StoryTable, interval_text

SPOKEN_OF = (("LOG", "Y,P"), ("MSD", "Y,P"), ("MSD", "Y,X"), ("MSD", "Y,Z"))


def story_of_study(data: str, study: Study) -> Iterator[Part]:
    """Ranks on one screen, and what may be said about them."""
    result = study.assessment
    where = result.games[-1]
    yield f"{data}: {sum(result.n_observations.values())} choices, {len(study.samples)} games"
    yield study.split.sentence
    if study.first is not None:
        yield first_table(study.first, result.unit)
        if study.first.why_no_ceiling:
            yield study.first.why_no_ceiling
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
    yield from unusual_company(study)
    yield from (f"Mind {rule}: {told}" for rule in result.rules for told in study.remarks(rule))
    refused = [left_out_sentence(study.refused)] if study.refused else []
    yield from (result.independent, *refused, *study.left_out.values())
    yield from (each.sentence for each in undefined_counts(study))


def plain_sentence(data: str, first: FirstLook) -> str:
    """Who predicts best and what that is worth, for somebody who reads this for the first time."""
    best, others = first.rules[0], len(first.rules) - 1
    among = f", best of {others + 1} rules" if others else ""
    marks = f"{first.blind:.3f} is guessing blindly"
    if first.ceiling is not None:
        marks += f", {first.ceiling.nats.value:.3f} the ceiling"
    said = (
        f"{best.rule} predicts {data}{among}: it loses {best.nats.value:.3f} nats a choice ({marks}) and calls "
        f"{best.accuracy.value:.0%} of choices right"
    )
    if best.completeness is None or np.isnan(best.completeness.value):
        return said
    return f"{said}; that is {best.completeness.value:.0%} of what can be predicted"


def first_table(first: FirstLook, unit: str) -> StoryTable:
    """Every rule between the ceiling and blind guessing, each number with its interval over units."""
    columns = ("rule", "nats a choice", "accuracy", *(("completeness",) if first.ceiling else ()))
    rows = [
        tuple(
            (each.rule, *(_interval(part) for part in (each.nats, each.accuracy, each.completeness) if part))
        )
        for each in (*((first.ceiling,) if first.ceiling else ()), *first.rules)
    ]
    blind = ("blind guessing", f"{first.blind:.3f}", *(("-", "0") if first.ceiling else ("-",)))
    title = f"Next choices, one step ahead; 95 % intervals over {UNITS[unit]}"
    return StoryTable(title, columns, [*rows, blind])


def _interval(each: IntervalEstimate) -> str:
    """An estimate with its interval; the number alone where nothing says how surely."""
    if np.isnan(each.value):
        return "-"
    if np.isnan(each.lower):
        return f"{each.value:.3f}"
    return interval_text(*each)


def paper_tables_of_study(found: StudyFindings) -> Iterator[Part]:
    """How far rankings agree over ways of measuring, and the paper's tables, rules across under their symbols."""
    yield from found.dependence.values()
    for each in found.rank_tables:
        width = len(each.rows[0]) if each.rows else 0
        rows = [
            (*labels, *map(_rank, ranks.tolist()))
            for labels, ranks in zip(each.rows, each.ranks, strict=True)
        ]
        yield StoryTable(f"Table {each.number}. {each.title}", (*[""] * width, *each.columns), rows)
    rules = found.study.assessment.rules
    yield (
        "Symbols: "
        + ", ".join(f"{symbol_of(rule)} {rule}" for rule in rules if symbol_of(rule) != rule)
        + "."
    )


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
    """Rules under their names and measures across, a table for each method."""
    ranks = {each: [_rank(row.rank) for row in ranked(result, each)] for each in criteria}
    for method in dict.fromkeys(each.method for each in criteria):
        here = [each for each in criteria if each.method == method]
        columns = ("", *(each.measure for each in here))
        downwards = [
            (rule, *(ranks[each][place] for each in here)) for place, rule in enumerate(result.rules)
        ]
        yield StoryTable(f"Ranks by M({method}), {where}", columns, downwards)


def _rank(rank: float) -> str:
    return "-" if np.isnan(rank) else f"{rank:g}"
