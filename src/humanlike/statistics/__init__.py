"""Statistics: what can be claimed from scores, and how surely.

Confidence sequences that may be looked at after every trial, paired and permutation tests, bootstrap over
independent units, rankings with uncertainty, corrections for many comparisons, exact distributions.

In:  arrays of numbers (and a stream where chance is needed).    Out: estimates with their uncertainty.
Knows nothing of: games, players, forecasts, files, plots.
To add a method: its file, its name below, its check against a known answer in `tests/statistics`.
"""

from humanlike.statistics.betting import betting_capital, betting_confidence_sequence
from humanlike.statistics.bootstrap import BootstrapInterval, bootstrap, unit_draws, units_of
from humanlike.statistics.confidence_sequence import BURN_IN, ConfidenceSequence, confidence_sequence
from humanlike.statistics.multiple import Lead, find_leader, holm, simultaneous_sequences
from humanlike.statistics.paired import PairedTest, paired_test
from humanlike.statistics.permutation import label_permutation_test, sign_flip_test
from humanlike.statistics.poisson_binomial import poisson_binomial
from humanlike.statistics.ranking import Ranking, midranks, rank_with_uncertainty

__all__ = [
    "BURN_IN",
    "BootstrapInterval",
    "ConfidenceSequence",
    "Lead",
    "PairedTest",
    "Ranking",
    "betting_capital",
    "betting_confidence_sequence",
    "bootstrap",
    "confidence_sequence",
    "find_leader",
    "holm",
    "label_permutation_test",
    "midranks",
    "paired_test",
    "poisson_binomial",
    "rank_with_uncertainty",
    "sign_flip_test",
    "simultaneous_sequences",
    "unit_draws",
    "units_of",
]
