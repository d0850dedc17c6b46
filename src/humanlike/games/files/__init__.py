"""Game files: the suffix chooses the format.

- ``.json``: one game, or many by name (`json_file`); the format of the `games.json` beside a data set.
- ``.nfg``: Gambit's normal form, with payoffs or outcomes (`gambit_file`).
- ``.txt`` or ``.game``: the papers' plain text, sizes and then payoffs (`plain_text`).

A bad file raises `BadFile` or `BadGame` with one sentence; files are written whole or not at all.
"""

from collections.abc import Iterable
from pathlib import Path

from humanlike.core import BadFile, BadRequest, Game, look_up, write_atomically
from humanlike.games.files import gambit_file, plain_text

SUFFIXES = (".json", ".nfg", ".txt", ".game")


def read_games(path: Path | str) -> dict[str, Game]:
    """Every game of a file, by name."""
    path = Path(path)
    suffix = _suffix(path)
    text = _text(path)
    if suffix == ".json":
        from humanlike.games.files import json_file  # pydantic takes a while to load; others do without

        games = json_file.parse(text, path.stem)
    elif suffix == ".nfg":
        games = [gambit_file.parse(text, path.stem)]
    else:
        games = [plain_text.parse(text, path.stem)]
    return {game.name: game for game in games}


def read_game(path: Path | str, name: str | None = None) -> Game:
    """The game of a file that holds one, or the one called `name`."""
    games = read_games(path)
    if name is not None:
        return look_up(f"game in '{Path(path).name}'", name, games)
    if len(games) != 1:
        raise BadRequest(
            f"'{Path(path).name}' holds {len(games)} games; name one of them: {', '.join(sorted(games))}."
        )
    return next(iter(games.values()))


def write_game(path: Path | str, game: Game) -> None:
    """Write one game in the format of the suffix."""
    write_games(path, [game])


def write_games(path: Path | str, games: Iterable[Game]) -> None:
    """Write games; only JSON holds more than one."""
    path, games = Path(path), list(games)
    suffix = _suffix(path)
    if suffix == ".json":
        from humanlike.games.files import json_file

        content = json_file.text_of(games)
    elif len(games) != 1:
        raise BadRequest(f"A {suffix} file holds one game, not {len(games)}; JSON holds many.")
    else:
        content = (gambit_file if suffix == ".nfg" else plain_text).text_of(games[0])
    write_atomically(path, content)


def text_with_games(path: Path, games: Iterable[Game]) -> str | None:
    """What the JSON file at `path` must say to hold `games` besides its own; None if it does already.

    A file that knows another game by one of the names is refused: plays beside it rely on what it says.
    """
    from humanlike.games.files import json_file

    games = list(games)
    if not path.exists():
        return json_file.text_of(games)
    known = read_games(path)
    for game in games:
        there = known.get(game.name, game)
        if not there.same_payoffs(game) or there.labels != game.labels:
            raise BadFile(
                f"'{path}' holds another game called '{game.name}' (other payoffs or action names), which play beside "
                "it may rely on; write to another folder, or rename the game."
            )
    new = [game for game in games if game.name not in known]
    return json_file.text_with(_text(path), path.stem, new) if new else None


def _suffix(path: Path) -> str:
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise BadFile(f"'{path.name}': a game file ends in {', '.join(SUFFIXES)}, not '{path.suffix}'.")
    return suffix


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise BadFile(f"Cannot read '{path}': {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise BadFile(f"'{path.name}' is no text file (byte {error.start} is not UTF-8).") from error


__all__ = ["SUFFIXES", "read_game", "read_games", "text_with_games", "write_game", "write_games"]
