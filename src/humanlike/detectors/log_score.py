r"""How well a detector tells on plays whose makers are known: the mean log score, higher is better.

.. math:: \overline{\log(1 - p)} \text{ over machines, or } \tfrac12\Big(\overline{\log p}_{\text{people}} +
          \overline{\log(1 - p)}_{\text{machines}}\Big)

with people at hand, so that neither kind counts more for being more numerous. `labelled` adds intervals over people.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from humanlike.core import Play
from humanlike.detectors.trained import TrainedDetector

SMALLEST: Final = (
    1e-3  # probabilities are kept this far from 0 and 1, so that one wild answer is not everything
)


def mean_log_score(detector: TrainedDetector, people: Sequence[Play], machines: Sequence[Play]) -> float:
    """The mean log score on plays of one game, balanced over both kinds where there are people."""
    answers = np.clip(detector.judge([*people, *machines]), SMALLEST, 1 - SMALLEST)
    machine = float(np.log(1 - answers[len(people) :]).mean())
    return (machine + float(np.log(answers[: len(people)]).mean())) / 2 if people else machine
