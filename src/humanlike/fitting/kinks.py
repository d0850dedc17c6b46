r"""Optima at a kink: some rules' likelihood has an edge, and the best value sits on it.

Where a rule switches (a whole number of thinking steps, a counted success), the derivative in one parameter
jumps from negative to positive and never vanishes. Such a parameter is held where it is, the others are
brought to their optimum, and the parameter is reported as standing on a kink: its value is sharp, but the
curvature there says nothing about its uncertainty, so it gets no standard error.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.fitting.losses import Floats, Losses
from humanlike.fitting.optimise import Integers, Solution, minimise

STEP = 1e-6  # of a parameter's range, to either side
NOTHING = 1e-8  # nats per choice left to gain: a flat ridge, not a kink
ROUNDS = 3  # releasing one kink may lead to another


class Rest(NamedTuple):
    """Where every problem came to rest."""

    points: Floats  # [problems, parameters]
    losses: Floats  # per choice
    converged: npt.NDArray[np.bool_]
    slopes: Floats
    kink: npt.NDArray[np.bool_]  # [problems, parameters]


def settle(losses: Losses, best: Solution, lower: Floats, upper: Floats) -> Rest:
    """Bring the problems whose best run did not converge to rest."""
    points, loss = best.points.copy(), best.losses.copy()
    done, slope = best.converged.copy(), best.slopes.copy()
    kink = np.zeros(points.shape, dtype=np.bool_)
    for _ in range(ROUNDS):
        open_ = np.flatnonzero(~done)
        if not len(open_) or not points.shape[1]:
            break
        kink[open_] |= _edges(losses, points[open_], open_, lower[open_], upper[open_])
        count = np.maximum(losses.n_choices[open_], 1e-12)

        def evaluate(
            where: Floats, runs: Integers, open_: Integers = open_, count: Floats = count
        ) -> tuple[Floats, Floats]:
            value, gradient = losses.evaluate(where, open_[runs])
            return value / count[runs], gradient / count[runs, None]

        held = kink[open_].astype(np.float64)
        again = minimise(evaluate, points[open_], lower[open_], upper[open_], fixed=held, most_steps=200)
        better = again.losses <= loss[open_] + 1e-12
        points[open_[better]], loss[open_[better]] = again.points[better], again.losses[better]
        slope[open_], done[open_] = again.slopes, again.converged | (again.promises <= NOTHING)
    return Rest(points, loss, done, slope, kink)


def _edges(
    losses: Losses, points: Floats, problems: Integers, lower: Floats, upper: Floats
) -> npt.NDArray[np.bool_]:
    """Which derivatives change sign at the point without vanishing: ten times nearer they are no smaller."""
    far = _slopes_beside(losses, points, problems, lower, upper, STEP)
    near = _slopes_beside(losses, points, problems, lower, upper, STEP / 10)
    turns = (near[0] > 0) & (near[1] < 0)
    return np.asarray(turns & (near[0] > 0.5 * far[0]) & (near[1] < 0.5 * far[1]))


def _slopes_beside(
    losses: Losses, points: Floats, problems: Integers, lower: Floats, upper: Floats, share: float
) -> list[Floats]:
    """Derivatives in each parameter a little above and a little below its value, [problems, parameters] each."""
    n_problems, n_parameters = points.shape
    step = share * (upper - lower)
    sides = []
    for sign in (1.0, -1.0):
        shifted = [np.clip(points + sign * step * unit, lower, upper) for unit in np.eye(n_parameters)]
        gradient = losses.evaluate(np.concatenate(shifted), np.tile(problems, n_parameters))[1]
        cube = gradient.reshape(n_parameters, n_problems, n_parameters)
        sides.append(np.einsum("jpj->pj", cube))
    return sides
