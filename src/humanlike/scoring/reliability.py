r"""Calibration: do events given probability .7 happen seven times in ten?

Forecasts are grouped into bins of equal width; with :math:`\bar r_k` the mean forecast, :math:`\bar y_k` the
share that happened and :math:`w_k` the share of forecasts in bin k, Murphy's parts of the Brier loss are

.. math:: \text{reliability} = \sum_k w_k (\bar r_k - \bar y_k)^2, \quad
          \text{resolution} = \sum_k w_k (\bar y_k - \bar y)^2, \quad \text{uncertainty} = \bar y (1-\bar y).

Murphy (1973), Journal of Applied Meteorology 12, 595-600.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadParameters, BadRecord
from humanlike.scoring.probabilities import Floats


class ReliabilityDiagram(NamedTuple):
    """The points of a reliability diagram (empty bins left out) and Murphy's parts."""

    forecast: Floats  # [bins] mean forecast
    frequency: Floats  # [bins] share that happened
    n_forecasts: npt.NDArray[np.int64]  # [bins]
    reliability: float
    resolution: float
    uncertainty: float


def reliability_diagram(
    probabilities: npt.ArrayLike, happened: npt.ArrayLike, n_bins: int = 10
) -> ReliabilityDiagram:
    """The reliability diagram of yes-or-no forecasts [n] and facts [n].

    >>> reliability_diagram([0.2, 0.2, 0.9, 0.9], [0, 0, 1, 1]).frequency
    array([0., 1.])
    """
    forecast, fact = np.asarray(probabilities, dtype=np.float64), np.asarray(happened, dtype=np.float64)
    if forecast.ndim != 1 or forecast.shape != fact.shape or forecast.size == 0:
        raise BadRecord("Calibration needs as many forecasts as facts, at least one.")
    if n_bins < 1:
        raise BadParameters(f"{n_bins} bins hold nothing; at least 1 is needed.")
    bins = np.minimum((forecast * n_bins).astype(np.int64), n_bins - 1)
    count = np.bincount(bins, minlength=n_bins)
    used = count > 0
    mean_forecast = np.bincount(bins, forecast, n_bins)[used] / count[used]
    frequency = np.bincount(bins, fact, n_bins)[used] / count[used]
    weight = count[used] / forecast.size
    base = float(fact.mean())
    return ReliabilityDiagram(
        mean_forecast,
        frequency,
        count[used],
        float((weight * (mean_forecast - frequency) ** 2).sum()),
        float((weight * (frequency - base) ** 2).sum()),
        base * (1 - base),
    )
