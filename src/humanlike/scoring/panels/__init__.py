"""Panels: many people, many questions, one or more rounds (Delphi, confidence-marked tests, self-rated tasks).

In:  files or frames of answers and of what happened.    Out: checked panels, feedback, consensus, scores, payments,
marks.
Knows nothing of: plots, confidence intervals (rankings with uncertainty come from `humanlike.statistics`).
To add a use: its file, taking a `Panel` and returning records.
"""

from humanlike.scoring.panels.accuracy import RoundScores, score_rounds
from humanlike.scoring.panels.audit import AuditedScore, audited_scores, draw_audit
from humanlike.scoring.panels.calibration import reliability_by_expert
from humanlike.scoring.panels.checks import Finding, Rationality, check_panel, refuse_unasked
from humanlike.scoring.panels.deciding import (
    Settled,
    TakenActions,
    binary_events,
    choose_actions,
    settle_actions,
)
from humanlike.scoring.panels.definitions import define_alternatives
from humanlike.scoring.panels.feedback import Feedback, give_feedback
from humanlike.scoring.panels.marking import Mark, mark_test
from humanlike.scoring.panels.outcomes import Outcomes, read_outcomes
from humanlike.scoring.panels.panel import LookAlike, Panel, SetAside
from humanlike.scoring.panels.payments import pay_within_budget
from humanlike.scoring.panels.payoffs import Payoffs, read_payoffs
from humanlike.scoring.panels.pooling import PooledQuestion, earned_weights, pool_panel
from humanlike.scoring.panels.quantities import Scale
from humanlike.scoring.panels.questions import Questions, read_questions
from humanlike.scoring.panels.reach import score_reach
from humanlike.scoring.panels.reading import read_panel
from humanlike.scoring.panels.scoring_table import (
    ScoredAnswer,
    Scores,
    mean_scores,
    score_matrix,
    score_panel,
)

__all__ = [
    "AuditedScore",
    "Feedback",
    "Finding",
    "LookAlike",
    "Mark",
    "Outcomes",
    "Panel",
    "Payoffs",
    "PooledQuestion",
    "Questions",
    "Rationality",
    "RoundScores",
    "Scale",
    "ScoredAnswer",
    "Scores",
    "SetAside",
    "Settled",
    "TakenActions",
    "audited_scores",
    "binary_events",
    "check_panel",
    "choose_actions",
    "define_alternatives",
    "draw_audit",
    "earned_weights",
    "give_feedback",
    "mark_test",
    "mean_scores",
    "pay_within_budget",
    "pool_panel",
    "read_outcomes",
    "read_panel",
    "read_payoffs",
    "read_questions",
    "refuse_unasked",
    "reliability_by_expert",
    "score_matrix",
    "score_panel",
    "score_reach",
    "score_rounds",
    "settle_actions",
]
