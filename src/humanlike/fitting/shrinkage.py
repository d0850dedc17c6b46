r"""Empirical Bayes: everybody's parameters, drawn towards the population they come from; cheap beside sampling.

With :math:`y = \Phi^{-1}((\theta - l)/(u - l))` and :math:`y_i \sim N(\mu, \sigma^2)`, parameter by parameter, EM with
Laplace's approximation alternates between

.. math:: m_i = \arg\max_y \log L_i(y) - \tfrac12 \sum_j (y_j - \mu_j)^2 / \sigma_j^2, \quad V_i = -[\nabla^2]^{-1}, \\
          \mu = \overline{m_i}, \quad \sigma^2 = \overline{(m_i - \mu)^2 + \mathrm{diag}\,V_i} .

Somebody's interval is :math:`m_i \pm 1.96 \sqrt{V_i}` on that scale. That of the mean takes the spread as known, and
:math:`s_i^2 = (1/V_i - 1/\sigma^2)^{-1}` as what a person alone tells: :math:`1 / \sum_i 1/(\sigma^2 + s_i^2)`.

References
----------
Huys, Cools, Gölzer, Friedel, Heinz, Dolan & Dayan (2011), PLoS Computational Biology 7, e1002028.

"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr, ndtri

from humanlike.fitting.losses import Losses
from humanlike.fitting.maximum_likelihood import bounds_of
from humanlike.fitting.optimise import Evaluate, minimise

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
REACH = 5.0  # probits at which a parameter is as good as on its bound
MOST_ROUNDS, TOLERANCE = 40, 0.01  # of EM; probits by which the population may still move
LEAST, MOST = 0.05, 3.0  # standard deviation among people: below it they are alike, above it unknown
STEP = 1e-4  # probits, for differences of exact gradients


class Shrunk(NamedTuple):
    """People and their populations, on the probit scale."""

    points: Floats  # [people, parameters]
    variances: Floats  # [people, parameters]
    mean: Floats  # [populations, parameters]
    spread: Floats  # [populations, parameters]
    mean_error: Floats  # [populations, parameters]


def shrunk(losses: Losses, population: Integers, start: Floats) -> Shrunk:
    """Fit everybody together with their population [people]; `start` [people, parameters] are the parameters alone."""
    lower, upper = bounds_of(losses)
    share = np.clip((start - lower) / (upper - lower), ndtr(-2.0), ndtr(2.0))
    points, count = np.asarray(ndtri(share)), int(population.max()) + 1
    mean = _means(points, population, count)
    spread = np.clip(np.sqrt(_means((points - mean[population]) ** 2, population, count)), 0.3, MOST)
    for _ in range(MOST_ROUNDS):
        evaluate = _penalised(losses, lower, upper, mean[population], spread[population])
        reach = np.full(points.shape, REACH)
        points = minimise(evaluate, np.clip(points, -4.9, 4.9), -reach, reach).points
        variances = _variances(evaluate, points, losses.n_choices.astype(np.float64), spread[population])
        before, mean = (mean, spread), _means(points, population, count)
        scatter = (points - mean[population]) ** 2 + variances
        spread = np.clip(np.sqrt(_means(scatter, population, count)), LEAST, MOST)
        if max(np.abs(mean - before[0]).max(), np.abs(spread - before[1]).max()) < TOLERANCE:
            break
    own = 1.0 / np.maximum(1.0 / variances - 1.0 / spread[population] ** 2, 1e-6)
    weights = 1.0 / (spread[population] ** 2 + own)
    people = np.bincount(population, minlength=count)[:, None]
    return Shrunk(points, variances, mean, spread, 1.0 / np.sqrt(people * _means(weights, population, count)))


def _means(values: Floats, population: Integers, count: int) -> Floats:
    """Means over the people of each population, [populations, parameters]."""
    sums = np.zeros((count, values.shape[1]))
    np.add.at(sums, population, values)
    return np.asarray(sums / np.bincount(population, minlength=count)[:, None])


def _penalised(losses: Losses, lower: Floats, upper: Floats, mean: Floats, spread: Floats) -> Evaluate:
    """Minus the log-posterior per choice, and its gradient, in probits."""

    def evaluate(where: Floats, runs: Integers) -> tuple[Floats, Floats]:
        width = (upper - lower)[runs]
        density = np.exp(-0.5 * where**2) / np.sqrt(2.0 * np.pi)
        loss, gradient = losses.evaluate(lower[runs] + width * ndtr(where), runs)
        off = (where - mean[runs]) / spread[runs]
        count = losses.n_choices[runs]
        total = loss + 0.5 * (off**2).sum(axis=1)
        return total / count, (gradient * width * density + off / spread[runs]) / count[:, None]

    return evaluate


def _variances(evaluate: Evaluate, points: Floats, n_choices: Floats, spread: Floats) -> Floats:
    """The diagonal of everybody's inverse Hessian; never more than the population's variance."""
    people, n_parameters = points.shape
    everybody = np.arange(people)
    hessian = np.empty((people, n_parameters, n_parameters))
    for parameter in range(n_parameters):
        step = STEP * np.eye(n_parameters)[parameter]
        change = evaluate(points + step, everybody)[1] - evaluate(points - step, everybody)[1]
        hessian[:, parameter] = change * n_choices[:, None] / (2.0 * STEP)
    values, axes = np.linalg.eigh(0.5 * (hessian + np.swapaxes(hessian, 1, 2)))
    least = (1.0 / spread**2).min(axis=1, keepdims=True)  # a likelihood says no less than nothing
    inverse = (axes**2 / np.maximum(values, least)[:, None, :]).sum(axis=2)
    return np.asarray(np.minimum(inverse, spread**2))
