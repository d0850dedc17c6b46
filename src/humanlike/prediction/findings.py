"""What a study of predictive success says: who predicts best by which way of measuring, told apart from whom."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from humanlike.core import BadRequest
from humanlike.prediction.assessment import Assessment
from humanlike.prediction.criteria import Criterion, leading
from humanlike.prediction.layouts import LAYOUTS, RankTable, rank_table
from humanlike.prediction.rankings import RankedRule, RuleComparison, compare_rules, concordance, ranked
from humanlike.prediction.study import Study

MAIN_MEASURES = ("LOG", "MSD")  # the two proper ones that are commonly reported


@dataclass(frozen=True, eq=False)
class StudyFindings:
    """A study and all that follows from it; criteria are those of all games together, or of the only game."""

    study: Study
    rankings: Mapping[Criterion, tuple[RankedRule, ...]]
    comparisons: tuple[RuleComparison, ...]  # by the main ways; none without bootstrap resamples
    dependence: Mapping[str, str]  # by game: how far the ranking depends on the way of measuring
    rank_tables: tuple[RankTable, ...]  # of the paper, as far as they were computed

    @property
    def main(self) -> Criterion:
        """The way of measuring that leads: log score one step ahead, or the first there is."""
        return leading(list(self.rankings)) or next(iter(self.rankings))

    @property
    def best(self) -> RankedRule:
        """The rule that is first by the main way."""
        known = [rule for rule in self.rankings[self.main] if not np.isnan(rule.rank)]
        return min(known, key=lambda rule: rule.rank)

    @property
    def on_bounds(self) -> str:
        """What the best rule has become where its fit ended on bounds; empty if on none."""
        return self.study.on_bounds(self.best.rule)


def study_findings(study: Study) -> StudyFindings:
    """Rank, compare and lay out everything a study measured."""
    result = study.assessment
    here = [each for each in result.defined if each.game == result.games[-1]]
    known = [each for each in here if not np.isnan(result.of(each)).all()]
    if not known:
        raise BadRequest("No way of measuring has a value for any rule: there is nothing to report.")
    main = [each for each in known if each.level == "actions" and each.measure in MAIN_MEASURES]
    return StudyFindings(
        study,
        {each: tuple(ranked(result, each)) for each in known},
        tuple(compare_rules(result, each) for each in main if result.settings.n_resamples),
        {game: _dependence(result, game) for game in result.games},
        tuple(_rank_tables(result)),
    )


def _dependence(result: Assessment, game: str) -> str:
    try:
        return concordance(result, game).sentence
    except BadRequest as reason:
        return str(reason)


def _rank_tables(result: Assessment) -> list[RankTable]:
    found = []
    for number in sorted((*LAYOUTS, 5)):
        try:
            found.append(rank_table(result, number, rule="random"))
        except BadRequest:
            continue
    return [each for each in found if each.rows]  # a table of the paper's measures has none of other measures
