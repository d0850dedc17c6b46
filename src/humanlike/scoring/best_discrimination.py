r"""The system that tells two given forecasters apart best, and how close to the bounds of appendix D one can come.

With :math:`y_2 < y_1` and the weight *w* of a system over cost-loss ratios (`humanlike.scoring.cost_loss`),

.. math:: \frac{{\rm mean}(d)}{{\rm SD}(d)} = \sqrt{\frac{n}{p(1-p)}}\,(p - \bar t), \qquad
   \bar t = \frac{\int_{y_2}^{y_1} t\,w(t)\,dt}{\int_{y_2}^{y_1} w(t)\,dt}:

a system enters by its mean ratio :math:`\bar t` alone, and the first leads exactly if a larger share of events than
:math:`\bar t` happens. The bounds (D.8) are :math:`\bar t \to y_1` and :math:`\bar t \to y_2`; the best system puts its
weight beside the forecaster who is farther from *p*. All weight on one ratio would pay many lies nothing, so no system
that is strictly proper reaches the bound: `best_discriminator` returns a member of a sequence that approaches it, the
quadratic system with extra weight on a narrow stretch.

A symmetric system weighs *t* and 1 - *t* alike. Where the two forecasts lie on either side of 1/2, the ratios whose
mirror image lies between the forecasts too have mean 1/2 whatever the system: symmetric systems then reach (D.8) at one
end at most, and with :math:`y_1 = 1 - y_2` all of them tell the two apart equally well.

Brown (1970), RAND RM-6299-ARPA, appendix D.
"""

from typing import NamedTuple

import numpy as np

from humanlike.core import BadParameters, BadRequest
from humanlike.scoring.discrimination import check_question
from humanlike.scoring.system import ScoringSystem
from humanlike.scoring.systems.threshold import threshold_system

EQUALLY_FAR = 1e-12


class BestDiscriminator(NamedTuple):
    """A system close to the best one for two forecasters, and what it comes close to."""

    system: ScoringSystem
    limit: float  # of its mean ratio: the end that lies farthest from p
    reachable: tuple[float, float]  # mean/SD of one question between which every symmetric system lies


def reachable_ratios(y1: float, y2: float) -> tuple[float, float]:
    """Between which mean ratios symmetric systems can choose for forecasts `y1` and `y2`.

    >>> reachable_ratios(0.95, 0.6), reachable_ratios(0.4, 0.75), reachable_ratios(0.375, 0.625)
    ((0.6, 0.95), (0.5, 0.75), (0.5, 0.5))
    """
    low, high = min(y1, y2), max(y1, y2)
    if high <= 0.5 or low >= 0.5:
        return low, high
    return (low if low < 1 - high else 0.5), (high if high > 1 - low else 0.5)


def best_discriminator(p: float, y1: float, y2: float, closeness: float = 0.01) -> BestDiscriminator:
    """A symmetric system whose mean ratio is about `closeness` of the way from the best end to the other.

    >>> found = best_discriminator(0.9, 0.95, 0.6)
    >>> found.limit, [round(bound, 6) for bound in found.reachable]
    (0.6, [-0.166667, 1.0])
    """
    check_question(p, y1, y2)
    if not 0 < closeness <= 1:
        raise BadParameters(f"closeness = {closeness:g} must lie above 0, at most 1.")
    spread = float(np.sqrt(p * (1 - p)))
    if spread == 0:
        raise BadRequest(
            f"Events of probability {p:g} leave nothing to chance: every system tells the two apart."
        )
    low, high = reachable_ratios(y1, y2)
    if low < high and abs(abs(p - low) - abs(p - high)) <= EQUALLY_FAR:
        raise BadRequest(
            f"{p:g} lies halfway between {low:g} and {high:g}: one system tells the two apart as well as another in "
            "favour of the other one, and none is best."
        )
    limit = low if abs(p - low) > abs(p - high) else high
    sign = 1 if y1 > y2 else -1
    reachable = sorted(sign * (p - end) / spread + 0.0 for end in (low, high))  # no -0
    return BestDiscriminator(
        _weighed_at(limit, min(y1, y2), max(y1, y2), closeness), limit, (reachable[0], reachable[1])
    )


def _weighed_at(limit: float, low: float, high: float, closeness: float) -> ScoringSystem:
    """Extra weight on a stretch between the forecasts that ends at `limit` (or is centred on 1/2)."""
    between = high - low
    room = between if high <= 0.5 or low >= 0.5 else abs(high + low - 1)  # where no mirror image falls
    width = closeness * (room or between)
    centre = limit + (width / 2 if limit == low else -width / 2 if limit == high else 0.0)
    return threshold_system(centre, width, between / closeness)
