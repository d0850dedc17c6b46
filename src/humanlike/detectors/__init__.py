"""Detectors: plays in, for each the probability that people made it.

In:  a game and plays.    Out: P(human) for each.
Knows nothing of: who made a play, how many of each kind there are, scores.
To add one: its file, its line in `DETECTORS`, its worked example in `tests/detectors`.
"""

from humanlike.detectors.detector import Detector

__all__ = ["Detector"]
