"""Detectors: plays in, for each the probability that people made it.

In:  a game and plays.    Out: P(human) for each.
Knows nothing of: who made a play, how many of each kind there are, scores.
To add one: its file, its line in `catalogue.DETECTORS`, its worked example in `tests/detectors`.
"""

from humanlike.detectors.catalogue import DETECTORS
from humanlike.detectors.contract import check_detector
from humanlike.detectors.detector import Detector, Verdict
from humanlike.detectors.files import detector_of_files
from humanlike.detectors.first import first_that_knows, members_of
from humanlike.detectors.sources import Source
from humanlike.detectors.trained import TrainedDetector, shipped_detector
from humanlike.detectors.trained_on import TrainedOn
from humanlike.detectors.training import train, train_without

__all__ = [
    "DETECTORS",
    "Detector",
    "Source",
    "TrainedDetector",
    "TrainedOn",
    "Verdict",
    "check_detector",
    "detector_of_files",
    "first_that_knows",
    "members_of",
    "shipped_detector",
    "train",
    "train_without",
]
