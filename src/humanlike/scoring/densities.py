r"""Forecasts of a quantity: densities, and what they score once the value is known.

.. math::
   \text{quadratic: } 2r(x) - \int r^2, \qquad
   \text{spherical: } \frac{r(x)}{\sqrt{\int r^2}}, \qquad
   \text{logarithmic: } \log r(x)

These are the limits of the discrete systems for ever finer alternatives, without their normalising constants
(Brown 1970, section 3.5). A forecast is given by percentile breaks (piecewise constant between them, see
`humanlike.scoring.percentiles`), by any SciPy distribution, or by samples.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

import numpy as np
import numpy.typing as npt

from humanlike.scoring.probabilities import Floats, log_with_zero


class Density(Protocol):
    """A probability density on the line."""

    def pdf(self, x: npt.ArrayLike) -> Floats:
        """The density at x."""
        ...

    def squared_integral(self) -> float | Floats:
        """The integral of the squared density."""
        ...

    def crps_loss(self, x: npt.ArrayLike) -> Floats:
        """The continuous ranked probability score of x, a loss."""
        ...


def quadratic_density_score(density: Density, x: npt.ArrayLike) -> Floats:
    """2 r(x) minus the integral of the squared density; higher is better."""
    return np.asarray(2 * density.pdf(x) - density.squared_integral())


def spherical_density_score(density: Density, x: npt.ArrayLike) -> Floats:
    """r(x) over the root of the integral of the squared density; higher is better, 0 the worst."""
    return np.asarray(density.pdf(x) / np.sqrt(density.squared_integral()))


def logarithmic_density_score(density: Density, x: npt.ArrayLike) -> Floats:
    """Log r(x); higher is better, -infinity where the density is 0."""
    return log_with_zero(density.pdf(x))


def negative_crps(density: Density, x: npt.ArrayLike) -> Floats:
    """Minus the continuous ranked probability score; higher is better, 0 perfect."""
    return -density.crps_loss(x)


DENSITY_SCORES: Mapping[str, Callable[[Density, npt.ArrayLike], Floats]] = {
    "quadratic": quadratic_density_score,
    "spherical": spherical_density_score,
    "logarithmic": logarithmic_density_score,
    "crps": negative_crps,
}
