r"""The market entry game: the more enter, the less entering pays.

Staying out pays nothing for sure; entering pays, with :math:`E` entrants in all, oneself among them,

.. math:: \pi_i = 10 - k E .

In the source a gamble :math:`G_t` with mean 0 is added to the payoff of entering, and :math:`\pm G_t / S`, with even
chances, to that of staying out; :math:`k`, :math:`S` and the gamble differ from game to game. A stage game here has
fixed payoffs, so this is the game of *expected* payoffs: who plays it does not feel the noise, which is part of what
the source studies. With :math:`k = 3`, one of its values, three of four enter in a pure equilibrium.

References
----------
Erev, Ert & Roth (2010), A choice prediction competition for market entry games, Games 1, 117-136

"""

import numpy as np

from humanlike.core import BadGame, Game

CITATION = (
    "Erev, Ert & Roth (2010), A choice prediction competition for market entry games: an introduction, "
    "Games 1, 117-136"
)


def market_entry(name: str, *, players: int = 4, crowding: float = 3.0) -> Game:
    """The game for any group; every entrant costs all of them `crowding`, k.

    >>> market_entry("three", players=3, crowding=4).payoffs_of((1, 1, 0))
    (2.0, 2.0, 0.0)
    """
    if players < 2 or not np.isfinite(crowding):
        raise BadGame(
            f"Game '{name}': needs at least 2 players and a finite crowding, not {players} and {crowding}."
        )
    enter = [10.0 - crowding * (1 + others) for others in range(players)]
    table = [[0.0] * players, enter]
    return Game(
        name,
        tuple(np.array(table) for _ in range(players)),
        (("out", "enter"),) * players,
        situation_kind="sum",
        title=f"Market entry game, {players} players",
        citation=CITATION,
        note=f"Entering pays 10 - {crowding:g} times the number of entrants, staying out nothing (expected payoffs).",
    )


GAME = market_entry("market-entry")
