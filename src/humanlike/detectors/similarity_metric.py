r"""Similarity detectors: people play like people.

The distance of a play to the human training plays, in one metric of `similarity`, turned into a probability
(`similarity.reference`). Only metrics that mean the same in every game are used, because a detector meets games
it was not trained on; one number per play, so a machine that passes is only known to match people on it.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Play
from humanlike.detectors.detector import Detector, Floats
from humanlike.similarity import PLAY_METRICS, Calibration, Metric, calibrate, distances_to_reference


class Model(NamedTuple):
    """The people to compare with, and what a distance to them means."""

    people: tuple[Play, ...]
    calibration: Calibration


def fit(metric: Metric, plays: Sequence[Play], is_human: npt.NDArray[np.bool_]) -> Model:
    """Keep the people, and learn what distances people and machines have to them."""
    human = np.asarray(is_human, dtype=bool)
    people = tuple(play for play, own in zip(plays, human, strict=True) if own)
    if len(people) < 2 or human.all():
        raise BadRequest(
            "A similarity detector is trained on two or more plays by people and one or more by machines."
        )
    return Model(people, calibrate(distances_to_reference(metric, plays, people), human))


def judge(metric: Metric, model: Model, game: Game, plays: Sequence[Play]) -> Floats:
    """P(human) for each play, at even prior odds."""
    return model.calibration.probabilities(distances_to_reference(metric, plays, model.people))


def similarity_detector(metric: Metric) -> Detector:
    """The detector that looks at one metric."""
    return Detector(
        f"similarity-{metric.name}",
        partial(judge, metric),
        partial(fit, metric),
        description=f"distance to human training play in {metric.title}",
    )


DETECTORS = tuple(similarity_detector(metric) for metric in PLAY_METRICS if metric.portable_tables)
