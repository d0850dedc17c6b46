r"""How sure a fit is: curvature, independent units, identification.

With H the Hessian of the summed loss at the optimum (central differences of exact gradients) and units u that are
independent of each other (`core.find_units`), the covariance of the parameters is the jackknife's, each fit without a
unit being one step of Newton's away,

.. math:: V = \frac{U-1}{U} \sum_u d_u d_u^\top, \qquad d_u = (H - H_u)^{-1} s_u, \qquad
          s_u = \sum_{q \in u} \nabla \ell_q .

It holds whatever happens within a unit and however units differ; what is estimated is then the one parameter set that
fits the whole population of units best (White 1982). Where there are many units it is the sandwich of Liang & Zeger;
where there are few it does not fall short as that does, and goes with Student's t on U - 1 degrees of freedom (Bell &
McCaffrey 2002). :math:`H^{-1}` alone supposes that everybody follows the rule with the same parameters.

Parameters on a bound are held there. A direction along which one standard error is wider than the whole
admissible range carries no information; parameters that load on it are unidentified.

References
----------
White (1982), Econometrica 50, 1-25; Liang & Zeger (1986), Biometrika 73, 13-22; Bell & McCaffrey (2002), Survey
Methodology 28, 169-181; MacKinnon, Nielsen & Webb (2023), Journal of Applied Econometrics 38, 671-694 (why CR3).

"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.fitting.fits import effective_units
from humanlike.fitting.losses import Losses

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
STEP = 1e-5  # of a parameter's range, for differences of exact gradients
NEAR = 1e-5  # of a parameter's range: this close to a bound is on it
LOADING = 0.05  # squared share in a flat direction that makes a parameter unidentified
LEAST = 1.0  # curvature over the whole range below which a direction is flat: one standard error spans it


class Curvature(NamedTuple):
    """Second derivatives and flags of every problem, at its optimum."""

    hessian: Floats  # [problems, parameters, parameters] of the summed loss
    by_pair: Floats  # [pairs, parameters, parameters] what each (problem, seat) pair adds to it
    at_bound: npt.NDArray[np.bool_]  # [problems, parameters]
    held: npt.NDArray[np.bool_]  # [problems, parameters] on a bound or on a kink
    unidentified: npt.NDArray[np.bool_]  # [problems, parameters]

    def free(self, problem: int) -> Integers:
        """The parameters of a problem that have a standard error."""
        return np.flatnonzero(~(self.held[problem] | self.unidentified[problem]))


def curvature(
    losses: Losses, points: Floats, lower: Floats, upper: Floats, kink: npt.NDArray[np.bool_] | None = None
) -> Curvature:
    """Differentiate the gradient at `points` [problems, parameters], all problems at once."""
    n_problems, n_parameters = points.shape
    width = upper - lower
    at_bound = (points - lower <= NEAR * width) | (upper - points <= NEAR * width)
    if not n_parameters:
        none = np.empty((n_problems, 0, 0))
        return Curvature(none, np.empty((len(losses.seat), 0, 0)), at_bound, at_bound, at_bound)
    held = at_bound if kink is None else at_bound | kink
    by_pair = _bends(losses, points, lower, upper)
    hessian = np.zeros((n_problems, n_parameters, n_parameters))
    np.add.at(hessian, losses.problem, by_pair)
    flat = np.array([_flat(hessian[p], width[p], ~held[p]) for p in range(n_problems)])
    return Curvature(hessian, by_pair, at_bound, held, flat.reshape(points.shape))


def _bends(losses: Losses, points: Floats, lower: Floats, upper: Floats) -> Floats:
    """The Hessian of every pair's loss, [pairs, parameters, parameters]."""
    n_parameters = points.shape[1]
    rows = np.empty((len(losses.seat), n_parameters, n_parameters))
    for parameter in range(n_parameters):
        step = STEP * (upper - lower) * np.eye(n_parameters)[parameter]
        ahead, behind = np.minimum(points + step, upper), np.maximum(points - step, lower)
        moved = (ahead - behind)[losses.problem, parameter]
        rows[:, parameter] = (losses.by_pair(ahead)[1] - losses.by_pair(behind)[1]) / moved[:, None]
    return 0.5 * (rows + np.swapaxes(rows, 1, 2))


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
        if value < LEAST:
            result[here[vector**2 > LOADING]] = True
    return result


def inverse_hessians(found: Curvature) -> Floats:
    """Inverse Hessians over what is free and identified, NaN elsewhere; [problems, parameters, parameters]."""
    result = np.full(found.hessian.shape, np.nan)
    for problem, hessian in enumerate(found.hessian):
        here = found.free(problem)
        if len(here):
            result[problem][np.ix_(here, here)] = np.linalg.inv(hessian[np.ix_(here, here)])
    return result


def jackknifed(
    found: Curvature, losses: Losses, points: Floats, bounds: tuple[Floats, Floats], unit: Integers
) -> tuple[Floats, Integers, Floats]:
    """Covariances [problems, parameters, parameters] over units, how many each problem has, and how many effectively.

    `unit` numbers the unit of each (problem, seat) pair; of one unit alone nothing is known.
    """
    _, scores = losses.by_pair(points)
    result, counts = np.full(found.hessian.shape, np.nan), np.zeros(losses.n_problems, dtype=np.int64)
    effective, choices = np.zeros(losses.n_problems), losses.seats.n_choices[losses.seat]
    order = np.argsort(losses.problem, kind="stable")
    ends = np.searchsorted(losses.problem[order], np.arange(losses.n_problems + 1))
    for problem, (start, end) in enumerate(pairwise(ends)):
        here, free = order[start:end], found.free(problem)
        _, which = np.unique(unit[here], return_inverse=True)
        counts[problem] = which.max() + 1
        effective[problem] = effective_units(np.bincount(which, choices[here]))
        if counts[problem] < 2 or not len(free):
            continue
        sums = np.zeros((counts[problem], len(free)))
        bends = np.zeros((counts[problem], len(free), len(free)))
        np.add.at(sums, which, scores[np.ix_(here, free)])
        np.add.at(bends, which, found.by_pair[np.ix_(here, free, free)])
        lower, upper = (bound[problem, free] for bound in bounds)
        steps = _without_each(sums, bends, points[problem, free], lower, upper)
        share = (counts[problem] - 1) / counts[problem]
        result[problem][np.ix_(free, free)] = share * steps.T @ steps
    return result, counts, effective


def _without_each(sums: Floats, bends: Floats, point: Floats, lower: Floats, upper: Floats) -> Floats:
    """How far the optimum moves without each unit, [units, free]: one step of Newton's, not beyond the bounds.

    Where the others say nothing about a direction, they are taken to say as little as makes it flat.
    """
    width = upper - lower
    others = (bends.sum(axis=0) - bends) * np.outer(width, width)
    values, axes = np.linalg.eigh(np.nan_to_num(others))
    turned = np.einsum("uij,ui->uj", axes, sums * width) / np.maximum(values, LEAST)
    steps = np.einsum("uij,uj->ui", axes, turned) * width
    return np.asarray(np.clip(point + steps, lower, upper) - point)
