"""Every detector of the house, by name."""

from humanlike.detectors import (
    coordination,
    dates,
    first,
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
        first.COORDINATION_THEN_PAYOFF_CHANGE,
    )
}
