"""What a tournament established, and on what terms."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from humanlike.tournament.checks import Favour
from humanlike.tournament.copies import RepeatedPlay
from humanlike.tournament.crown import Crowning, Terms, crown
from humanlike.tournament.failures import Scored
from humanlike.tournament.material import Material
from humanlike.tournament.plan import CrownRule, Plan
from humanlike.tournament.recitation import Audited
from humanlike.tournament.redrawing import Redrawing
from humanlike.tournament.scores import best_constant, chance, score_bounds
from humanlike.tournament.stopping import Leadership
from humanlike.tournament.trial import Dataset
from humanlike.tournament.weights import Weights

ROUNDING = 1e-9  # by which a score may miss its bound


@dataclass(frozen=True, eq=False)
class TournamentResult:
    """What a tournament established."""

    plan: Plan
    material: Material
    scores: Scored  # both sides' scores, failures included
    datasets: pd.DataFrame  # every play in numbers
    detectors: pd.DataFrame
    emulators: pd.DataFrame
    crowning: Crowning  # by the plan's rule
    weights: Weights  # of the weighted mean over detectors
    redrawing: Redrawing  # other people, other games
    favours: list[Favour]
    overlaps: list[RepeatedPlay]
    audit: list[Audited]  # of memorisation, by detector
    first_trial: Mapping[str, list[Dataset]]  # the plays of trial 1, for figures
    trials: int
    notes: list[str]
    changed: tuple[str, ...] = ()  # entries and users' files that were changed while the run went on

    @property
    def table(self) -> pd.DataFrame:
        """Every answer with the detector's score."""
        return self.scores.answers

    @property
    def leaderships(self) -> Mapping[str, Leadership]:
        """Who leads each side by the plan's crown."""
        return self.crowning.leaderships

    @property
    def separated(self) -> bool:
        """Whether both sides have an established winner."""
        return self.crowning.is_settled

    @property
    def terms(self) -> Terms:
        """What scores mean in this tournament."""
        return terms_of(self.scores, self.plan, self.material)

    def crowned_by(self, rule: CrownRule) -> Crowning:
        """The verdict on the same trials by a rule of one's choice."""
        return self.crowning if rule == self.plan.crown else crown(self.scores, rule, self.terms)

    @property
    def best_constant(self) -> float:
        """The score of the best constant in hindsight."""
        return best_constant(self.table, self.plan, self.material.system)

    @property
    def chance(self) -> float:
        """The score of knowing nothing."""
        return chance(self.plan, self.material.system)


def terms_of(scores: Scored, plan: Plan, material: Material) -> Terms:
    """Confidence, the score of one half and the bounds of scores; none if a score is beyond what was said possible."""
    low, high = score_bounds(plan, material.system)
    given = scores.answers["score"]
    if given.min() < low - ROUNDING or given.max() > high + ROUNDING:
        low, high = float("-inf"), float("inf")
    return Terms(plan.confidence, chance(plan, material.system), (low, high))
