r"""Many small minimisations without gradients: a grid first, then a compass search from its best points.

For losses with steps (misses of point predictions) or estimated by simulation. Parameters are shares
:math:`u \in [0,1]` of their range, :math:`\theta = l + (h - l) u^c` with :math:`c = 3` for long ranges (which are
searched finely near their lower end), else 1. After the grid each run polls a step up and down in every parameter,
moves to the best if that is better, and halves the step if none is. Bounds belong to the grid, so a solution on a
bound is found exactly. All problems are asked side by side; every run sees the same evaluations whatever the others do.

References
----------
Hooke & Jeeves (1961), Journal of the ACM 8, 212-229; Kolda, Lewis & Torczon (2003), SIAM Review 45, 385-482.
"""

from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Interval, Streams

Floats = npt.NDArray[np.float64]
Evaluate = Callable[[Floats], Floats]  # points [problems, parameters] -> losses [problems]

GRID = {1: 17, 2: 5}  # points along each parameter
SPREAD = 40  # points of more parameters, one in each stratum of each
SMALLEST = 1 / 256  # of a parameter's range: the last step
LONG, CURVE = 10.0, 3.0  # a range this long is searched finely near its lower end
FLAT = 0.1  # of the range: losses that agree over more say nothing of a parameter
TIE = 1e-12


class Searched(NamedTuple):
    """Where the problems ended."""

    points: Floats  # [problems, parameters]
    losses: Floats  # [problems]
    flat: npt.NDArray[np.bool_]  # [problems, parameters] another value far away was as good
    n_agreeing: npt.NDArray[np.int64]  # [problems] runs that ended as well as the best
    n_runs: int
    n_evaluations: int  # of every problem


def search(
    evaluate: Evaluate,
    bounds: Sequence[Interval],
    lower: Floats,
    upper: Floats,
    start: Floats,
    *,
    n_runs: int = 2,
    around: bool = False,
    stream: Streams,
) -> Searched:
    """Minimise every problem within [problems, parameters] bounds; `start` [problems, parameters] joins the grid.

    `around` leaves the grid out: one run from `start`, for problems that differ little from one that is solved.
    """
    curve = np.array(
        [CURVE if each.upper - each.lower >= LONG and each.lower >= 0 else 1.0 for each in bounds]
    )
    ask = _Asked(evaluate, lower, upper, curve)
    first, step = _grid(stream, len(bounds))
    for share in first if not around else ():
        ask(np.broadcast_to(share, lower.shape))
    ask(((start - lower) / np.where(upper > lower, upper - lower, 1.0)).clip(0.0, 1.0) ** (1.0 / curve))
    begins = [ask.ranked(place) for place in range(1 if around else n_runs)]
    ends = [_compass(ask, *begin, step) for begin in begins]
    losses = np.stack([loss for _, loss in ends])
    best = np.argmin(losses, axis=0)
    shares = np.stack([share for share, _ in ends])[best, np.arange(len(best))]
    least = losses.min(axis=0)
    agree = (losses <= least + TIE).sum(axis=0)
    return Searched(ask.points(shares), least, ask.flat(least), agree, len(ends), len(ask.losses))


class _Asked:
    """All evaluations so far, in the order in which they were made."""

    def __init__(self, evaluate: Evaluate, lower: Floats, upper: Floats, curve: Floats) -> None:
        self.evaluate, self.lower, self.upper, self.curve = evaluate, lower, upper, curve
        self.shares: list[Floats] = []
        self.losses: list[Floats] = []

    def points(self, shares: Floats) -> Floats:
        """From shares of the range to parameters."""
        return np.asarray(self.lower + (self.upper - self.lower) * shares**self.curve)

    def __call__(self, shares: Floats) -> Floats:
        losses = np.asarray(self.evaluate(self.points(shares)), dtype=np.float64)
        losses = np.where(np.isnan(losses), np.inf, losses)
        self.shares.append(np.array(shares))
        self.losses.append(losses)
        return losses

    def ranked(self, place: int) -> tuple[Floats, Floats]:
        """For every problem the best evaluation so far but `place`, and its loss."""
        table = np.stack(self.losses)
        order = np.argsort(table, axis=0, kind="stable")[min(place, len(table) - 1)]
        here = np.arange(table.shape[1])
        return np.stack(self.shares)[order, here].copy(), table[order, here].copy()

    def flat(self, least: Floats) -> npt.NDArray[np.bool_]:
        """Parameters of which values far apart are as good as the best, [problems, parameters]."""
        as_good = (np.stack(self.losses) <= least + TIE)[..., None]
        shares = np.stack(self.shares)
        high = np.where(as_good, shares, -np.inf).max(axis=0)
        low = np.where(as_good, shares, np.inf).min(axis=0)
        return np.asarray(high - low > FLAT)


def _grid(stream: Streams, n_parameters: int) -> tuple[list[Floats], float]:
    """Shares to begin with, and how far they are apart."""
    if n_parameters in GRID:
        line = np.linspace(0.0, 1.0, GRID[n_parameters])
        return [np.array(each) for each in product(line, repeat=n_parameters)], float(line[1])
    generator = stream["grid"].generator()
    columns = [generator.permutation(SPREAD) for _ in range(n_parameters)]
    shares = (np.stack(columns, axis=1) + generator.random((SPREAD, n_parameters))) / SPREAD
    return list(shares), 0.25


def _compass(ask: _Asked, shares: Floats, losses: Floats, step: float) -> tuple[Floats, Floats]:
    """Walk downhill from `shares` [problems, parameters] until no step of the smallest size helps."""
    steps = np.full(len(losses), step / 2)
    while (steps >= SMALLEST).any():
        here, known = shares.copy(), losses.copy()
        for parameter in range(shares.shape[1]):
            for sign in (1.0, -1.0):
                trial = here.copy()
                trial[:, parameter] = np.clip(trial[:, parameter] + sign * steps, 0.0, 1.0)
                found = ask(trial)
                better = (found < losses) & (steps >= SMALLEST)
                shares[better], losses[better] = trial[better], found[better]
        steps = np.where(losses < known, steps, steps / 2)
    return shares, losses
