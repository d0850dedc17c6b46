r"""The linear public goods game (voluntary contributions), for any number of players.

Each of :math:`n` players holds an endowment :math:`e` and contributes :math:`c_i \in \{0, \dots, e\}`;
the sum is multiplied by :math:`m` and shared equally,

.. math:: \pi_i = e - c_i + \frac{m}{n} \sum_j c_j .

With :math:`1 < m < n` nobody gains by contributing and everybody gains if all do.

References
----------
Isaac & Walker (1988), Quarterly Journal of Economics 103, 179-199
Fehr & Gächter (2000), American Economic Review 90, 980-994: n = 4, e = 20, m = 1.6

"""

from fractions import Fraction
from typing import Final

import numpy as np

from humanlike.core import BadGame, Game

MAX_PLAYERS: Final = 1_000
MAX_CELLS: Final = 4_000_000  # of one player's table; more is surely a slip of the pen


def public_goods(
    name: str,
    *,
    players: int,
    endowment: int,
    multiplier: float,
    title: str = "",
    citation: str = "",
    note: str = "",
) -> Game:
    """A public goods game in whole coins; action k contributes k of them.

    >>> public_goods("small", players=3, endowment=1, multiplier=1.5).payoffs_of((1, 1, 0))
    (1.0, 1.0, 2.0)
    """
    if players < 2 or endowment < 1 or not np.isfinite(multiplier):
        raise BadGame(
            f"Game '{name}': a public goods game needs at least 2 players, 1 coin and a finite multiplier, "
            f"not {players}, {endowment} and {multiplier}."
        )
    if players > MAX_PLAYERS or (endowment + 1) * (endowment * (players - 1) + 1) > MAX_CELLS:
        raise BadGame(f"Game '{name}': {players} players with {endowment} coins each make too large a table.")
    share = Fraction(repr(float(multiplier))) / players  # exact, so that equal payoffs come out equal
    table = [
        [float(endowment - own + share * (own + others)) for others in range(endowment * (players - 1) + 1)]
        for own in range(endowment + 1)
    ]
    labels = tuple(str(coins) for coins in range(endowment + 1))
    return Game(
        name,
        tuple(np.array(table) for _ in range(players)),
        (labels,) * players,
        situation_kind="sum",
        title=title,
        citation=citation,
        note=note,
    )


GAME = public_goods(
    "public-goods",
    players=4,
    endowment=20,
    multiplier=1.6,
    title="Public goods game, four players",
    citation="Fehr & Gächter (2000), Cooperation and punishment in public goods experiments, "
    "American Economic Review 90, 980-994",
    note="20 coins each; the sum of contributions is multiplied by 1.6 and shared equally.",
)
