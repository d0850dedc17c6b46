"""A tournament's plan: everything needed to repeat it, as `run.toml` holds it.

All problems of a plan are found before anything runs, and told together.
"""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

import tomli_w
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from humanlike.core import BadFile, BadRequest, read_bounded
from humanlike.programs import Limits
from humanlike.programs.limits import MEGABYTE

LeakKind = Literal["none", "stamps", "shape"]
MOST_BYTES = 2**20  # of a plan file
CrownRule = Literal["published", "sound"]
MatchingKind = Literal["fixed", "strangers", "zipper", "groups"]
InformationWord = Literal["own", "actions", "game"]


class Plan(BaseModel):
    """Who enters, what is played, how it is scored and when it ends."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    humans: tuple[str, ...] = ("reconstruction",)
    emulators: tuple[str, ...] = ("published",)
    detectors: tuple[str, ...] = ("published",)
    games: tuple[str, ...] = ("all",)
    trials: int = Field(default=60, ge=1, le=100_000)  # the limit, or the number if `until` is "fixed"
    until: Literal["separated", "fixed"] = "separated"
    crown: CrownRule = "sound"  # who may win: see `crown.py`
    confidence: float = Field(default=0.95, gt=0.5, lt=1.0)
    seed: int = Field(default=1, ge=0)
    pairs: int = Field(default=8, ge=1)  # matches in a human play cut from a larger data set
    humans_per_game: int = Field(default=3, ge=1)
    redraw_humans: bool = True  # other human plays in every trial, in turn, where there are enough
    mode: Literal["by game", "all games in one file"] = "by game"
    zipper: bool = True
    matching: MatchingKind | None = None  # only people matched so; None: all. Machines meet whom people met
    information: InformationWord | None = None  # what machines see; None: the whole game
    system: str = "truncated-logarithmic"
    zero_constant: float | None = None  # the paper's score of log 0; replaces `system`
    trust: bool = False  # run strangers' programs without a sandbox (marks everything)
    seconds: float = Field(default=30.0, gt=0)  # for one run of a program (a player: one match)
    memory: int = Field(default=1024, ge=16)  # MB, all processes of a program together
    output: int = Field(default=16, ge=1)  # MB a program may write
    training_seconds: float = Field(default=60.0, gt=0)  # for a program to learn once
    strikes: int = Field(default=5, ge=1)  # failures after which a program that mostly fails is given up
    quota: float = Field(default=0.1, ge=0, le=1)  # the share of failures beyond which nobody can win
    asked_again: float = Field(default=0.1, ge=0, le=1)  # the share of plays shown to a stranger twice
    unpublished: tuple[str, ...] = ()  # people nobody has seen: never scored, only asked about at the end
    salt: str = Field(default="", pattern=r"^([0-9a-f]{32})?$")  # makes the seed's hash safe to publish
    leak: LeakKind = "none"  # deliberately unfair runs, to see that the leak tests notice


def limits_of(plan: Plan, unseen: Iterable[Path] = ()) -> Limits:
    """What strangers' programs may use in a tournament, and which of the organiser's files they must not see."""
    return Limits(
        seconds=plan.seconds,
        cpu_seconds=plan.seconds,
        memory_bytes=plan.memory * MEGABYTE,
        output_bytes=plan.output * MEGABYTE,
        training_seconds=plan.training_seconds,
        unseen=tuple(unseen),
    )


def read_plan(path: Path) -> Plan:
    """The plan of a run, from the file it left; runs of before there was a choice crowned as published."""
    plan, problems = parse_plan(path, {}, before={"crown": "published"})
    if problems:
        raise BadRequest(f"'{path}' holds no plan that can be carried out: " + "; ".join(problems) + ".")
    return plan


def parse_plan(
    path: Path | None, changes: dict[str, Any], before: Mapping[str, Any] | None = None
) -> tuple[Plan, list[str]]:
    """The plan of a run file (or the default) with the command's words on top, and what is wrong with it.

    Settings that are wrong stand at their defaults, so that the others can still be examined; `before` are defaults for
    files that leave a setting out.
    """
    values: dict[str, Any] = {}
    if path is not None:
        try:
            values = {**(before or {}), **tomllib.loads(read_bounded(path, MOST_BYTES).decode())}
        except OSError as error:
            raise BadFile(f"Cannot read '{path}': {error.strerror or error}.") from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadFile(f"'{path.name}' is no TOML file: {error}.") from error
    values.update({key: value for key, value in changes.items() if value is not None})
    try:
        return Plan(**values), []
    except ValidationError as error:
        wrong = error.errors()
        problems = [f"{'.'.join(map(str, each['loc']))}: {each['msg'].lower()}" for each in wrong]
        names = {str(each["loc"][0]) for each in wrong}
        return Plan(**{key: value for key, value in values.items() if key not in names}), problems


def plan_text(plan: Plan) -> str:
    """The plan as TOML, settings in their order."""
    return tomli_w.dumps(plan.model_dump(exclude_none=True))
