"""A scoring system of your own: what a forecast earns once one of n alternatives has happened.

    humanlike propriety my_system.py:SYSTEM
    humanlike score forecasts.csv --outcomes outcomes.csv --system my_system.py:SYSTEM

Here the pay is the square root of the probability of what happened. Is honesty the best policy? `propriety` knows.
"""

import numpy as np

from humanlike.scoring import ScoringSystem


def raw(probabilities: np.ndarray, outcome: np.ndarray) -> np.ndarray:
    """Scores [...] of forecasts [..., alternatives] once `outcome` [...] has happened; higher is better."""
    happened = np.take_along_axis(probabilities, np.asarray(outcome)[..., None], axis=-1)[..., 0]
    return np.sqrt(happened)


SYSTEM = ScoringSystem("my-system", "Square root of the probability", raw)
