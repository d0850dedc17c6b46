"""The long table: one row for each choice, as text, before anything is believed.

Columns ``dataset, session, match, subject, role, round, action, payoff, game``; roles and rounds count from 1,
actions from 0, -1 is a missing move. ``dataset``, ``session`` and ``payoff`` may be absent. Further columns are
understood where they occur: ``partner_action`` (what was met, where whom is not recorded), ``partner`` (the
label of whom one met in this round, where partners change; several joined by '|'), ``intended`` (the move that was
meant where another was made), ``kind`` (``human``, ``program``, ``language model`` or ``machine``; ``player_type`` says
the same) and ``model`` (its name), ``supergame`` (the order of a subject's matches). Everything else is carried along
unread.

Values stay text until they are checked, so that a complaint can quote what stands in the file.
"""

from collections.abc import Mapping
from csv import reader
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.core import BadFile, Game
from humanlike.core.frames import COLUMNS, COMPANY, REQUIRED, SEATS
from humanlike.core.kind_columns import KIND_COLUMNS
from humanlike.core.table_columns import words_of
from humanlike.core.words import Words
from humanlike.games import read_games

NEEDED = (*REQUIRED, "game")
PARQUET = (".parquet", ".pq")
UNDERSTOOD = {*COLUMNS, *COMPANY, *SEATS, *KIND_COLUMNS, "model", "intended", "supergame"}
DEFAULTS = {"dataset": "", "session": "1", "payoff": ""}
SEPARATORS = {";": "semicolons", "\t": "tabs", "|": "bars"}
MOST_NAMED = 20  # columns in a sentence; an export may have thousands
FIRST_LINE = 2  # a file's line number of the first record, below the header


class Table(NamedTuple):
    """A long table as text, with the games its rows may name."""

    rows: pd.DataFrame
    games: Mapping[str, Game]
    name: str  # what to call the file in messages
    first_line: int = FIRST_LINE  # 1 for a table that is in no file
    lines: npt.NDArray[np.int64] | None = None  # where records stand in the export they come from
    doubled: tuple[
        str, ...
    ] = ()  # names that several columns of the file have; none that means anything here

    def line(self, index: int) -> int:
        """The line of the file on which record `index` stands."""
        return index + self.first_line if self.lines is None else int(self.lines[index])


def read_table(path: Path, games: Mapping[str, Game] | None = None) -> Table:
    """The long table at `path`, with the games of the `games.json` beside it unless given."""
    is_csv = path.suffix.lower() not in PARQUET
    rows = completed(_csv(path) if is_csv else _parquet(path), path.name, path.parent.name)
    doubled = _doubled(_header(path)) if is_csv else ()
    return Table(rows, games_beside(path) if games is None else games, path.name, doubled=doubled)


def table_from_frame(frame: pd.DataFrame, games: Mapping[str, Game], name: str = "the given table") -> Table:
    """A pandas table as it would have come from a file; its first row is line 1."""
    return Table(completed(worded(frame), name), games, name, first_line=1)


def completed(rows: pd.DataFrame, name: str, dataset: str = "") -> pd.DataFrame:
    """The rows with every column that may be left out; refused without those that may not."""
    missing = [column for column in NEEDED if column not in rows.columns]
    if missing:
        here = [*map(str, rows.columns[:MOST_NAMED])]
        here += [f"{len(rows.columns) - MOST_NAMED} more"] * (len(rows.columns) > MOST_NAMED)
        raise BadFile(
            f"'{name}' lacks the column{'s' * (len(missing) > 1)} {', '.join(missing)}; "
            f"a long table has {', '.join(COLUMNS)}, this one has {', '.join(here) or 'none'}. "
            'A mapping file (format = "table") can say what its columns mean.'
        )
    if rows.empty:
        raise BadFile(f"'{name}' has a header and no rows.")
    for column, value in DEFAULTS.items():
        if column not in rows.columns:
            word = dataset if column == "dataset" else value
            rows[column] = Words(np.zeros(len(rows), dtype=np.int64), [word]).categories()
    return rows


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
        _refuse_doubled(path.name, _doubled(_header(path)))
        rows = _plain_csv(path)
        return _careful_csv(path) if rows is None else rows
    except OSError as error:
        raise BadFile(f"Cannot read '{path}': {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise BadFile(f"'{path.name}' is no text file (byte {error.start} is not UTF-8).") from error
    except (pd.errors.ParserError, pd.errors.EmptyDataError, pd.errors.ParserWarning, ValueError) as error:
        raise BadFile(
            f"'{path.name}' is no table of comma-separated values: {str(error).strip()[:120]}."
        ) from error


def _header(path: Path) -> list[str]:
    """The names of a CSV's columns as they stand there."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return next(reader([file.readline()]), [])


def _doubled(names: list[str]) -> tuple[str, ...]:
    """Names that several columns have, each once."""
    names = [name.strip() for name in names]
    return tuple(dict.fromkeys(name for place, name in enumerate(names) if name and name in names[:place]))


def _plain_csv(path: Path) -> pd.DataFrame | None:
    """A CSV read in columns, fast; None where something in it needs the careful reader, or its complaint."""
    from pyarrow import ArrowInvalid, csv, dictionary, int32, string

    names = _header(path)
    if len(set(names)) < len(names) or any(name != name.strip() or not name for name in names):
        return None
    try:
        table = csv.read_csv(
            path,
            parse_options=csv.ParseOptions(newlines_in_values=True),
            convert_options=csv.ConvertOptions(
                column_types={name: dictionary(int32(), string()) for name in names}, null_values=[]
            ),
        )
    except ArrowInvalid:
        return None
    frame: pd.DataFrame = table.to_pandas()
    if list(frame.columns) != names or any(_begins_with_blank(frame[name]) for name in names):
        return None
    return frame


def _begins_with_blank(column: "pd.Series[str]") -> bool:
    """Whether a text begins with a blank, which is not meant to count."""
    return bool(column.cat.categories.str.startswith(" ").any())


def _careful_csv(path: Path) -> pd.DataFrame:
    """A CSV with blanks after its commas, or one of which something is to be said."""
    frame = pd.read_csv(
        path,
        dtype=str,
        keep_default_na=False,
        encoding="utf-8-sig",
        skipinitialspace=True,
        index_col=False,
    )
    return worded(frame)


def _refuse_doubled(name: str, doubled: tuple[str, ...]) -> None:
    """A column that means something is there once; which of two was meant nobody knows."""
    for column in doubled:
        if column in UNDERSTOOD:
            raise BadFile(f"'{name}' has several columns '{column}'; rename or remove all but one.")


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
    return worded(frame)


def refuse_namesakes(frame: pd.DataFrame) -> None:
    """A pandas table may have two columns of one name; which of them was meant nobody knows."""
    again = [str(name) for name in frame.columns[frame.columns.duplicated()]]
    if again:
        raise BadFile(f"The table has several columns '{again[0]}'; rename or remove all but one.")


def worded(frame: pd.DataFrame) -> pd.DataFrame:
    """The table with every column as text, each different text kept once (categories of pandas)."""
    refuse_namesakes(frame)
    return pd.DataFrame({str(column): words_of(frame[column]).categories() for column in frame.columns})
