"""Bodies of play: a data set by name, a file, a folder, `simulated:RULE`, a table, a user's own object."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from humanlike.core import BadFile, BadRequest, Game, Play, Streams, look_up
from humanlike.datasets import SOURCES, find_data, read_export, read_plays
from humanlike.naming.bringing import bring
from humanlike.naming.games import game_or_file
from humanlike.naming.grammar import parse_word, split_words
from humanlike.naming.kinds import is_path, refuse_tie

SIMULATED = "simulated:"
MappingWord = str | Path | Mapping[str, object] | None
PlaysWord = str | Path | Play | pd.DataFrame | Sequence[Any]


def find_plays(
    word: PlaysWord,
    *,
    game: str | Path | Game | None = None,
    games: str = "",
    mapping: MappingWord = None,
    seed: int = 1,
) -> list[Play]:
    """The plays a word (or several, in a list) names, of these `games` only if any are named.

    `game` is the game of plain text, or the game file whose games a table names; `mapping` (a file, or a dictionary)
    says how an export of oTree or z-Tree, or a table of one's own, is to be read.
    """
    if mapping is not None:
        plays = read_export(export_source(word), mapping, game_or_file(game))
    else:
        plays = _plays(word, game_or_file(game), seed)
    names = split_words(games)
    known = {play.game.name: play for play in plays}
    for name in names:
        look_up("game in this body of play", name, known)
    return [play for name in names for play in plays if play.game.name == name] if names else plays


def find_experiments(word: PlaysWord | None) -> list[tuple[str, Play]]:
    """The plays that rules are fitted to, with the names of their experiments; none for None."""
    if word is None:
        return []
    return [(play.provenance.get("dataset", "people"), play) for play in find_plays(word)]


def _plays(word: Any, game: Game | Path | None, seed: int) -> list[Play]:
    if isinstance(word, Play):
        return [word]
    if isinstance(word, str | Path):
        return _of_word(str(word), game, seed)
    if isinstance(word, pd.DataFrame):
        return read_plays(word, game)
    if isinstance(word, Sequence):
        return [play for each in word for play in _plays(each, game, seed)]
    raise BadRequest(f"Play, its file or its name was expected, not {word!r:.80}.")


def _of_word(word: str, game: Game | Path | None, seed: int) -> list[Play]:
    if word.startswith(SIMULATED):
        from humanlike.naming.rules import find_player  # rules load JAX, which reading a file must not
        from humanlike.prediction import simulated_experiment

        player = find_player(word.removeprefix(SIMULATED))
        return simulated_experiment(Streams(seed)["simulated"], player.rule, player.parameters)
    parsed = parse_word(word)
    if parsed.brought and parsed.place.endswith(".py"):
        found = bring("play", parsed.place, parsed.thing, _is_play)
        return list(found) if isinstance(found, list | tuple) else [found]
    return read_plays(place_of(word), game)


def file_or_frame(word: PlaysWord) -> Path | pd.DataFrame | None:
    """The file or table itself, before anything in it is believed; None for what is no file."""
    if isinstance(word, pd.DataFrame):
        return word
    if not isinstance(word, str | Path) or str(word).startswith(SIMULATED) or parse_word(str(word)).brought:
        return None
    return place_of(str(word))


def export_source(word: PlaysWord) -> Path | pd.DataFrame:
    """The file or table that a mapping says how to read."""
    if isinstance(word, str | Path):
        return Path(word).expanduser()
    if isinstance(word, pd.DataFrame):
        return word
    raise BadRequest("A mapping says how a file or a pandas table is to be read, and this is neither.")


def place_of(word: str) -> Path:
    """Where the play is: a path that exists, or a data set's name; never both."""
    here = Path(word).expanduser()
    if is_path(word) or (here.exists() and here.suffix):
        if not here.exists():
            raise BadFile(f"There is no file or folder '{word}'.")
        return here
    if not here.exists():
        return here if here.suffix else find_data(word)
    if word in SOURCES:
        elsewhere = _where_else(word)
        refuse_tie("data set", word, elsewhere is not None and elsewhere.resolve() != here.resolve(), True)
    return here


def _where_else(name: str) -> Path | None:
    try:
        return find_data(name)
    except BadFile:
        return None


def title_of(word: Any) -> str:
    """A body of play in a sentence or a title."""
    if isinstance(word, str | Path):
        return str(word)
    if isinstance(word, Play):
        return word.provenance.get("dataset", "") or word.game.name
    return "the given table" if isinstance(word, pd.DataFrame) else "the given play"


def _is_play(thing: object) -> bool:
    return isinstance(thing, Play) or (
        isinstance(thing, list | tuple) and bool(thing) and all(isinstance(each, Play) for each in thing)
    )
