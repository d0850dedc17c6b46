r"""SciPy distributions and samples as densities; closed forms of the continuous ranked probability score.

.. math:: \mathrm{CRPS}(F, x) = \int (F(t) - 1[t \ge x])^2 dt

measured in the quantity's own units, 0 is perfect: the modern companion of the density scores, defined for
samples and point forecasts too (absolute error). Gneiting & Raftery (2007), Journal of the American
Statistical Association 102, 359-378. Samples get a Gaussian kernel density (Silverman's width) where a
density is needed, and none for the CRPS.

>>> print(crps_normal_loss(0.0, 1.0, 0.0).round(6))
0.233695
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import special

from humanlike.core import BadParameters, BadRecord
from humanlike.scoring.probabilities import Floats

TAIL = 1e-15
INVERSE_ROOT_PI = 1 / np.sqrt(np.pi)
ROOT_TWO, ROOT_HALF = np.sqrt(2.0), np.sqrt(0.5)


@dataclass(frozen=True, eq=False)
class DistributionDensity:
    """A frozen continuous SciPy distribution, e.g. `scipy.stats.norm(9, 1)`."""

    distribution: Any

    def pdf(self, x: npt.ArrayLike) -> Floats:
        """The density at x."""
        return np.asarray(self.distribution.pdf(np.asarray(x, dtype=np.float64)), dtype=np.float64)

    def squared_integral(self) -> float:
        """The integral of the squared density, by quadrature over probability: the mean of the density."""
        return self._integral(lambda t: float(self.distribution.pdf(t)) ** 2, *self._support)

    def crps_loss(self, x: npt.ArrayLike) -> Floats:
        """The continuous ranked probability score by quadrature; 0 is perfect."""
        at = np.asarray(x, dtype=np.float64)
        return np.asarray(np.vectorize(self._crps_of_one, otypes=[np.float64])(at))

    def _crps_of_one(self, x: float) -> float:
        low, high = self._support
        left, right = min(max(x, low), high), max(min(x, high), low)
        below = self._integral(lambda t: float(self.distribution.cdf(t)) ** 2, low, left)
        above = self._integral(lambda t: float(self.distribution.sf(t)) ** 2, right, high)
        return below + above + max(low - x, 0.0) + max(x - high, 0.0)

    @cached_property
    def _support(self) -> tuple[float, float]:
        return float(self.distribution.ppf(TAIL)), float(self.distribution.isf(TAIL))

    def _integral(self, function: Any, low: float, high: float) -> float:
        """Piecewise between quantiles, so that narrow peaks are not missed."""
        from scipy import integrate  # heavy, and most users of this room never integrate

        inner = self.distribution.ppf([1e-9, 1e-4, 0.02, 0.2, 0.5, 0.8, 0.98, 1 - 1e-4, 1 - 1e-9])
        points = np.unique(np.clip(np.concatenate([[low], inner, [high]]), low, high))
        pieces = pairwise(points.tolist())
        return float(sum(integrate.quad(function, a, b, epsabs=1e-14, epsrel=1e-12)[0] for a, b in pieces))


@dataclass(frozen=True, eq=False)
class SampleDensity:
    """Draws from a predictive distribution, shape [samples]."""

    samples: Floats

    def __post_init__(self) -> None:
        if self.samples.ndim != 1 or self.samples.size < 2 or not np.all(np.isfinite(self.samples)):
            raise BadRecord("A forecast by samples needs at least two finite draws.")

    def pdf(self, x: npt.ArrayLike) -> Floats:
        """The kernel density at x."""
        at = np.asarray(x, dtype=np.float64)
        return np.asarray(self._kernel(at.ravel()).reshape(at.shape), dtype=np.float64)

    def squared_integral(self) -> float:
        """The integral of the squared kernel density, exactly."""
        return float(self._kernel.integrate_kde(self._kernel))

    def crps_loss(self, x: npt.ArrayLike) -> Floats:
        """The continuous ranked probability score of the empirical distribution; 0 is perfect."""
        return crps_samples_loss(self.samples, x)

    @cached_property
    def _kernel(self) -> Any:
        if np.ptp(self.samples) == 0:
            raise BadRecord("All samples are equal: they have no density (their CRPS is the absolute error).")
        from scipy import stats  # heavy, and most users of this room never need a kernel density

        return stats.gaussian_kde(self.samples, bw_method="silverman")


def crps_normal_loss(mean: npt.ArrayLike, deviation: npt.ArrayLike, x: npt.ArrayLike) -> Floats:
    """CRPS of normal forecasts, vectorised; 0 is perfect."""
    sigma = np.asarray(deviation, dtype=np.float64)
    if sigma.size and not sigma.min() > 0:  # NaN fails too
        raise BadParameters("A normal forecast needs a positive standard deviation.")
    z = (np.asarray(x, dtype=np.float64) - np.asarray(mean, dtype=np.float64)) / sigma
    z = np.asarray(z * ROOT_HALF)  # from here on in place: a million forecasts are bound by memory
    loss = np.asarray(special.erf(z))
    loss *= z
    loss *= ROOT_TWO
    z *= -z
    np.exp(z, out=z)
    z *= ROOT_TWO * INVERSE_ROOT_PI
    loss += z
    loss -= INVERSE_ROOT_PI
    return np.asarray(loss * sigma)


def log_normal_density_score(mean: npt.ArrayLike, deviation: npt.ArrayLike, x: npt.ArrayLike) -> Floats:
    """Logarithmic score of normal forecasts, vectorised; higher is better."""
    sigma = np.asarray(deviation, dtype=np.float64)
    if sigma.size and not sigma.min() > 0:
        raise BadParameters("A normal forecast needs a positive standard deviation.")
    z = (np.asarray(x, dtype=np.float64) - np.asarray(mean, dtype=np.float64)) / sigma
    return np.asarray(-0.5 * z * z - np.log(sigma) - 0.5 * np.log(2 * np.pi))


def crps_uniform_loss(low: npt.ArrayLike, high: npt.ArrayLike, x: npt.ArrayLike) -> Floats:
    """CRPS of uniform forecasts, vectorised; 0 is perfect."""
    a, b = np.asarray(low, dtype=np.float64), np.asarray(high, dtype=np.float64)
    if not np.all(a < b):
        raise BadParameters("A uniform forecast needs low < high.")
    u = (np.asarray(x, dtype=np.float64) - a) / (b - a)
    inside = np.clip(u, 0.0, 1.0)
    return np.asarray((b - a) * (np.abs(u - inside) + inside**2 - inside + 1 / 3))


def crps_samples_loss(samples: npt.ArrayLike, x: npt.ArrayLike) -> Floats:
    """CRPS of empirical distributions: samples [..., m] and values [...]; 0 is perfect.

    Mean distance to the value less half the mean distance between two draws, the latter from the sorted sample.
    """
    draws = np.sort(np.asarray(samples, dtype=np.float64), axis=-1)
    m = draws.shape[-1]
    at = np.asarray(x, dtype=np.float64)
    weights = (2 * np.arange(1, m + 1) - m - 1) / m**2
    distance: Floats = np.zeros(np.broadcast_shapes(draws.shape[:-1], at.shape))
    for index in range(m):
        distance += np.abs(draws[..., index] - at)
    return np.asarray(distance / m - draws @ weights)
