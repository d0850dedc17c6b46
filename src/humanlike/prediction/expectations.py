r"""The expected measure of realised one-step predictions, M(Y,X): exactly, approximately, and by simulation.

A realised prediction X is a unit vector, so a forecast either hits or misses. With M the number of misses among
N forecasts over C categories,

.. math:: MSD(Y,X) = \sqrt{\frac{2M}{CN}}, \quad MAD(Y,X) = \frac{2M}{CN}, \quad POI(Y,X) = \frac MN,

so per realisation MSD^2 = MAD = POI for two actions and MSD^2 = MAD = POI/2 for four outcomes. M is a sum of
independent events with different chances, Poisson-binomial; the means of MAD and POI need only E[M], that of
MSD the whole distribution: :math:`E\sqrt M = \sum_m P(M=m)\sqrt m`. The paper's closed form
:math:`\sqrt{E[M]}` is an upper bound only (Jensen). For bootstrap resamples the expansion

.. math:: E\sqrt M \approx \sqrt\mu - \frac{\sigma^2}{8\mu^{3/2}} + \frac{\kappa_3}{16\mu^{5/2}}
          - \frac{15\,\sigma^4}{128\,\mu^{7/2}}

serves, whose error is below 1e-6 of the value once some hundred misses are expected.

Members of a group realise their predictions independently, so an outcome is hit when all its members are. All
rules are compared under the same draws (common random numbers).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Streams
from humanlike.prediction.observations import Floats
from humanlike.statistics import poisson_binomial

DRAWS_AT_ONCE = 2_000_000  # numbers in memory while simulating


def expected_root(distribution: Floats) -> float:
    """E[sqrt(M)] from P(M = 0), P(M = 1), ..."""
    return float(distribution @ np.sqrt(np.arange(distribution.size)))


def expected_root_by_moments(moments: Floats) -> Floats:
    """E[sqrt(M)] from mean, variance and third central moment on the last axis; 0 where nothing can miss."""
    mean, variance, third = (moments[..., order] for order in range(3))
    safe = np.where(mean > 0, mean, 1.0)
    corrections = -variance / (8 * safe) + third / (16 * safe**2) - 15 * variance**2 / (128 * safe**3)
    # below a few expected misses the expansion fails, and 0 <= E sqrt(M) <= sqrt(E M) still holds
    return np.where(mean > 0, np.clip(np.sqrt(safe) + corrections / np.sqrt(safe), 0.0, np.sqrt(safe)), 0.0)


def miss_distribution(misses: Sequence[Floats]) -> Floats:
    """The distribution of the number of misses, the events of several games taken together."""
    result = np.ones(1)
    for chances in misses:
        result = np.convolve(result, poisson_binomial(chances))
    return result


class SimulatedMisses(NamedTuple):
    """Misses in each of S simulated sets of one-step predictions, for each of several rules."""

    counts: Floats  # [rules, S]
    kuipers: Floats  # [rules, S] sums over rows; zeros where undefined


def simulate_misses(
    stream: Streams, misses: Floats, *, n_simulations: int, kuipers: tuple[Floats, Floats] | None = None
) -> SimulatedMisses:
    """Draw S predictions of every observation, each missing with its chance in `misses` [rules, observations].

    `kuipers` gives, per observation, the score's weight of saying B and 1 where B was observed.
    """
    n_rules, n_observations = misses.shape
    generator = stream.generator()
    step = max(1, DRAWS_AT_ONCE // max(n_observations, 1))
    limits = misses.astype(np.float32)
    slopes, base = _kuipers_line(kuipers)
    counts, scores = np.empty((n_rules, n_simulations)), np.zeros((n_rules, n_simulations))
    for start in range(0, n_simulations, step):
        part = slice(start, min(start + step, n_simulations))
        luck = generator.random((part.stop - part.start, n_observations), dtype=np.float32)
        for rule in range(n_rules):
            missed = luck < limits[rule]
            counts[rule, part] = np.count_nonzero(missed, axis=1)
            if kuipers is not None:
                scores[rule, part] = base + missed.astype(np.float32) @ slopes
    return SimulatedMisses(counts, scores)


def _kuipers_line(kuipers: tuple[Floats, Floats] | None) -> tuple[npt.NDArray[np.float32], float]:
    """How the summed score depends on misses: what a miss adds to each observation's share, and the value at none."""
    if kuipers is None:
        return np.zeros(0, np.float32), 0.0
    weights, was_b = kuipers
    return (weights * (1 - 2 * was_b)).astype(np.float32), float(weights @ was_b)
