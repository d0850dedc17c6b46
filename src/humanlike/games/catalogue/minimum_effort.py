r"""The minimum-effort (weak-link) game: the group is as good as its weakest member.

With efforts :math:`e_i \in \{1, \dots, 7\}`, in dollars,

.. math:: \pi_i = 0.60 + 0.20 \min_j e_j - 0.10\, e_i ,

so every common effort is a strict equilibrium, the highest is best for all and the lowest is safe.

References
----------
Van Huyck, Battalio & Beil (1990), American Economic Review 80, 234-248, treatment A

"""

import numpy as np

from humanlike.core import BadGame, Game

CITATION = (
    "Van Huyck, Battalio & Beil (1990), Tacit coordination games, strategic uncertainty, "
    "and coordination failure, American Economic Review 80, 234-248"
)


def minimum_effort(name: str, *, players: int, levels: int = 7) -> Game:
    """The game for any group and any number of effort levels.

    >>> minimum_effort("pair", players=2).payoffs_of((6, 6))
    (1.3, 1.3)
    """
    if players < 2 or levels < 1:
        raise BadGame(
            f"Game '{name}': needs at least 2 players and 1 effort level, not {players} and {levels}."
        )
    efforts = range(1, levels + 1)
    table = [[(6 + 2 * min(own, lowest) - own) / 10 for lowest in efforts] for own in efforts]
    return Game(
        name,
        tuple(np.array(table) for _ in range(players)),
        (tuple(map(str, efforts)),) * players,
        situation_kind="lowest",
        title=f"Minimum-effort game, {players} players",
        citation=CITATION,
        note="Payoffs in dollars: 0.60 + 0.20 times the lowest effort - 0.10 times the own.",
    )


GAME = minimum_effort("minimum-effort", players=6)
