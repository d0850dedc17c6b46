"""Consistency checks on a panel: who should not be paid by score before somebody has talked to them.

A reproducing system rewards honesty only from people who maximise expected gains. Brown (1970, section 5.1)
advises a few questions whose probability everybody knows (which side kicks off?), to find those who do not.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

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
    findings = [_finding(panel, answer, note) for answer, note in panel.notes.items()]
    for known in rationality:
        findings += _irrational(panel, known, tolerance)
    return findings + _always_certain(panel)


def refuse_unasked(panel: Panel, option: str, questions: Iterable[str]) -> None:
    """Refuse an option about a question that nobody was asked."""
    asked = {*panel.questions, *(one.question for one in panel.set_aside)}
    for question in questions:
        if question not in asked:
            raise BadRequest(
                f"{option} speaks of question '{question}', which nobody answers in {panel.source}."
            )


def _finding(panel: Panel, answer: int, text: str) -> Finding:
    expert, question = panel.experts[panel.expert[answer]], panel.questions[panel.question[answer]]
    return Finding(expert, question, int(panel.line[answer]), text)


def _irrational(panel: Panel, known: Rationality, tolerance: float) -> list[Finding]:
    if known.alternative not in panel.alternatives.get(known.question, ()):
        raise BadRequest(
            f"Rationality question '{known.question}' with alternative '{known.alternative}' is not in {panel.source}."
        )
    number = panel.questions.index(known.question)
    answers = panel.last[panel.question[panel.last] == number]
    said = panel.table(answers)[:, panel.labels[number].index(known.alternative)]
    return [
        _finding(panel, int(answers[row]), f"says {said[row]:g} where everybody knows {known.probability:g}")
        for row in np.flatnonzero(np.abs(said - known.probability) > tolerance + 1e-12)
    ]


def _always_certain(panel: Panel) -> list[Finding]:
    """Certainty on every question is how one plays for the top place, not how one reports beliefs."""
    here = np.flatnonzero(panel.n_alternatives > 0)
    most = np.maximum.reduceat(panel.probability, panel.start[:-1])[here]
    count, certain = (
        np.bincount(panel.expert[chosen], minlength=len(panel.experts))
        for chosen in (here, here[most >= CERTAIN])
    )
    suspects = np.flatnonzero((count >= LEAST_QUESTIONS) & (certain == count))
    first = {int(expert): int(panel.line[here][panel.expert[here] == expert][0]) for expert in suspects}
    return [
        Finding(panel.experts[expert], "", line, f"is certain in all {count[expert]} answers")
        for expert, line in first.items()
    ]
