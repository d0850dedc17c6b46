"""Confidence-marked tests: students say how sure they are, and a proper system makes that pay.

Beside the proper score stand the mark a true-false teacher would give (+1 right, -1 wrong, 0 for a tie), the
score the student's own probabilities promise, and the gap between confidence and success.

Brown (1970), RAND RM-6299-ARPA, section 4.2; Shuford & Massengill (1967).
"""

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from humanlike.core import BadRequest
from humanlike.scoring.exhibits.true_false import TRUE_FALSE
from humanlike.scoring.panels.outcomes import Outcomes
from humanlike.scoring.panels.panel import Panel
from humanlike.scoring.panels.scoring_table import Scores, score_panel
from humanlike.scoring.probabilities import Floats
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
    panel: Panel,
    key: Outcomes,
    system: ScoringSystem,
    *,
    allow_missing: bool = False,
    leave_out: Collection[str] = (),
) -> list[Mark]:
    """The marks of everybody who took the test, in the order of the file; some questions do not count."""
    if not all(panel.labels):
        raise BadRequest("A confidence-marked test has alternatives, not percentiles.")
    proper, plain = (
        score_panel(panel, key, score, allow_missing=allow_missing, leave_out=leave_out)
        for score in (system.score, TRUE_FALSE.unnormalised_score)
    )
    happened = key.facts(panel).happened
    promised, right, confidence = np.full((3, len(panel)), np.nan)
    for answers in panel.by_size(proper.answer):
        said = panel.table(answers)
        favoured = said == said.max(axis=1, keepdims=True)
        promised[answers] = system.expected(said, said)
        right[answers] = favoured[np.arange(len(said)), happened[answers]] / favoured.sum(axis=1)
        confidence[answers] = said.max(axis=1)
    columns = (
        proper.score,
        promised[proper.answer],
        right[proper.answer],
        confidence[proper.answer],
        plain.score,
    )
    return _marks(proper, columns)


def _marks(scored: Scores, columns: tuple[Floats, ...]) -> list[Mark]:
    """Everybody's means of the columns [answers]."""
    students, place = np.unique(scored.expert, return_inverse=True)
    counts = np.bincount(place)
    score, promised, right, confidence, old = (np.bincount(place, column) / counts for column in columns)
    numbers = (counts, score, promised, right, confidence, confidence - right, old)
    rows = zip(*(part.tolist() for part in numbers), strict=True)
    return [Mark(scored.panel.experts[student], *row) for student, row in zip(students, rows, strict=True)]
