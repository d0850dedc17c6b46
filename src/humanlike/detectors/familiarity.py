"""Whether a game and a play are like those a detector was trained on; if not, it should not be asked.

*The game*: some game of the training material must have as many players, action counts that differ by at most
one, the same kind of pure equilibria (none, one, several), and payoffs whose correlation between the players
differs by at most .3 (two-player games). *The play*: on average at most a fifth of the defined features of its
seats may lie outside the middle 99.8 % of the training rows.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from humanlike.core import Game, UnsuitableGame
from humanlike.detectors.detector import Floats
from humanlike.games import pure_equilibria

MOST_CORRELATION_APART = 0.3
MOST_OUTSIDE = 0.2
TAIL = 0.001
KINDS = ("no", "one", "several")


class GameKind(NamedTuple):
    """What makes two games alike."""

    name: str
    n_actions: tuple[int, ...]
    equilibria: str  # of pure strategies: no, one, several
    correlation: float  # of both players' payoffs over the cells; 0 for more players

    def is_like(self, other: "GameKind") -> bool:
        """Whether a detector trained on one may judge the other."""
        return (
            len(self.n_actions) == len(other.n_actions)
            and all(abs(a - b) <= 1 for a, b in zip(self.n_actions, other.n_actions, strict=True))
            and self.equilibria == other.equilibria
            and abs(self.correlation - other.correlation) <= MOST_CORRELATION_APART
        )


class Familiarity(NamedTuple):
    """The games of the training material and the range of its features."""

    games: tuple[GameKind, ...]
    lowest: Floats
    highest: Floats

    def check_game(self, game: Game) -> None:
        """Refuse a game unlike those of the training material."""
        kind = kind_of(game)
        if not any(kind.is_like(known) for known in self.games):
            raise UnsuitableGame(
                f"'{game.name}' ({len(kind.n_actions)} players, {kind.equilibria} pure equilibria, payoff "
                f"correlation {kind.correlation:.2f}) is unlike the games this detector was trained on: "
                f"{', '.join(sorted({known.name for known in self.games}))}."
            )

    def share_outside(self, features: Floats) -> float:
        """The share of defined features of some seats that lie outside the training range."""
        known = np.isfinite(features)
        outside = known & ((features < self.lowest) | (features > self.highest))
        return float(outside.sum() / max(int(known.sum()), 1))

    def check_play(self, name: str, features: Floats) -> None:
        """Refuse play unlike any in the training material."""
        share = self.share_outside(features)
        if share > MOST_OUTSIDE:
            raise UnsuitableGame(
                f"The play of '{name}' is unlike any this detector was trained on: {share:.0%} of its features "
                f"lie outside the training range (at most {MOST_OUTSIDE:.0%} may)."
            )


def kind_of(game: Game) -> GameKind:
    """A game's kind."""
    count = len(pure_equilibria(game)) if game.n_players == 2 else 0
    correlation = 0.0
    if game.n_players == 2:
        row, column = (matrix.ravel() for matrix in game.matrices)
        if np.ptp(row) > 0 and np.ptp(column) > 0:
            correlation = float(np.corrcoef(row, column)[0, 1])
    return GameKind(game.name, game.n_actions, KINDS[min(count, 2)], correlation)


def familiarity_of(games: Sequence[Game], features: Floats) -> Familiarity:
    """What training on `games` and rows of `features` makes familiar."""
    distinct = {game.name: game for game in games}
    lowest, highest = np.full((2, features.shape[1]), np.nan)
    defined = np.flatnonzero(np.isfinite(features).any(axis=0))
    lowest[defined], highest[defined] = np.nanquantile(features[:, defined], [TAIL, 1 - TAIL], axis=0)
    return Familiarity(tuple(kind_of(distinct[name]) for name in sorted(distinct)), lowest, highest)
