"""A detector of your own: P(human) of each play.

    humanlike judge machines --detector my_detector.py:DETECTOR
    humanlike tournament --detectors published,my_detector.py:DETECTOR

Here whoever switches actions about every other round is taken for a person. What fooling it does not prove: a machine
with the same rate of switching passes, whatever else it does.
"""

from collections.abc import Sequence

import numpy as np

from humanlike.core import Game, Play
from humanlike.detectors import Detector

TYPICAL, WIDTH = 0.4, 0.2


def judge(model: None, game: Game, plays: Sequence[Play]) -> np.ndarray:
    """P(human) for each play, at even prior odds; never quite 0 or 1."""
    rates = []
    for play in plays:
        both = (play.actions[:, 1:] >= 0) & (play.actions[:, :-1] >= 0)
        switched = (play.actions[:, 1:] != play.actions[:, :-1]) & both
        rates.append(switched.sum() / max(int(both.sum()), 1))
    likeness = np.exp(-0.5 * ((np.array(rates) - TYPICAL) / WIDTH) ** 2)
    return 0.05 + 0.9 * likeness


DETECTOR = Detector("my-detector", judge, author="me", description="people switch about every other round")
