"""Scoring: what forecasts deserve once the truth is known.

Reproducing (proper) scoring systems for discrete and continuous forecasts, the improper ones kept as exhibits
with a check that finds their flaw, deviation measures, consensus, discrimination between forecasters, and
panels (Delphi, confidence-marked tests).

In:  probabilities and outcomes.    Out: scores (higher is better) or losses (lower is better).
Knows nothing of: games, players, confidence intervals, plots. Imports no JAX.
To add a system: its file in `systems`, its line in `catalogue`, its worked example in `tests/scoring`.
"""

from humanlike.scoring.best_discrimination import BestDiscriminator, best_discriminator, reachable_ratios
from humanlike.scoring.catalogue import FAMILIES, SYSTEMS
from humanlike.scoring.consensus import (
    POOLS,
    Disagreement,
    disagreement,
    disagreement_of_methods,
    pool_forecasts,
    score_weights,
)
from humanlike.scoring.contract import check_system
from humanlike.scoring.cost_loss import (
    cost_loss_weight,
    cumulated_weight,
    decision_worth,
    mean_ratio,
    score_from_decisions,
)
from humanlike.scoring.decisions import (
    PayoffTable,
    Region,
    action_regions,
    best_actions,
    climatology_worth,
    relative_value,
)
from humanlike.scoring.densities import (
    DENSITY_SCORES,
    Density,
    logarithmic_density_score,
    quadratic_density_score,
    spherical_density_score,
)
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
from humanlike.scoring.discrimination import (
    Discrimination,
    discrimination_bounds,
    misranking,
    normal_chance,
    tell_apart,
)
from humanlike.scoring.distributions import (
    DistributionDensity,
    SampleDensity,
    crps_normal_loss,
    crps_samples_loss,
    crps_uniform_loss,
    log_normal_density_score,
)
from humanlike.scoring.equitable import (
    EquitableScore,
    cuts_of_each,
    equitable_matrix,
    equitable_score,
    ordered_cuts,
)
from humanlike.scoring.exhibits import EXHIBITS, under_utility
from humanlike.scoring.generator import (
    Generator,
    beta_generator,
    power_generator,
    spherical_pair,
    symmetrised,
)
from humanlike.scoring.identities import locality_gap, log_likelihood, reproducing_condition, shannon_entropy
from humanlike.scoring.literature import (
    FORMS,
    Form,
    binary_brier_loss,
    binary_log_loss,
    brier_loss,
    half_brier_loss,
    ignorance_loss,
    log_loss,
    ranked_probability_loss,
)
from humanlike.scoring.parimutuel import parimutuel_prices
from humanlike.scoring.percentiles import PiecewiseDensity, density_from_percentiles
from humanlike.scoring.probabilities import TOLERANCE, check_probabilities
from humanlike.scoring.propriety import Propriety, check_propriety
from humanlike.scoring.reliability import ReliabilityDiagram, reliability_diagram
from humanlike.scoring.system import Contest, Incentive, ScoringSystem
from humanlike.scoring.systems import (
    LOGARITHMIC,
    QUADRATIC,
    SPHERICAL,
    asymmetric_gambling_house,
    gambling_house,
    threshold_system,
    truncated_generator,
    truncated_logarithmic,
)
from humanlike.scoring.verdict import verdict_score

__all__ = [
    "DENSITY_SCORES",
    "EXHIBITS",
    "FAMILIES",
    "FORMS",
    "LOGARITHMIC",
    "POOLS",
    "QUADRATIC",
    "SPHERICAL",
    "SYSTEMS",
    "TOLERANCE",
    "BestDiscriminator",
    "Contest",
    "Density",
    "Disagreement",
    "Discrimination",
    "DistributionDensity",
    "EquitableScore",
    "Form",
    "Generator",
    "Incentive",
    "KuipersScore",
    "PayoffTable",
    "PiecewiseDensity",
    "Propriety",
    "Region",
    "ReliabilityDiagram",
    "SampleDensity",
    "ScoringSystem",
    "action_regions",
    "asymmetric_gambling_house",
    "best_actions",
    "best_discriminator",
    "beta_generator",
    "binary_brier_loss",
    "binary_log_loss",
    "brier_loss",
    "check_probabilities",
    "check_propriety",
    "check_system",
    "climatology_worth",
    "cost_loss_weight",
    "crps_normal_loss",
    "crps_samples_loss",
    "crps_uniform_loss",
    "cumulated_weight",
    "cuts_of_each",
    "decision_worth",
    "density_from_percentiles",
    "disagreement",
    "disagreement_of_methods",
    "discrimination_bounds",
    "equitable_matrix",
    "equitable_score",
    "gambling_house",
    "half_brier_loss",
    "ignorance_loss",
    "kuipers_score",
    "locality_gap",
    "log_likelihood",
    "log_loss",
    "log_normal_density_score",
    "logarithmic_density_score",
    "mean_absolute_deviation",
    "mean_ratio",
    "mean_squared_deviation",
    "misranking",
    "normal_chance",
    "one_hot",
    "ordered_cuts",
    "outcome_categories",
    "outcome_probabilities",
    "parimutuel_prices",
    "point_predictions",
    "pool_forecasts",
    "power_generator",
    "proportion_of_inaccuracy",
    "quadratic_density_score",
    "ranked_probability_loss",
    "reachable_ratios",
    "relative_value",
    "reliability_diagram",
    "reproducing_condition",
    "score_from_decisions",
    "score_weights",
    "shannon_entropy",
    "spherical_density_score",
    "spherical_pair",
    "symmetrised",
    "tell_apart",
    "threshold_system",
    "truncated_generator",
    "truncated_logarithmic",
    "under_utility",
    "verdict_score",
]
