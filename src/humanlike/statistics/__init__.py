"""Statistics: what can be claimed from scores, and how surely.

Confidence sequences that may be looked at after every trial, paired and permutation tests, bootstrap over
independent units, rankings with uncertainty, corrections for many comparisons, exact distributions.

In:  arrays of numbers (and a stream where chance is needed).    Out: estimates with their uncertainty.
Knows nothing of: games, players, forecasts, files, plots.
To add a method: its file, its name below, its check against a known answer in `tests/statistics`.
"""

from humanlike.statistics.area import Area, area_between
from humanlike.statistics.bootstrap import BootstrapInterval, bootstrap, percentiles, unit_draws, units_of
from humanlike.statistics.bounded_sequence import bounded_sequence, last_interval, log_evidence
from humanlike.statistics.comparison import (
    ManyComparisons,
    PairedComparison,
    SequentialComparison,
    TogetherBias,
    compare_many,
    compare_paired,
    compare_sequentially,
    together_bias,
)
from humanlike.statistics.confidence_sequence import BURN_IN, ConfidenceSequence, confidence_sequence
from humanlike.statistics.contamination import Calibration, Contamination, calibrate, estimate_share
from humanlike.statistics.control_variates import (
    ControlVariate,
    adjusted_test,
    cross_fitted,
    fit_control_variate,
    one_slope,
)
from humanlike.statistics.false_discovery import (
    benjamini_hochberg,
    check_rate,
    conformal_p_values,
    flags_by_local_rates,
)
from humanlike.statistics.floor import FloorTest, against_floor, fixing_pieces, jansen_pieces
from humanlike.statistics.jackknife import LogEstimate, PositiveInterval, log_jackknife, positive_interval
from humanlike.statistics.leaders import ASSUMED, BOTH, BOUNDED, Lead, find_leader, surely_ahead
from humanlike.statistics.methods import (
    PAIRED_METHODS,
    ComparisonMethod,
    compare_by,
    games_needed,
    needs_by_difference,
)
from humanlike.statistics.model_confidence_set import ModelConfidenceSet, model_confidence_set
from humanlike.statistics.multiple import holm
from humanlike.statistics.paired import PairedTest, paired_test
from humanlike.statistics.periodicity import Periodicity, common_periods
from humanlike.statistics.permutation import label_permutation_test, sign_flip_test
from humanlike.statistics.poisson_binomial import poisson_binomial
from humanlike.statistics.power import DESIGNS, PilotPlan, PowerPlan, plan_from_pilot, power_of, solve_power
from humanlike.statistics.proportions import exact_interval
from humanlike.statistics.rank_sets import (
    RankSets,
    rank_sets_from_covariance,
    rank_sets_from_resamples,
    rank_sets_from_scores,
    ranks_from_ahead,
)
from humanlike.statistics.ranking import Ranking, best_first, midranks, rank_with_uncertainty, spearman
from humanlike.statistics.resampled_sums import dealt_sums, redrawn_sums
from humanlike.statistics.rivals import Race, run_race
from humanlike.statistics.sensitivity import (
    Sensitivity,
    SobolIndices,
    fixing_indices,
    jansen_indices,
    salib_indices,
)
from humanlike.statistics.unequal_units import AdjustedScores, adjust_for_units

__all__ = [
    "ASSUMED",
    "BOTH",
    "BOUNDED",
    "BURN_IN",
    "DESIGNS",
    "PAIRED_METHODS",
    "AdjustedScores",
    "Area",
    "BootstrapInterval",
    "Calibration",
    "ComparisonMethod",
    "ConfidenceSequence",
    "Contamination",
    "ControlVariate",
    "FloorTest",
    "Lead",
    "LogEstimate",
    "ManyComparisons",
    "ModelConfidenceSet",
    "PairedComparison",
    "PairedTest",
    "Periodicity",
    "PilotPlan",
    "PositiveInterval",
    "PowerPlan",
    "Race",
    "RankSets",
    "Ranking",
    "Sensitivity",
    "SequentialComparison",
    "SobolIndices",
    "TogetherBias",
    "adjust_for_units",
    "adjusted_test",
    "against_floor",
    "area_between",
    "benjamini_hochberg",
    "best_first",
    "bootstrap",
    "bounded_sequence",
    "calibrate",
    "check_rate",
    "common_periods",
    "compare_by",
    "compare_many",
    "compare_paired",
    "compare_sequentially",
    "confidence_sequence",
    "conformal_p_values",
    "cross_fitted",
    "dealt_sums",
    "estimate_share",
    "exact_interval",
    "find_leader",
    "fit_control_variate",
    "fixing_indices",
    "fixing_pieces",
    "flags_by_local_rates",
    "games_needed",
    "holm",
    "jansen_indices",
    "jansen_pieces",
    "label_permutation_test",
    "last_interval",
    "log_evidence",
    "log_jackknife",
    "midranks",
    "model_confidence_set",
    "needs_by_difference",
    "one_slope",
    "paired_test",
    "percentiles",
    "plan_from_pilot",
    "poisson_binomial",
    "positive_interval",
    "power_of",
    "rank_sets_from_covariance",
    "rank_sets_from_resamples",
    "rank_sets_from_scores",
    "rank_with_uncertainty",
    "ranks_from_ahead",
    "redrawn_sums",
    "run_race",
    "salib_indices",
    "sign_flip_test",
    "solve_power",
    "spearman",
    "surely_ahead",
    "together_bias",
    "unit_draws",
    "units_of",
]
