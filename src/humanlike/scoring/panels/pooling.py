"""The consensus of a panel, question by question, and the weights that past scores earn."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from humanlike.core import BadRequest
from humanlike.scoring.consensus import distances_from_consensus, pool_many, score_weights
from humanlike.scoring.panels.outcomes import Outcomes
from humanlike.scoring.panels.panel import Panel, group_starts
from humanlike.scoring.panels.scoring_table import DiscreteScore, score_panel
from humanlike.scoring.probabilities import Floats


class PooledQuestion(NamedTuple):
    """What the panel says of one question, from everybody's last round."""

    question: str
    alternatives: tuple[str, ...]
    consensus: Floats  # [alternatives]
    said: Floats  # [forecasters, alternatives]
    disagreement: float  # mean total variation from the consensus


def pool_panel(
    panel: Panel, method: str = "average", weights: Mapping[str, float] | None = None
) -> list[PooledQuestion]:
    """The consensus on every question by `method`, with the experts' `weights` (default: equal ones)."""
    if not all(panel.labels):
        question = panel.questions[panel.labels.index(())]
        raise BadRequest(
            f"Question '{question}' is about a quantity; pooling is for alternatives (see delphi)."
        )
    own = None if weights is None else np.array([weights[expert] for expert in panel.experts])
    pooled: dict[int, PooledQuestion] = {}
    for answers in panel.by_size(panel.last):
        said, starts = panel.table(answers), group_starts(panel.question[answers])
        consensus = pool_many(said, starts, method, None if own is None else own[panel.expert[answers]])
        apart = distances_from_consensus(said, starts, consensus)
        numbers = panel.question[answers[starts]].tolist()
        parts = zip(numbers, consensus, np.split(said, starts[1:]), apart.tolist(), strict=True)
        for number, centre, rows, distance in parts:
            pooled[number] = PooledQuestion(
                panel.questions[number], panel.labels[number], centre, rows, distance
            )
    return [pooled[number] for number in range(len(panel.questions))]


def earned_weights(panel: Panel, outcomes: Outcomes, score: DiscreteScore) -> dict[str, float]:
    """Weights of the experts, proportional to exp(total score) on the settled questions; they sum to 1."""
    scored = score_panel(panel, outcomes, score, allow_missing=True)
    totals = np.bincount(scored.expert, scored.score, minlength=len(panel.experts))
    return dict(zip(panel.experts, score_weights(totals).tolist(), strict=True))
