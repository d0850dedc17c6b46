"""Ordinary machines: sixteen seats of fifty rounds, the tested family never met, the people of other pairs."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import Streams
from humanlike.detectors.calibration import ScoreCalibration
from humanlike.detectors.detector import Floats
from humanlike.detectors.known_seats import Booleans, KnownBody, KnownSeats
from humanlike.detectors.stacking import fit_stack
from results.studies.told_apart import area
from results.studies.zoo_material import HALVES, SEATS, ZooMaterial, zoo_material

STREAM = Streams(17)["telling apart"]["zoo"]
DRAWS = 60
SHUFFLES = 5
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
        **_controls(data_set),
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


def _controls(data_set: str) -> dict[str, Any]:
    """What the same way finds in nothing, and in people alone; areas of single seats."""
    material = zoo_material(data_set, 0)
    stream = STREAM[data_set]["controls"]
    return {
        "shuffled": [_by_lot(stream[str(number)], material) for number in range(SHUFFLES)],
        "same kind": _people_alone(stream["pairs"], material),
    }


def _by_lot(stream: Streams, material: ZooMaterial) -> float:
    """Whole sources and families are called people or machines by lot; those tested were never met."""
    bodies = (*material.training, *material.tested)
    names = [next(iter(body.kin), body.source) for body in bodies]
    drawn = stream.generator().permutation(np.unique(names)).tolist()
    people, met = set(drawn[::2]), set(drawn[: len(drawn) // 2])
    called = [replace(body, is_human=name in people) for body, name in zip(bodies, names, strict=True)]
    seats = KnownSeats(tuple(called), most_kinds=1)
    in_training, known = seats.body < len(material.training), np.array([name in met for name in names])
    return _area_elsewhere(seats, in_training & known[seats.body], ~in_training & ~known[seats.body])


def _people_alone(stream: Streams, material: ZooMaterial) -> float:
    """People of one treatment told from those of another, in other pairs; of one: a coin parts the pairs."""
    parts = [[body for body in each if body.is_human] for each in material]
    called = [[side for body in part for side in _two_sides(stream, body, len(part))] for part in parts]
    seats = KnownSeats((*called[0], *called[1]), most_kinds=1)
    in_training = seats.body < len(called[0])
    return _area_elsewhere(seats, in_training, ~in_training)


def _two_sides(stream: Streams, body: KnownBody, n_treatments: int) -> list[KnownBody]:
    """The body on one side if there are several treatments, else its pairs on both."""
    if n_treatments > 1:
        return [replace(body, is_human=body.source.endswith("high"))]
    pair = np.unique(np.array(list(body.groups)), return_inverse=True)[1].reshape(-1)
    side = (stream.generator().permutation(int(pair.max()) + 1) % 2 == 1)[pair]
    return [_rows_of(body, np.flatnonzero(side == chosen), chosen) for chosen in (True, False)]


def _rows_of(body: KnownBody, rows: npt.NDArray[np.int64], is_human: bool) -> KnownBody:
    groups, players = ([each[row] for row in rows] for each in (body.groups, body.players))
    return KnownBody(body.play.rows(rows), is_human, f"{body.source} {is_human}", groups, players)


def _area_elsewhere(seats: KnownSeats, training: Booleans, tested: Booleans) -> float:
    scores = fit_stack(seats, training).scores(seats)
    return area(scores[tested], seats.is_human[tested])
