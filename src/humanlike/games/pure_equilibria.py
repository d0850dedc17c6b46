r"""Pure Nash equilibria of games with any number of players.

In a normal form every cell is checked. Where only the sum or the lowest of the others' actions matters, a
cell need not be looked at as such: given the total :math:`S`, player i may take action :math:`a` if it is a
best reply to :math:`S - a`; given the lowest action :math:`m`, all who lie above it reply to :math:`m`.
Players with the same payoffs are interchangeable, so of all cells that differ only by exchanging them the
one with rising actions stands for the rest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import factorial, prod
from typing import Final

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, UnsuitableGame
from humanlike.games.expected_payoffs import payoff_array

MAX_CELLS: Final = 2_000_000
MAX_EQUILIBRIA: Final = 10_000
CLOSE: Final = 1e-12  # relative to the payoff range: ties survive rounding


@dataclass(frozen=True)
class PureEquilibrium:
    """A cell nobody wants to leave; it stands for `multiplicity` cells that exchange like players."""

    profile: tuple[int, ...]
    payoffs: tuple[float, ...]
    multiplicity: int = 1


def pure_equilibria(game: Game) -> tuple[PureEquilibrium, ...]:
    """All pure equilibria; in aggregate games one for each way of exchanging like players.

    >>> from humanlike.games import GAMES
    >>> [game.label_of(cell.profile) for game in [GAMES["chicken"]] for cell in pure_equilibria(game)]
    ['UR', 'DL']
    """
    if game.situation_kind == "profile" or game.n_players == 2:
        return _cell_by_cell(game)
    best = [table >= table.max(axis=0) - CLOSE * np.ptp(table) for table in game.tables]
    search = _by_sum if game.situation_kind == "sum" else _by_lowest
    kinds = _kinds(game)
    found = []
    for profile in search(game, best, kinds):
        found.append(PureEquilibrium(profile, game.payoffs_of(profile), _arrangements(profile, kinds)))
        if len(found) > MAX_EQUILIBRIA:
            raise UnsuitableGame(f"'{game.name}' has more than {MAX_EQUILIBRIA:,} kinds of pure equilibrium.")
    return tuple(sorted(found, key=lambda cell: cell.profile))


def _cell_by_cell(game: Game) -> tuple[PureEquilibrium, ...]:
    if prod(game.n_actions) > MAX_CELLS:
        raise UnsuitableGame(f"'{game.name}' has more than {MAX_CELLS:,} cells, too many to check.")
    stays = np.ones(game.n_actions, dtype=bool)
    for player, table in enumerate(game.tables):
        payoffs = payoff_array(game, player)
        stays &= payoffs >= payoffs.max(axis=player, keepdims=True) - CLOSE * np.ptp(table)
    profiles = [tuple(int(action) for action in cell) for cell in np.argwhere(stays)]
    return tuple(PureEquilibrium(profile, game.payoffs_of(profile)) for profile in profiles)


def _kinds(game: Game) -> list[int]:
    """For each player the first player with the same payoff table."""
    return [
        next(other for other in range(player + 1) if np.array_equal(game.tables[other], table))
        for player, table in enumerate(game.tables)
    ]


def _arrangements(profile: Sequence[int], kinds: Sequence[int]) -> int:
    """How many cells differ from `profile` only by exchanging players of one kind."""
    total = 1
    for kind in set(kinds):
        actions = [action for action, of_kind in zip(profile, kinds, strict=True) if of_kind == kind]
        total *= factorial(len(actions)) // prod(factorial(actions.count(action)) for action in set(actions))
    return total


def _rising(
    allowed: Sequence[Sequence[int]], kinds: Sequence[int], total: int | None = None
) -> Iterator[tuple[int, ...]]:
    """Profiles of allowed actions, rising within each kind; with a given total if there is one."""
    least = [sum(min(actions, default=0) for actions in allowed[k:]) for k in range(len(allowed) + 1)]
    most = [sum(max(actions, default=0) for actions in allowed[k:]) for k in range(len(allowed) + 1)]

    def extend(start: tuple[int, ...], left: int | None) -> Iterator[tuple[int, ...]]:
        player = len(start)
        if player == len(allowed):
            yield start
            return
        if left is not None and not least[player] <= left <= most[player]:
            return
        floor = max((start[k] for k in range(player) if kinds[k] == kinds[player]), default=0)
        for action in allowed[player]:
            if action >= floor:
                yield from extend((*start, action), None if left is None else left - action)

    for profile in extend((), total):
        if total is None or sum(profile) == total:
            yield profile


def _by_sum(
    game: Game, best: Sequence[npt.NDArray[np.bool_]], kinds: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    for total in range(sum(count - 1 for count in game.n_actions) + 1):
        allowed = [
            [a for a in range(good.shape[0]) if 0 <= total - a < good.shape[1] and good[a, total - a]]
            for good in best
        ]
        if all(allowed):
            yield from _rising(allowed, kinds, total)


def _by_lowest(
    game: Game, best: Sequence[npt.NDArray[np.bool_]], kinds: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Candidates above the lowest action reply to it; whoever is alone at the bottom is checked by itself."""
    for lowest in range(min(game.n_actions)):
        allowed = [
            [a for a in range(lowest, good.shape[0]) if a == lowest or good[a, lowest]] for good in best
        ]
        for profile in _rising(allowed, kinds):
            bottom = [player for player, action in enumerate(profile) if action == lowest]
            if bottom and all(_stays(game, best, profile, player) for player in bottom):
                yield profile


def _stays(game: Game, best: Sequence[npt.NDArray[np.bool_]], profile: Sequence[int], player: int) -> bool:
    situation = game.situations(player, [profile[other] for other in game.others(player)])
    return bool(best[player][profile[player], situation])
