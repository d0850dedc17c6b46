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

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord
from humanlike.scoring.probabilities import Floats

LARGEST = 1e100  # beyond it squares and tails leave the range of numbers

Tail = Literal["exponential"]


@dataclass(frozen=True, eq=False)
class PiecewiseDensity:
    """Constant between `edges`, with exponential tails of the given masses (0: no tail)."""

    edges: Floats  # [k + 1], increasing
    masses: Floats  # [k]
    lower_mass: float = 0.0
    upper_mass: float = 0.0

    @property
    def heights(self) -> Floats:
        """The density within each interval, shape [k]."""
        return np.asarray(self.masses / np.diff(self.edges))

    def pdf(self, x: npt.ArrayLike) -> Floats:
        """The density at x; at a break that of the interval to its right."""
        at = np.asarray(x, dtype=np.float64)
        interval = np.searchsorted(self.edges, at, side="right") - 1
        last = len(self.masses) - 1
        interval = np.where(at == self.edges[-1], last, interval)
        inside = self.heights[np.clip(interval, 0, last)]
        below = _tail_density(self.edges[0] - at, self.heights[0], self.lower_mass)
        above = _tail_density(at - self.edges[-1], self.heights[-1], self.upper_mass)
        return np.where(interval < 0, below, np.where(interval > last, above, inside))

    def cdf(self, x: npt.ArrayLike) -> Floats:
        """The chance of a value up to x."""
        at = np.asarray(x, dtype=np.float64)
        levels = self.lower_mass + np.concatenate([[0.0], np.cumsum(self.masses)])
        inside = np.interp(at, self.edges, levels)
        below = _tail_mass(self.edges[0] - at, self.heights[0], self.lower_mass)
        above = 1 - _tail_mass(at - self.edges[-1], self.heights[-1], self.upper_mass)
        return np.where(at < self.edges[0], below, np.where(at > self.edges[-1], above, inside))

    def squared_integral(self) -> float:
        """The integral of the squared density; a tail of mass m beside density d adds d m / 2."""
        tails = (self.heights[0] * self.lower_mass + self.heights[-1] * self.upper_mass) / 2
        return float((self.masses * self.heights).sum() + tails)

    def crps_loss(self, x: npt.ArrayLike) -> Floats:
        """The continuous ranked probability score, exactly; 0 is perfect."""
        at = np.asarray(x, dtype=np.float64)
        return np.asarray(np.vectorize(self._crps_of_one, otypes=[np.float64])(at))

    def _crps_of_one(self, x: float) -> float:
        """The integral of F^2 below x and of (1-F)^2 above it, piece by piece."""
        low, high = self.edges[0], self.edges[-1]
        points = np.unique(np.concatenate([self.edges, [min(max(x, low), high)]]))
        start, end = self.cdf(points[:-1]), self.cdf(points[1:])
        below = points[1:] <= x
        start, end = np.where(below, start, 1 - start), np.where(below, end, 1 - end)
        body = float((np.diff(points) * (start**2 + start * end + end**2) / 3).sum())
        left = _tail_crps(low - x, float(self.heights[0]), self.lower_mass)
        right = _tail_crps(x - high, float(self.heights[-1]), self.upper_mass)
        return body + left + right


def _tail_density(beyond: Floats, height: float, mass: float) -> Floats:
    if mass == 0:
        return np.zeros_like(beyond)
    return np.asarray(height * np.exp(-np.maximum(beyond, 0.0) * height / mass))


def _tail_mass(beyond: Floats, height: float, mass: float) -> Floats:
    if mass == 0:
        return np.zeros_like(beyond)
    return np.asarray(mass * np.exp(-np.maximum(beyond, 0.0) * height / mass))


def _tail_crps(beyond: float, height: float, mass: float) -> float:
    """A tail's part of the score if the value lies `beyond` its break (negative: on the other side of it).

    With T(s) = m exp(-s d/m) the mass further out than s: the integral of T^2 from max(beyond, 0) on, and of
    (1-T)^2 from 0 to beyond.
    """
    if mass == 0:
        return max(beyond, 0.0)
    length = mass / height
    reach = max(beyond, 0.0)
    at = mass * np.exp(-reach / length)
    outside = at**2 * length / 2
    between = reach - 2 * length * (mass - at) + length * (mass**2 - at**2) / 2
    return float(outside + between)


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
