"""Confidence-marked tests: students say how sure they are, and a proper system makes that pay.

Beside the proper score stand the mark a true-false teacher would give (+1 right, -1 wrong, 0 for a tie), the
score the student's own probabilities promise, and the gap between confidence and success.

Brown (1970), RAND RM-6299-ARPA, section 4.2; Shuford & Massengill (1967).
"""

from typing import NamedTuple

import numpy as np

from humanlike.core import BadRequest
from humanlike.scoring.exhibits.true_false import TRUE_FALSE
from humanlike.scoring.panels.panel import Panel
from humanlike.scoring.panels.reading import Outcomes
from humanlike.scoring.panels.scoring_table import score_panel
from humanlike.scoring.system import ScoringSystem


class Mark(NamedTuple):
    """One student's result."""

    student: str
    n_questions: int
    score: float  # mean proper score
    promised: float  # the mean score the student's own probabilities lead one to expect
    right: float  # share of questions whose favoured answer is right (ties count in part)
    confidence: float  # mean probability of the favoured answer
    overconfidence: float  # confidence - right
    true_false: float  # mean of the old marks, for comparison


def mark_test(
    panel: Panel, key: Outcomes, system: ScoringSystem, *, allow_missing: bool = False
) -> list[Mark]:
    """The marks of everybody who took the test, in the order of the file."""
    if any(answer.is_quantity for answer in panel.answers):
        raise BadRequest("A confidence-marked test has alternatives, not percentiles.")
    proper = score_panel(panel, key, system.score, allow_missing=allow_missing)
    plain = score_panel(panel, key, TRUE_FALSE.unnormalised_score, allow_missing=allow_missing)
    marks = []
    for student in panel.experts:
        mine = [answer.score for answer in proper if answer.expert == student]
        old = [answer.score for answer in plain if answer.expert == student]
        if mine:
            marks.append(_mark(panel, key, system, student, float(np.mean(mine)), float(np.mean(old))))
    return marks


def _mark(panel: Panel, key: Outcomes, system: ScoringSystem, student: str, score: float, old: float) -> Mark:
    promised, right, confidence = [], [], []
    for question in panel.questions:
        answers = [
            a for a in panel.of(question) if a.expert == student and key.of(student, question) is not None
        ]
        if not answers:
            continue
        (forecast,) = panel.table(answers)
        happened = panel.alternatives[question].index(key.of(student, question) or "")
        favoured = forecast == forecast.max()
        promised.append(float(system.expected(forecast, forecast)))
        right.append(float(favoured[happened] / favoured.sum()))
        confidence.append(float(forecast.max()))
    hits, sureness = float(np.mean(right)), float(np.mean(confidence))
    return Mark(student, len(right), score, float(np.mean(promised)), hits, sureness, sureness - hits, old)
