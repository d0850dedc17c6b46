"""What an answer scores, and the marks to hold it against: knowing nothing, the best constant, the worst and the best.

A score is that of z, the probability given to what is true (z = r for people, 1 - r for machines), under the plan's
proper system, or a hit (`hits`).
"""

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.naming.scoring_systems import find_system
from humanlike.scoring import ScoringSystem, verdict_score
from humanlike.tournament.hits import HITS
from humanlike.tournament.plan import Plan

Floats = npt.NDArray[np.float64]
NEARLY_SURE = 1e-6  # the probability that stands for 0 where the score of 0 is infinite


def scores_of(
    chances: Floats, truth: npt.NDArray[np.bool_], plan: Plan, system: ScoringSystem | None = None
) -> Floats:
    """The scores of probabilities of being human, under the system of the plan (or the one given)."""
    if plan.zero_constant is not None:
        return verdict_score(chances, truth, zero_constant=plan.zero_constant)
    if plan.system == "truncated-logarithmic":
        return verdict_score(chances, truth)
    pair = np.stack([1 - chances, chances], axis=-1)
    return (system or system_of(plan.system)).unnormalised_score(pair, truth.astype(np.intp))


def system_of(word: str | ScoringSystem) -> ScoringSystem:
    """What a tournament may be scored by: hits, or any proper scoring system."""
    return HITS if word == HITS.name else find_system(word)


def chance(plan: Plan, system: ScoringSystem | None = None) -> float:
    """The score of knowing nothing, one half: log(1/2) unless the plan names another system."""
    return float(scores_of(np.array([0.5]), np.array([True]), plan, system)[0])


def score_bounds(plan: Plan, system: ScoringSystem | None = None) -> tuple[float, float]:
    """The lowest and the highest score there can be: those of being sure, wrongly and rightly.

    A proper score rises with the probability given to what is true, so nothing lies beyond. With `zero_constant` the
    logarithm of a tiny probability has no bound.
    """
    if plan.zero_constant is not None:
        return float("-inf"), 0.0
    scores = _sure(0.0, plan, system)
    low, high = float(scores.min()), float(scores.max())
    return (low, high) if np.isfinite(scores).all() and low < high else (-np.inf, np.inf)


def worst_and_best(plan: Plan, system: ScoringSystem | None = None) -> tuple[float, float]:
    """The worst and the best score that can be given to somebody: the bounds, where there are any.

    Where the score of 0 is infinite that of a millionth stands for it; with `zero_constant` that constant does.
    """
    low, high = score_bounds(plan, system)
    if plan.zero_constant is not None:
        return plan.zero_constant, high
    if np.isfinite([low, high]).all():
        return low, high
    nearly, sure = _sure(NEARLY_SURE, plan, system), _sure(0.0, plan, system)
    return float(nearly.min()), float(np.max(sure, where=np.isfinite(sure), initial=nearly.max()))


def _sure(rest: float, plan: Plan, system: ScoringSystem | None) -> Floats:
    """Scores of being sure but for `rest`, wrongly and rightly, of people and of machines."""
    chances, truth = np.array([rest, 1 - rest, rest, 1 - rest]), np.array([True, True, False, False])
    with np.errstate(divide="ignore", invalid="ignore"):
        return scores_of(chances, truth, plan, system)


def best_constant(answers: pd.DataFrame, plan: Plan, system: ScoringSystem | None = None) -> float:
    """The score of always saying the share of people: in a proper system the best constant in hindsight."""
    truth = answers.loc[answers["detector"] == answers["detector"].iloc[0], "is_human"].to_numpy(dtype=bool)
    return float(scores_of(np.full(len(truth), truth.mean()), truth, plan, system).mean())
