"""What was learned from traces, as one JSON file."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from humanlike.core import BadFile, write_atomically
from humanlike.worlds.social_ultimatum import attached, beliefs, distribution_based
from humanlike.worlds.social_ultimatum.learning import Learned
from humanlike.worlds.social_ultimatum.missing import LeftOut, left_out_document


class GroupFile(BaseModel):
    """One group size: population distributions, and three numbers for every player of every game."""

    model_config = ConfigDict(extra="forbid")
    n_players: int = Field(ge=3)
    offers: list[float]
    recipients: list[float]
    rejection: list[float]
    reciprocation: float = Field(ge=0, le=1)
    fairness: list[list[float]]
    reactivity: list[list[float]]
    exploration: list[list[float]]


class LeftOutFile(BaseModel):
    """A round (or, without one, a game) that was left out of the traces."""

    model_config = ConfigDict(extra="forbid")
    game: str
    round: int | None
    why: str


class LearnedFile(BaseModel):
    """The whole file."""

    model_config = ConfigDict(extra="forbid")
    endowment: int = Field(ge=1)
    step: int = Field(ge=1)
    groups: list[GroupFile] = Field(min_length=1)
    attached: dict[str, float] | None = None  # if it was fitted
    left_out: list[LeftOutFile] = []  # for whoever asks what this was learned from


def learned_document(learned: Learned, left_out: Sequence[LeftOut] = ()) -> dict[str, Any]:
    """What the file holds, as plain lists and numbers."""
    groups = []
    for size, shared in sorted(learned.distributions.items()):
        arrays = {**shared._asdict(), **learned.adaptive[size]._asdict()}
        groups.append(
            {"n_players": size, **{name: np.asarray(value).tolist() for name, value in arrays.items()}}
        )
    return {
        "endowment": learned.endowment,
        "step": learned.step,
        "groups": groups,
        **({} if learned.attached is None else {"attached": learned.attached._asdict()}),
        "left_out": left_out_document(left_out),
    }


def write_learned(path: Path, learned: Learned, left_out: Sequence[LeftOut] = ()) -> None:
    """Write what was learned, and what was left out of the traces."""
    write_atomically(path, json.dumps(learned_document(learned, left_out), indent=1) + "\n")


def read_learned(path: Path) -> Learned:
    """Read what `write_learned` wrote."""
    try:
        file = LearnedFile.model_validate_json(path.read_text())
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise BadFile(
            f"{path} is not what `humanlike social learn` writes: {where}: {first['msg']}."
        ) from error
    distributions, adaptive = {}, {}
    for group in file.groups:
        distributions[group.n_players] = distribution_based.Parameters(
            np.array(group.offers), np.array(group.recipients), np.array(group.rejection), group.reciprocation
        )
        adaptive[group.n_players] = beliefs.Parameters(
            np.array(group.fairness), np.array(group.reactivity), np.array(group.exploration)
        )
    return Learned(file.endowment, file.step, distributions, adaptive, _attached(path, file.attached))


def _attached(path: Path, given: dict[str, float] | None) -> attached.Parameters | None:
    if given is None:
        return None
    if set(given) != set(attached.Parameters._fields):
        known = ", ".join(attached.Parameters._fields)
        raise BadFile(f"{path}: attached must be {known}, not {', '.join(given)}.")
    return attached.Parameters(**given)
