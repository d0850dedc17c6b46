"""Games: by name, a game file (`games.json#chicken`), `random:20`, a user's own object."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from humanlike.core import BadRequest, Game, Streams, whole_number
from humanlike.games import GAMES, random_game, read_game, read_games
from humanlike.games.files import SUFFIXES
from humanlike.naming.bringing import no_setting
from humanlike.naming.grammar import split_words
from humanlike.naming.kinds import Kind

GAME = Kind("game", GAMES, lambda thing: isinstance(thing, Game))
MOST_RANDOM = 1000
RANDOM = "random:"


def find_game(word: str | Path | Game, known: Mapping[str, Game] | None = None) -> Game:
    """The game a word names: of the catalogue (or those `known` besides), of a game file, or a user's own."""
    if isinstance(word, Game):
        return word
    text = str(word)
    if known and text in known:
        return known[text]
    path, _, name = text.partition("#")
    if text not in GAMES and path.lower().endswith(SUFFIXES):
        return read_game(path, name or None)
    found, parsed = Kind("game", {**GAMES, **(known or {})}, GAME.accepts).find(text)
    no_setting("game", parsed.name, parsed.setting, parsed.options)
    game: Game = found
    return game


def find_games(
    words: str | Sequence[str | Game], *, played: Mapping[str, Game] | None = None, seed: int = 1
) -> list[Game]:
    """Several games: names, files (all their games), `all` that were `played`, `random:20` drawn from the seed."""
    names = split_words(words) if isinstance(words, str) else words
    return list({game.name: game for word in names for game in _games(word, played or {}, seed)}.values())


def _games(word: str | Game, played: Mapping[str, Game], seed: int) -> list[Game]:
    if word == "all":
        return list(played.values())
    if isinstance(word, str) and word.startswith(RANDOM):
        return random_games(word, seed)
    if isinstance(word, str) and word.lower().endswith(SUFFIXES):
        return list(read_games(word).values())
    return [find_game(word, played)]


def random_games(word: str, seed: int) -> list[Game]:
    """`random:20`: half 2x2, half 3x3 games, from the stream of the committed seed."""
    count = whole_number(word.partition(":")[2]) or 0
    if not 0 < count <= MOST_RANDOM:
        raise BadRequest(
            f"'{word}' should be random: and a number from 1 to {MOST_RANDOM}, for example random:20."
        )
    generator = Streams(seed)["games"].generator()
    sizes = [2 + number % 2 for number in range(count)]
    return [
        random_game(generator, size, size, name=f"random-{number + 1}") for number, size in enumerate(sizes)
    ]


def game_or_file(word: str | Path | Game | None) -> Game | Path | None:
    """The game of a body of play: a game itself, or the file whose games the play may name."""
    if word is None or word == "":
        return None
    text = str(word)
    if not isinstance(word, Game) and text.lower().endswith(SUFFIXES):
        return Path(text)
    return find_game(word)
