r"""Identities the memo draws on, as functions one can check a system with.

- *Condition (3.4.1).* A differentiable system is reproducing only if, at every forecast,
  :math:`w_i = \sum_j r_j\, \partial f_j / \partial r_i` is the same for all *i*; for :math:`f(r, v)` this is
  :math:`r_i \partial f/\partial r|_{r_i} + \partial v/\partial r_i \sum_j r_j \partial f/\partial v|_{r_j}`.
- *Locality.* Beyond two alternatives only the logarithm ignores how the rest is spread (Gleason).
- *Information.* The logarithm's expected score of an honest forecaster is log n minus Shannon's entropy.
- *Likelihood.* The sum of un-normalised logarithmic scores is the log-likelihood.

Brown (1970), RAND RM-6299-ARPA, sections 3.3, 3.4, 4.3.
"""

import numpy as np
import numpy.typing as npt

from humanlike.core import BadParameters
from humanlike.scoring.probabilities import Floats, check_probabilities
from humanlike.scoring.system import ScoringSystem
from humanlike.scoring.systems.logarithmic import LOGARITHMIC

STEP = 1e-6


def reproducing_condition(system: ScoringSystem, probabilities: npt.ArrayLike) -> Floats:
    """w_1 ... w_n of (3.4.1) at an interior forecast, by central differences; equal for a proper system.

    >>> from humanlike.scoring.systems import QUADRATIC
    >>> float(np.ptp(reproducing_condition(QUADRATIC, [0.5, 0.3, 0.2])).round(8))
    0.0
    """
    forecast = check_probabilities(probabilities)
    if forecast.ndim != 1 or forecast.min() <= STEP:
        raise BadParameters("Condition (3.4.1) is checked at one forecast without zeros.")
    n_alternatives = forecast.size
    outcomes = np.arange(n_alternatives)
    moved = forecast + STEP * np.concatenate([np.eye(n_alternatives), -np.eye(n_alternatives)])
    scores = system.raw(
        np.repeat(moved[:, None, :], n_alternatives, axis=1), np.tile(outcomes, (len(moved), 1))
    )
    slopes = (scores[:n_alternatives] - scores[n_alternatives:]) / (2 * STEP)  # [moved i, outcome j]
    return np.asarray(slopes @ forecast)


def locality_gap(system: ScoringSystem, n_alternatives: int = 3, n_points: int = 99) -> float:
    """The largest change of score when only the *other* alternatives' probabilities are rearranged.

    >>> locality_gap(LOGARITHMIC)
    0.0
    """
    if n_alternatives < 3:
        raise BadParameters("Locality is a question for three alternatives or more.")
    happened = np.linspace(0.01, 0.99, n_points)
    rest = (1 - happened)[:, None]
    even = np.concatenate(
        [happened[:, None], np.repeat(rest / (n_alternatives - 1), n_alternatives - 1, 1)], 1
    )
    lumped = np.concatenate([happened[:, None], rest, np.zeros((n_points, n_alternatives - 2))], 1)
    outcome = np.zeros(n_points, dtype=np.intp)
    return float(np.max(np.abs(system.score(even, outcome) - system.score(lumped, outcome))))


def shannon_entropy(probabilities: npt.ArrayLike) -> Floats:
    """-sum p log p in nats, shape [..., n] -> [...]."""
    values = check_probabilities(probabilities)
    return -np.asarray((values * np.log(np.where(values > 0, values, 1.0))).sum(axis=-1))


def log_likelihood(probabilities: npt.ArrayLike, outcomes: npt.ArrayLike) -> float:
    """The log-likelihood of what happened: the sum of un-normalised logarithmic scores over all questions."""
    return float(LOGARITHMIC.unnormalised_score(probabilities, outcomes).sum())
