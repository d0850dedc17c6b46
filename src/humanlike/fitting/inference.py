r"""How sure a fit is: curvature, clusters, identification.

With H the Hessian of the negative log-likelihood at the optimum (central differences of exact gradients),
the covariance of the parameters is :math:`H^{-1}`, or, robust to dependence within clusters c,

.. math:: H^{-1} \Big(\tfrac{C}{C-1} \sum_c s_c s_c^\top\Big) H^{-1}, \qquad
          s_c = \sum_{q \in c} \nabla \ell_q .

Parameters on a bound are held there. A direction along which one standard error is wider than the whole
admissible range carries no information; parameters that load on it are unidentified.

References
----------
White (1982), Econometrica 50, 1-25; Liang & Zeger (1986), Biometrika 73, 13-22.

"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.fitting.losses import Losses

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
STEP = 1e-5  # of a parameter's range, for differences of exact gradients
NEAR = 1e-5  # of a parameter's range: this close to a bound is on it
LOADING = 0.05  # squared share in a flat direction that makes a parameter unidentified


class Curvature(NamedTuple):
    """Second derivatives and flags of every problem, at its optimum."""

    hessian: Floats  # [problems, parameters, parameters] of the summed loss
    at_bound: npt.NDArray[np.bool_]  # [problems, parameters]
    held: npt.NDArray[np.bool_]  # [problems, parameters] on a bound or on a kink
    unidentified: npt.NDArray[np.bool_]  # [problems, parameters]


def curvature(
    losses: Losses, points: Floats, lower: Floats, upper: Floats, kink: npt.NDArray[np.bool_] | None = None
) -> Curvature:
    """Differentiate the gradient at `points` [problems, parameters], all problems and directions at once."""
    n_problems, n_parameters = points.shape
    width = upper - lower
    at_bound = (points - lower <= NEAR * width) | (upper - points <= NEAR * width)
    if not n_parameters:
        return Curvature(np.empty((n_problems, 0, 0)), at_bound, at_bound, at_bound)
    held = at_bound if kink is None else at_bound | kink
    step = STEP * width
    ahead, behind = [], []
    for parameter in range(n_parameters):
        unit = np.eye(n_parameters)[parameter]
        ahead.append(np.minimum(points + step * unit, upper))
        behind.append(np.maximum(points - step * unit, lower))
    everything = np.concatenate([*ahead, *behind])
    problems = np.tile(np.arange(n_problems), 2 * n_parameters)
    gradient = losses.evaluate(everything, problems)[1].reshape(2, n_parameters, n_problems, n_parameters)
    moved = np.array([(ahead[j] - behind[j])[:, j] for j in range(n_parameters)])  # [parameters, problems]
    rows = (gradient[0] - gradient[1]) / moved[:, :, None]
    hessian = np.moveaxis(rows, 0, 1)
    hessian = 0.5 * (hessian + np.swapaxes(hessian, 1, 2))
    flat = np.array([_flat(hessian[p], width[p], ~held[p]) for p in range(n_problems)])
    return Curvature(hessian, at_bound, held, flat.reshape(points.shape))


def _flat(hessian: Floats, width: Floats, free: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Which free parameters load on a direction that the data say nothing about."""
    result = np.zeros(len(width), dtype=np.bool_)
    here = np.flatnonzero(free)
    if not len(here):
        return result
    scaled = hessian[np.ix_(here, here)] * np.outer(width[here], width[here])
    if not np.isfinite(scaled).all():
        result[here] = True
        return result
    values, vectors = np.linalg.eigh(scaled)
    for value, vector in zip(values, vectors.T, strict=True):
        if value < 1.0:  # one standard error spans the whole range
            result[here[vector**2 > LOADING]] = True
    return result


def covariances(found: Curvature) -> Floats:
    """Inverse Hessians over what is free and identified, NaN elsewhere; [problems, parameters, parameters]."""
    result = np.full(found.hessian.shape, np.nan)
    for problem, hessian in enumerate(found.hessian):
        here = np.flatnonzero(~(found.held[problem] | found.unidentified[problem]))
        if len(here):
            result[problem][np.ix_(here, here)] = np.linalg.inv(hessian[np.ix_(here, here)])
    return result


def clustered(
    covariance: Floats, losses: Losses, points: Floats, cluster: Integers
) -> tuple[Floats, Integers]:
    """Sandwich covariances; `cluster` numbers the cluster of each (problem, seat) pair. Also cluster counts."""
    _, scores = losses.by_pair(points)
    result, counts = np.full(covariance.shape, np.nan), np.zeros(len(covariance), dtype=np.int64)
    for problem, bread in enumerate(covariance):
        here = np.flatnonzero(losses.problem == problem)
        _, which = np.unique(cluster[here], return_inverse=True)
        counts[problem] = which.max() + 1
        free = np.flatnonzero(np.isfinite(np.diag(bread)))
        if counts[problem] < 2 or not len(free):
            continue
        sums = np.array(
            [np.bincount(which, scores[here, parameter]) for parameter in free]
        )  # [free, clusters]
        meat = sums @ sums.T * counts[problem] / (counts[problem] - 1)
        inner = bread[np.ix_(free, free)]
        result[problem][np.ix_(free, free)] = inner @ meat @ inner
    return result, counts
