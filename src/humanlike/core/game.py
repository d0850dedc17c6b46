r"""A stage game: any number of players, any number of actions each.

What a player earns depends on the own action and on the *situation* the others create. In a
two-player game the situation is simply the other's action. In general it is an index computed from
the others' actions in one of three ways (`situation_kind`):

- ``profile``: every combination of the others' actions is a situation of its own (the normal form);
- ``sum``: only the total of the others' action numbers matters (public goods);
- ``lowest``: only the smallest of the others' action numbers matters (minimum effort).

So every seat has a payoff table of shape [own actions, situations], and a game of nineteen players
with twenty-one actions each stays a small table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, Literal
from zlib import crc32

import numpy as np
import numpy.typing as npt

from humanlike.core.errors import BadGame

SituationKind = Literal["profile", "sum", "lowest"]
DEFAULT_LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, eq=False)
class Game:
    """Who can do what, and what it pays.

    `tables[i]` has shape [own actions of i, situations of i]; `labels[i]` names the actions of
    player i. Build two-player games with `Game.from_matrices`.
    """

    name: str
    tables: tuple[npt.NDArray[np.float64], ...]
    labels: tuple[tuple[str, ...], ...]
    situation_kind: SituationKind = "profile"
    title: str = ""
    citation: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if len(self.tables) < 2:
            raise BadGame(f"Game '{self.name}' has {len(self.tables)} player(s); a game needs at least two.")
        for player, table in enumerate(self.tables):
            self._check_table(player, table)
            table.setflags(write=False)

    def _check_table(self, player: int, table: npt.NDArray[np.float64]) -> None:
        where = f"Game '{self.name}', player {player + 1}"
        if table.ndim != 2 or 0 in table.shape:
            raise BadGame(
                f"{where}: a payoff table needs at least one action and one situation, not {table.shape}."
            )
        if not np.all(np.isfinite(table)):
            raise BadGame(f"{where}: every payoff must be a finite number.")
        if len(self.labels) != self.n_players or len(self.labels[player]) != table.shape[0]:
            raise BadGame(f"{where}: {table.shape[0]} actions need as many labels, got {self.labels!r}.")
        if len(set(self.labels[player])) != table.shape[0]:
            raise BadGame(f"{where}: action labels must differ, got {', '.join(self.labels[player])}.")
        if table.shape[1] != self.n_situations(player):
            raise BadGame(f"{where}: {self.n_situations(player)} situations expected, got {table.shape[1]}.")

    @classmethod
    def from_matrices(
        cls,
        name: str,
        row: npt.ArrayLike,
        column: npt.ArrayLike,
        *,
        labels: Sequence[Sequence[str]] | None = None,
        title: str = "",
        citation: str = "",
        note: str = "",
    ) -> "Game":
        """A two-player game from both payoff matrices, each indexed [row action, column action].

        >>> chicken = Game.from_matrices("chicken", [[5, 2], [6, 1]], [[5, 6], [2, 1]])
        >>> chicken.payoffs_of((1, 0))
        (6.0, 2.0)
        """
        matrices = [_matrix(name, who, values) for who, values in (("row", row), ("column", column))]
        if matrices[0].shape != matrices[1].shape:
            raise BadGame(
                f"Game '{name}': the row matrix is {matrices[0].shape}, the column matrix {matrices[1].shape}; "
                "both must be [row actions, column actions]."
            )
        counts = matrices[0].shape
        if labels is None:
            labels = tuple(default_labels(count) for count in counts)
        tables = (matrices[0], np.ascontiguousarray(matrices[1].T))
        return cls(
            name, tables, tuple(tuple(each) for each in labels), title=title, citation=citation, note=note
        )

    @property
    def n_players(self) -> int:
        """How many seats the game has."""
        return len(self.tables)

    @property
    def n_actions(self) -> tuple[int, ...]:
        """How many actions each player has."""
        return tuple(table.shape[0] for table in self.tables)

    def others(self, player: int) -> tuple[int, ...]:
        """The other seats, in their order."""
        return tuple(other for other in range(self.n_players) if other != player)

    def n_situations(self, player: int) -> int:
        """How many different situations the others can put `player` in."""
        counts = [self.n_actions[other] for other in self.others(player)]
        if self.situation_kind == "profile":
            return int(np.prod(counts))
        if self.situation_kind == "sum":
            return sum(count - 1 for count in counts) + 1
        return min(counts)

    def situations(self, player: int, others_actions: npt.ArrayLike) -> npt.NDArray[np.integer[Any]]:
        """The situation created by the others' actions, shape [others, ...] -> [...]; -1 where one is missing."""
        if self.n_players == 2:  # it is what the other does, however the situations are counted
            return np.asarray(np.maximum(np.asarray(others_actions)[0], -1))
        actions = np.asarray(others_actions, dtype=np.int64)
        missing = np.any(actions < 0, axis=0)
        if self.situation_kind == "sum":
            index = actions.sum(axis=0)
        elif self.situation_kind == "lowest":
            index = actions.min(axis=0)
        else:
            index = np.zeros(actions.shape[1:], dtype=np.int64)
            for seat, other in enumerate(self.others(player)):
                index = index * self.n_actions[other] + actions[seat]
        return np.where(missing, -1, index)

    def payoffs_of(self, profile: Sequence[int]) -> tuple[float, ...]:
        """What everybody earns when `profile` is played."""
        return tuple(
            float(table[profile[player], self.situations(player, [profile[o] for o in self.others(player)])])
            for player, table in enumerate(self.tables)
        )

    def same_payoffs(self, other: "Game") -> bool:
        """Whether both are the same but for names and words: players, actions, situations and payoffs."""
        alike = (
            self.situation_kind == other.situation_kind or self.n_players == 2
        )  # for two it is the other's move
        return (
            alike
            and len(self.tables) == len(other.tables)
            and all(
                np.array_equal(mine, yours) for mine, yours in zip(self.tables, other.tables, strict=True)
            )
        )

    def profiles(self) -> list[tuple[int, ...]]:
        """Every combination of actions (the cells of the matrix), first player slowest."""
        return list(product(*(range(count) for count in self.n_actions)))

    @cached_property
    def matrices(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Both payoff matrices of a two-player game, each indexed [row action, column action]."""
        if self.n_players != 2:
            raise BadGame(f"Game '{self.name}' has {self.n_players} players; payoff matrices exist for two.")
        return self.tables[0], self.tables[1].T

    def label_of(self, profile: Sequence[int]) -> str:
        """The cell's name, e.g. 'UL'; labels longer than one letter are joined by '-'."""
        words = [self.labels[player][action] for player, action in enumerate(profile)]
        return ("" if all(len(word) == 1 for word in words) else "-").join(words)

    def role_name(self, player: int) -> str:
        """Row and column in a two-player game, 'player 3' elsewhere."""
        return ("row", "column")[player] if self.n_players == 2 else f"player {player + 1}"


def seat_number(game: Game, player: int) -> int:
    """A number that tells seats apart: by the game's name and the own payoffs, in whatever currency.

    Seats that look the same have one number; a rule that learned what people do in a seat knows it again by this.
    """
    table = game.tables[player]
    width = float(np.ptp(table)) or 1.0
    scaled = np.round((table - table.min()) / width, 9) + 0.0  # no negative zeros
    return crc32(scaled.tobytes(), crc32(f"{game.name} {table.shape}".encode()))


def seats_alike(game: Game) -> bool:
    """Whether the game looks the same from every seat."""
    return all(np.array_equal(table, game.tables[0]) for table in game.tables)


def default_labels(count: int) -> tuple[str, ...]:
    """A, B, C, ... or numbers where the alphabet ends."""
    return tuple(DEFAULT_LABELS[:count]) if count <= len(DEFAULT_LABELS) else tuple(map(str, range(count)))


def _matrix(name: str, who: str, values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """One payoff matrix, or a sentence about what is wrong with it."""
    try:
        matrix = np.array(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise BadGame(
            f"Game '{name}': the {who} payoffs must be a full rectangle of numbers (ragged rows or a word?)."
        ) from error
    if matrix.ndim != 2 or 0 in matrix.shape:
        raise BadGame(f"Game '{name}': the {who} payoffs must be a matrix with at least one action a side.")
    return matrix
