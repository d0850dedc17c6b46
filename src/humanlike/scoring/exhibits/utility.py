r"""Exhibit: money is not utility. A proper system invites lies from whoever does not value it linearly.

With utility *u* of the pay the forecaster maximises :math:`\sum_i p_i\, u(f_i(r))`: a *different* system, proper only
if *u* is linear. The cautious (concave u) shade their reports towards equality, the bold exaggerate.

.. math:: u(x) = \frac{1 - e^{-a x}}{a}, \qquad a > 0 \text{ averse},\; a < 0 \text{ seeking risk}

Brown (1970), section 5.2; Winkler & Murphy (1970), on nonlinear utility and the probability score.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from humanlike.core import BadParameters
from humanlike.scoring.probabilities import Floats
from humanlike.scoring.system import ScoringSystem
from humanlike.scoring.systems.quadratic import QUADRATIC

Utility = Callable[[Floats], Floats]


def under_utility(system: ScoringSystem, utility: Utility, name: str, stake: float = 1.0) -> ScoringSystem:
    """What `system`, paid at `stake` a point, is worth to somebody with this utility of money."""

    def raw(probabilities: Floats, outcome: npt.NDArray[np.intp]) -> Floats:
        return utility(stake * system.score(probabilities, outcome))

    return ScoringSystem(name, f"{system.title} under a nonlinear utility (improper)", raw=raw)


def risk_averse_quadratic(aversion: float = 1.0) -> ScoringSystem:
    """The quadratic system to somebody of constant absolute risk aversion; negative: a lover of risk."""
    if aversion == 0 or not np.isfinite(aversion):
        raise BadParameters(f"risk-averse-quadratic: aversion = {aversion:g} must be a number other than 0.")
    name = "risk-averse-quadratic" + ("" if aversion == 1 else f":aversion={aversion:g}")
    return under_utility(QUADRATIC, lambda pay: -np.expm1(-aversion * pay) / aversion, name)
