r"""Exhibit: winner takes all. A proper system stops being proper once only the top score is paid.

Five two-way questions of probability 1/2, quadratic scores, a prize for the best of a thousand: honesty scores 0
for certain, while "certainty" on all five scores :math:`5 \times .5 = 2.5` with chance 1/32 and -2.5 on average;
losing big costs no more than losing. Against a crowd of honest rivals even the smallest exaggeration
wins whenever luck leans its way.

>>> certainty_on_everything(5)
CertaintyGamble(best_score=2.5, chance=0.03125, expected_score=-2.5)

Brown (1970), section 5.2 (the printed expected score, -4, is a slip).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadParameters
from humanlike.scoring.binomial import binomial_chances
from humanlike.scoring.probabilities import Floats, check_probabilities
from humanlike.scoring.system import Contest
from humanlike.scoring.systems.quadratic import QUADRATIC

ROUNDING = 1e-12
MOST_QUESTIONS, MOST_RIVALS = 1000, 10**9  # every number of wins is tried with every lie


class CertaintyGamble(NamedTuple):
    """What claiming certainty on every even-chance question leads to."""

    best_score: float
    chance: float
    expected_score: float


def certainty_on_everything(n_questions: int) -> CertaintyGamble:
    """The crafty speculator's prospects under the quadratic system."""
    right, wrong = QUADRATIC.score([1.0, 0.0], [0, 1])
    return CertaintyGamble(
        float(n_questions * right), 0.5**n_questions, float(n_questions * (right + wrong) / 2)
    )


def winner_take_all(n_questions: int = 5, n_rivals: int = 999) -> Contest:
    """The share of the prize one expects against `n_rivals` who report the belief honestly; ties share."""
    for name, count, most in (
        ("n_questions", n_questions, MOST_QUESTIONS),
        ("n_rivals", n_rivals, MOST_RIVALS),
    ):
        if not 1 <= count <= most or count != int(count):
            raise BadParameters(f"top-dog: {name} = {count:g} must be a whole number from 1 to {most:g}.")
    wins = np.arange(int(n_questions) + 1)

    def expected(report: npt.ArrayLike, belief: npt.ArrayLike) -> Floats:
        mine, honest = check_probabilities(report), check_probabilities(belief)
        chance = binomial_chances(wins, n_questions, honest[..., :1])
        lead = _total(mine) - _total(honest)
        share = np.where(lead > ROUNDING, 1.0, np.where(lead < -ROUNDING, 0.0, 1 / (n_rivals + 1)))
        return np.asarray((chance * share).sum(axis=-1))

    def _total(forecast: Floats) -> Floats:
        scores = QUADRATIC.score_every_outcome(forecast)
        return np.asarray(wins * scores[..., :1] + (n_questions - wins) * scores[..., 1:])

    return Contest(
        "top-dog", "Winner takes all (improper)", expected, n_alternatives=2, citation="Brown (1970), 5.2."
    )
