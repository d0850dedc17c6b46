"""`read_plays`: the suffix chooses the format, a folder means its `play.csv`, a name a data set.

- ``.csv``, ``.parquet``: the long table, `games.json` beside it (`table`, `long_table`);
- ``.txt``, ``.dat``: the papers' plain text, the game given separately (`plain_text`).

`writing` writes the same, and transcripts for language models.
"""

from pathlib import Path

from humanlike.core import BadFile, BadRequest, Game, Play
from humanlike.datasets import plain_text
from humanlike.datasets.checks import Problem, check
from humanlike.datasets.long_table import plays_of
from humanlike.datasets.registry import find_data
from humanlike.datasets.table import read_table
from humanlike.datasets.writing import PLAIN, TABLES
from humanlike.games import read_game, read_games


def read_plays(path: Path | str, game: Game | Path | str | None = None) -> list[Play]:
    """A Play for each data set and game in a file or folder; `game` is a Game or a game file."""
    path = table_path(Path(path))
    if path.suffix.lower() in TABLES:
        return plays_of(read_table(path, _games(game)))
    if game is None:
        raise BadRequest(
            f"'{path.name}' is plain text: give its game as well (a game file or a game's name)."
        )
    return [plain_text.read_plain(path, game if isinstance(game, Game) else read_game(game))]


def check_file(path: Path | str, game: Game | Path | str | None = None) -> tuple[str, list[Problem]]:
    """The file's name and everything that is wrong with it; a file that is no table raises at once."""
    path = table_path(Path(path))
    if path.suffix.lower() in TABLES:
        table = read_table(path, _games(game))
        return table.name, check(table)
    read_plays(path, game)  # plain text is right or refused
    return path.name, []


def table_path(path: Path) -> Path:
    """The file itself: a folder means the `play.csv` in it, a bare name a data set of the registry."""
    if not path.exists() and len(path.parts) == 1 and not path.suffix:
        path = find_data(path.name)
    if path.is_dir():
        found = [path / f"play{suffix}" for suffix in TABLES if (path / f"play{suffix}").exists()]
        if not found:
            raise BadFile(f"The folder '{path}' holds no play.csv or play.parquet.")
        return found[0]
    if path.suffix.lower() not in TABLES + PLAIN:
        raise BadFile(
            f"'{path.name}': play is kept in {', '.join(TABLES + PLAIN)} files, not '{path.suffix}'."
        )
    return path


def _games(game: Game | Path | str | None) -> dict[str, Game] | None:
    if game is None:
        return None
    return {game.name: game} if isinstance(game, Game) else read_games(game)
