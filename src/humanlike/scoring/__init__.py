"""Scoring: what forecasts deserve once the truth is known.

Reproducing (proper) scoring systems for discrete and continuous forecasts, the improper ones kept as exhibits
with a check that finds their flaw, deviation measures, consensus, discrimination between forecasters, and
panels (Delphi, confidence-marked tests).

In:  probabilities and outcomes.    Out: scores (higher is better) or losses (lower is better).
Knows nothing of: games, players, confidence intervals, plots. Imports no JAX.
To add a system: its file in `systems`, its line in `catalogue`, its worked example in `tests/scoring`.
"""

from humanlike.scoring.catalogue import SYSTEMS, find_system
from humanlike.scoring.deviations import (
    KuipersScore,
    kuipers_score,
    mean_absolute_deviation,
    mean_squared_deviation,
    one_hot,
    outcome_categories,
    outcome_probabilities,
    point_predictions,
    proportion_of_inaccuracy,
)
from humanlike.scoring.generator import Generator, beta, power, spherical_pair, symmetrised
from humanlike.scoring.probabilities import TOLERANCE, check_probabilities
from humanlike.scoring.system import ScoringSystem
from humanlike.scoring.systems import (
    LOGARITHMIC,
    QUADRATIC,
    SPHERICAL,
    asymmetric_gambling_house,
    gambling_house,
    truncated_generator,
    truncated_logarithmic,
)
from humanlike.scoring.verdict import verdict_score

__all__ = [
    "LOGARITHMIC",
    "QUADRATIC",
    "SPHERICAL",
    "SYSTEMS",
    "TOLERANCE",
    "Generator",
    "KuipersScore",
    "ScoringSystem",
    "asymmetric_gambling_house",
    "beta",
    "check_probabilities",
    "find_system",
    "gambling_house",
    "kuipers_score",
    "mean_absolute_deviation",
    "mean_squared_deviation",
    "one_hot",
    "outcome_categories",
    "outcome_probabilities",
    "point_predictions",
    "power",
    "proportion_of_inaccuracy",
    "spherical_pair",
    "symmetrised",
    "truncated_generator",
    "truncated_logarithmic",
    "verdict_score",
]
