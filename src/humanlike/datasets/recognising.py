"""What a file is that holds no long table, in a sentence, and a mapping to begin with.

Only the beginning of a file is looked at to recognise it; a draft looks at what stands in its columns.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from humanlike.core import HumanlikeError
from humanlike.datasets.exported import SEPARATORS, text_frame
from humanlike.datasets.otree import WIDE, apps_in, is_per_app
from humanlike.datasets.table import NEEDED
from humanlike.datasets.ztree import looks_like_ztree, subject_rows

MOST_NAMED = 12  # apps or columns in a sentence
MOST_ACTIONS = 12  # different words in a column of choices
CHOICE = re.compile(r"deci|choi|chose|action|move|contrib|coop", re.IGNORECASE)
OTHER = re.compile(r"_of_|other|opp|partner|adv|bot|computer|2$", re.IGNORECASE)
SUSPECTS = {  # what columns of tables of one's own are called
    "subject": (
        "subject",
        "player",
        "participant",
        "player_id",
        "participant_id",
        "id",
        "agent",
        "player1",
        "player_1",
    ),
    "partner": ("partner", "opponent", "partner_id", "opponent_id", "other", "player2", "player_2"),
    "round": ("round", "round_number", "trial", "period", "turn", "t"),
    "action": ("action", "choice", "decision", "move", "player_action", "own_action", "action1", "action_1"),
    "partner_action": (
        "partner_action",
        "opponent_action",
        "opponent_choice",
        "partner_choice",
        "other_action",
        "opponent_move",
        "action2",
        "action_2",
    ),
    "match": ("match", "match_id", "supergame", "game_id", "pair"),
    "session": ("session",),
    "role": ("role",),
    "payoff": ("payoff", "score", "points"),
}


class Foreign(NamedTuple):
    """A file that holds choices in another form than the long table."""

    name: str
    what: str  # it is ...
    format: str  # of the mapping

    in_file: bool = True

    def advice(self) -> str:
        """What to do with it."""
        if not self.in_file:
            return "Say what its columns mean: hl.data.convert(table, 'play.csv', mapping={...})."
        return (
            "Say in a mapping file what its columns mean, and run `humanlike data convert "
            f"{self.name} play.csv --mapping mapping.toml`."
        )

    def sentence(self) -> str:
        """What it is, and what to do."""
        draft = f" `humanlike data check {self.name}` drafts the mapping." if self.in_file else ""
        return f"'{self.name}' is {self.what}. {self.advice()}{draft}"


def recognise(source: Path | pd.DataFrame) -> Foreign | None:
    """What a file is; None for a long table, for what holds nothing known, and for what cannot be read."""
    if isinstance(source, pd.DataFrame):
        found = _of_columns("the given table", [str(column) for column in source.columns])
        return found._replace(in_file=False) if found else None
    if not source.is_file() or source.suffix.lower() in (".parquet", ".pq"):
        return None
    try:
        with source.open(encoding="utf-8-sig", errors="replace") as file:
            line = file.readline()
    except OSError:
        return None
    if looks_like_ztree(line):
        return Foreign(source.name, "a z-Tree session file", "ztree")
    separator = max(SEPARATORS, key=line.count)
    return _of_columns(source.name, next(csv.reader([line.rstrip("\r\n")], delimiter=separator), []))


def _of_columns(name: str, columns: Sequence[str]) -> Foreign | None:
    if set(NEEDED) <= {column.strip() for column in columns}:
        return None
    apps = apps_in(columns)
    if apps:
        named = some(apps)
        size = f"{len(columns):,} columns, app{'s' * (len(apps) > 1)} {named}"
        return Foreign(name, f"an oTree all_apps_wide export ({size})", "otree-wide")
    if is_per_app(columns):
        return Foreign(name, "an oTree export of one app", "otree-app")
    found = _suspects(columns)
    if {"subject", "action"} <= found.keys() and ("partner_action" in found or "round" in found):
        words = ", ".join(f"{column} for {meaning}" for meaning, column in found.items() if column != meaning)
        return Foreign(name, f"a table with names of its own ({words})", "table") if words else None
    return None


def some(words: Iterable[str]) -> str:
    """The first of some words, and how many more there are."""
    all_ = list(words)
    return ", ".join(
        [*all_[:MOST_NAMED], *([f"{len(all_) - MOST_NAMED} more"] if len(all_) > MOST_NAMED else [])]
    )


def _suspects(columns: Iterable[str]) -> dict[str, str]:
    """The columns that probably say something, by what they say."""
    named = {column.strip().lower().replace(" ", "_"): column for column in columns}
    found = {
        key: next((named[word] for word in words if word in named), "") for key, words in SUSPECTS.items()
    }
    return {key: column for key, column in found.items() if column}


def draft_of(source: Path | pd.DataFrame, foreign: Foreign) -> str:
    """A mapping to begin with; what is guessed is to be looked at. Empty if the file cannot be read."""
    try:
        if foreign.format == "ztree" and isinstance(source, Path):
            return _ztree_draft(source)
        frame = text_frame(source)
    except HumanlikeError:
        return ""
    if foreign.format == "otree-wide":
        return _wide_draft(frame)
    if foreign.format == "otree-app":
        fields = {name.removeprefix("player."): name for name in frame.columns if name.startswith("player.")}
        words = {field: _words([frame[name]]) for field, name in fields.items()}
        return "\n".join(['format = "otree-app"', GAME, *_choice_lines(words)]) + "\n"
    found = _suspects(frame.columns)
    lines = [f"{key} = {_quoted(column)}" for key, column in found.items() if key != "action"]
    words = {column: _words([frame[column]]) for column in (found["action"],)}
    return "\n".join(['format = "table"', GAME, *_choice_lines(words), *lines]) + "\n"


GAME = 'game = "prisoners-dilemma"  # a game of `humanlike games`, or of the file given as --game'


def _wide_draft(frame: pd.DataFrame) -> str:
    apps = apps_in(frame.columns)
    found: dict[str, list[str]] = {}
    for app, fields in apps.items():
        columns: dict[str, list[pd.Series[str]]] = {field: [] for field in fields}
        for name in frame.columns:
            parts = WIDE.fullmatch(name)
            if parts and parts[1] == app and parts[3] == "player" and parts[4] in columns:
                columns[parts[4]].append(frame[name])
        lines = _choice_lines(
            {field: _words(each) for field, each in columns.items()}, _has_pairs(frame, app)
        )
        if lines[-1] != NO_CHOICE:
            found[app] = lines
    app = next(iter(found or apps))
    others = [other for other in apps if other != app]
    more = [f"# other apps: {some(others)}"] if others else []
    return (
        "\n".join(
            [*more, 'format = "otree-wide"', f"app = {_quoted(app)}", GAME, *found.get(app, [NO_CHOICE])]
        )
        + "\n"
    )


def _ztree_draft(path: Path) -> str:
    frame = subject_rows(path)
    standard = {"Period", "Subject", "Group", "Profit", "TotalProfit", "Participate", ""}
    fields = [name for name in frame.columns if name not in standard and not name.startswith(("_", "Time"))]
    lines = _choice_lines({name: _words([frame[name]]) for name in fields})
    there = ", ".join(sorted(set(frame["_treatment"])))
    return (
        "\n".join(
            ['format = "ztree"', GAME, *lines, f"treatments = [{there}]  # keep those that were played"]
        )
        + "\n"
    )


NO_CHOICE = 'action = "..."  # the field that holds the choice'


def _words(columns: "Sequence[pd.Series[str]]") -> list[str]:
    """The different words of some columns, in order; empty if there are too few or too many for choices."""
    found: set[str] = set()
    for column in columns:
        found |= set(column.str.strip()) - {""}
        if len(found) > MOST_ACTIONS:
            return []
    return sorted(found) if len(found) > 1 else []


def _has_pairs(frame: pd.DataFrame, app: str) -> bool:
    """Whether groups of the app's first round are pairs, so that the other has a row."""
    group = f"{app}.1.group.id_in_subsession"
    return group not in frame.columns or bool(frame[frame[group] != ""][group].value_counts().max() <= 2)


def _choice_lines(words: dict[str, list[str]], pairs: bool = True) -> list[str]:
    """Which field holds the choice, what its words may mean, and which may be the other's."""
    possible = [field for field, found in words.items() if found]
    if not possible:
        return [NO_CHOICE]
    own = [field for field in possible if not OTHER.search(field)] or possible
    first = next((field for field in [*own, *possible] if CHOICE.search(field)), own[0])
    lines = [f"action = {_quoted(first)}"]
    if words[first] != [str(number) for number in range(len(words[first]))]:
        meant = ", ".join(f"{_quoted(word)} = {number}" for number, word in enumerate(words[first]))
        lines.append(f"actions = {{ {meant} }}  # in the order of the game")
    other = next(
        (each for each in possible if each != first and OTHER.search(each) and words[each] == words[first]),
        "",
    )
    if other:
        mark = "# " * pairs
        lines.append(f"{mark}partner_action = {_quoted(other)}  # if the other's move stands in the same row")
        lines.append(f'{mark}partner_kind = "program"  # if the other was a machine without rows of its own')
    return lines


def _quoted(word: str) -> str:
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'
