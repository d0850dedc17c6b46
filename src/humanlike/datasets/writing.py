"""`write_plays`: the suffix chooses the format, and nothing foreign is overwritten.

A file may be replaced by play if it holds play of the same kind (so that a command can be run again) or nothing at
all; anything else is refused. A `games.json` beside a table is added to, and refused where it knows another game by
the same name. Whatever is refused is refused before anything is written.
"""

import csv
import json
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path

from humanlike.core import BadFile, BadRequest, Game, HumanlikeError, Play, check_writable, write_atomically
from humanlike.datasets import plain_text
from humanlike.datasets.csv_text import csv_of
from humanlike.datasets.long_table import arrow_table
from humanlike.datasets.table import NEEDED, PARQUET
from humanlike.datasets.transcripts import write_transcripts
from humanlike.games import text_with_games

TABLES = (".csv", *PARQUET)
PLAIN = (".txt", ".dat")
TRANSCRIPTS = ".jsonl"  # written, never read


def write_plays(path: Path | str, plays: Sequence[Play]) -> Path:
    """Write plays in the format of the suffix and say where; without one, as `play.parquet` in a folder."""
    path = check_target(path)
    if not plays:
        raise BadRequest("There is no play to write.")
    if path.suffix.lower() in TABLES:
        _write_table(path, plays)
    elif path.suffix.lower() == TRANSCRIPTS:
        write_transcripts(path, plays)
    elif len(plays) == 1:
        plain_text.write_plain(path, plays[0])
    else:
        raise BadRequest(f"Plain text holds one play, not {len(plays)}; write a .csv instead.")
    return path


def check_target(path: Path | str) -> Path:
    """The file that play will be written to, refused if it cannot be or holds anything else; touches nothing."""
    path = Path(path)
    if not path.suffix:
        held = [path / f"play{suffix}" for suffix in TABLES if (path / f"play{suffix}").exists()]
        path = held[0] if held else path / "play.parquet"  # a folder holds one table, in the format it has
    suffix = path.suffix.lower()
    if suffix not in (*TABLES, *PLAIN, TRANSCRIPTS):
        raise BadFile(
            f"'{path.name}': play is written to {', '.join((*TABLES, *PLAIN, TRANSCRIPTS))} files, not '{path.suffix}'."
        )
    check_writable(path)
    if path.exists() and path.stat().st_size and not _holds_play(path, suffix):
        raise BadFile(f"'{path}' is there already and holds no play; name another file, or remove it first.")
    return path


def _holds_play(path: Path, suffix: str) -> bool:
    """Whether a file is of the kind that would be written; only as much of it is read as that takes."""
    try:
        if suffix in PLAIN:
            return len(plain_text.read_numbers(path)) > 0
        if suffix == TRANSCRIPTS:
            entry = json.loads(_first_line(path))
            return isinstance(entry, dict) and {"text", "participant"} <= entry.keys()
        return has_columns(path, NEEDED)
    except (OSError, ValueError, HumanlikeError):
        return False


def has_columns(path: Path, columns: Iterable[str]) -> bool:
    """Whether a file is a CSV or Parquet table with these columns; only its header is read."""
    try:
        if path.suffix.lower() in PARQUET:
            from pyarrow import parquet  # slow to load

            return set(columns) <= set(parquet.read_schema(path).names)
        return set(columns) <= {word.strip() for word in next(csv.reader([_first_line(path)]), [])}
    except (OSError, ValueError):
        return False


def _first_line(path: Path) -> str:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return file.readline()


def _write_table(path: Path, plays: Sequence[Play]) -> None:
    """Write the long table and the `games.json` beside it."""
    beside = path.parent / "games.json"
    games: dict[str, Game] = {}
    for play in plays:
        if not games.setdefault(play.game.name, play.game).same_payoffs(play.game):
            raise BadRequest(
                f"Two different games are called '{play.game.name}'; a table needs one name for each game."
            )
    text = text_with_games(beside, games.values())
    table = arrow_table(plays)
    if path.suffix.lower() in PARQUET:
        from pyarrow import parquet

        buffer = BytesIO()
        parquet.write_table(table, buffer)
        content = buffer.getvalue()
    else:
        content = csv_of(table)
    if text is not None:
        write_atomically(beside, text)
    write_atomically(path, content)
