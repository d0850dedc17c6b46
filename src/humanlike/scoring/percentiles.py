r"""Percentile breaks: "there is a .10 chance of less than ...", as a density.

Between neighbouring breaks the probability is spread evenly. What lies beyond the outermost breaks needs a
decision: a stated range closes the tails (evenly filled), or they fall off exponentially, continuing the
density of the neighbouring interval without a jump: a tail of mass *m* beside density *d* has rate *d/m*.
The continuous ranked probability score, :math:`\int (F(t) - 1[t \ge x])^2 dt`, is exact for both.

>>> uganda = density_from_percentiles([8, 9, 10, 11], [0, 0.2, 0.8, 1])
>>> quadratic = 2 * uganda.pdf([7.5, 8.5, 9.5]) - uganda.squared_integral()
>>> quadratic.round(10)
array([-0.44, -0.04,  0.76])

Brown (1970), RAND RM-6299-ARPA, sections 3.5 and 4.4.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord
from humanlike.scoring.probabilities import Floats

LARGEST = 1e100  # beyond it squares and tails leave the range of numbers

Tail = Literal["exponential"]


@dataclass(frozen=True, eq=False)
class PiecewiseDensity:
    """Constant between `edges`, with exponential tails of the given masses (0: no tail).

    One density, or many in arrays with the same leading axes [...]; then x has one value for each.
    """

    edges: Floats  # [..., k + 1], increasing
    masses: Floats  # [..., k]
    lower_mass: float | Floats = 0.0  # [...]
    upper_mass: float | Floats = 0.0  # [...]

    @cached_property
    def heights(self) -> Floats:
        """The density within each interval, shape [..., k]."""
        return np.asarray(self.masses / np.diff(self.edges))

    def pdf(self, x: npt.ArrayLike) -> Floats:
        """The density at x; at a break that of the interval to its right."""
        at = np.asarray(x, dtype=np.float64)
        interval = (self.edges <= at[..., None]).sum(axis=-1) - 1
        last = self.masses.shape[-1] - 1
        interval = np.where(at == self.edges[..., -1], last, interval)
        heights = np.broadcast_to(self.heights, (*interval.shape, last + 1))
        inside = np.take_along_axis(heights, np.clip(interval, 0, last)[..., None], axis=-1)[..., 0]
        below = _tail(self.edges[..., 0] - at, self.heights[..., 0], self.lower_mass)
        above = _tail(at - self.edges[..., -1], self.heights[..., -1], self.upper_mass)
        return np.where(
            interval < 0,
            self.heights[..., 0] * below,
            np.where(interval > last, self.heights[..., -1] * above, inside),
        )

    def cdf(self, x: npt.ArrayLike) -> Floats:
        """The chance of a value up to x."""
        at = np.asarray(x, dtype=np.float64)
        reached = np.clip(at[..., None], self.edges[..., :-1], self.edges[..., 1:]) - self.edges[..., :-1]
        inside = self.lower_mass + (self.heights * reached).sum(axis=-1)
        below = self.lower_mass * _tail(self.edges[..., 0] - at, self.heights[..., 0], self.lower_mass)
        above = 1 - self.upper_mass * _tail(at - self.edges[..., -1], self.heights[..., -1], self.upper_mass)
        return np.where(at < self.edges[..., 0], below, np.where(at > self.edges[..., -1], above, inside))

    def squared_integral(self) -> Floats:
        """The integral of the squared density, [...]; a tail of mass m beside density d adds d m / 2."""
        tails = (self.heights[..., 0] * self.lower_mass + self.heights[..., -1] * self.upper_mass) / 2
        return np.asarray((self.masses * self.heights).sum(axis=-1) + tails)

    def crps_loss(self, x: npt.ArrayLike) -> Floats:
        """The continuous ranked probability score, exactly; 0 is perfect.

        The integral of F^2 below x and of (1-F)^2 above it: every interval is cut where x lies, if it lies there.
        """
        at = np.asarray(x, dtype=np.float64)
        low, high = self.edges[..., :-1], self.edges[..., 1:]
        cut = np.clip(at[..., None], low, high)
        end = np.expand_dims(self.lower_mass, -1) + np.cumsum(self.masses, axis=-1)
        start = end - self.masses
        middle = start + self.heights * (cut - low)
        body = (cut - low) * _thirds(start, middle) + (high - cut) * _thirds(1 - middle, 1 - end)
        left = _tail_crps(self.edges[..., 0] - at, self.heights[..., 0], self.lower_mass)
        right = _tail_crps(at - self.edges[..., -1], self.heights[..., -1], self.upper_mass)
        return np.asarray(body.sum(axis=-1) + left + right)


def _thirds(start: Floats, end: Floats) -> Floats:
    """The mean of the square of something that goes straight from `start` to `end`."""
    return (start**2 + start * end + end**2) / 3


def _tail(beyond: Floats, height: Floats, mass: float | Floats) -> Floats:
    """The share of a tail that lies further out than `beyond` its break; 0 without a tail."""
    some = np.where(np.asarray(mass) > 0, mass, 1.0)
    return np.where(np.asarray(mass) > 0, np.exp(-np.maximum(beyond, 0.0) * height / some), 0.0)


def _tail_crps(beyond: Floats, height: Floats, mass: float | Floats) -> Floats:
    """A tail's part of the score if the value lies `beyond` its break (negative: on the other side of it).

    With T(s) = m exp(-s d/m) the mass further out than s: the integral of T^2 from max(beyond, 0) on, and of
    (1-T)^2 from 0 to beyond.
    """
    tail = np.asarray(mass, dtype=np.float64)
    reach = np.maximum(beyond, 0.0)
    length = np.where(tail > 0, tail, 0.0) / np.where(tail > 0, height, 1.0)
    at = tail * _tail(reach, height, tail)
    outside = at**2 * length / 2
    between = reach - 2 * length * (tail - at) + length * (tail**2 - at**2) / 2
    return np.where(tail > 0, outside + between, reach)


def densities_from_percentiles(
    breaks: Floats,
    levels: Floats,
    *,
    bounds: tuple[float, float] | None = None,
    tail: Tail | None = None,
) -> Iterator[tuple[npt.NDArray[np.intp], PiecewiseDensity]]:
    """Many densities [n] from breaks and levels [n, k], in parts of one form; with the rows of each part.

    The first that is none is refused as `density_from_percentiles` does.
    """
    low, high = (-np.inf, np.inf) if bounds is None else bounds
    below = (low < breaks[:, 0]) & (levels[:, 0] > 0) & (bounds is not None)
    above = (high > breaks[:, -1]) & (levels[:, -1] < 1) & (bounds is not None)
    for closed in sorted({*zip(below.tolist(), above.tolist(), strict=True)}):
        rows = np.flatnonzero((below == closed[0]) & (above == closed[1]))
        x, q = breaks[rows], levels[rows]
        if closed[0]:
            x, q = _beside(np.full(len(rows), low), x), _beside(np.zeros(len(rows)), q)
        if closed[1]:
            x, q = _beside(x, np.full(len(rows), high)), _beside(q, np.ones(len(rows)))
        masses, lower, upper = np.diff(q), q[:, 0], 1 - q[:, -1]
        usable = _usable(x, q, breaks[rows], bounds) & (((lower == 0) & (upper == 0)) | (tail is not None))
        usable &= ~(((lower > 0) & (masses[:, 0] == 0)) | ((upper > 0) & (masses[:, -1] == 0)))
        for row in rows[~usable][:1]:
            density_from_percentiles(breaks[row], levels[row], bounds=bounds, tail=tail)
        yield rows, PiecewiseDensity(x, masses, lower, upper)


def _beside(left: Floats, right: Floats) -> Floats:
    return np.asarray(np.column_stack([left, right]))


def _usable(
    x: Floats, q: Floats, breaks: Floats, bounds: tuple[float, float] | None
) -> npt.NDArray[np.bool_]:
    """Rows whose breaks increase within their range and the range of numbers, and whose levels do not fall."""
    good = (x[:, 1:] > x[:, :-1]).all(axis=1) & (q[:, 1:] >= q[:, :-1]).all(axis=1)
    good &= (np.abs(x) <= LARGEST).all(axis=1)
    good &= (q >= 0).all(axis=1) & (q <= 1).all(axis=1)
    if bounds is not None:
        good &= (bounds[0] <= breaks[:, 0]) & (bounds[1] >= breaks[:, -1])
    return np.asarray(good)


def density_from_percentiles(
    breaks: npt.ArrayLike,
    levels: npt.ArrayLike,
    *,
    bounds: tuple[float, float] | None = None,
    tail: Tail | None = None,
) -> PiecewiseDensity:
    """The density whose chance of less than `breaks[k]` is `levels[k]`.

    If the levels do not start at 0 and end at 1, say where the tails end (`bounds`) or how they fall
    (`tail="exponential"`).
    """
    x, q = np.asarray(breaks, dtype=np.float64), np.asarray(levels, dtype=np.float64)
    _check_breaks(x, q)
    if bounds is not None:
        x, q = _closed(x, q, bounds)
    lower, upper = float(q[0]), float(1 - q[-1])
    if (lower > 0 or upper > 0) and tail != "exponential":
        raise BadRecord(
            f"Open tails of mass {lower:g} and {upper:g}: state a range or the tail shape 'exponential'."
        )
    masses = np.diff(q)
    if (lower > 0 and masses[0] == 0) or (upper > 0 and masses[-1] == 0):
        raise BadRecord("An exponential tail needs some probability between the two outermost breaks.")
    return PiecewiseDensity(x, masses, lower, upper)


def _check_breaks(x: Floats, q: Floats) -> None:
    if x.ndim != 1 or x.shape != q.shape or x.size < 2:
        raise BadRecord(
            f"Percentiles need as many breaks as levels, at least two, not {x.size} and {q.size}."
        )
    if not (np.all(np.isfinite(x)) and np.all(np.isfinite(q)) and q.min() >= 0 and q.max() <= 1):
        raise BadRecord("Breaks must be finite and levels between 0 and 1.")
    if np.abs(x).max() > LARGEST:
        raise BadRecord(
            f"Breaks must lie between -{LARGEST:g} and {LARGEST:g}, not at {x[np.abs(x).argmax()]:g}."
        )
    if np.any(np.diff(x) <= 0) or np.any(np.diff(q) < 0):
        listed = ", ".join(f"{level:g} below {value:g}" for value, level in zip(x, q, strict=True))
        raise BadRecord(f"Breaks must increase and their levels must not fall: {listed}.")


def _closed(x: Floats, q: Floats, bounds: tuple[float, float]) -> tuple[Floats, Floats]:
    low, high = bounds
    if low > x[0] or high < x[-1]:
        raise BadRecord(f"The range {low:g} to {high:g} does not hold the breaks {x[0]:g} to {x[-1]:g}.")
    if low < x[0] and q[0] > 0:
        x, q = np.concatenate([[low], x]), np.concatenate([[0.0], q])
    if high > x[-1] and q[-1] < 1:
        x, q = np.concatenate([x, [high]]), np.concatenate([q, [1.0]])
    return x, q
