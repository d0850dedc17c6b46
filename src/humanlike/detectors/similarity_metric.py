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
from humanlike.detectors.sources import Source, circles_of_kin, signed_sources
from humanlike.similarity import (
    PLAY_METRICS,
    DistanceCalibration,
    DistanceMethod,
    Metric,
    calibrate_distances,
    distance_of_counts,
    portable_counts,
)


class Model(NamedTuple):
    """What the people to compare with did, and what a distance to them means."""

    people: Floats  # counts [tables, cells] pooled over all plays: no play can be told from them
    calibration: DistanceCalibration


def fit(metric: Metric, plays: Sequence[Play], is_human: npt.NDArray[np.bool_]) -> Model:
    """Pool what people did, and learn what distances people (their whole study held out) and machines have to it."""
    human = np.asarray(is_human, dtype=bool)
    if human.sum() < 2 or human.all():
        raise BadRequest(
            "A similarity detector is trained on two or more plays by people and one or more by machines."
        )
    counts = np.stack([portable_counts(metric, play) for play in plays])
    references = _references(counts, human, signed_sources(plays))
    distances = [
        distance_of_counts(metric, own, reference, DistanceMethod())
        for own, reference in zip(counts, references, strict=True)
    ]
    return Model(counts[human].sum(axis=0), calibrate_distances(distances, human))


def _references(counts: Floats, human: npt.NDArray[np.bool_], sources: Sequence[Source]) -> list[Floats]:
    """For each play the people it is compared with: of other studies; if there are none, all but itself."""
    circles = circles_of_kin(sources)
    references = []
    for number, own in enumerate(human):
        others = human & (circles != circles[number])
        if not others.any():
            others = human & (np.arange(len(human)) != number)
        references.append(counts[others if own else human].sum(axis=0))
    return references


def judge(metric: Metric, model: Model, game: Game, plays: Sequence[Play]) -> Floats:
    """P(human) for each play, at even prior odds."""
    counts = [portable_counts(metric, play) for play in plays]
    distances = [distance_of_counts(metric, own, model.people, DistanceMethod()) for own in counts]
    return model.calibration.probabilities(distances)


def similarity_detector(metric: Metric) -> Detector:
    """The detector that looks at one metric."""
    return Detector(
        f"similarity-{metric.name}",
        partial(judge, metric),
        partial(fit, metric),
        description=f"distance to human training play in {metric.title}",
    )


DETECTORS = tuple(similarity_detector(metric) for metric in PLAY_METRICS if metric.portable_tables)
