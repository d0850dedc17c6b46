r"""Generators: the wagers :math:`\varphi(x)\,dx` of the gambling house.

A generator is any positive function on (0, 1). The gambling house needs two integrals of it,

.. math:: A(x) = \int \frac{\varphi(x)}{x} dx, \qquad B(x) = \int \varphi(x)\, dx,

in closed form where known, by adaptive quadrature otherwise (`humanlike.scoring.quadrature`).

Brown (1970), sections 3.2-3.4 and appendix B.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import special

from humanlike.core import BadParameters
from humanlike.scoring.probabilities import Floats, log_with_zero

Function = Callable[[Floats], Floats]


@dataclass(frozen=True)
class Generator:
    """A positive function, with its two antiderivatives where they are known."""

    name: str
    phi: Function
    odds_integral: Function | None = None  # A, an antiderivative of phi(x)/x
    stake_integral: Function | None = None  # B, an antiderivative of phi(x)
    log_phi: Function | None = None  # where phi itself may round to 0: it is positive where this is finite


def power_generator(exponent: float, factor: float = 1.0) -> Generator:
    """phi(x) = factor * x**exponent: 0 gives the logarithm, exponent 1 with factor 2 the quadratic system.

    >>> power_generator(1.0, 2.0).phi(np.array([0.25]))
    array([0.5])
    """
    if not (exponent >= 0 and factor > 0 and np.isfinite(exponent) and np.isfinite(factor)):
        raise BadParameters(f"power: exponent {exponent:g} must be at least 0, factor {factor:g} positive.")

    def odds(x: Floats) -> Floats:
        return factor * (log_with_zero(x) if exponent == 0 else x**exponent / exponent)

    return Generator(
        name=f"power:exponent={exponent:g},factor={factor:g}",
        phi=lambda x: factor * np.asarray(x, dtype=np.float64) ** exponent,
        odds_integral=odds,
        stake_integral=lambda x: factor * x ** (exponent + 1) / (exponent + 1),
        log_phi=lambda x: np.log(factor) + exponent * np.log(x),
    )


def beta_generator(left: float, right: float) -> Generator:
    """phi(x) = x**left * (1-x)**right: wagers placed where discrimination matters (Buja et al. 2005).

    Its integrals are incomplete beta functions; with `left` 0 the first diverges at 0 and is taken by quadrature.
    """
    if not (0 <= left < np.inf and 0 <= right < np.inf):
        raise BadParameters(f"beta: exponents must be at least 0 and finite, not {left:g} and {right:g}.")

    def integral(shape: float) -> Function:
        return lambda x: special.betainc(shape, right + 1, x) * special.beta(shape, right + 1)

    return Generator(
        f"beta:left={left:g},right={right:g}",
        lambda x: x**left * (1 - x) ** right,
        odds_integral=integral(left) if left > 0 else None,
        stake_integral=integral(left + 1) if left > 0 else None,
        log_phi=lambda x: left * np.log(x) + right * np.log1p(-x),
    )


def spherical_pair() -> Generator:
    """The generator of the spherical system for two alternatives, x / (2 (x^2 + (1-x)^2)^{3/2})."""
    return Generator("spherical-pair", lambda x: x / (2 * (x**2 + (1 - x) ** 2) ** 1.5))


def symmetrised(generator: Generator) -> Generator:
    r"""The one generator symmetric about 1/2 that builds the same two-alternative system (B.5).

    .. math:: \varphi_1(t) = \varphi(t) + t\,[\varphi(1-t) - \varphi(t)]

    >>> float(symmetrised(Generator("1+t^2", lambda t: 1 + t**2)).phi(np.array(0.3)))
    1.21
    """
    phi = generator.phi
    return Generator(
        f"symmetrised {generator.name}",
        lambda t: phi(t) + t * (phi(1 - t) - phi(t)),
    )
