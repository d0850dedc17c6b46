"""Feedback between the rounds of a Delphi panel: what the group said, question by question.

Brown (1970), section 4.4: participants are given, say, the median estimate and asked whether they would like to
change their own.
"""

from typing import NamedTuple

import numpy as np

from humanlike.scoring.consensus import disagreement, pool_forecasts
from humanlike.scoring.panels.panel import Answer, Panel


class Feedback(NamedTuple):
    """What the group said about one question in one round."""

    round: int
    question: str
    n_answers: int
    median: dict[str, float]  # alternative -> median probability; for a quantity: level -> median value
    consensus: dict[str, float]  # alternative -> pooled probability; empty for a quantity
    disagreement: (
        float  # mean total variation from the consensus; for a quantity the mean interquartile range
    )


def give_feedback(panel: Panel, method: str = "average") -> list[Feedback]:
    """One record for each round and question, with the consensus by `method`."""
    records = []
    for round_ in panel.rounds:
        for question in panel.questions:
            answers = panel.of(question, round_)
            if answers:
                one = _quantity if answers[0].is_quantity else _alternatives
                records.append(one(panel, round_, question, answers, method))
    return records


def _alternatives(
    panel: Panel, round_: int, question: str, answers: tuple[Answer, ...], method: str
) -> Feedback:
    table = panel.table(answers)
    labels = panel.alternatives[question]
    pooled = pool_forecasts(table, method)
    middle = np.median(table, axis=0)
    return Feedback(
        round_,
        question,
        len(answers),
        dict(zip(labels, middle.tolist(), strict=True)),
        dict(zip(labels, pooled.tolist(), strict=True)),
        disagreement(table, pooled).mean_from_consensus,
    )


def _quantity(panel: Panel, round_: int, question: str, answers: tuple[Answer, ...], method: str) -> Feedback:
    """The median value at each level somebody gave, and how wide the middle half of the panel is on average."""
    given: dict[float, list[float]] = {}
    for answer in answers:
        for value, level in zip(answer.breaks, answer.probabilities, strict=True):
            given.setdefault(level, []).append(value)
    levels = sorted(given)
    widths = [float(np.subtract(*np.quantile(given[level], [0.75, 0.25]))) for level in levels]
    median = {f"{level:g}": float(np.median(given[level])) for level in levels}
    return Feedback(round_, question, len(answers), median, {}, float(np.mean(widths)))
