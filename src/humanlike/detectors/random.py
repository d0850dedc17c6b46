"""Random: nothing is known, every play is as likely human as not.

The reference a detector has to beat: its score is log(1/2) = -.693147 whatever it is shown.
Arifovic, McKelvey & Pevnitskaya (2006), section 3.2.
"""

from collections.abc import Sequence

import numpy as np

from humanlike.core import Game, Play
from humanlike.detectors.detector import Detector, Floats

UNDECIDED = 0.5


def judge(model: None, game: Game, plays: Sequence[Play]) -> Floats:
    """One half for each play."""
    return np.full(len(plays), UNDECIDED)


DETECTOR = Detector("random", judge, description="says one half, always")
