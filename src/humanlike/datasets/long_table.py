"""From the long table to Plays and back."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
import pandas as pd

from humanlike.core import BadRecord, Play, write_atomically
from humanlike.datasets.checks import check
from humanlike.datasets.columns import Columns
from humanlike.datasets.seating import build_play
from humanlike.datasets.table import COLUMNS, Table
from humanlike.games import write_games


def plays_of(table: Table) -> list[Play]:
    """A Play for each data set and game of a table, in order of appearance."""
    errors = [problem for problem in check(table) if problem.severity == "error"]
    if errors:
        more = (
            f" {len(errors) - 1} more kind(s) of error; `humanlike data check` lists all."
            if len(errors) > 1
            else ""
        )
        raise BadRecord(errors[0].sentence(table.name) + more)
    columns = Columns(table)
    return [
        build_play(columns, np.flatnonzero(columns.body == body))
        for body in range(int(columns.body.max()) + 1)
    ]


def table_of(plays: Sequence[Play]) -> pd.DataFrame:
    """Plays as a long table; rounds after a match's end are left out, missing moves inside it are -1."""
    return pd.concat([_rows_of(play) for play in plays], ignore_index=True)


def _rows_of(play: Play) -> pd.DataFrame:
    made = play.actions >= 0
    last = np.where(made.any(axis=1), play.n_rounds - np.argmax(made[:, ::-1], axis=1), 0)
    codes = np.unique(np.array(play.matches, dtype=object).astype(str), return_inverse=True)[1]
    ends = np.zeros(int(codes.max(initial=0)) + 1, dtype=np.int64)
    np.maximum.at(ends, codes, last)
    subject, round_ = np.nonzero(np.arange(play.n_rounds) < ends[codes][:, None])
    frame = pd.DataFrame(
        {
            "dataset": play.provenance.get("dataset", ""),
            "session": np.array(play.sessions, dtype=object)[subject],
            "match": np.array(play.matches, dtype=object)[subject],
            "subject": np.array(play.subjects, dtype=object)[subject],
            "role": play.roles[subject] + 1,
            "round": round_ + 1,
            "action": play.actions[subject, round_],
            "payoff": play.payoffs()[subject, round_],
            "game": play.game.name,
        },
        columns=list(COLUMNS),
    )
    if play.partners.ndim != 2:
        frame["partner_action"] = play.situations[subject, round_]
    if not play.studied.all():
        frame["kind"] = np.where(play.studied[subject], "human", "machine")
    return frame


def write_table(path: Path, plays: Sequence[Play]) -> None:
    """Write the long table and the `games.json` beside it."""
    frame = table_of(plays)
    if path.suffix.lower() in (".parquet", ".pq"):
        buffer = BytesIO()
        frame.to_parquet(buffer, index=False)
        content: str | bytes = buffer.getvalue()
    else:
        content = frame.to_csv(index=False)
    write_games(path.parent / "games.json", {play.game.name: play.game for play in plays}.values())
    write_atomically(path, content)
