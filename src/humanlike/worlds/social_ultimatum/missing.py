"""What is done about offers and answers that nobody recorded: refuse the file, or leave out a round or a game.

A round is left out for all its players and stays as a gap: rounds on either side of it are not joined, so no chain of
offers runs across it. A game of which fewer than two whole rounds are left is left out as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, get_args

from humanlike.core import BadRequest, OfferTable

Missing = Literal["refuse", "drop-round", "drop-game"]
SHOWN = 8  # games named in a sentence


@dataclass(frozen=True)
class LeftOut:
    """A round that was left out (0: the whole game), and why."""

    game: str
    round: int
    why: str


@dataclass(frozen=True, eq=False)
class Traces(Sequence[OfferTable]):
    """The games that were read, a table for each group size (smallest first), and what was left out of them."""

    tables: tuple[OfferTable, ...]
    left_out: tuple[LeftOut, ...] = ()

    def __getitem__(self, place: Any) -> Any:
        return self.tables[place]

    def __len__(self) -> int:
        return len(self.tables)


def find_missing(word: str) -> Missing:
    """What to do about gaps, from a user's word."""
    for known in get_args(Missing):
        if word == known:
            choice: Missing = known
            return choice
    raise BadRequest(f"--missing is {', '.join(get_args(Missing)[:-1])} or drop-game, not '{word}'.")


def left_out_document(left_out: Sequence[LeftOut]) -> list[dict[str, Any]]:
    """Everything that was left out, as plain Python; a whole game has no round."""
    return [{"game": each.game, "round": each.round or None, "why": each.why} for each in left_out]


def tell_left_out(left_out: Sequence[LeftOut]) -> Iterator[str]:
    """How many rounds and games were left out, and which; nothing where nothing was.

    >>> print(*tell_left_out([LeftOut("a", 3, "no offer by bob"), LeftOut("b", 0, "cat's offer was never answered")]))
    Left out: 1 round (game a: round 3, no offer by bob) and 1 game (game b: cat's offer was never answered).
    """
    if not left_out:
        return
    rounds = [each for each in left_out if each.round]
    games = [each for each in left_out if not each.round]
    parts = []
    if rounds:
        parts.append(f"{_count(len(rounds), 'round')} ({_named([*_by_game(rounds)])})")
    if games:
        parts.append(
            f"{_count(len(games), 'game')} ({_named([f'game {each.game}: {each.why}' for each in games])})"
        )
    yield f"Left out: {' and '.join(parts)}."


def _by_game(rounds: Sequence[LeftOut]) -> Iterator[str]:
    for game, own in groupby(rounds, key=lambda each: each.game):
        first, *others = own
        if not others:
            yield f"game {game}: round {first.round}, {first.why}"
        else:
            numbers = ", ".join(str(each.round) for each in (first, *others))
            yield f"game {game}: rounds {numbers}, first {first.why}"


def _named(phrases: Sequence[str]) -> str:
    more = f"; and {len(phrases) - SHOWN} more games, see --json" if len(phrases) > SHOWN else ""
    return "; ".join(phrases[:SHOWN]) + more


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
