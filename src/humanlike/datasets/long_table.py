"""From the long table to Plays and back."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pandas as pd

from humanlike.core import BadRecord, Play, write_atomically
from humanlike.datasets.checks import check_columns
from humanlike.datasets.columns import Columns
from humanlike.datasets.table import Table
from humanlike.games import write_games


def plays_of(table: Table) -> list[Play]:
    """A Play for each data set and game of a table, in order of appearance."""
    columns = Columns(table)
    errors = [problem for problem in check_columns(columns) if problem.severity == "error"]
    if errors:
        more = (
            f" {len(errors) - 1} more kind(s) of error; `humanlike data check` lists all."
            if len(errors) > 1
            else ""
        )
        raise BadRecord(errors[0].sentence(table.name) + more)
    return [body.play for body in columns.bodies]


def table_of(plays: Sequence[Play]) -> pd.DataFrame:
    """Plays as one long table; a column that only some of them have is blank elsewhere."""
    return pd.concat([play.to_frame() for play in plays], ignore_index=True)


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
