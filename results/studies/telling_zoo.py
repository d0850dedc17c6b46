"""Ordinary machines: sixteen seats of fifty rounds, the tested family never met, the people of other pairs."""

from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import Streams
from humanlike.detectors.calibration import ScoreCalibration
from humanlike.detectors.detector import Floats
from humanlike.detectors.known_seats import Booleans, KnownSeats
from humanlike.detectors.stacking import Stack, fit_stack
from results.studies.told_apart import area
from results.studies.zoo_material import HALVES, SEATS, zoo_material

STREAM = Streams(17)["telling apart"]["zoo"]
DRAWS = 60
MADE_OF_PEOPLE = ("copycat", "copycat of people")


def zoo_document(data_set: str) -> dict[str, Any]:
    """Every machine of every family, in both halves; families of copies are listed apart."""
    rows = [row for half in HALVES for row in _half(data_set, half)]
    names = list(dict.fromkeys(row["name"] for row in rows))
    machines = [_together([row for row in rows if row["name"] == name]) for name in names]
    made = [row for row in machines if row["family"] in MADE_OF_PEOPLE]
    others = [row for row in machines if row["family"] not in MADE_OF_PEOPLE]
    return {
        "machines": machines,
        "area": _by_family("all", others),
        "single": float(np.mean([row["single"] for row in others])),
        "copies": _by_family("copies", made),
        "same kind": _of_people(data_set),
    }


def _half(data_set: str, half: int) -> list[dict[str, Any]]:
    material = zoo_material(data_set, half)
    seats = KnownSeats((*material.training, *material.tested), most_kinds=1)
    in_training = seats.body < len(material.training)
    family = np.array([next(iter(body.kin), "") for body in seats.bodies])[seats.body]
    people = np.flatnonzero(~in_training & seats.is_human)
    found = []
    for each in np.unique(family[~seats.is_human]):
        stack = fit_stack(seats, in_training & (family != each))
        scores = stack.scores(seats)
        for name in np.unique(seats.source[~in_training & (family == each)]):
            rows = np.flatnonzero(~in_training & (seats.source == name))
            figures = _told(stack.calibration, scores, people, rows, STREAM[data_set][str(half)][str(name)])
            found.append({"name": str(name), "family": str(each).removeprefix("family "), **figures})
    return found


def _told(
    calibration: ScoreCalibration,
    scores: Floats,
    people: npt.NDArray[np.int64],
    machines: npt.NDArray[np.int64],
    stream: Streams,
) -> dict[str, float]:
    """Areas of single seats and of sixteen drawn together, and P(human) of sixteen."""
    generator = stream.generator()
    means = [
        np.array([scores[generator.permutation(rows)[:SEATS]].mean() for _ in range(DRAWS)])
        for rows in (people, machines)
    ]
    kinds = np.repeat([True, False], DRAWS)
    single = np.concatenate([scores[people], scores[machines]])
    said = [calibration.probabilities(each, np.full(DRAWS, SEATS)).mean() for each in means]
    return {
        "area": area(np.concatenate(means), kinds),
        "single": area(single, np.repeat([True, False], [len(people), len(machines)])),
        "people_said": float(said[0]),
        "machines_said": float(said[1]),
    }


def _together(rows: list[dict[str, Any]]) -> dict[str, Any]:
    numbers = {
        key: float(np.mean([row[key] for row in rows])) for key in rows[0] if key not in ("name", "family")
    }
    return {"name": rows[0]["name"], "family": rows[0]["family"], **numbers}


def _by_family(name: str, machines: list[dict[str, Any]]) -> dict[str, float]:
    """The mean over families of the area at sixteen seats, with an interval that redraws families."""
    families = list(dict.fromkeys(row["family"] for row in machines))
    areas = np.array([np.mean([r["area"] for r in machines if r["family"] == each]) for each in families])
    generator = STREAM[name]["families"].generator()
    means = [areas[generator.integers(len(areas), size=len(areas))].mean() for _ in range(2000)]
    lower, upper = np.quantile(means, [0.025, 0.975])
    return {"value": float(areas.mean()), "lower": float(lower), "upper": float(upper)}


def _of_people(data_set: str) -> float:
    """The same kind: tested people against people in training, by a stack that learned from machines and them."""
    material = zoo_material(data_set, 0)
    seats = KnownSeats((*material.training, *material.tested), most_kinds=1)
    in_training: Booleans = seats.body < len(material.training)
    stack: Stack = fit_stack(seats, in_training)
    scores, people = stack.scores(seats), seats.is_human
    return area(scores[people], in_training[people])
