"""What would one do with these forecasts, and what was that worth?"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from humanlike.core import BadParameters, BadRequest, Streams
from humanlike.naming.panels import find_outcomes, find_panel, find_payoffs, find_questions
from humanlike.naming.scoring_systems import find_system, name_of_system, split_systems
from humanlike.scoring import (
    SYSTEMS,
    ScoringSystem,
    climatology_worth,
    cost_loss_weight,
    decision_worth,
    relative_value,
    score_from_decisions,
)
from humanlike.scoring.panels import (
    Outcomes,
    Panel,
    Payoffs,
    Questions,
    Settled,
    TakenActions,
    binary_events,
    choose_actions,
    define_alternatives,
    mean_scores,
    score_panel,
    settle_actions,
)
from humanlike.scoring.probabilities import Floats
from humanlike.statistics import percentiles, unit_draws
from humanlike.studies.decide_result import RATIOS, DecideResult, SystemAsDecisions, ValueCurves, WorthRow

if TYPE_CHECKING:
    import pandas as pd

REPORTS = np.array([0.01, *np.linspace(0.05, 0.95, 19), 0.99])  # with which a score is rebuilt from decisions


def decide(
    forecasts: "str | Path | pd.DataFrame | Panel",
    payoffs: "str | Path | pd.DataFrame | Payoffs",
    outcomes: "str | Path | pd.DataFrame | Outcomes | None" = None,
    *,
    questions: "str | Path | pd.DataFrame | Questions | None" = None,
    system: "str | ScoringSystem | Sequence[str | ScoringSystem]" = tuple(SYSTEMS),
    renormalise: bool = False,
    allow_missing: bool = False,
    resamples: int = 2000,
    seed: int = 1,
) -> DecideResult:
    """Turn probability forecasts into actions by a table of payoffs; once outcomes are known, say what that was worth.

    Each forecaster takes the action of highest expected payoff. Worth is set against every single action, against
    climatology (the best single action in hindsight) and against perfect information; intervals redraw questions
    (`resamples`, `seed`). Each scoring `system` (several by commas) is read as a weight over cost-loss ratios.
    `questions`, `renormalise` and `allow_missing` are as in `score`.
    """
    if resamples < 1:
        raise BadParameters(f"resamples = {resamples} must be at least 1.")
    systems = _find_systems(system)
    facts, table = None if outcomes is None else find_outcomes(outcomes), find_payoffs(payoffs)
    panel = define_alternatives(
        find_panel(forecasts, renormalise=renormalise), find_questions(questions), facts
    )
    tables = table.of_questions(panel)
    means = {} if facts is None else _mean_scores(panel, facts, systems, allow_missing)
    happened = np.full(len(panel.questions), -1) if facts is None else facts.by_question(panel)
    choices = choose_actions(panel, tables, happened)
    settled = None if facts is None else settle_actions(tables, happened)
    if settled is not None and not len(settled.question):
        raise BadRequest(
            "Outcomes that differ by author settle no decision: give one outcome for each question."
        )
    stream = Streams(seed)["decide"]
    return DecideResult(
        panel,
        table,
        tuple(tables),
        choices,
        settled,
        () if settled is None else tuple(_worths(stream, panel, choices, settled, resamples)),
        means,
        None if settled is None else _curves(panel, table, happened),
        tuple(_as_decisions(name, one) for name, one in systems.items()),
    )


def _find_systems(system: "str | ScoringSystem | Sequence[str | ScoringSystem]") -> dict[str, ScoringSystem]:
    words = [system] if isinstance(system, ScoringSystem) else system
    words = split_systems(words) if isinstance(words, str) else words
    found = {name_of_system(word, one): one for word in words for one in [find_system(word)]}
    if not found:
        raise BadRequest("No scoring system is named; for example quadratic,logarithmic.")
    return found


def _mean_scores(
    panel: Panel, facts: Outcomes, systems: dict[str, ScoringSystem], allow_missing: bool
) -> dict[str, dict[str, float]]:
    """Everybody's mean score under each system; refuses answers and outcomes that do not fit each other."""
    return {
        name: mean_scores(score_panel(panel, facts, one.score, allow_missing=allow_missing))
        for name, one in systems.items()
    }


