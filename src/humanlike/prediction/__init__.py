"""Prediction: how well a rule foretells play, by every accepted way of measuring it.

In:  Plays, rules with parameters (published, or fitted to others), predictions of others (`foreign`).
Out: an Assessment (values and bootstrap resamples of every criterion), rank tables, comparisons, concordance,
     horizons, predictive checks.
Knows nothing of: files, figures, detectors, tournaments.
To add a measure: its line in `criteria.MEASURES` and its formula for each method in `values`;
to add a method: its line in `criteria.METHODS` and its branch in `values.value`.

Mitropoulos (2001), "On the measurement of the predictive success of learning theories in repeated games".
"""

from humanlike.players.symbols import PAPER_RULES
from humanlike.prediction.assessment import Assessment, Settings
from humanlike.prediction.calibration import (
    CalibratedRule,
    CalibratedRules,
    calibrated_rules,
    parameter_draws,
    published_rules,
)
from humanlike.prediction.checks import PathCheck, predictive_checks
from humanlike.prediction.company import company_of, company_sentence
from humanlike.prediction.criteria import (
    ALL_GAMES,
    COMPLETE,
    LEVELS,
    MEASURES,
    METHODS,
    USUAL_LEVELS,
    USUAL_MEASURES,
    USUAL_METHODS,
    Criterion,
    chosen,
)
from humanlike.prediction.design import PAPER_GAMES, paper_games, simulated_experiment
from humanlike.prediction.findings import StudyFindings, study_findings
from humanlike.prediction.foretelling import Wishes
from humanlike.prediction.grid import assess
from humanlike.prediction.horizons import (
    HORIZONS,
    WHOLE_GAME,
    assess_horizons,
    chances_at_horizons,
    horizon_name,
)
from humanlike.prediction.layouts import LAYOUTS, RankTable, rank_table, symbol_of
from humanlike.prediction.observations import Sample, samples_of
from humanlike.prediction.rankings import (
    Concordance,
    RankedRule,
    RuleComparison,
    compare_rules,
    concordance,
    correlations,
    ranked,
    ranks_of,
)
from humanlike.prediction.splits import Split, on_both_sides, settled, split_of
from humanlike.prediction.study import Study, conduct

__all__ = [
    "ALL_GAMES",
    "COMPLETE",
    "HORIZONS",
    "LAYOUTS",
    "LEVELS",
    "MEASURES",
    "METHODS",
    "PAPER_GAMES",
    "PAPER_RULES",
    "USUAL_LEVELS",
    "USUAL_MEASURES",
    "USUAL_METHODS",
    "WHOLE_GAME",
    "Assessment",
    "CalibratedRule",
    "CalibratedRules",
    "Concordance",
    "Criterion",
    "PathCheck",
    "RankTable",
    "RankedRule",
    "RuleComparison",
    "Sample",
    "Settings",
    "Split",
    "Study",
    "StudyFindings",
    "Wishes",
    "assess",
    "assess_horizons",
    "calibrated_rules",
    "chances_at_horizons",
    "chosen",
    "company_of",
    "company_sentence",
    "compare_rules",
    "concordance",
    "conduct",
    "correlations",
    "horizon_name",
    "on_both_sides",
    "paper_games",
    "parameter_draws",
    "predictive_checks",
    "published_rules",
    "rank_table",
    "ranked",
    "ranks_of",
    "samples_of",
    "settled",
    "simulated_experiment",
    "split_of",
    "study_findings",
    "symbol_of",
]
