"""The books of a panel: feedback, scores, payments and rankings; confidence-marked tests and audited tasks alike."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from humanlike.core import BadRecord, BadRequest, Streams, look_up
from humanlike.naming.panels import (
    Ranges,
    find_outcomes,
    find_panel,
    find_questions,
    find_ranges,
    find_rationality,
)
from humanlike.naming.scoring_systems import find_density_score, find_system
from humanlike.scoring import POOLS, ScoringSystem
from humanlike.scoring.panels import (
    Outcomes,
    Panel,
    Questions,
    Rationality,
    audited_scores,
    check_panel,
    define_alternatives,
    draw_audit,
    give_feedback,
    mark_test,
    mean_scores,
    pay_within_budget,
    refuse_unasked,
    score_panel,
    score_rounds,
)
from humanlike.scoring.panels.scoring_table import DensityScore
from humanlike.studies.delphi_results import (
    AuditDrawResult,
    AuditedResult,
    MarkedTestResult,
    PanelResult,
)
from humanlike.studies.panel_accuracy import PanelAccuracy, measure_accuracy
from humanlike.studies.settlement import Settlement
from humanlike.studies.standings import rank_experts

if TYPE_CHECKING:
    import pandas as pd

DelphiResult = PanelResult | MarkedTestResult | AuditDrawResult | AuditedResult


@dataclass(frozen=True)
class BookRules:
    """How the books are kept: what answers earn, what is fed back, what is paid, what is audited."""

    system: ScoringSystem
    density: DensityScore
    method: str
    budget: float | None
    rationality: Sequence[Rationality]
    ranges: Ranges
    scales: Mapping[str, float]
    audit_share: float
    allow_missing: bool
    seed: int


def delphi(
    panel: "str | Path | pd.DataFrame | Panel",
    outcomes: "str | Path | pd.DataFrame | Outcomes | None" = None,
    *,
    questions: "str | Path | pd.DataFrame | Questions | None" = None,
    mode: str = "panel",
    system: str | ScoringSystem = "truncated-logarithmic",
    density_system: str | DensityScore = "crps",
    method: str = "average",
    budget: float | None = None,
    rationality: Sequence[str | Rationality] = (),
    ranges: Ranges | Sequence[str] = (),
    audit_share: float = 0.25,
    renormalise: bool = False,
    allow_missing: bool = False,
    seed: int = 1,
) -> DelphiResult:
    """Run a Delphi panel's books, mark a confidence test, or audit self-rated tasks.

    `questions` says which alternatives exist (else: what happened and what more than one person names); answers with
    others are set aside. `mode` is panel, test or audit. `system` scores alternatives and `density_system` quantities
    (whose tails `ranges` close); `method` pools what is fed back; `budget` is paid in proportion to score;
    `rationality` names questions whose probability everybody knows, which are checked and not scored; `seed` draws the
    audit and the ranking's resamples.
    """
    keep = look_up("mode", mode, {"panel": _keep_panel, "test": _keep_test, "audit": _keep_audit})
    look_up("consensus method", method, POOLS)
    asked, own = find_questions(questions), find_ranges(ranges)
    rules = BookRules(
        find_system(system),
        find_density_score(density_system),
        method,
        budget,
        find_rationality(rationality),
        {**(asked.ranges if asked else {}), **own},
        asked.scales if asked else {},
        audit_share,
        allow_missing,
        seed,
    )
    facts = None if outcomes is None else find_outcomes(outcomes)
    answers = define_alternatives(find_panel(panel, renormalise=renormalise), asked, facts)
    refuse_unasked(answers, "--range", own)
    refuse_unasked(answers, "--rationality", (one.question for one in rules.rationality))
    return keep(answers, facts, rules)


def _keep_panel(panel: Panel, facts: Outcomes | None, rules: BookRules) -> DelphiResult:
    if facts is None and rules.budget is not None:
        raise BadRequest("--budget pays by score; it needs --outcomes.")
    return PanelResult(
        tuple(give_feedback(panel, rules.method)),
        tuple(check_panel(panel, list(rules.rationality))),
        None if facts is None else _settle(panel, facts, rules),
        None if facts is None else _accuracy(panel, facts, rules),
        panel.set_aside,
        panel.look_alikes,
    )


def _settle(panel: Panel, facts: Outcomes, rules: BookRules) -> Settlement:
    """Scores, means, rankings and payments once outcomes are known; rationality questions only check people."""
    known = {one.question for one in rules.rationality}
    scored = score_panel(
        panel,
        facts,
        rules.system.score,
        density_score=rules.density,
        bounds=rules.ranges,
        scales=rules.scales,
        allow_missing=rules.allow_missing,
        leave_out=known,
    )
    if not len(scored):
        raise BadRequest("Nothing is left to score: rationality questions are checked, not scored.")
    discrete, quantities = scored.where(~scored.is_quantity), scored.where(scored.is_quantity)
    stream = Streams(rules.seed)["ranking"]
    return Settlement(
        rules.system.name,
        scored,
        mean_scores(discrete),
        mean_scores(quantities),
        rank_experts(stream, discrete, rules.system.score) if len(discrete) else None,
        rank_experts(stream, quantities, rules.system.score) if len(quantities) else None,
        tuple(question for question in panel.questions if question in known),
        None if rules.budget is None else dict(pay_within_budget(panel, scored, rules.system, rules.budget)),
    )


def _accuracy(panel: Panel, facts: Outcomes, rules: BookRules) -> PanelAccuracy | None:
    """How good members and consensus were after each round."""
    known = {one.question for one in rules.rationality}
    scored = score_rounds(panel, facts, rules.system.score, rules.method, known)
    return measure_accuracy(scored, rules.system.name)


def _keep_test(panel: Panel, facts: Outcomes | None, rules: BookRules) -> DelphiResult:
    if facts is None:
        raise BadRequest("A test is marked against its key: give it by --outcomes.")
    known = {one.question for one in rules.rationality}
    marks = mark_test(panel, facts, rules.system, allow_missing=rules.allow_missing, leave_out=known)
    scored = score_panel(panel, facts, rules.system.score, allow_missing=rules.allow_missing, leave_out=known)
    standings = rank_experts(Streams(rules.seed)["ranking"], scored, rules.system.score)
    return MarkedTestResult(rules.system.name, tuple(marks), standings, panel.set_aside, panel.look_alikes)


def _keep_audit(panel: Panel, facts: Outcomes | None, rules: BookRules) -> DelphiResult:
    for one in panel.set_aside:
        raise BadRecord(f"{one.sentence(panel.source)}; an audit needs every task.")
    drawn = draw_audit(Streams(rules.seed)["audit"], panel, rules.audit_share)
    if facts is None:
        return AuditDrawResult(tuple(drawn))
    scores = audited_scores(panel, facts, rules.system, drawn, allow_missing=rules.allow_missing)
    return AuditedResult(rules.system.name, tuple(scores))
