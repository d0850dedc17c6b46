"""Consistency checks on a panel: who should not be paid by score before somebody has talked to them.

A reproducing system rewards honesty only from people who maximise expected gains. Brown (1970, section 5.1)
advises a few questions whose probability everybody knows (which side kicks off?), to find those who do not.
"""

from typing import NamedTuple

from humanlike.core import BadRequest
from humanlike.scoring.panels.panel import Panel

CERTAIN = 0.999
LEAST_QUESTIONS = 3


class Rationality(NamedTuple):
    """A question whose probability is known to everybody."""

    question: str
    alternative: str
    probability: float


class Finding(NamedTuple):
    """Something odd about one expert's answers."""

    expert: str
    question: str  # empty if it concerns all of them
    line: int
    finding: str


def check_panel(panel: Panel, rationality: list[Rationality], tolerance: float = 0.05) -> list[Finding]:
    """Mended answers, missed rationality questions, and certainty about everything."""
    findings = [
        Finding(answer.expert, answer.question, answer.line, answer.note)
        for answer in panel.answers
        if answer.note
    ]
    for known in rationality:
        findings += _irrational(panel, known, tolerance)
    return findings + _always_certain(panel)


def _irrational(panel: Panel, known: Rationality, tolerance: float) -> list[Finding]:
    if known.alternative not in panel.alternatives.get(known.question, ()):
        raise BadRequest(
            f"Rationality question '{known.question}' with alternative '{known.alternative}' is not in {panel.source}."
        )
    column = panel.alternatives[known.question].index(known.alternative)
    answers = panel.of(known.question)
    said = panel.table(answers)[:, column].tolist()
    return [
        Finding(
            answer.expert,
            known.question,
            answer.line,
            f"says {value:g} where everybody knows {known.probability:g}",
        )
        for answer, value in zip(answers, said, strict=True)
        if abs(value - known.probability) > tolerance + 1e-12
    ]


def _always_certain(panel: Panel) -> list[Finding]:
    """Certainty on every question is how one plays for the top place, not how one reports beliefs."""
    findings = []
    for expert in panel.experts:
        answers = [a for a in panel.answers if a.expert == expert and not a.is_quantity]
        if len(answers) >= LEAST_QUESTIONS and all(max(a.probabilities) >= CERTAIN for a in answers):
            findings.append(Finding(expert, "", answers[0].line, f"is certain in all {len(answers)} answers"))
    return findings
