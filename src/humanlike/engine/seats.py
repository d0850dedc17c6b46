"""From a game to what each of its seats is given.

Held as NumPy arrays, which are the same in everybody's precision; inside a program a rule sees them as JAX's.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import Analysis, Game, Rule, Seat
from humanlike.core.game import seat_number


def seat_of(game: Game, role: int, rule: Rule) -> Seat:
    """What somebody who follows `rule` in `role` is given before the first round, but for what the rule learned."""
    seat = _seat(_Content(game), role, rule.needs_analysis)
    return seat if rule.learn is None else seat._replace(game=_given(seat_number(game, role)), part=_given(0))


def roles_alike(game: Game, roles: Iterable[int], *, with_analysis: bool) -> list[list[int]]:
    """`roles` in groups that are given the same: all of a symmetric game's, unless theory tells them apart.

    >>> from humanlike.games import GAMES
    >>> roles_alike(GAMES["chicken"], (0, 1), with_analysis=False)
    [[0, 1]]
    >>> roles_alike(GAMES["matching-pennies"], (0, 1), with_analysis=False)
    [[0], [1]]
    """
    groups: dict[tuple[bytes, ...], list[int]] = {}
    for role in roles:
        key: tuple[bytes, ...] = (str(game.tables[role].shape).encode(), game.tables[role].tobytes())
        if game.n_players == 2:
            key += (game.tables[1 - role].tobytes(),)
        if with_analysis:
            key += (str(role).encode(),)
        groups.setdefault(key, []).append(role)
    return list(groups.values())


class _Content:
    """A game as a key: equal if its payoffs are, so that a game sent between processes is found again."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.key = (game.situation_kind, *((table.shape, table.tobytes()) for table in game.tables))

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Content) and self.key == other.key


@lru_cache(maxsize=1024)
def _seat(content: _Content, role: int, with_analysis: bool) -> Seat:
    game = content.game
    table = game.tables[role]
    others = game.tables[1 - role] if game.n_players == 2 else np.empty((0, 0))
    return Seat(
        payoffs=_given(table),
        others_payoffs=_given(others),
        lowest=_given(table.min()),
        highest=_given(table.max()),
        analysis=_analyses(content)[role] if with_analysis else None,
    )


@lru_cache(maxsize=1024)
def _analyses(content: _Content) -> tuple[Analysis, ...]:
    from humanlike.games import (
        analyse,
    )  # here, because solving games takes a while to load and few rules need it

    whole = analyse(content.game)
    return tuple(Analysis(*(_given(part) for part in each)) for each in whole)


def _given(number: npt.ArrayLike) -> Any:
    """A part of a seat, before it enters a program."""
    return np.asarray(number, dtype=np.float64)
