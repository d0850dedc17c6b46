"""What the logistic detector has learned, as a value and as a JSON document: coefficients by name, no play.

Every number stands beside the name of its feature, so that a file made by a version that computes other features is
refused instead of misread. Undefined numbers are null.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from humanlike.detectors.calibration import ScoreCalibration
from humanlike.detectors.detector import Floats
from humanlike.detectors.familiarity import EQUILIBRIUM_KINDS, Familiarity, GameKind
from humanlike.detectors.features import OWN_FEATURES
from humanlike.detectors.linear import LinearModel
from humanlike.detectors.regression import CalibratedRegression

PLAY_FEATURES: Final = (*OWN_FEATURES, *(f"spread of {name}" for name in OWN_FEATURES))


@dataclass(frozen=True, eq=False)
class LogisticModel:
    """One regression for seats, one for whole plays, and what is familiar."""

    seats: CalibratedRegression
    plays: CalibratedRegression
    familiarity: Familiarity


def document_of(model: LogisticModel) -> dict[str, Any]:
    """The JSON document of a model."""
    return {
        "games": [kind._asdict() for kind in model.familiarity.games],
        "seats": _regression_document(model.seats, OWN_FEATURES),
        "plays": _regression_document(model.plays, PLAY_FEATURES),
        "lowest": _by_name(OWN_FEATURES, model.familiarity.lowest),
        "highest": _by_name(OWN_FEATURES, model.familiarity.highest),
    }


def _regression_document(regression: CalibratedRegression, names: Sequence[str]) -> dict[str, Any]:
    linear = regression.linear
    columns = {
        "centre": linear.centre,
        "scale": linear.scale,
        "linear": linear.linear,
        "square": linear.square,
    }
    return {
        "intercept": linear.intercept,
        "calibration": regression.calibration._asdict(),
        **{key: _by_name(names, values) for key, values in columns.items()},
    }


def _by_name(names: Sequence[str], values: Floats) -> dict[str, float | None]:
    """Values by name; undefined ones as null."""
    numbers = [float(value) if np.isfinite(value) else None for value in values]
    return dict(zip(names, numbers, strict=True))


def model_of(document: Mapping[str, Any]) -> LogisticModel:
    """The model of a JSON document; a wrong one raises KeyError, TypeError or ValueError."""
    return LogisticModel(
        _regression(document["seats"], OWN_FEATURES),
        _regression(document["plays"], PLAY_FEATURES),
        Familiarity(
            tuple(_kind(kind) for kind in document["games"]),
            _column(document["lowest"], OWN_FEATURES),
            _column(document["highest"], OWN_FEATURES),
        ),
    )


def _regression(document: Mapping[str, Any], names: Sequence[str]) -> CalibratedRegression:
    centre, scale, linear, square = (
        _column(document[key], names) for key in ("centre", "scale", "linear", "square")
    )
    calibration = ScoreCalibration(**{key: _number(value) for key, value in document["calibration"].items()})
    return CalibratedRegression(
        LinearModel(centre, scale, linear, square, _number(document["intercept"])), calibration
    )


def _kind(document: Mapping[str, Any]) -> GameKind:
    kind = GameKind(**{**document, "n_actions": tuple(map(int, document["n_actions"]))})
    if kind.equilibria not in EQUILIBRIUM_KINDS or not isinstance(kind.name, str):
        raise ValueError(f"no kind of game: {kind.name}")
    return kind._replace(correlation=_number(kind.correlation))


def _column(document: Mapping[str, float | None], names: Sequence[str]) -> Floats:
    if set(document) != set(names):
        raise ValueError("it has other features than this version computes")
    values = [document[name] for name in names]
    return np.array([np.nan if value is None else _number(value) for value in values])


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} stands where a number should")
    return float(value)
