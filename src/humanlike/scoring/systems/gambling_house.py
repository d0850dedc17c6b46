r"""The gambling house: any positive generator becomes a reproducing system for n alternatives.

.. math:: f_i(r) = \int_{1/n}^{r_i} \frac{\varphi(x)}{x} dx - \sum_{j=1}^n \int_{1/n}^{r_j} \varphi(x)\,dx

The gambler at x accepts a wager :math:`\varphi(x)dx` at odds of one for x; somebody who believes
:math:`p_i` takes exactly the wagers with :math:`x \le p_i` in house *i*. With one generator for each
alternative the system is asymmetric and just as proper: each house is a bet of its own.

>>> house = gambling_house(Generator("1+t^2", lambda t: 1 + t**2))
>>> house.score([0.1, 0.9], [0, 1]).round(10)
array([-1.88943791,  0.70778666])

Brown (1970), RAND RM-6299-ARPA, section 3.3 and appendix B.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from humanlike.scoring.generator import Generator
from humanlike.scoring.probabilities import Floats, probability_of, sum_over_alternatives
from humanlike.scoring.quadrature import odds_and_stakes
from humanlike.scoring.system import ScoringSystem


def gambling_house(generator: Generator, name: str = "") -> ScoringSystem:
    """The symmetric system of one generator, for any number of alternatives."""

    def raw(probabilities: Floats, outcome: npt.NDArray[np.intp]) -> Floats:
        odds, stakes = _integrals(generator, probabilities)
        return probability_of(odds, outcome) - sum_over_alternatives(stakes)

    return ScoringSystem(
        name=name or f"gambling-house:{generator.name}",
        title=f"Gambling house of {generator.name}",
        raw=raw,
        generator=generator,
        citation="Brown (1970), RAND RM-6299-ARPA, equation (3.3.2).",
    )


def asymmetric_gambling_house(generators: Sequence[Generator], name: str = "") -> ScoringSystem:
    """One generator for each alternative, so that a label can matter; for exactly that many alternatives."""
    houses = tuple(generators)

    def raw(probabilities: Floats, outcome: npt.NDArray[np.intp]) -> Floats:
        pairs = [_integrals(house, probabilities[..., [i]]) for i, house in enumerate(houses)]
        odds = np.concatenate([pair[0] for pair in pairs], axis=-1)
        stakes = np.concatenate([pair[1] for pair in pairs], axis=-1)
        return probability_of(odds, outcome) - sum_over_alternatives(stakes)

    label = ",".join(house.name for house in houses)
    return ScoringSystem(
        name=name or f"asymmetric:{label}",
        title=f"Asymmetric gambling house of {label}",
        raw=raw,
        n_alternatives=len(houses),
        generators=houses,
        citation="Brown (1970), RAND RM-6299-ARPA, section 3.1.",
    )


def _integrals(generator: Generator, probabilities: Floats) -> tuple[Floats, Floats]:
    """Both antiderivatives at every probability; a common constant in each cancels on normalisation."""
    if generator.odds_integral is not None and generator.stake_integral is not None:
        return generator.odds_integral(probabilities), generator.stake_integral(probabilities)
    return odds_and_stakes(generator, probabilities, start=0.5)
