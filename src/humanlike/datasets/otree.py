"""oTree's exports: all_apps_wide (a row a participant, columns ``app.round.player.field``), per app (a row a round)."""

import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pandas as pd

from humanlike.core import BadFile
from humanlike.datasets.exported import Exported, Texts, name_of, text_frame, texts
from humanlike.datasets.mapping import ExportMapping

WIDE = re.compile(r"(.+)\.(\d+)\.(player|group|subsession)\.(.+)")
STANDARD = {"id_in_group", "payoff", "role", "id_in_subsession", "round_number"}
WHO = {
    "subject": "participant.code",
    "session": "session.code",
    "group": "group.id_in_subsession",
    "role": "id_in_group",
    "payoff": "payoff",
    "kind": "participant._is_bot",
}


def apps_in(columns: Iterable[str]) -> dict[str, list[str]]:
    """The apps of an all_apps_wide export, each with the fields its players have of their own."""
    found: dict[str, dict[str, None]] = {}
    for column in columns:
        parts = WIDE.fullmatch(column)
        if parts:
            fields = found.setdefault(parts[1], {})
            if parts[3] == "player" and parts[4] not in STANDARD:
                fields[parts[4]] = None
    return {app: list(fields) for app, fields in found.items()}


def is_per_app(columns: Iterable[str]) -> bool:
    """Whether these are the columns of an app's own export."""
    names = set(columns)
    return "participant.code" in names and any(name.startswith("player.") for name in names)


def otree_app(source: Path | pd.DataFrame, how: ExportMapping) -> Exported:
    """One row a participant and round."""
    frame = text_frame(source)

    def find(field: str) -> Texts | None:
        for name in (f"player.{field}", field):
            if name in frame.columns:
                return texts(frame[name])
        return None

    lines = np.arange(len(frame)) + 2
    return Exported(
        name_of(source), lines, find, list(frame.columns), WHO | {"round": "subsession.round_number"}
    )


def otree_wide(source: Path | pd.DataFrame, how: ExportMapping) -> Exported:
    """One row a participant: the app's rounds stand side by side."""
    frame = text_frame(source)
    apps = apps_in(frame.columns)
    name = name_of(source)
    if not how.app:
        raise BadFile(
            f"The mapping of an all_apps_wide export must name the app: app = \"...\" ('{name}' has {_named(apps)})."
        )
    start, action = f"{how.app}.", how.field("action", 0)
    found = (WIDE.fullmatch(column) for column in frame.columns if column.startswith(start))
    fields = [parts for parts in found if parts and parts[1] == how.app]
    rounds = sorted({int(parts[2]) for parts in fields if f"{parts[3]}.{parts[4]}" == f"player.{action}"})
    if not rounds:
        there = (
            f"the app's players have {', '.join(apps[how.app][:12])}"
            if how.app in apps
            else f"it has {_named(apps)}"
        )
        raise BadFile(f"'{name}' has no column '{how.app}.1.player.{action}'; {there}.")

    def find(field: str) -> Texts | None:
        columns = [
            _first(frame, (f"{start}{n}.player.{field}", f"{start}{n}.{field}", field)) for n in rounds
        ]
        if all(column is None for column in columns):
            return None
        blank = np.full(len(frame), "", dtype=object)
        return np.concatenate([blank if column is None else column for column in columns])

    return Exported(
        name,
        np.tile(np.arange(len(frame)) + 2, len(rounds)),
        find,
        [f"{parts[3]}.{parts[4]}" for parts in fields]
        + [column for column in frame.columns if not WIDE.fullmatch(column)],
        WHO,
        rounds=np.repeat(np.array(rounds, dtype=np.int64), len(frame)),
    )


def _first(frame: pd.DataFrame, names: Iterable[str]) -> Texts | None:
    return next((texts(frame[name]) for name in names if name in frame.columns), None)


def _named(apps: Iterable[str]) -> str:
    words = list(apps)
    return f"the app{'s' * (len(words) > 1)} {', '.join(words[:12])}" if words else "no apps"
