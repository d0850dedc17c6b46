"""One self-contained page about a study of predictive success: sentences, figures, the paper's tables."""

import base64
import io
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from humanlike.core import BadRequest
from humanlike.prediction import (
    LAYOUTS,
    Assessment,
    RankTable,
    Study,
    compare_rules,
    concordance,
    rank_table,
    ranked,
    symbol_of,
)
from humanlike.reports.page import paragraphs, table, write_document
from humanlike.reports.prediction_figures import close_figures, figures_of, method_titles

CAPTIONS = {
    "": "Ranks by every way of measuring; 1 is best, rules ordered by their mean rank.",
    "games": "Log score per choice, one step ahead, with 95 % bootstrap intervals.",
    "paths": "Recorded shares over rounds and the bands of replicate experiments; p belongs to the whole path.",
    "horizons": "How success and ranks change as the forecast reaches further ahead.",
}


def write_page(study: Study, path: Path, *, title: str) -> None:
    """Write the page; everything it shows is inside the file."""
    body = [
        f"<h1>{escape(title)}</h1>",
        *paragraphs([study.split.sentence, _size(study.assessment), *_sentences(study.assessment)]),
        *_figures(study),
        "<h2>Values, ranks and rank intervals</h2>",
        _values(study.assessment, study.uncertain),
        *_papers_tables(study.assessment),
        *_rules(study),
        *_notes(study),
    ]
    write_document(path, title, body)


def _size(result: Assessment) -> str:
    choices, units = sum(result.n_observations.values()), sum(result.n_units.values())
    return (
        f"{choices} choices in {units} units and {len(result.n_units)} game(s); {result.settings.n_simulations} "
        f"simulations, {result.settings.n_resamples} bootstrap resamples; "
        f"chances below {result.settings.floor:g} count as that in logarithms."
    )


def _sentences(result: Assessment) -> list[str]:
    """What may be said: who is best by the main criteria, and how far that depends on them."""
    sentences = []
    for each in result.defined:
        if each.game != result.games[-1] or each.level != "actions" or each.measure not in ("LOG", "MSD"):
            continue
        if result.settings.n_resamples and not np.isnan(result.of(each)).all():
            sentences.append(compare_rules(result, each).sentence)
    for game in result.games:
        try:
            sentences.append(concordance(result, game).sentence)
        except BadRequest as reason:
            sentences.append(str(reason))
    return sentences


def _figures(study: Study) -> list[str]:
    parts = []
    for name, figure in figures_of(study):
        content = io.BytesIO()
        figure.savefig(content, format="png", dpi=130)
        picture = base64.b64encode(content.getvalue()).decode()
        parts.append(f"<figure><img alt='{escape(CAPTIONS[name])}' src='data:image/png;base64,{picture}'>")
        parts.append(f"<figcaption class='note'>{escape(CAPTIONS[name])}</figcaption></figure>")
    close_figures()
    return parts


def _values(result: Assessment, uncertain: Assessment | None) -> str:
    """Every criterion of the last game (all games): value, rank and interval of each rule."""
    rows = []
    for each in result.defined:
        if each.game != result.games[-1]:
            continue
        words = [_cell(row.value, row.rank, row.rank_lower, row.rank_upper) for row in ranked(result, each)]
        rows.append((each.measure, f"M({each.method})", each.level, *words))
        if uncertain is not None and each in uncertain.defined:
            carried = [_number(value) for value in uncertain.of(each)]
            rows.append(("", "uncertain parameters", "", *carried))
    columns = ("measure", "method", "level", *(symbol_of(rule) for rule in result.rules))
    return table(columns, rows, 3)


def _number(value: float) -> str:
    return "–" if np.isnan(value) else f"{value:.4f}"


def _cell(value: float, rank: float, lower: float, upper: float) -> str:
    if np.isnan(rank):
        return "–"
    reach = "" if np.isnan(lower) else f" [{lower:g}–{upper:g}]"
    return f"{value:.4f} #{rank:g}{reach}"


def _papers_tables(result: Assessment) -> list[str]:
    """Tables 4-10 and 13, as far as they were computed."""
    parts = []
    for number in sorted((*LAYOUTS, 5)):
        try:
            found = rank_table(result, number, rule="random")
        except BadRequest:
            continue
        parts.append(f"<h2>As Table {number}: {escape(found.title)}</h2>{_rank_table(found)}")
    return parts


def _rank_table(found: RankTable) -> str:
    n_words = len(found.rows[0])
    rows = [
        (*labels, *("–" if np.isnan(rank) else f"{rank:g}" for rank in ranks))
        for labels, ranks in zip(found.rows, found.ranks, strict=True)
    ]
    return table(("",) * n_words + found.columns, rows, n_words)


def _rules(study: Study) -> list[str]:
    rows = []
    games = [sample.name for sample in study.samples]
    for rule in study.assessment.rules:
        sets = {name: study.calibrations[rule, name] for name in games}
        texts = {_parameters(each.parameters) for each in sets.values()}
        shown = (
            texts.pop()
            if len(texts) == 1
            else "; ".join(f"{name}: {_parameters(sets[name].parameters)}" for name in games)
        )
        rows.append((rule, symbol_of(rule), shown, study.assessment.sources[rule]))
    return ["<h2>Rules and their parameters</h2>", table(("rule", "", "parameters", "source"), rows, 4)]


def _parameters(parameters: Any) -> str:
    return ", ".join(f"{name} = {value:.4g}" for name, value in parameters._asdict().items())


def _notes(study: Study) -> list[str]:
    result = study.assessment
    reasons = dict.fromkeys(result.undefined.values())
    counted = [
        f"{game}: the Kuipers score is undefined for {count} players, who used one action only."
        for game, count in result.kuipers_undefined.items()
        if count
    ]
    sentences = (
        *method_titles().values(),
        *reasons,
        *counted,
        *result.caveats,
        *study.refused.values(),
        *study.left_out.values(),
    )
    return ["<h2>Notes</h2><ul class='note'>", *(f"<li>{escape(text)}</li>" for text in sentences), "</ul>"]
