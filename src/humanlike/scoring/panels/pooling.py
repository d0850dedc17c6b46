"""The consensus of a panel, question by question, and the weights that past scores earn."""

from collections.abc import Mapping
from typing import NamedTuple

from humanlike.core import BadRequest
from humanlike.scoring.consensus import disagreement, disagreement_of_methods, pool_forecasts, score_weights
from humanlike.scoring.panels.panel import Panel
from humanlike.scoring.panels.reading import Outcomes
from humanlike.scoring.panels.scoring_table import DiscreteScore, score_panel
from humanlike.scoring.probabilities import Floats


class PooledQuestion(NamedTuple):
    """What the panel says of one question, from everybody's last round."""

    question: str
    alternatives: tuple[str, ...]
    consensus: Floats  # [alternatives]
    said: Floats  # [forecasters, alternatives]
    disagreement: float  # mean total variation from the consensus
    methods_differ_by: float  # the largest total variation between two methods of pooling


def pool_panel(
    panel: Panel, method: str = "average", weights: Mapping[str, float] | None = None
) -> list[PooledQuestion]:
    """The consensus on every question by `method`, with the experts' `weights` (default: equal ones)."""
    return [_pool_question(panel, question, method, weights) for question in panel.questions]


def _pool_question(
    panel: Panel, question: str, method: str, weights: Mapping[str, float] | None
) -> PooledQuestion:
    answers = panel.of(question)
    if answers[0].is_quantity:
        raise BadRequest(
            f"Question '{question}' is about a quantity; pooling is for alternatives (see delphi)."
        )
    said = panel.table(answers)
    own = None if weights is None else [weights[answer.expert] for answer in answers]
    consensus = pool_forecasts(said, method, own)
    return PooledQuestion(
        question,
        panel.alternatives[question],
        consensus,
        said,
        disagreement(said, consensus).mean_from_consensus,
        disagreement_of_methods(said),
    )


def earned_weights(panel: Panel, outcomes: Outcomes, score: DiscreteScore) -> dict[str, float]:
    """Weights of the experts, proportional to exp(total score) on the settled questions; they sum to 1."""
    totals = dict.fromkeys(panel.experts, 0.0)
    for answer in score_panel(panel, outcomes, score, allow_missing=True):
        totals[answer.expert] += answer.score
    return dict(zip(totals, score_weights(list(totals.values())).tolist(), strict=True))
