"""From the long table to Plays and back."""

from collections.abc import Sequence

import pandas as pd

from humanlike.core import BadRecord, Play
from humanlike.datasets.checks import check_columns
from humanlike.datasets.columns import Columns
from humanlike.datasets.table import Table


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
