"""Detectors: plays in, for each the probability that people made it.

In:  a game and plays.    Out: P(human) for each.
Knows nothing of: who made a play, how many of each kind there are, scores.
To add one: its file, its line in `DETECTORS`, its worked example in `tests/detectors`.
"""

from humanlike.detectors import (
    coordination,
    dates,
    high_payoffs,
    likelihood_ratio,
    logistic,
    ninety_percent,
    payoff_change,
    random,
    shape_only,
    similarity_metric,
)
from humanlike.detectors.detector import Detector
from humanlike.detectors.training import train_without

DETECTORS: dict[str, Detector] = {
    detector.name: detector
    for detector in (
        random.DETECTOR,
        dates.DETECTOR,
        ninety_percent.DETECTOR,
        ninety_percent.AS_IN_THE_TABLES,
        payoff_change.DETECTOR,
        high_payoffs.DETECTOR,
        coordination.DETECTOR,
        logistic.DETECTOR,
        shape_only.DETECTOR,
        likelihood_ratio.DETECTOR,
        *similarity_metric.DETECTORS,
    )
}

__all__ = ["DETECTORS", "Detector", "train_without"]
