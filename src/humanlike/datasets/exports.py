"""oTree and z-Tree exports, and tables of one's own, become the long table by a small mapping file (see `mapping`)."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from humanlike.core import Game, Play, look_up
from humanlike.datasets.exported import tidy_table
from humanlike.datasets.long_table import plays_of
from humanlike.datasets.mapping import ExportMapping, check_numbers, read_mapping
from humanlike.datasets.matching import matched
from humanlike.datasets.otree import otree_app, otree_wide
from humanlike.datasets.reached import reached_only
from humanlike.datasets.records import records_of
from humanlike.datasets.table import Table, completed, worded
from humanlike.datasets.ztree import ztree
from humanlike.games import GAMES, read_games

READERS = {"otree-wide": otree_wide, "otree-app": otree_app, "ztree": ztree, "table": tidy_table}
ExportSource = Path | str | pd.DataFrame
MappingSource = Path | str | Mapping[str, object]


class ImportedTable(NamedTuple):
    """The long table in an export, and what was left out of it, in sentences."""

    table: Table
    notes: list[str]


def import_table(
    source: ExportSource, mapping: MappingSource, game: Game | Path | str | None = None
) -> ImportedTable:
    """The long table in an export, not yet checked."""
    source = source if isinstance(source, pd.DataFrame) else Path(source)
    how, title = read_mapping(mapping)
    games = _games(how, game)
    played = look_up("game", how.game, games)
    check_numbers(how, title, played)
    exported = READERS[how.format](source, how)
    records, notes = records_of(exported, how, played)
    if how.format.startswith("otree"):
        records, unreached = reached_only(records, how.field("action", 0))
        notes = [*notes, *unreached]
    rows, record, own = matched(records, how, played, exported.name)
    for field in how.keep:
        rows[field] = np.where(own, exported.get(field, "keep")[record], "")
    table = completed(worded(rows), exported.name)
    return ImportedTable(Table(table, games, exported.name, lines=exported.lines[record]), notes)


def read_export(
    source: ExportSource, mapping: MappingSource, game: Game | Path | str | None = None
) -> list[Play]:
    """The plays in an oTree or z-Tree export, or in a table of one's own."""
    return plays_of(import_table(source, mapping, game).table)


def _games(how: ExportMapping, game: Game | Path | str | None) -> dict[str, Game]:
    if isinstance(game, Game):
        return {how.game: game}
    return read_games(game) if game is not None else {how.game: look_up("game", how.game, GAMES)}
