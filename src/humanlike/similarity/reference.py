r"""A similarity metric as a detector: how far one play is from human training play, as a probability.

The distance x of a play to the human training body is small for people. Its logarithm is turned into a
probability by Platt's two-parameter logistic, fitted to the training distances of people and machines,

.. math:: P(\text{human}) = 1 / (1 + \exp(a + b \log(x + \epsilon))), \qquad b \ge 0,

at even prior odds (the two kinds weigh the same however many there are). A human training play is held out
of the body it is measured against, or it would look too near. Where a play has too few cases for any distance
the answer is one half.

A detector meets games it was not trained on. Metrics whose tables mean the same in every game (`payoffs`, `runs`,
`alternation`, `switching`) pool the games of the reference; the others need reference plays of the same game.

References
----------
Platt (1999), "Probabilistic outputs for support vector machines".
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.special import expit

from humanlike.core import BadRequest, Play
from humanlike.similarity.comparison import DistanceMethod, distance, distance_of_counts
from humanlike.similarity.independence import everything_together
from humanlike.similarity.metric import Floats, Metric

SMALLEST = 1e-9


def portable_counts(metric: Metric, play: Play) -> Floats:
    """What a play adds to a body of any games, [tables, cells]: roles are counted together."""
    if not metric.portable_tables:
        raise BadRequest(
            f"'{metric.name}' means something else in every game; it cannot be pooled over games."
        )
    (tally,) = metric.count([play], {play.game.name: play.n_rounds}, everything_together([play]))
    return np.asarray(
        tally.counts.sum(axis=0).reshape(-1, metric.portable_tables, len(tally.cells)).sum(axis=0)
    )


def distances_to_reference(
    metric: Metric, plays: Sequence[Play], reference: Sequence[Play], method: DistanceMethod | None = None
) -> Floats:
    """The distance of each play to the reference plays; NaN where there is none.

    A play that is itself (the same object) in the reference is left out of it.
    """
    if metric.portable_tables:
        return _portable_distances(metric, plays, reference, method or DistanceMethod())
    result = np.full(len(plays), np.nan)
    for index, play in enumerate(plays):
        others = [each for each in reference if each is not play and _same_game(each, play)]
        if others:
            result[index] = distance([play], [Play.join(others)], metric, method)
    return result


def _same_game(one: Play, other: Play) -> bool:
    return one.game.name == other.game.name and one.game.same_payoffs(other.game)


def _portable_distances(
    metric: Metric, plays: Sequence[Play], reference: Sequence[Play], method: DistanceMethod
) -> Floats:
    """Distances to the pooled counts of the whole reference."""
    if not reference:
        raise BadRequest("The reference body of play is empty: no play, no distance.")
    known = {id(play): portable_counts(metric, play) for play in reference}
    whole = np.sum(list(known.values()), axis=0)
    result = []
    for play in plays:
        own = portable_counts(metric, play)
        result.append(distance_of_counts(metric, own, whole - known.get(id(play), 0.0), method))
    return np.array(result)


@dataclass(frozen=True)
class DistanceCalibration:
    """From distance to P(human): 1 / (1 + exp(offset + slope log distance))."""

    offset: float
    slope: float

    def probabilities(self, distances: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """P(human) for each distance; one half where there is none."""
        x = np.asarray(distances, dtype=np.float64)
        chance = expit(-(self.offset + self.slope * np.log(np.maximum(x, 0.0) + SMALLEST)))
        return np.where(np.isfinite(x), chance, 0.5)


def calibrate_distances(distances: npt.ArrayLike, is_human: npt.ArrayLike) -> DistanceCalibration:
    """Fit the logistic to training distances, with Platt's softened targets."""
    x, human = np.asarray(distances, dtype=np.float64), np.asarray(is_human, dtype=bool)
    known = np.isfinite(x)
    x, human = x[known], human[known]
    if not human.any() or human.all():
        raise BadRequest("Calibration needs distances of both people and machines.")
    logs = np.log(np.maximum(x, 0.0) + SMALLEST)
    centre, scale = float(logs.mean()), float(logs.std()) or 1.0
    z = (logs - centre) / scale
    counts = np.where(human, human.sum(), (~human).sum())
    target = np.where(human, (counts + 1) / (counts + 2), 1 / (counts + 2))

    def loss(parameters: npt.NDArray[np.float64]) -> float:
        score = parameters[0] + parameters[1] * z
        return float(np.sum((np.logaddexp(0, score) - (1 - target) * score) / counts))

    fitted = minimize(loss, np.array([0.0, 1.0]), method="L-BFGS-B", bounds=[(None, None), (0.0, None)])
    slope = float(fitted.x[1]) / scale
    return DistanceCalibration(float(fitted.x[0]) - slope * centre, slope)
