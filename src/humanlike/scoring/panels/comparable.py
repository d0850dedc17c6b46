"""Scores of different systems on one scale: 0 is what equal probabilities earn, 1 certainty about what happened.

Systems have ranges of their own (certainty about one of two earns 1/2 under the quadratic system, log 2 under the
logarithm), so their means cannot be set side by side as they are. Each answer is moved and divided by what those two
reference forecasts earn on its question, which is a change of origin and unit and leaves every system proper.
"""

from dataclasses import replace

import numpy as np

from humanlike.core import BadRequest
from humanlike.scoring.panels.outcomes import Outcomes
from humanlike.scoring.panels.scoring_table import DiscreteScore, Scores


def on_one_scale(scored: Scores, outcomes: Outcomes, score: DiscreteScore, name: str) -> Scores:
    """The same answers, `scaled` to what systems share; losses become scores."""
    happened = outcomes.facts(scored.panel).happened
    found = np.full(len(scored.panel), np.nan)
    found[scored.answer] = scored.score
    for answers in scored.panel.by_size(scored.answer):
        size = int(scored.panel.n_alternatives[answers[0]])
        outcome = np.arange(size)
        equal, certain = score(np.full((size, size), 1 / size), outcome), score(np.eye(size), outcome)
        if not (np.isfinite(equal) & np.isfinite(certain) & (equal != certain)).all():
            raise BadRequest(
                f"{name} gives certainty about what happened no finite advantage over equal probabilities of {size} "
                "alternatives: it has no scale that other systems share."
            )
        own = happened[answers]
        found[answers] = (found[answers] - equal[own]) / (certain - equal)[own]
    return replace(scored, scaled=found[scored.answer])
