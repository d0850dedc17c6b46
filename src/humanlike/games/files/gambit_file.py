"""Gambit's normal-form files (.nfg), for any number of players.

::

    NFG 1 R "Title" { "Player 1" "Player 2" }
    { { "U" "D" } { "L" "R" } }
    "A comment, which may be missing"
    21 3  3 5  3 5  5 3

The strategies may also be given as mere counts, ``{ 2 2 }``. Then come either the payoffs of every cell,
everybody's in each, the *first* player's action changing fastest; or, in the outcome version, a list of
outcomes ``{ { "name" 21, 3 } ... }`` and for each cell the number of its outcome (0: all earn nothing).
Numbers may be fractions; commas are blanks. Our name, citation and note travel in the comment.

References
----------
Savani & Turocy, Gambit: The package for computation in game theory, "Game representation formats"

"""

import re
from math import prod
from typing import Final

import numpy as np

from humanlike.core import BadFile, Game, UnsuitableGame
from humanlike.core.game import default_labels
from humanlike.games.expected_payoffs import Floats, payoff_array
from humanlike.games.files.numbers import number, text_of_number, whole_number

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[{}]|[^\s{},"]+|"', re.DOTALL)
MAX_CELLS: Final = 1_000_000


class _Cursor:
    """The file's words, read one after another."""

    def __init__(self, text: str, where: str) -> None:
        self.tokens = TOKEN.findall(text)
        self.where = where
        self.position = 0

    def peek(self) -> str:
        return self.tokens[self.position] if self.position < len(self.tokens) else ""

    def take(self, meant: str) -> str:
        token = self.peek()
        if not token:
            raise BadFile(f"{self.where} ends where {meant} should stand.")
        self.position += 1
        return token

    def expect(self, token: str) -> None:
        if (given := self.take(f"'{token}'")) != token:
            raise BadFile(f"{self.where}: '{given[:30]}' stands where '{token}' should.")

    def string(self, meant: str) -> str:
        token = self.take(meant)
        if len(token) < 2 or not token.startswith('"'):
            raise BadFile(f"{self.where}: {meant} should be a text in double quotes, not '{token[:30]}'.")
        return re.sub(r"\\(.)", r"\1", token[1:-1], flags=re.DOTALL)

    def strings(self, meant: str) -> list[str]:
        self.expect("{")
        found = []
        while self.peek() != "}":
            found.append(self.string(meant))
        self.expect("}")
        return found


def parse(text: str, name: str) -> Game:
    """The game written in `text`; named after the file unless its comment says otherwise."""
    where = f"Gambit file '{name}'"
    cursor = _Cursor(text, where)
    for token in ("NFG", "1"):
        cursor.expect(token)
    if cursor.take("R or D") not in ("R", "D"):
        raise BadFile(f"{where}: 'NFG 1' is followed by R or D.")
    title = cursor.string("the title")
    players = cursor.strings("a player's name")
    labels = _labels(cursor, len(players))
    comment = cursor.string("the comment") if cursor.peek().startswith('"') else ""
    counts = tuple(len(each) for each in labels)
    if prod(counts) > MAX_CELLS:
        raise BadFile(f"{where}: more than {MAX_CELLS:,} cells.")
    cells = _outcome_cells(cursor, counts) if cursor.peek() == "{" else _payoff_cells(cursor, counts)
    tables = tuple(_table(cells[:, player], counts, player) for player in range(len(counts)))
    known = _metadata(comment)
    return Game(
        known.get("name", name),
        tables,
        labels,
        title=title,
        citation=known.get("citation", ""),
        note=known.get("note", ""),
    )


def _labels(cursor: _Cursor, n_players: int) -> tuple[tuple[str, ...], ...]:
    """Everybody's actions: a list of names each, or a count each."""
    cursor.expect("{")
    labels = []
    while cursor.peek() != "}":
        if cursor.peek() == "{":
            names = cursor.strings("an action's name")
            labels.append(tuple(names) if all(names) else default_labels(len(names)))
        else:
            count = whole_number(cursor.take("a number of actions"), cursor.where)
            labels.append(default_labels(min(count, MAX_CELLS + 1)))
    cursor.expect("}")
    if len(labels) != n_players or n_players < 2 or not all(labels):
        raise BadFile(
            f"{cursor.where}: {n_players} player(s) with {[len(each) for each in labels]} actions; "
            "a game needs at least two players with at least one action each."
        )
    return tuple(labels)


def _payoff_cells(cursor: _Cursor, counts: tuple[int, ...]) -> Floats:
    """Payoffs in file order, shape [cells, players]."""
    tokens = cursor.tokens[cursor.position :]
    expected = prod(counts) * len(counts)
    if len(tokens) != expected:
        raise BadFile(f"{cursor.where}: {prod(counts)} cells need {expected} payoffs, found {len(tokens)}.")
    return np.array([number(token, cursor.where) for token in tokens]).reshape(-1, len(counts))


def _outcome_cells(cursor: _Cursor, counts: tuple[int, ...]) -> Floats:
    """The same by way of outcomes: a list of them, then each cell's number."""
    outcomes = [[0.0] * len(counts)]
    cursor.expect("{")
    while cursor.peek() != "}":
        cursor.expect("{")
        cursor.string("an outcome's name")
        outcomes.append([number(cursor.take("a payoff"), cursor.where) for _ in counts])
        cursor.expect("}")
    cursor.expect("}")
    numbers = [whole_number(token, cursor.where) for token in cursor.tokens[cursor.position :]]
    if len(numbers) != prod(counts) or max(numbers) >= len(outcomes):
        raise BadFile(
            f"{cursor.where}: {prod(counts)} cells need as many numbers from 0 to {len(outcomes) - 1}, "
            f"found {len(numbers)} up to {max(numbers, default=0)}."
        )
    return np.array(outcomes)[numbers]


def _table(column: Floats, counts: tuple[int, ...], player: int) -> Floats:
    """One player's cells in file order as a table [own actions, situations]."""
    array = column.reshape(counts, order="F")
    return np.ascontiguousarray(np.moveaxis(array, player, 0).reshape(counts[player], -1))


def _metadata(comment: str) -> dict[str, str]:
    """Name, citation and note as `text_of` wrote them; any other comment is a note."""
    match = re.fullmatch(r"name: ([^\n]+)\ncitation: ([^\n]*)\nnote: (.*)", comment, re.DOTALL)
    if match is None:
        return {"note": comment}
    return dict(zip(("name", "citation", "note"), match.groups(), strict=True))


def text_of(game: Game) -> str:
    """`game` in the payoff version."""
    if prod(game.n_actions) > MAX_CELLS:
        raise UnsuitableGame(f"'{game.name}' has more than {MAX_CELLS:,} cells, too many for a Gambit file.")
    arrays = [payoff_array(game, player).flatten(order="F") for player in range(game.n_players)]
    players = " ".join(_quoted(game.role_name(player)) for player in range(game.n_players))
    labels = " ".join("{ " + " ".join(map(_quoted, each)) + " }" for each in game.labels)
    comment = f"name: {game.name}\ncitation: {game.citation}\nnote: {game.note}"
    cells = [" ".join(text_of_number(payoff) for payoff in cell) for cell in zip(*arrays, strict=True)]
    head = f"NFG 1 R {_quoted(game.title)} {{ {players} }}\n\n{{ {labels} }}\n{_quoted(comment)}\n\n"
    return head + "\n".join(cells) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