def _worths(
    stream: Streams, panel: Panel, choices: TakenActions, settled: Settled, resamples: int
) -> list[WorthRow]:
    """Everybody's mean worth and relative value on the questions they answered, with intervals; best first."""
    place = np.full(len(panel.questions), -1)
    place[settled.question] = np.arange(len(settled.question))
    worth = np.full((len(panel.experts), len(settled.question)), np.nan)
    known = ~np.isnan(choices.worth)
    answers = choices.answer[known]
    worth[panel.expert[answers], place[panel.question[answers]]] = choices.worth[known]
    references: dict[bytes, References] = {}  # equal for all who answered the same questions
    rows = []
    for expert, own in zip(panel.experts, worth, strict=True):
        met = ~np.isnan(own)
        if not met.any():
            continue
        if met.tobytes() not in references:
            part = Settled(settled.question[met], settled.paid[met], settled.group[met])
            references[met.tobytes()] = _references(stream, part, resamples)
        rows.append(_worth_row(expert, own[met], references[met.tobytes()]))
    return sorted(rows, key=lambda row: -row.worth)


class References(NamedTuple):
    """What some questions pay without forecasts; the first way of counting is each once, the others are resamples."""

    counts: Floats  # [ways, questions]
    climatology: Floats  # [ways] mean of the best single action, found anew in each
    perfect: Floats  # [ways]


def _references(stream: Streams, settled: Settled, resamples: int) -> References:
    n = len(settled.question)
    counts = np.concatenate([np.ones((1, n)), _counts(stream, n, resamples)])
    climatology = climatology_worth(settled.paid, settled.group, counts) / n
    return References(counts, climatology, counts @ np.nanmax(settled.paid, axis=1) / n)


def _worth_row(expert: str, worth: Floats, references: References) -> WorthRow:
    """One forecaster, with intervals over the resamples."""
    n = len(worth)
    own = references.counts @ worth / n
    values = relative_value(own, references.climatology, references.perfect)
    ends, value_ends = _ends(own[1:], n), _ends(values[1:][~np.isnan(values[1:])], n)
    climatology, perfect = float(references.climatology[0]), float(references.perfect[0])
    return WorthRow(expert, n, float(own[0]), *ends, climatology, perfect, float(values[0]), *value_ends)


def _ends(redrawn: Floats, n_units: int) -> tuple[float, float]:
    """The 95 % interval of what resamples give; unknown of a single question, or where no resample has a value."""
    if n_units < 2 or not len(redrawn):
        return float("nan"), float("nan")
    low, high = np.quantile(redrawn, percentiles(n_units))
    return float(low), float(high)


def _counts(stream: Streams, n_units: int, resamples: int) -> Floats:
    """How often each question is drawn in each resample, [resamples, questions]."""
    draws = unit_draws(stream, n_units, resamples)
    rows = np.repeat(np.arange(resamples), n_units)
    flat = np.bincount(rows * n_units + draws.ravel(), minlength=resamples * n_units)
    return flat.reshape(resamples, n_units).astype(np.float64)


def _curves(
    panel: Panel, payoffs: Payoffs, happened: "np.ndarray[tuple[int], np.dtype[np.int64]]"
) -> ValueCurves | None:
    """The relative value of everybody in each cost-loss decision; None where no question has two alternatives."""
    answers, said, truth = binary_events(panel, payoffs, happened)
    if not len(answers):
        return None
    curves = {}
    for number, expert in enumerate(panel.experts):
        own = panel.expert[answers] == number
        if own.any():
            worth = decision_worth(said[own][:, None], truth[own][:, None], RATIOS).mean(axis=0)
            rate = float(truth[own].mean())
            curves[expert] = relative_value(worth, np.maximum(rate - RATIOS, 0.0), rate * (1 - RATIOS))
    return ValueCurves(RATIOS, curves)


def _as_decisions(name: str, system: ScoringSystem) -> SystemAsDecisions:
    """A system's weight over cost-loss ratios, and how far the score rebuilt from decisions is from the score."""
    table = np.stack([REPORTS, 1 - REPORTS], axis=-1)
    gaps = [
        np.abs(
            score_from_decisions(system, REPORTS, happened, 4000)
            - system.score(table, np.full(len(table), outcome))
        ).max()
        for happened, outcome in ((True, 0), (False, 1))
    ]
    return SystemAsDecisions(name, cost_loss_weight(system, RATIOS), float(max(gaps)))
