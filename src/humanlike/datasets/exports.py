"""oTree and z-Tree exports become the long table, by a small mapping file (TOML).

::

    format = "otree-wide"        # or "otree-app", "ztree"
    game = "prisoners-dilemma"   # the game's name, in the catalogue or in the game file given
    action = "decision"          # the field that holds the choice
    app = "my_app"               # otree-wide: the app whose rounds are read
    actions = { Cooperate = 0, Defect = 1 }   # what stands in the field; left out: whole numbers from 0
    dataset = "my experiment"    # optional, as all below
    rematching = "matches"       # new partners begin a new match; "rounds": partners change every round
    role = "id_in_group"         # the field that numbers the roles; ztree: "Type", or left out
    payoff = "payoff"            # ztree: "Profit"
    treatments = [1, 2]          # ztree: only these

oTree writes one row a participant (all_apps_wide, columns ``app.round.player.field``) or one row a participant and
round (per app). z-Tree's subject table repeats its header in every period. An empty choice is a missing move.
"""

import tomllib
from pathlib import Path
from typing import Literal

import pandas as pd
from pydantic import BaseModel, ConfigDict, ValidationError

from humanlike.core import BadFile, BadRecord, Game, Play, look_up
from humanlike.datasets.long_table import plays_of
from humanlike.datasets.table import Table, worded
from humanlike.games import GAMES, read_games

Rows = pd.DataFrame  # session, group, subject, role, round, action, payoff; all text but `round`


class Mapping(BaseModel):
    """How an export is to be read."""

    model_config = ConfigDict(extra="forbid")
    format: Literal["otree-wide", "otree-app", "ztree"]
    game: str
    action: str
    app: str = ""
    actions: dict[str, int] = {}
    dataset: str = ""
    rematching: Literal["matches", "rounds"] = "matches"
    role: str = ""
    payoff: str = ""
    treatments: list[int] = []


def read_export(path: Path | str, mapping: Path | str, game: Game | Path | str | None = None) -> list[Play]:
    """The plays in an oTree or z-Tree export."""
    path, how = Path(path), _mapping(Path(mapping))
    readers = {"otree-wide": _otree_wide, "otree-app": _otree_app, "ztree": _ztree}
    rows = readers[how.format](path, how)
    if rows.empty:
        raise BadFile(
            f"'{path.name}' holds no choices in '{how.action}'; does the mapping name the right app and field?"
        )
    rows["action"] = _actions(path, rows["action"], how)
    return plays_of(Table(worded(_matched(rows, how, path)), _games(how, game), path.name))


def _mapping(path: Path) -> Mapping:
    try:
        return Mapping.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise BadFile(f"Cannot read '{path}': {error.strerror or error}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFile(f"'{path.name}' is no TOML: {error}.") from error
    except ValidationError as error:
        first = error.errors()[0]
        raise BadFile(f"'{path.name}', {'.'.join(map(str, first['loc']))}: {first['msg']}.") from error


def _games(how: Mapping, game: Game | Path | str | None) -> dict[str, Game]:
    if isinstance(game, Game):
        return {how.game: game}
    return read_games(game) if game is not None else {how.game: look_up("game", how.game, GAMES)}


def _frame(path: Path, separator: str = ",") -> pd.DataFrame:
    try:
        return pd.read_csv(path, sep=separator, dtype=str, keep_default_na=False, encoding="utf-8-sig")
    except OSError as error:
        raise BadFile(f"Cannot read '{path}': {error.strerror or error}.") from error
    except (pd.errors.ParserError, pd.errors.EmptyDataError, UnicodeDecodeError) as error:
        raise BadFile(
            f"'{path.name}' is no table of comma-separated values: {str(error).strip()[:100]}."
        ) from error


def _column(path: Path, frame: pd.DataFrame, name: str) -> "pd.Series[str]":
    if name not in frame.columns:
        near = [column for column in frame.columns if column.split(".")[-1] == name.split(".")[-1]][:3]
        hint = f" Perhaps {', '.join(near)}?" if near else ""
        raise BadFile(f"'{path.name}' has no column '{name}'.{hint}")
    return frame[name]


def _otree_app(path: Path, how: Mapping) -> Rows:
    """One row a participant and round."""
    frame = _frame(path)

    def get(name: str) -> "pd.Series[str]":
        return _column(path, frame, name)

    payoff = f"player.{how.payoff or 'payoff'}"
    return pd.DataFrame(
        {
            "session": get("session.code"),
            "group": get("group.id_in_subsession"),
            "subject": get("participant.code"),
            "role": get(f"player.{how.role or 'id_in_group'}"),
            "round": pd.to_numeric(get("subsession.round_number"), errors="coerce"),
            "action": get(f"player.{how.action}"),
            "payoff": frame[payoff] if payoff in frame.columns else "",
        }
    )


def _otree_wide(path: Path, how: Mapping) -> Rows:
    """One row a participant: the app's rounds stand side by side."""
    if not how.app:
        raise BadFile('The mapping of an all_apps_wide export must name the app: app = "...".')
    frame = _frame(path)
    ends = f".player.{how.action}"
    rounds = sorted(
        int(column.split(".")[-3])
        for column in frame.columns
        if column.startswith(f"{how.app}.") and column.endswith(ends) and column.split(".")[-3].isdigit()
    )
    if not rounds:
        _column(path, frame, f"{how.app}.1.player.{how.action}")
    parts = []
    for number in rounds:
        start = f"{how.app}.{number}"
        payoff = f"{start}.player.{how.payoff or 'payoff'}"
        part = pd.DataFrame(
            {
                "session": _column(path, frame, "session.code"),
                "group": _column(path, frame, f"{start}.group.id_in_subsession"),
                "subject": _column(path, frame, "participant.code"),
                "role": _column(path, frame, f"{start}.player.{how.role or 'id_in_group'}"),
                "round": number,
                "action": _column(path, frame, f"{start}.player.{how.action}"),
                "payoff": frame[payoff] if payoff in frame.columns else "",
            }
        )
        parts.append(part[part["group"] != ""])  # a participant who never came to this round has no group
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=["action"])


