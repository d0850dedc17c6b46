"""Detectors: plays in, for each the probability that people made it.

In:  a game and plays.    Out: P(human) for each.
Knows nothing of: who made a play, how many of each kind there are, scores.
To add one: its file, its line in `DETECTORS`, its worked example in `tests/detectors`.
"""

from humanlike.detectors import (
    coordination,
    dates,
    high_payoffs,
    ninety_percent,
    payoff_change,
    random,
    similarity_metric,
)
from humanlike.detectors.detector import Detector

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
        *similarity_metric.DETECTORS,
    )
}

__all__ = ["DETECTORS", "Detector"]
