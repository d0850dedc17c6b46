r"""Payments proportional to score, within a budget whatever happens.

Somebody's pay must depend on the own score alone, or forecasting turns into a contest (section 5.2). With
:math:`S_e` the total score, and :math:`L, H` the lowest and highest totals the system allows on these
questions, each of N people is paid

.. math:: \frac{B}{N} \cdot \frac{S_e - L}{H - L},

a fixed positive multiple of the score plus a constant: still reproducing, never negative, at most B in all. A question
left unanswered counts like equal probabilities (score 0). The logarithm has no lowest score: pay by the
truncated one. N counts everybody who answered anything, also those whose answers were all set aside: nobody is paid
more because somebody else misspelt.

Brown (1970), RAND RM-6299-ARPA, section 4.4.
"""

from collections.abc import Mapping

import numpy as np

from humanlike.core import BadParameters, BadRequest
from humanlike.scoring.panels.panel import Panel
from humanlike.scoring.panels.scoring_table import Scores
from humanlike.scoring.system import ScoringSystem


def pay_within_budget(
    panel: Panel, scored: Scores, system: ScoringSystem, budget: float
) -> Mapping[str, float]:
    """What everybody is paid for the scored questions with alternatives."""
    if not (budget > 0 and np.isfinite(budget)):
        raise BadParameters(f"A budget of {budget:g} pays nobody; it must be positive.")
    paid = scored.where(~scored.is_quantity)
    if not len(paid):
        raise BadRequest("Payments need at least one scored question with alternatives.")
    lowest = highest = 0.0
    sizes, counts = np.unique([len(panel.labels[q]) for q in np.unique(paid.question)], return_counts=True)
    for size, count in zip(sizes, counts, strict=True):
        extremes = system.score_every_outcome(np.eye(size))
        lowest, highest = lowest + count * float(extremes.min()), highest + count * float(extremes.max())
    if not np.isfinite(lowest):
        raise BadRequest(
            f"The {system.name} system has no lowest score, so no budget is safe; use truncated-logarithmic."
        )
    totals = np.bincount(paid.expert, paid.score, minlength=len(panel.experts))
    people = {*panel.experts, *(one.expert for one in panel.set_aside)}
    shares = budget / len(people) * (totals - lowest) / (highest - lowest)
    return dict(zip(panel.experts, shares.tolist(), strict=True))
