r"""Scores as decisions: a proper score of two alternatives is a crowd of cost-loss decisions, weighed by their ratios.

In the simplest decision one can act, at cost *t*, against a loss of 1: acting pays :math:`1 - t` if the event happens
and :math:`-t` if not, doing nothing pays 0, and who believes *r* acts if :math:`r > t`. Every proper system of two
alternatives is a sum of such decisions with some weight :math:`w(t)\,dt \ge 0` on each ratio,

.. math:: f_1(r) = \int w(t)\,(1-t)\,[r > t]\,dt + c_1, \qquad f_0(r) = -\int w(t)\,t\,[r > t]\,dt + c_0,

and Brown's gamblers are these decisions: the gambler at *x* who wagers :math:`\varphi(x)dx` is the decision with ratio
*x*, so that with one generator in both houses

.. math:: w(t) = \frac{\varphi(t)}{t} + \frac{\varphi(1-t)}{1-t}, \qquad W(t) = \int^t w = f_1(t) - f_0(t).

The weight between two ratios is therefore known from scores alone, for any system. Two forecasters are told apart
only by the decisions between what they say (`mean_ratio`).

>>> from humanlike.scoring.systems import QUADRATIC
>>> cost_loss_weight(QUADRATIC, [0.1, 0.5, 0.9]).round(6)
array([4., 4., 4.])

Brown (1970), RAND RM-6299-ARPA, sections 1(c), 3.3; Schervish (1989), Annals of Statistics 17, 1856-1879;
Murphy (1966), Journal of Applied Meteorology 5, 534-537.
"""

import numpy as np
import numpy.typing as npt

from humanlike.core import BadParameters, BadRequest
from humanlike.scoring.probabilities import Floats
from humanlike.scoring.system import ScoringSystem

STEP = 1e-5  # of the way to the nearer end: for the slope of the cumulated weight


def cumulated_weight(system: ScoringSystem, ratios: npt.ArrayLike) -> Floats:
    """W(t) = f_1(t) - f_0(t): how much weight lies below each ratio, up to a constant; may be infinite at 0 and 1."""
    t = np.asarray(ratios, dtype=np.float64)
    scores = system.score_every_outcome(np.stack([t, 1 - t], axis=-1))
    return np.asarray(scores[..., 0] - scores[..., 1])


def cost_loss_weight(system: ScoringSystem, ratios: npt.ArrayLike) -> Floats:
    """w(t): how much decisions with each cost-loss ratio between 0 and 1 count, by the slope of W."""
    t = np.asarray(ratios, dtype=np.float64)
    if not ((t > 0) & (t < 1)).all():
        raise BadParameters("A cost-loss ratio lies between 0 and 1.")
    step = STEP * np.minimum(t, 1 - t)
    return (cumulated_weight(system, t + step) - cumulated_weight(system, t - step)) / (2 * step)


def decision_worth(report: npt.ArrayLike, happened: npt.ArrayLike, ratio: npt.ArrayLike) -> Floats:
    """What acting on `report` is worth in the decision of each ratio: (y - t) if r > t, else 0; shapes broadcast.

    >>> decision_worth([0.3, 0.1], True, 0.2)
    array([0.8, 0. ])
    """
    t = np.asarray(ratio, dtype=np.float64)
    return np.where(np.asarray(report) > t, np.asarray(happened, dtype=np.float64) - t, 0.0)


def score_from_decisions(
    system: ScoringSystem, reports: npt.ArrayLike, happened: npt.ArrayLike, n_decisions: int = 20_000
) -> Floats:
    """The score of `reports` of an event [...] rebuilt from as many decisions, each with its share of the weight.

    Decisions between 1/2 and the report alone matter, since equal probabilities earn 0; each carries the weight W gives
    to its stretch of ratios. Nothing but W enters: that this is the score itself is what makes a system proper.

    >>> from humanlike.scoring.systems import LOGARITHMIC
    >>> score_from_decisions(LOGARITHMIC, [0.9, 0.2], True).round(6)
    array([ 0.587787, -0.916291])
    >>> LOGARITHMIC.score([[0.9, 0.1], [0.2, 0.8]], 0).round(6)
    array([ 0.587787, -0.916291])
    """
    r, y = np.broadcast_arrays(np.asarray(reports, dtype=np.float64), np.asarray(happened, dtype=np.float64))
    edges = 0.5 + (r[..., None] - 0.5) * np.linspace(0, 1, n_decisions + 1)
    weights = np.diff(cumulated_weight(system, edges), axis=-1)
    middle = (edges[..., 1:] + edges[..., :-1]) / 2
    return np.asarray((weights * (y[..., None] - middle)).sum(axis=-1))


def mean_ratio(system: ScoringSystem, y1: float, y2: float) -> float:
    """The mean cost-loss ratio of the decisions in which forecasts `y1` and `y2` differ, by their weight.

    The first of two, with `y1` above `y2`, has the higher total score exactly if a larger share of events than this
    happens: whatever the system, that one number is all it has to say about them.
    """
    scores = system.score_every_outcome([[y1, 1 - y1], [y2, 1 - y2]])
    yes, no = scores[0] - scores[1]
    if not np.isfinite(yes - no) or yes == no:
        raise BadRequest(f"The {system.name} system has no finite weight between {y1:g} and {y2:g}.")
    return float(-no / (yes - no))
