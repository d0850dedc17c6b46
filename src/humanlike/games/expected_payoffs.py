r"""Expected payoffs of each action against mixed strategies, and how they change with them.

A `Crowd` hides how a game stores its payoffs from whoever looks for fixed points. Small games are
contracted as arrays. In a game in which only the sum or the lowest of the others' actions matters and all
seats are alike, everybody mixes alike and the others' aggregate has a distribution of its own: the
:math:`(n-1)`-fold convolution of :math:`p`, or powers of the tail :math:`G_s = \sum_{a \ge s} p_a`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, UnsuitableGame

Floats = npt.NDArray[np.float64]
MAX_CELLS: Final = 200_000  # cells of the full payoff array of one player


@dataclass(frozen=True)
class Crowd:
    """Groups of like players, each with one mixed strategy.

    `expected(p)` gives each group's payoff per action; `slopes(p)[i][j]` has shape [actions of i,
    actions of j] and holds the derivative of group i's payoffs by the strategy of group j.
    """

    sizes: tuple[int, ...]
    expected: Callable[[Sequence[Floats]], list[Floats]]
    slopes: Callable[[Sequence[Floats]], list[list[Floats]]]
    seats: tuple[int, ...]  # the group of each player


def crowd_of(game: Game) -> Crowd:
    """The game as groups of like players: one group if the game is an aggregate one, else one per seat."""
    alike = all(np.array_equal(table, game.tables[0]) for table in game.tables[1:])
    if game.n_players > 2 and game.situation_kind != "profile" and alike:
        return _alike(game)
    if np.prod(np.array(game.n_actions, dtype=float)) > MAX_CELLS:
        raise UnsuitableGame(
            f"'{game.name}' has more than {MAX_CELLS:,} cells, too many for mixed strategies."
        )
    return _seat_by_seat(game)


def payoff_array(game: Game, player: int) -> Floats:
    """What `player` earns in every cell, shape [actions of player 1, actions of player 2, ...]."""
    counts = game.n_actions
    own = np.indices(counts)
    situations = game.situations(player, own[list(game.others(player))])
    return np.asarray(game.tables[player][own[player], situations])


def _seat_by_seat(game: Game) -> Crowd:
    arrays = [payoff_array(game, player) for player in range(game.n_players)]

    def against(player: int, kept: tuple[int, ...], p: Sequence[Floats]) -> Floats:
        result = arrays[player]
        for axis in reversed(range(game.n_players)):
            if axis not in kept:
                result = np.tensordot(result, p[axis], axes=(axis, 0))
        return result

    def expected(p: Sequence[Floats]) -> list[Floats]:
        return [against(player, (player,), p) for player in range(game.n_players)]

    def slopes(p: Sequence[Floats]) -> list[list[Floats]]:
        return [[slope(i, j, p) for j in range(game.n_players)] for i in range(game.n_players)]

    def slope(i: int, j: int, p: Sequence[Floats]) -> Floats:
        if i == j:
            return np.zeros((game.n_actions[i], game.n_actions[i]))
        kept = against(i, (i, j), p)
        return kept if i < j else kept.T

    return Crowd(game.n_actions, expected, slopes, tuple(range(game.n_players)))


def _alike(game: Game) -> Crowd:
    table, n_others, n_actions = game.tables[0], game.n_players - 1, game.n_actions[0]
    aggregate = _sum_of_others if game.situation_kind == "sum" else _lowest_of_others

    def expected(p: Sequence[Floats]) -> list[Floats]:
        return [table @ aggregate(p[0], n_others)[0]]

    def slopes(p: Sequence[Floats]) -> list[list[Floats]]:
        return [[table @ aggregate(p[0], n_others)[1]]]

    return Crowd((n_actions,), expected, slopes, (0,) * game.n_players)


def _sum_of_others(p: Floats, n_others: int) -> tuple[Floats, Floats]:
    """Distribution of the sum of `n_others` actions, and its derivative by p, shape [sums, actions]."""
    all_but_one = reduce(np.convolve, [p] * (n_others - 1), np.ones(1))
    derivative = np.zeros((all_but_one.size + p.size - 1, p.size))
    for action in range(p.size):
        derivative[action : action + all_but_one.size, action] = n_others * all_but_one
    return np.convolve(all_but_one, p), derivative


def _lowest_of_others(p: Floats, n_others: int) -> tuple[Floats, Floats]:
    """Distribution of the lowest of `n_others` actions, and its derivative by p, shape [actions, actions]."""
    tail = np.append(np.cumsum(p[::-1])[::-1], 0.0)
    at_least = (np.arange(p.size) >= np.arange(p.size + 1)[:, None]).astype(float)
    change = n_others * (tail ** (n_others - 1))[:, None] * at_least
    return tail[:-1] ** n_others - tail[1:] ** n_others, change[:-1] - change[1:]
