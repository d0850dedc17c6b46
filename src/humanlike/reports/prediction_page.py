"""One self-contained page about a study of predictive success: the finding, a picture, then the paper's tables.

Nothing is computed here: `study_findings` did.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from humanlike.prediction import (
    ALL_GAMES,
    LEVELS,
    MEASURES,
    METHODS,
    Assessment,
    Criterion,
    RankedRule,
    RankTable,
    Study,
    StudyFindings,
    symbol_of,
)
from humanlike.prediction.foreign import NOT_FROM_CHANCES
from humanlike.reports.page import check_page, interval, number, picture, write_page_of
from humanlike.studies.predict_pictures import pictures_of

CAPTIONS = {
    "games": "Log score per choice, one step ahead, with 95 % intervals; further right predicts better.",
    "ranks": "Ranks by every way of measuring; 1 is best, * may be the best (95 %); rules ordered by their mean rank.",
    "paths": "Recorded shares over rounds and the bands of replicate experiments; p belongs to the whole path.",
    "horizons": "How success and ranks change as the forecast reaches further ahead.",
}
Table = tuple[Sequence[object], Sequence[Sequence[object]]]  # column heads, rows


def write_page(findings: StudyFindings, path: Path, *, title: str) -> None:
    """Write the page; everything it shows is inside the file."""
    check_page(path)
    study = findings.study
    write_page_of(
        "prediction.html.jinja",
        path,
        title=title,
        findings=findings,
        study=study,
        finding=_finding(findings),
        size=_size(study.assessment),
        pictures=_pictures(study),
        terms=_terms(findings),
        comparisons=[
            (
                _in_words(each.criterion),
                each.best,
                ", ".join(each.not_apart) or "none: every other rule is worse",
            )
            for each in findings.comparisons
        ],
        values=_values(findings),
        rank_tables=[_rank_table(each) for each in findings.rank_tables],
        rules=_rules(study),
        notes=_notes(study),
    )


def _finding(findings: StudyFindings) -> str:
    """Who predicts best by the main way, how well, from whom that is told apart, and what it is on its bounds."""
    bounds = f" Mind {findings.best.rule}: {findings.on_bounds}." if findings.on_bounds else ""
    return _lead(findings) + bounds


def _lead(findings: StudyFindings) -> str:
    criterion, best = findings.main, findings.best
    where = "all games together" if criterion.game == ALL_GAMES else criterion.game
    start = f"{best.rule} predicts best in {where} ({number(best.value)}: {_in_words(criterion)})"
    compared = next((each for each in findings.comparisons if each.criterion == criterion), None)
    if compared is None:
        return f"{start}; how sure that is was not asked for."
    if not compared.not_apart:
        return f"{start}, and every other rule is worse (95 % model confidence set)."
    return f"{start}; {', '.join(compared.not_apart)} may be as good (95 % model confidence set)."


def _in_words(criterion: Criterion) -> str:
    """The way of measuring without codes: log score of one-step-ahead probabilities, individual actions."""
    method = METHODS.get(criterion.method, f"M({criterion.method})").partition(": ")[2] or criterion.method
    return f"{MEASURES[criterion.measure].title}, {method}, {LEVELS[criterion.level]}"


def _terms(findings: StudyFindings) -> list[tuple[str, str]]:
    """Measures, methods and levels that occur, decoded."""
    ways = list(findings.rankings)
    measures = [each for each in MEASURES.values() if each.name in {way.measure for way in ways}]
    methods = [title for name, title in METHODS.items() if name in {way.method for way in ways}]
    better = {True: "higher is better", False: "lower is better"}
    return [
        *((each.name, f"{each.title}; {better[each.higher_is_better]}") for each in measures),
        *((code, meaning) for code, _, meaning in (title.partition(": ") for title in methods)),
    ]


def _size(result: Assessment) -> str:
    choices = sum(result.n_observations.values())
    return (
        f"{result.independent} {choices:,} choices in {len(result.n_units)} game(s); {result.settings.n_simulations:,} "
        f"simulations, {result.settings.n_resamples:,} bootstrap resamples; "
        f"chances below {result.settings.floor:g} count as that in logarithms."
    )


def _pictures(study: Study) -> list[tuple[Any, str]]:
    """Every figure with its caption: the fit first, then the ranks, then what else there is."""
    drawn = pictures_of(study)
    return [(picture(drawn[name]), caption) for name, caption in CAPTIONS.items() if name in drawn]


def _values(findings: StudyFindings) -> Table:
    """Every criterion: value, rank and interval of each rule."""
    result, uncertain = findings.study.assessment, findings.study.uncertain
    rows: list[Sequence[object]] = []
    for each, ranking in findings.rankings.items():
        rows.append((each.measure, f"M({each.method})", each.level, *(_cell(rule) for rule in ranking)))
        if uncertain is not None and each in uncertain.defined:
            carried = [number(value, 4) for value in uncertain.of(each)]
            rows.append(("", "uncertain parameters", "", *carried))
    return ("measure", "method", "level", *result.rules), rows


def _cell(rule: RankedRule) -> str:
    if np.isnan(rule.rank):
        return "–"
    reach = "" if np.isnan(rule.rank_lower) else f" {interval(rule.rank_lower, rule.rank_upper, 0)}"
    return f"{number(rule.value, 4)} #{rule.rank:g}{reach}"


def _rank_table(found: RankTable) -> tuple[Sequence[object], Sequence[Sequence[object]], int]:
    n_words = len(found.rows[0])
    rows = [
        (*labels, *("–" if np.isnan(rank) else f"{rank:g}" for rank in ranks))
        for labels, ranks in zip(found.rows, found.ranks, strict=True)
    ]
    return ("",) * n_words + found.columns, rows, n_words


def _rules(study: Study) -> list[Sequence[object]]:
    rows: list[Sequence[object]] = []
    games = [sample.name for sample in study.samples]
    for rule in study.assessment.rules:
        sets = {name: study.calibrations[rule, name] for name in games if (rule, name) in study.calibrations}
        texts = {_parameters(each.parameters) for each in sets.values()}
        shown = (
            texts.pop()
            if len(texts) == 1
            else "; ".join(f"{name}: {_parameters(each.parameters)}" for name, each in sets.items())
        )
        symbol = symbol_of(rule)
        rows.append((rule, symbol if symbol != rule else "", shown, study.assessment.sources[rule]))
    return rows


def _parameters(parameters: Any) -> str:
    return ", ".join(f"{name} = {value:.4g}" for name, value in parameters._asdict().items())


def _notes(study: Study) -> list[str]:
    result = study.assessment
    counted = [
        f"{game}: the Kuipers score is undefined for {count} players, who used one action only."
        for game, count in result.kuipers_undefined.items()
        if count
    ]
    reasons = dict.fromkeys(result.undefined.values())
    files = [f"{each.rule}: {NOT_FROM_CHANCES}" for each in study.foreign]
    return [*reasons, *counted, *files, *study.refused.values(), *study.left_out.values()]
