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


def log_scores(detector: TrainedDetector, people: Sequence[Play], machines: Sequence[Play]) -> list[float]:
    """The log score on each machine's play of one game; with people at hand, averaged with the mean over theirs.

    Their mean is the mean log score, balanced where there are people.
    """
    answers = np.clip(detector.judge([*people, *machines]), SMALLEST, 1 - SMALLEST)
    machine = np.log(1 - answers[len(people) :])
    if people:
        machine = (machine + np.log(answers[: len(people)]).mean()) / 2
    return [float(score) for score in machine]
