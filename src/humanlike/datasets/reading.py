"""`read_plays`: the suffix chooses the format, a folder means its `play.csv`, a name a data set; or a pandas table.

- ``.csv``, ``.parquet``: the long table, `games.json` beside it (`table`, `long_table`);
- ``.txt``, ``.dat``: the papers' plain text, the game given separately (`plain_text`).

`writing` writes the same, and transcripts for language models.
"""

from pathlib import Path

import pandas as pd

from humanlike.core import BadFile, BadRequest, Game, Play
from humanlike.datasets import plain_text
from humanlike.datasets.checks import check
from humanlike.datasets.long_table import plays_of
from humanlike.datasets.problems import Problem
from humanlike.datasets.recognising import recognise
from humanlike.datasets.registry import find_data
from humanlike.datasets.table import Table, read_table, table_from_frame
from humanlike.datasets.writing import PLAIN, TABLES, TRANSCRIPTS
from humanlike.games import GAMES, read_game, read_games


def read_plays(source: Path | str | pd.DataFrame, game: Game | Path | str | None = None) -> list[Play]:
    """A Play for each data set and game in a file, folder or table; `game` is a Game or a game file.

    Without one, a file's games are in the `games.json` beside it; a pandas table may name those of the catalogue.
    """
    if isinstance(source, pd.DataFrame):
        return plays_of(_given_table(source, game))
    path = _own_table(Path(source))
    if path.suffix.lower() in TABLES:
        return plays_of(read_table(path, _games(game)))
    if game is None:
        raise BadRequest(
            f"'{path.name}' is plain text: give its game as well (a game file or a game's name)."
        )
    return [plain_text.read_plain(path, game if isinstance(game, Game) else read_game(game))]


def check_plays(
    source: Path | str | pd.DataFrame, game: Game | Path | str | None = None
) -> tuple[str, list[Problem]]:
    """What to call a file or table and everything that is wrong with it; what is no table raises at once."""
    if isinstance(source, pd.DataFrame):
        table = _given_table(source, game)
        return table.name, check(table)
    path = _own_table(Path(source))
    if path.suffix.lower() in TABLES:
        table = read_table(path, _games(game))
        return table.name, check(table)
    read_plays(path, game)  # plain text is right or refused
    return path.name, []


def _given_table(frame: pd.DataFrame, game: Game | Path | str | None) -> Table:
    """A pandas table; where it names no game, the one that is given was played."""
    if "game" not in frame.columns:
        if not isinstance(game, Game):
            raise BadRequest("The table does not say which game was played: add a column game, or name it.")
        frame = frame.assign(game=game.name)
    return table_from_frame(frame, {**GAMES, **(_games(game) or {})})


def _own_table(path: Path) -> Path:
    """The file itself; refused in a sentence if it is somebody else's export."""
    foreign = recognise(path)
    if foreign is not None:
        raise BadFile(foreign.sentence())
    return table_path(path)


def table_path(path: Path) -> Path:
    """The file itself: a folder means the `play.csv` in it, a bare name a data set of the registry."""
    if not path.exists() and len(path.parts) == 1 and not path.suffix:
        path = find_data(path.name)
    if path.is_dir():
        found = [path / f"play{suffix}" for suffix in TABLES if (path / f"play{suffix}").exists()]
        if not found:
            raise BadFile(f"The folder '{path}' holds no play.csv or play.parquet.")
        return found[0]
    if path.suffix.lower() == TRANSCRIPTS:
        raise BadFile(
            f"'{path.name}': transcripts ({TRANSCRIPTS}) are written, never read; play is read from "
            f"{', '.join(TABLES + PLAIN)} files."
        )
    if path.suffix.lower() not in TABLES + PLAIN:
        raise BadFile(
            f"'{path.name}': play is kept in {', '.join(TABLES + PLAIN)} files, not '{path.suffix}'."
        )
    return path


def _games(game: Game | Path | str | None) -> dict[str, Game] | None:
    if game is None:
        return None
    return {game.name: game} if isinstance(game, Game) else read_games(game)
