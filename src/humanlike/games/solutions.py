r"""What else theory says about a game: Pareto set, payoff polygon, maximin, coordination.

- *Pareto set*: cells no other cell improves on for one player without hurting another.
- *Payoff polygon*: the convex hull of the cells' payoffs, all that alternating can reach on average.
- *Maximin*: what a player can secure, :math:`\max_x \min_s \sum_a x_a u(a, s)`, over pure or mixed
  :math:`x`; with more players the others are taken to act against the player together.
- *Coordination*: two or more pure equilibria that share nobody's action, where leaving is a loss for the one
  who leaves and a gain for nobody else. So the stag hunt and the battle of the sexes are coordination games;
  chicken is not, because each would like the other to leave.
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final

import numpy as np

from humanlike.core import Game, UnsuitableGame
from humanlike.games.expected_payoffs import Floats
from humanlike.games.pure_equilibria import PureEquilibrium, pure_equilibria

MAX_CELLS: Final = 20_000


@dataclass(frozen=True)
class Maximin:
    """What one player can be sure of: by one action, and by a mixture."""

    action: int
    pure_value: float
    strategy: tuple[float, ...]
    mixed_value: float


def pareto_cells(game: Game) -> tuple[tuple[int, ...], ...]:
    """Cells that are not improved upon, first player slowest.

    Where all seats are alike and only the sum or the lowest action matters, one cell stands for all that
    exchange players, as in `pure_equilibria`.

    >>> from humanlike.games import GAMES
    >>> pareto_cells(GAMES["prisoners-dilemma"])
    ((0, 0), (0, 1), (1, 0))
    """
    alike = game.n_players > 2 and game.situation_kind != "profile" and _all_alike(game)
    n_players, n_actions = game.n_players, game.n_actions[0]
    count = comb(n_actions + n_players - 1, n_players) if alike else prod(game.n_actions)
    if count > MAX_CELLS:
        raise UnsuitableGame(f"'{game.name}' has {count:,} cells, too many to compare with each other.")
    profiles = list(combinations_with_replacement(range(n_actions), n_players)) if alike else game.profiles()
    payoffs = np.array([game.payoffs_of(profile) for profile in profiles])
    if alike:
        payoffs = np.sort(payoffs, axis=1)  # some exchange of players improves on x iff the sorted one does
    return tuple(profiles[cell] for cell in sorted(_frontier(payoffs)))


def _frontier(payoffs: Floats) -> list[int]:
    """Which rows no other row improves on; an improvement has a larger total, so it is met first."""
    frontier: list[int] = []
    for cell in np.lexsort((*-payoffs.T[::-1], -payoffs.sum(axis=1))):
        own, others = payoffs[cell], payoffs[frontier]
        if not np.any(np.all(others >= own, axis=1) & np.any(others > own, axis=1)):
            frontier.append(int(cell))
    return frontier


def _all_alike(game: Game) -> bool:
    return all(np.array_equal(table, game.tables[0]) for table in game.tables[1:])


def payoff_polygon(game: Game) -> Floats:
    """Corners of the convex hull of a two-player game's payoffs, anticlockwise, shape [corners, 2]."""
    row, column = game.matrices
    points = sorted({(float(a), float(b)) for a, b in zip(row.flat, column.flat, strict=True)})
    if len(points) < 3:
        return np.array(points)
    lower, upper = _half_hull(points), _half_hull(points[::-1])
    return np.array(lower[:-1] + upper[:-1])


def _half_hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """One chain of the hull by Andrew's scan: never turn right."""
    chain: list[tuple[float, float]] = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def maximin(game: Game) -> tuple[Maximin, ...]:
    """What each player can secure.

    >>> from humanlike.games import GAMES
    >>> [security.mixed_value for security in maximin(GAMES["matching-pennies"])]
    [0.5, 0.5]
    """
    return tuple(_security(table) for table in game.tables)


def _security(table: Floats) -> Maximin:
    """The linear program: maximise v subject to every situation paying at least v."""
    from scipy.optimize import linprog  # takes a third of a second to load; most commands do without

    n_actions, n_situations = table.shape
    found = linprog(
        np.append(np.zeros(n_actions), -1.0),
        A_ub=np.hstack([-table.T, np.ones((n_situations, 1))]),
        b_ub=np.zeros(n_situations),
        A_eq=np.append(np.ones(n_actions), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * n_actions + [(None, None)],
    )
    strategy = np.abs(np.asarray(found.x, dtype=np.float64)[:-1])  # the solver may leave -0 or -1e-17
    strategy /= strategy.sum()
    worst = table.min(axis=1)
    return Maximin(
        int(worst.argmax()), float(worst.max()), tuple(map(float, strategy)), float((strategy @ table).min())
    )


def coordination_cells(game: Game) -> tuple[tuple[int, ...], ...]:
    """The cells between which the players must agree; empty if it is not a coordination game.

    >>> from humanlike.games import GAMES
    >>> [game.label_of(cell) for game in [GAMES["stag-hunt-3"]] for cell in coordination_cells(game)]
    ['UL', 'MM', 'DR']
    """
    cells = [found.profile for found in pure_equilibria(game) if _held_in_common(game, found)]
    if len(cells) < 2:
        return ()
    apart = all(len({cell[player] for cell in cells}) == len(cells) for player in range(game.n_players))
    return tuple(cells) if apart else ()


def _held_in_common(game: Game, found: PureEquilibrium) -> bool:
    """Whether leaving the cell alone costs the leaver and profits nobody."""
    here = np.array(found.payoffs)
    for player, count in enumerate(game.n_actions):
        for action in set(range(count)) - {found.profile[player]}:
            left = (*found.profile[:player], action, *found.profile[player + 1 :])
            there = np.array(game.payoffs_of(left))
            if there[player] >= here[player] or np.any(there > here):
                return False
    return True
