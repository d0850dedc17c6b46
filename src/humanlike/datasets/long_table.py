"""From the long table to Plays and back."""

from collections.abc import Sequence

import pandas as pd
import pyarrow as pa

from humanlike.core import BadRecord, Play
from humanlike.core.frames import frame_of
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


def arrow_table(plays: Sequence[Play]) -> pa.Table:
    """The same as it is kept in a file: a column of labels names each different one once."""
    parts = [_wide_indices(pa.Table.from_pandas(frame_of(play), preserve_index=False)) for play in plays]
    return pa.concat_tables(parts, promote_options="permissive").unify_dictionaries()


def _wide_indices(table: pa.Table) -> pa.Table:
    """Dictionaries with room for the labels of all plays: a hundred games have few labels each and many together."""
    fields = [
        field.with_type(pa.dictionary(pa.int32(), field.type.value_type))
        if pa.types.is_dictionary(field.type)
        else field
        for field in table.schema
    ]
    return table.cast(pa.schema(fields))
