"""Prediction: how well a rule foretells play, by every accepted way of measuring it.

In:  Plays, rules with parameters (published, or fitted to others), predictions of others (`foreign`).
Out: an Assessment (values and bootstrap resamples of every criterion), rank tables, comparisons, concordance,
     horizons, predictive checks; a Ceiling, completeness and restrictiveness.
Knows nothing of: files, figures, detectors, tournaments.
To add a measure: its line in `criteria.MEASURES` and its formula for each method in `values`;
to add a method: its line in `criteria.METHODS` and its branch in `values.value`.

Mitropoulos (2001), "On the measurement of the predictive success of learning theories in repeated games".
"""

from humanlike.players.symbols import PAPER_RULES
from humanlike.prediction.assessment import Assessment, Settings
from humanlike.prediction.blindness import CAUTIONS, blind_criteria, cautions_of
from humanlike.prediction.calibration import (
    CalibratedRule,
    CalibratedRules,
    calibrated_rules,
    parameter_draws,
    published_rules,
)
from humanlike.prediction.ceiling import Ceiling, measure_ceiling
from humanlike.prediction.checks import PathCheck, predictive_checks
from humanlike.prediction.company import company_of, company_sentence
from humanlike.prediction.completeness import base_rates, completeness
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
from humanlike.prediction.estimators import Estimator, estimate, estimator_named, estimators_named
from humanlike.prediction.features import FeatureTable, feature_tables
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
from humanlike.prediction.identification import Design, Identification, Truth, identify_truths
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
from humanlike.prediction.restrictiveness import Restrictiveness, restrictiveness
from humanlike.prediction.scored_chances import IntervalEstimate, UnitScores, score_chances
from humanlike.prediction.splits import Split, on_both_sides, settled, split_of
from humanlike.prediction.study import Study, conduct

__all__ = [
    "ALL_GAMES",
    "CAUTIONS",
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
    "Ceiling",
    "Concordance",
    "Criterion",
    "Design",
    "Estimator",
    "FeatureTable",
    "Identification",
    "IntervalEstimate",
    "PathCheck",
    "RankTable",
    "RankedRule",
    "Restrictiveness",
    "RuleComparison",
    "Sample",
    "Settings",
    "Split",
    "Study",
    "StudyFindings",
    "Truth",
    "UnitScores",
    "Wishes",
    "assess",
    "assess_horizons",
    "base_rates",
    "blind_criteria",
    "calibrated_rules",
    "cautions_of",
    "chances_at_horizons",
    "chosen",
    "company_of",
    "company_sentence",
    "compare_rules",
    "completeness",
    "concordance",
    "conduct",
    "correlations",
    "estimate",
    "estimator_named",
    "estimators_named",
    "feature_tables",
    "horizon_name",
    "identify_truths",
    "measure_ceiling",
    "on_both_sides",
    "paper_games",
    "parameter_draws",
    "predictive_checks",
    "published_rules",
    "rank_table",
    "ranked",
    "ranks_of",
    "restrictiveness",
    "samples_of",
    "score_chances",
    "settled",
    "simulated_experiment",
    "split_of",
    "study_findings",
    "symbol_of",
]
