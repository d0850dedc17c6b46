"""The long table: one row for each choice, as text, before anything is believed.

Columns ``dataset, session, match, subject, role, round, action, payoff, game``; roles and rounds count from 1,
actions from 0, -1 is a missing move. ``dataset``, ``session`` and ``payoff`` may be absent. Further columns are
understood where they occur: ``partner_action`` (what was met, where whom is not recorded), ``partner`` (the
label of whom one met in this round, where partners change; several joined by '|'), ``supergame`` (the order of a
subject's matches), ``kind`` (``human`` or ``machine``). Everything else is carried along unread.

Values stay text until they are checked, so that a complaint can quote what stands in the file.
"""

from pathlib import Path
from typing import NamedTuple

import pandas as pd

from humanlike.core import BadFile, Game
from humanlike.core.frames import COLUMNS, REQUIRED, text_of
from humanlike.games import read_games

NEEDED = (*REQUIRED, "game")
PARQUET = (".parquet", ".pq")
DEFAULTS = {"dataset": "", "session": "1", "payoff": ""}
SEPARATORS = {";": "semicolons", "\t": "tabs", "|": "bars"}
FIRST_LINE = 2  # a file's line number of the first record, below the header


class Table(NamedTuple):
    """A long table as text, with the games its rows may name."""

    rows: pd.DataFrame
    games: dict[str, Game]
    name: str  # what to call the file in messages

    def line(self, index: int) -> int:
        """The line of the file on which record `index` stands."""
        return index + FIRST_LINE


def read_table(path: Path, games: dict[str, Game] | None = None) -> Table:
    """The long table at `path`, with the games of the `games.json` beside it unless given."""
    rows = _parquet(path) if path.suffix.lower() in PARQUET else _csv(path)
    missing = [column for column in NEEDED if column not in rows.columns]
    if missing:
        raise BadFile(
            f"'{path.name}' lacks the column{'s' * (len(missing) > 1)} {', '.join(missing)}; "
            f"a long table has {', '.join(COLUMNS)}, this file has {', '.join(map(str, rows.columns))}."
        )
    if rows.empty:
        raise BadFile(f"'{path.name}' has a header and no rows.")
    for column, value in DEFAULTS.items():
        if column not in rows.columns:
            rows[column] = path.parent.name if column == "dataset" else value
    return Table(rows, games_beside(path) if games is None else games, path.name)


def games_beside(path: Path) -> dict[str, Game]:
    """The games of the `games.json` in the same folder."""
    place = path.parent / "games.json"
    if not place.exists():
        raise BadFile(
            f"'{path.name}' names games, but there is no games.json beside it; add one or give a game file."
        )
    return read_games(place)


def _csv(path: Path) -> pd.DataFrame:
    try:
        with path.open(encoding="utf-8-sig") as file:
            header = file.readline()
        _check_header(path, header)
        return pd.read_csv(
            path,
            dtype=str,
            keep_default_na=False,
            encoding="utf-8-sig",
            skipinitialspace=True,
            index_col=False,
        )
    except OSError as error:
        raise BadFile(f"Cannot read '{path}': {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise BadFile(f"'{path.name}' is no text file (byte {error.start} is not UTF-8).") from error
    except (pd.errors.ParserError, pd.errors.EmptyDataError, pd.errors.ParserWarning, ValueError) as error:
        raise BadFile(
            f"'{path.name}' is no table of comma-separated values: {str(error).strip()[:120]}."
        ) from error


def _check_header(path: Path, header: str) -> None:
    if "," in header or not header.strip():
        return
    for separator, word in SEPARATORS.items():
        if separator in header:
            raise BadFile(f"'{path.name}' is separated by {word}; a long table is separated by commas.")
    raise BadFile(f"'{path.name}' has a single column '{header.strip()[:40]}'; is its separator a comma?")


def _parquet(path: Path) -> pd.DataFrame:
    try:
        frame = pd.read_parquet(path)
    except FileNotFoundError as error:
        raise BadFile(f"Cannot read '{path}': no such file.") from error
    except (OSError, ValueError) as error:
        raise BadFile(f"'{path.name}' is no Parquet file: {str(error)[:120]}.") from error
    return pd.DataFrame({str(column): text_of(frame[column]) for column in frame.columns})
