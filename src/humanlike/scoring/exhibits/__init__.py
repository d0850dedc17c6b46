"""Exhibits: systems that look reasonable and reward lies, kept so that the check can be seen to catch them.

In:  probabilities and what happened.    Out: a score that should not be used.
Knows nothing of: files, forecasters.
To add an exhibit: its file, its line in `EXHIBITS`, its flaw in `tests/scoring`.
"""

from collections.abc import Callable, Mapping

from humanlike.scoring.exhibits.blotto import blotto, gross_strategy
from humanlike.scoring.exhibits.distance import distance_based
from humanlike.scoring.exhibits.floored_logarithm import floored_logarithm
from humanlike.scoring.exhibits.linear import LINEAR
from humanlike.scoring.exhibits.top_dog import certainty_on_everything, winner_take_all
from humanlike.scoring.exhibits.true_false import TRUE_FALSE
from humanlike.scoring.exhibits.utility import risk_averse_quadratic, under_utility
from humanlike.scoring.system import Incentive

EXHIBITS: Mapping[str, Callable[..., Incentive]] = {
    "linear": lambda: LINEAR,
    "distance": distance_based,
    "blotto": blotto,
    "top-dog": winner_take_all,
    "floored-logarithm": floored_logarithm,
    "true-false": lambda: TRUE_FALSE,
    "risk-averse-quadratic": risk_averse_quadratic,
}

__all__ = [
    "EXHIBITS",
    "LINEAR",
    "TRUE_FALSE",
    "blotto",
    "certainty_on_everything",
    "distance_based",
    "floored_logarithm",
    "gross_strategy",
    "risk_averse_quadratic",
    "under_utility",
    "winner_take_all",
]
