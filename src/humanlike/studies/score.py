"""What forecasts earned once the outcomes are known, and whether the leader is really ahead."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from humanlike.core import BadParameters, BadRequest, Streams
from humanlike.naming.panels import (
    Ranges,
    find_outcomes,
    find_panel,
    find_questions,
    find_ranges,
    outcomes_in,
)
from humanlike.naming.scoring_systems import NamedScore, find_scores
from humanlike.scoring import Form, ScoringSystem
from humanlike.scoring.panels import (
    Outcomes,
    Panel,
    Questions,
    define_alternatives,
    refuse_unasked,
    score_matrix,
    score_panel,
    score_reach,
)
from humanlike.scoring.probabilities import Floats
from humanlike.statistics import Race, adjust_for_units, paired_test, rank_with_uncertainty, run_race
from humanlike.studies.score_result import ScoreResult
from humanlike.studies.score_systems import SystemsResult, compare_systems

if TYPE_CHECKING:
    import pandas as pd


class ScoringRules(NamedTuple):
    """What holds for every system: where quantities end, their scales, whether gaps are allowed, the level."""

    bounds: Ranges
    scales: Mapping[str, float]
    allow_missing: bool
    alpha: float


def score(
    forecasts: "str | Path | pd.DataFrame | Panel",
    outcomes: "str | Path | pd.DataFrame | Outcomes | None" = None,
    *,
    questions: "str | Path | pd.DataFrame | Questions | None" = None,
    system: str | ScoringSystem | Form | Sequence[str | ScoringSystem | Form] = "quadratic",
    renormalise: bool = False,
    allow_missing: bool = False,
    ranges: Ranges | Sequence[str] = (),
    alpha: float = 0.05,
) -> ScoreResult | SystemsResult:
    """Score probability forecasts, and compare the two best at level `alpha`, at every look.

    `forecasts` may be predictions of choices (`humanlike predict --save-predictions`): rules are the forecasters, and
    `outcomes` are in the file, the moves that were made.
    Several systems (`"quadratic,logarithmic"`, or a list) are set side by side: ranks under each, and where they
    differ. `questions` says which alternatives exist (else: what happened and what more than one person names);
    `renormalise` mends sums other than 1 instead of refusing, `allow_missing` scores only what was answered, `ranges`
    (`{"seats": (150, 250)}`) close the tails of quantities, which else fall off exponentially.
    """
    if not 0 < alpha < 1:
        raise BadParameters(f"alpha = {alpha:g} must lie between 0 and 1.")
    chosen, asked = find_scores(system), find_questions(questions)
    own = find_ranges(ranges)
    bounds = {**(asked.ranges if asked else {}), **own}
    facts = outcomes_in(forecasts) if outcomes is None else find_outcomes(outcomes)
    if facts is None:
        raise BadRequest("What happened is missing: --outcomes names the file that says it.")
    panel = define_alternatives(find_panel(forecasts, renormalise=renormalise), asked, facts)
    refuse_unasked(panel, "--range", own)
    if any(panel.labels) and not all(panel.labels):
        raise BadRequest(
            f"{panel.source} mixes alternatives and quantities, whose scores have different units; "
            "score them in two files, or use delphi."
        )
    rules = ScoringRules(bounds, asked.scales if asked else {}, allow_missing, alpha)
    results = [_score_by(one, panel, facts, rules) for one in chosen]
    return results[0] if len(results) == 1 else compare_systems(results, alpha)


def _score_by(chosen: NamedScore, panel: Panel, facts: Outcomes, rules: ScoringRules) -> ScoreResult:
    """Scores, ranks and the race under one system."""
    scored = score_panel(
        panel,
        facts,
        chosen.discrete,
        density_score=chosen.density,
        bounds=rules.bounds,
        scales=rules.scales,
        allow_missing=rules.allow_missing,
    )
    forecasters, _, matrix = score_matrix(scored)
    level, race, p_value = adjust_for_units(matrix), None, float("nan")
    reach = score_reach(scored, chosen.higher_is_better) if not scored.scales else None
    ranking = rank_with_uncertainty(
        Streams(1)["ranks"], chosen.sign * matrix, reach=reach, n_resamples=0, alpha=rules.alpha
    )
    if np.count_nonzero(~np.isnan(level.means)) > 1:
        race = run_race(chosen.sign * matrix, reach=reach, alpha=rules.alpha)
        p_value = _one_look(chosen.sign * matrix, race)
    return ScoreResult(chosen, panel, facts, scored, forecasters, level, ranking, race, p_value)


def _one_look(matrix: Floats, race: Race) -> float:
    """The paired t-test of leader and second, as if looked at once, by Bonferroni over the pairs to pick from."""
    if race.sequence is None:
        return float("nan")
    with np.errstate(invalid="ignore"):
        lead = matrix[race.leader] - matrix[race.second]
    lead = lead[~np.isnan(lead)]
    pairs = len(matrix) * (len(matrix) - 1) / 2
    return min(1.0, pairs * paired_test(lead, np.zeros(lead.size)).p_value)
