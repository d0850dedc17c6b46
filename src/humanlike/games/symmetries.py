r"""Symmetries of a game: ways of renaming seats and actions after which everybody faces the same payoffs.

A symmetry sends action a of seat i to action :math:`\sigma_i(a)` of seat :math:`\pi(i)`, such that for every profile x

.. math:: u_{\pi(i)}(\pi\sigma x) = u_i(x), \quad (\pi\sigma x)_{\pi(i)} = \sigma_i(x_i).

Where all seats follow one rule that treats names alike, x and its image are equally likely in every round. Matching
pennies has four symmetries, which lead from any cell to any other: whoever plays it with himself, each cell has the
chance 1/4.

References
----------
Nash (1951), Annals of Mathematics 54, 286-295, section 6 (symmetries of games).
"""

from collections.abc import Iterator
from itertools import permutations, product
from math import factorial, prod
from typing import NamedTuple

import numpy as np

from humanlike.core import Game

MOST_RENAMINGS = 10_000  # that are tried; a larger game counts as having no symmetry but the trivial one


class Symmetry(NamedTuple):
    """Seat i becomes `seats[i]`, its action a becomes `actions[i][a]`."""

    seats: tuple[int, ...]
    actions: tuple[tuple[int, ...], ...]

    def of(self, profile: tuple[int, ...]) -> tuple[int, ...]:
        """The image of a profile.

        >>> Symmetry((1, 0), ((1, 0), (0, 1))).of((0, 0))
        (0, 1)
        """
        image = [0] * len(profile)
        for seat, action in enumerate(profile):
            image[self.seats[seat]] = self.actions[seat][action]
        return tuple(image)


def symmetries(game: Game) -> list[Symmetry]:
    """Every symmetry of a game but the trivial one; none where trying all renamings would take too long.

    >>> from humanlike.games import GAMES
    >>> [len(symmetries(GAMES[name])) for name in ("coordination", "matching-pennies", "mutual-fate-control")]
    [3, 3, 1]
    """
    tried = factorial(game.n_players) * prod(factorial(count) for count in game.n_actions)
    if tried > MOST_RENAMINGS:
        return []
    payoffs = {profile: game.payoffs_of(profile) for profile in game.profiles()}
    return [each for each in _renamings(game) if _keeps(each, payoffs)]


def _renamings(game: Game) -> Iterator[Symmetry]:
    """Every way of renaming seats with equally many actions, and their actions, but the trivial one."""
    counts = game.n_actions
    for seats in permutations(range(game.n_players)):
        if any(counts[seat] != counts[place] for seat, place in enumerate(seats)):
            continue
        for actions in product(*(tuple(permutations(range(count))) for count in counts)):
            moved = seats != tuple(range(game.n_players)) or any(
                each != tuple(sorted(each)) for each in actions
            )
            if moved:
                yield Symmetry(seats, actions)


def _keeps(renaming: Symmetry, payoffs: dict[tuple[int, ...], tuple[float, ...]]) -> bool:
    return all(
        payoffs[renaming.of(profile)][place] == earned[seat]
        for profile, earned in payoffs.items()
        for seat, place in enumerate(renaming.seats)
    )


def actions_are_alike(found: list[Symmetry], seat: int, n_actions: int) -> bool:
    """Whether symmetries lead from every action of a seat to every other action of that seat."""
    first = {each.actions[seat][0] for each in found if each.seats[seat] == seat}
    return len(first | {0}) == n_actions


def profiles_are_alike(found: list[Symmetry], n_actions: tuple[int, ...]) -> bool:
    """Whether symmetries lead from every profile to every other."""
    first = (0,) * len(n_actions)
    return len({first, *(each.of(first) for each in found)}) == int(np.prod(n_actions))
