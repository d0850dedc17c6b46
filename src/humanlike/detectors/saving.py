"""A trained detector as a JSON document: coefficients, scaling, calibration, what it was trained on. No play.

Saved models are data, not code: reading one cannot run anything.
"""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np

from humanlike.core import BadFile, write_atomically
from humanlike.detectors.calibration import Calibration
from humanlike.detectors.detector import Floats
from humanlike.detectors.familiarity import Familiarity, GameKind
from humanlike.detectors.features import OWN_FEATURES
from humanlike.detectors.linear import LinearModel
from humanlike.detectors.logistic import PLAY_FEATURES, LogisticModel, Part

FORMAT: Final = "humanlike logistic detector, version 1"
SHIPPED: Final = "judge.json"
DIGITS: Final = 12


def save_model(model: LogisticModel, path: Path) -> None:
    """Write a trained detector."""
    write_atomically(path, json.dumps(document_of(model), indent=1, ensure_ascii=False) + "\n")


def document_of(model: LogisticModel) -> dict[str, Any]:
    """The JSON document of a trained detector."""
    return {
        "format": FORMAT,
        "trained_on": dict(model.trained_on),
        "games": [kind._asdict() for kind in model.familiarity.games],
        "seats": _part_document(model.seats, OWN_FEATURES),
        "plays": _part_document(model.plays, PLAY_FEATURES),
        "lowest": _named(OWN_FEATURES, model.familiarity.lowest),
        "highest": _named(OWN_FEATURES, model.familiarity.highest),
    }


def _part_document(part: Part, names: Sequence[str]) -> dict[str, Any]:
    linear = part.linear
    columns = {
        "centre": linear.centre,
        "scale": linear.scale,
        "linear": linear.linear,
        "square": linear.square,
    }
    return {
        "intercept": linear.intercept,
        "calibration": part.calibration._asdict(),
        **{key: _named(names, values) for key, values in columns.items()},
    }


def _named(names: Sequence[str], values: Floats) -> dict[str, float | None]:
    """Values by name; undefined ones as null."""
    numbers = [round(float(value), DIGITS) if np.isfinite(value) else None for value in values]
    return dict(zip(names, numbers, strict=True))


def load_model(path: Path) -> LogisticModel:
    """Read a trained detector, or say in a sentence what is wrong with the file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"Cannot read the detector file '{path}': {error}.") from error
    return parse_model(text, path.name)


def shipped_model() -> LogisticModel:
    """The trained detector that comes with the package."""
    place = files("humanlike.detectors") / "data" / SHIPPED
    return parse_model(place.read_text(encoding="utf-8"), SHIPPED)


def parse_model(text: str, name: str) -> LogisticModel:
    """A trained detector from its JSON document."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadFile(f"'{name}' is no JSON document: {error}.") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadFile(f"'{name}' is no trained detector; its format should be '{FORMAT}'.")
    try:
        return LogisticModel(
            _read_part(document["seats"], OWN_FEATURES),
            _read_part(document["plays"], PLAY_FEATURES),
            Familiarity(
                tuple(_read_kind(kind) for kind in document["games"]),
                _column(document["lowest"], OWN_FEATURES),
                _column(document["highest"], OWN_FEATURES),
            ),
            {str(key): str(value) for key, value in document["trained_on"].items()},
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadFile(
            f"'{name}' is incomplete or has features this version does not compute: {error}."
        ) from error


def _read_part(document: Mapping[str, Any], names: Sequence[str]) -> Part:
    centre, scale, linear, square = (
        _column(document[key], names) for key in ("centre", "scale", "linear", "square")
    )
    calibration = Calibration(**{key: float(value) for key, value in document["calibration"].items()})
    return Part(LinearModel(centre, scale, linear, square, float(document["intercept"])), calibration)


def _read_kind(document: Mapping[str, Any]) -> GameKind:
    fields = dict(document)
    fields["n_actions"] = tuple(int(count) for count in fields["n_actions"])
    return GameKind(**fields)


def _column(document: Mapping[str, float | None], names: Sequence[str]) -> Floats:
    if set(document) != set(names):
        raise KeyError("other features than expected")
    return np.array(
        [np.nan if document[name] is None else document[name] for name in names], dtype=np.float64
    )
