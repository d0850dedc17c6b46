r"""The papers' plain text: an :math:`S_1 \times S_2 \times 2` array of numbers :math:`u_{mlp}`.

The file holds numbers separated by blanks or line ends: first the sizes S1 and S2, then the payoffs, row m
slowest, column l next, player p fastest, so a game reads as it is printed::

    2 2
    21 3   3 5
    3 5    5 3

is the Ochs game. Lines that begin with '#' are comments. The format has no labels: actions are called U, D
and L, R (U, M, D and L, M, R with three), otherwise A, B, C, ...; the game is named after the file.

References
----------
Arifovic, McKelvey & Pevnitskaya (2006), Games and Economic Behavior 57, 93-122, section 2.1

"""

import numpy as np

from humanlike.core import BadFile, Game, UnsuitableGame
from humanlike.games.files.numbers import number, text_of_number, whole_number
from humanlike.games.labels import usual_labels


def parse(text: str, name: str) -> Game:
    """The game written in `text`."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    tokens = " ".join(lines).split()
    where = f"Game file '{name}'"
    if len(tokens) < 2:
        raise BadFile(f"{where} ends before the two sizes: a plain game file begins with 'S1 S2'.")
    sizes = [whole_number(token, f"{where}, sizes") for token in tokens[:2]]
    if 0 in sizes:
        raise BadFile(f"{where}: both players need at least one action, not {sizes[0]} and {sizes[1]}.")
    expected, found = 2 * sizes[0] * sizes[1], len(tokens) - 2
    if found != expected:
        raise BadFile(f"{where}: {sizes[0]} by {sizes[1]} actions need {expected} payoffs, found {found}.")
    values = np.array([number(token, where) for token in tokens[2:]]).reshape(*sizes, 2)
    return Game.from_matrices(name, values[..., 0], values[..., 1], labels=usual_labels(*sizes))


def text_of(game: Game) -> str:
    """`game` as plain text, one line a row."""
    if game.n_players != 2:
        raise UnsuitableGame(f"Plain text holds two players' games; '{game.name}' has {game.n_players}.")
    lines = [" ".join(map(str, game.n_actions))]
    for row in np.stack(game.matrices, axis=-1):
        lines.append("   ".join(" ".join(text_of_number(payoff) for payoff in cell) for cell in row))
    return "\n".join(lines) + "\n"