def _ztree_rows(path: Path) -> list[tuple[str, dict[str, str]]]:
    """Treatment and fields of every row of the subject table."""
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise BadFile(f"Cannot read '{path}': {error.strerror or error}.") from error
    found, header = [], None
    for number, line in enumerate(text.splitlines(), start=1):
        fields = [field.strip().strip('"') for field in line.split("\t")]
        if len(fields) < 4 or fields[2] != "subjects":
            continue
        if fields[3] == "Period":
            header = ["_date", "_treatment", "_table", *fields[3:]]
        elif header is None or len(fields) > len(header):
            raise BadFile(
                f"'{path.name}', line {number}: a row of the subject table without a header that fits it."
            )
        else:
            found.append((fields[1], dict(zip(header, fields, strict=False))))
    return found


def _ztree(path: Path, how: Mapping) -> Rows:
    """The subject table: a header in every period, tabs between fields."""
    wanted = {str(treatment) for treatment in how.treatments}
    found = [row for treatment, row in _ztree_rows(path) if not wanted or treatment in wanted]
    frame = pd.DataFrame(found).fillna("")
    if frame.empty:
        raise BadFile(
            f"'{path.name}' has no subject table; z-Tree writes it with tabs and the word 'subjects'."
        )

    def get(name: str) -> "pd.Series[str]":
        return _column(path, frame, name)

    group = get("_treatment") + "-" + get("Group")
    in_group = (
        frame.assign(_group=group).groupby(["_date", "_group", "Period"])["Subject"].rank(method="first")
    )
    return pd.DataFrame(
        {
            "session": get("_date"),
            "group": group,
            "subject": get("_date") + "-" + get("Subject"),
            "role": get(how.role) if how.role else in_group.astype(int).astype(str),
            "round": pd.to_numeric(get("Period"), errors="coerce"),
            "action": get(how.action),
            "payoff": get(how.payoff or "Profit").str.replace(",", ".")
            if (how.payoff or "Profit") in frame
            else "",
        }
    )


def _actions(path: Path, column: "pd.Series[str]", how: Mapping) -> "pd.Series[str]":
    """The export's words as action numbers; an empty field is a missing move."""
    if not how.actions:
        return column.where(column != "", "-1")
    known = {**{word: str(number) for word, number in how.actions.items()}, "": "-1"}
    unknown = ~column.isin(list(known))
    if unknown.any():
        row = int(unknown.to_numpy().argmax())
        raise BadRecord(
            f"'{path.name}', record {row + 1}, field {how.action}: '{column.iloc[row]}' is none of the mapping's "
            f"actions ({', '.join(how.actions)}); add it, or correct the export."
        )
    return column.map(known)


def _matched(rows: Rows, how: Mapping, path: Path) -> pd.DataFrame:
    """Groups become matches: the same people together is one match, unless partners change every round."""
    bad = rows["round"].isna()
    if bad.any():
        raise BadRecord(f"'{path.name}', record {int(bad.to_numpy().argmax()) + 1}: the round is no number.")
    rows = rows.sort_values(["session", "round"], kind="stable").reset_index(drop=True)
    together = rows.groupby(["session", "group", "round"])["subject"]
    company = together.transform(lambda names: "|".join(sorted(names)))
    frame = rows.assign(dataset=how.dataset or path.stem, game=how.game, company=company)
    if how.rematching == "rounds":
        frame["match"] = frame["session"]
        frame["partner"] = [
            "|".join(name for name in names.split("|") if name != own)
            for names, own in zip(frame["company"], frame["subject"], strict=True)
        ]
        frame["round"] = frame["round"].astype(int).astype(str)
        return frame.drop(columns=["group", "company"])
    # a subject's new company begins a new match, in which rounds count from 1
    changed = frame["company"] != frame.groupby("subject")["company"].shift()
    spell = changed.groupby(frame["subject"]).cumsum()
    first = frame.groupby(["subject", spell])["round"].transform("first")
    frame["match"] = frame["group"] + "@" + first.astype(int).astype(str)
    frame["round"] = (frame["round"] - first + 1).astype(int).astype(str)
    return frame.drop(columns=["group", "company"])
