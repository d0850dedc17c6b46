r"""Many small minimisations at once: BFGS with backtracking, every run at its own pace.

Bounded parameters :math:`\theta` are reached through unbounded ones, :math:`\theta = l + (u - l) \sin^2 z`,
so a solution on a bound is an ordinary minimum in z, approached as fast as one inside (a logistic map would
creep towards it for ever). Each step evaluates loss and gradient of all unfinished runs in one call; a run
either accepts its trial point (sufficient decrease) and renews its direction, or shortens its step.

References
----------
Nocedal & Wright (2006), Numerical Optimization, chapter 6; James & Roos (1975), Computer Physics
Communications 10, 343-367 (the sine transformation of MINUIT).

"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Evaluate = Callable[[Floats, Integers], tuple[Floats, Floats]]

SUFFICIENT = 1e-4  # of the decrease the slope promises
GRADIENT = 1e-7  # per choice, in z: below this a run has converged
SHORTEST = 1e-12  # a step shorter than this means the loss has a kink here or is flat
LONGEST = 1.0  # in z, where a quarter turn goes from one bound to the other
STRIDE = 4.0  # where the loss bends downwards the curvature says nothing, and steps grow by this factor
REPACK = 0.9  # drop finished runs from the evaluation when fewer than this share remain
NOISE = 1e-15  # relative rounding error of a loss
PATIENCE = 25  # steps between looks at the progress
PROGRESS = 1e-9  # per choice: less than this between two looks, and a run is given up


@dataclass(frozen=True, eq=False)
class Solution:
    """Where the runs ended; arrays run over the runs."""

    points: Floats  # [runs, parameters]
    losses: Floats  # per choice
    slopes: Floats  # the largest derivative in z that remains
    converged: npt.NDArray[np.bool_]
    promises: Floats  # what the curvature found says is left to gain, per choice
    n_steps: int
    inverses: (
        Floats  # [runs, parameters, parameters] the inverse Hessians found, in z of the first quarter turn
    )


def to_bounded(free: Floats, lower: Floats, upper: Floats) -> Floats:
    """From z to theta."""
    return np.asarray(lower + (upper - lower) * np.sin(free) ** 2)


def to_free(bounded: Floats, lower: Floats, upper: Floats) -> Floats:
    """From theta to a z between 0 and a quarter turn."""
    width = np.where(upper > lower, upper - lower, 1.0)
    return np.asarray(np.arcsin(np.sqrt(np.clip((bounded - lower) / width, 0.0, 1.0))))


class _Runs:
    """The state of all runs; arrays run over the runs."""

    def __init__(
        self,
        evaluate: Evaluate,
        start: Floats,
        lower: Floats,
        upper: Floats,
        fixed: Floats,
        inverses: Floats | None,
    ) -> None:
        self.evaluate_bounded, self.lower, self.upper, self.moving = evaluate, lower, upper, 1.0 - fixed
        self.free = to_free(start, lower, upper)
        self.n_runs, self.n_parameters = start.shape
        self.packed = np.arange(self.n_runs)  # those that are evaluated; some may have finished since
        self.loss, self.gradient = self.value(self.free, self.packed)
        self.inverse = self.steepest(self.packed) if inverses is None else inverses
        self.step = np.ones(self.n_runs)
        self.fresh = np.full(self.n_runs, inverses is None)  # no curvature known yet
        self.done = self.settled(self.packed)
        self.earlier = self.loss.copy()

    def value(self, free: Floats, runs: Integers) -> tuple[Floats, Floats]:
        """Loss and gradient in z of `runs` at `free`."""
        lower, upper = self.lower[runs], self.upper[runs]
        loss, gradient = self.evaluate_bounded(to_bounded(free, lower, upper), runs)
        return loss, gradient * (upper - lower) * np.sin(2.0 * free) * self.moving[runs]

    def settled(self, runs: Integers) -> npt.NDArray[np.bool_]:
        """Whether the gradient has vanished."""
        return np.asarray(np.abs(self.gradient[runs]).max(axis=1, initial=0.0) <= GRADIENT)

    def steepest(self, runs: Integers) -> Floats:
        """An inverse Hessian that gives steepest descent with a moderate first step."""
        size = np.linalg.norm(self.gradient[runs], axis=1)
        scale = 0.3 / np.maximum(size, 0.3)
        return np.asarray(scale[:, None, None] * np.eye(self.n_parameters))

    def reset(self, runs: Integers) -> None:
        """Forget the curvature."""
        self.inverse[runs] = self.steepest(runs)
        self.step[runs], self.fresh[runs] = 1.0, True

    def directions(self, runs: Integers) -> Floats:
        """Quasi-Newton directions, steepest descent where they would climb; never longer than LONGEST."""
        gradient = self.gradient[runs]
        direction = -np.einsum("rij,rj->ri", self.inverse[runs], gradient)
        uphill = np.einsum("ri,ri->r", direction, gradient) >= 0
        if uphill.any():
            self.reset(runs[uphill])
            direction[uphill] = -np.einsum("rij,rj->ri", self.inverse[runs[uphill]], gradient[uphill])
        length = np.linalg.norm(direction, axis=1)
        return np.asarray(direction * (LONGEST / np.maximum(length, LONGEST))[:, None])

    def advance(self) -> None:
        """One evaluation for every unfinished run."""
        if (~self.done).sum() < REPACK * len(self.packed):
            self.packed = np.flatnonzero(~self.done)
        runs, open_ = self.packed, ~self.done[self.packed]
        direction = self.directions(runs) * open_[:, None]
        trial = self.free[runs] + self.step[runs, None] * direction
        loss, gradient = self.value(trial, runs)
        slope = np.einsum("ri,ri->r", direction, self.gradient[runs])
        limit = self.loss[runs] + SUFFICIENT * self.step[runs] * slope + NOISE * np.abs(self.loss[runs])
        good = open_ & np.isfinite(loss) & np.isfinite(gradient).all(axis=1)
        good &= np.where(np.isfinite(loss), loss, np.inf) <= limit
        self._shorten(runs[open_ & ~good], loss[open_ & ~good], slope[open_ & ~good])
        self._accept(runs[good], trial[good], loss[good], gradient[good])
        self.done[runs] |= self.settled(runs)

    def give_up(self) -> None:
        """End runs that no longer get anywhere (a kink, or a direction without influence)."""
        self.done |= self.earlier - self.loss < PROGRESS
        self.earlier = self.loss.copy()

    def promise(self) -> Floats:
        """What the curvature found so far says is left to gain, per choice."""
        gain = 0.5 * np.einsum("ri,rij,rj->r", self.gradient, self.inverse, self.gradient)
        return np.where(self.fresh, np.inf, gain)

    def unfolded_inverses(self) -> Floats:
        """Inverse Hessians as they are in the first quarter turn, where z and -z are one point."""
        mirrored = np.sign(np.sin(2.0 * self.free))
        return self.inverse * mirrored[:, :, None] * mirrored[:, None, :]

    def _accept(self, runs: Integers, free: Floats, loss: Floats, gradient: Floats) -> None:
        moved, turned = free - self.free[runs], gradient - self.gradient[runs]
        self.free[runs], self.loss[runs], self.gradient[runs], self.step[runs] = free, loss, gradient, 1.0
        curvature = np.einsum("ri,ri->r", moved, turned)
        sound = curvature > 1e-12 * np.linalg.norm(moved, axis=1) * np.linalg.norm(turned, axis=1)
        self.inverse[runs[~sound]] *= STRIDE
        runs, moved, turned, curvature = runs[sound], moved[sound], turned[sound], curvature[sound]
        first = self.fresh[runs]
        size = curvature / np.maximum(np.einsum("ri,ri->r", turned, turned), 1e-300)
        self.inverse[runs[first]] = size[first, None, None] * np.eye(self.n_parameters)
        self.fresh[runs] = False
        rho = (1.0 / curvature)[:, None, None]
        left = np.eye(self.n_parameters) - rho * moved[:, :, None] * turned[:, None, :]
        kept = left @ self.inverse[runs] @ np.swapaxes(left, 1, 2)
        self.inverse[runs] = kept + rho * moved[:, :, None] * moved[:, None, :]

    def _shorten(self, runs: Integers, loss: Floats, slope: Floats) -> None:
        """Go to the minimum of the parabola through what is known, within limits; give up on tiny steps."""
        step = self.step[runs]
        rise = np.where(np.isfinite(loss), loss, np.inf) - self.loss[runs] - step * slope
        ratio = -0.5 * slope * step / np.maximum(rise, 1e-300)
        self.step[runs] = step * np.clip(ratio, 0.1, 0.5)
        short = self.step[runs] < SHORTEST
        self.done[runs[short & self.fresh[runs]]] = True
        self.reset(runs[short & ~self.fresh[runs]])


def minimise(
    evaluate: Evaluate,
    start: Floats,
    lower: Floats,
    upper: Floats,
    *,
    fixed: Floats | None = None,
    inverses: Floats | None = None,
    most_steps: int = 500,
) -> Solution:
    """Minimise every run of `evaluate(points, runs) -> (losses, gradients)` from `start`, [runs, parameters].

    Losses should be per choice, so that one tolerance fits all. `fixed` marks with 1 what must not move;
    `inverses` are inverse Hessians [runs, parameters, parameters] known from a similar problem.
    """
    runs = _Runs(evaluate, start, lower, upper, np.zeros_like(start) if fixed is None else fixed, inverses)
    steps = 0
    while not runs.done.all() and steps < most_steps:
        runs.advance()
        steps += 1
        if steps % PATIENCE == 0:
            runs.give_up()
    slopes = np.abs(runs.gradient).max(axis=1, initial=0.0)
    points = to_bounded(runs.free, lower, upper)
    converged = np.asarray(slopes <= 10 * GRADIENT)
    return Solution(points, runs.loss, slopes, converged, runs.promise(), steps, runs.unfolded_inverses())
