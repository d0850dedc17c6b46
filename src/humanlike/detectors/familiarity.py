"""Whether a game and a play are like those a detector was trained on; if not, it should not be asked.

*The game*: some game of the training material must have as many players, action counts that differ by at most
one, the same kind of pure equilibria (none, one, several), the same answers to three questions (is it a
coordination game; is one cell best for everybody; do actions differ in what they give to the other), and payoffs
whose correlation between the players differs by at most .3 (two-player games). *The play*: at most a fifth of the
defined features of its seats may lie outside the middle 99.8 % of the training rows.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from humanlike.core import Game, UnsuitableGame
from humanlike.detectors.detector import Floats
from humanlike.detectors.seat_view import game_view
from humanlike.games import coordination_cells, pure_equilibria

MOST_CORRELATION_APART = 0.3
MOST_OUTSIDE = 0.2
TAIL = 0.001
EQUILIBRIUM_KINDS = ("no", "one", "several")


class GameKind(NamedTuple):
    """What makes two games alike."""

    name: str
    n_actions: tuple[int, ...]
    equilibria: str  # of pure strategies: no, one, several
    coordination: bool  # the players must agree on one of several equilibria
    common_best: bool  # one cell is best for everybody
    giving: bool  # some seat's actions differ in what they give to the other
    correlation: float  # of both players' payoffs over the cells; 0 for more players

    @property
    def sentence(self) -> str:
        """The kind in words."""
        words = [f"{len(self.n_actions)} players", f"pure equilibria: {self.equilibria}"]
        words += ["coordination"] * self.coordination + ["one cell best for all"] * self.common_best
        words += ["giving"] * self.giving + [f"payoff correlation {self.correlation:.2f}"]
        return ", ".join(words)

    def is_like(self, other: "GameKind") -> bool:
        """Whether a detector trained on one may judge the other."""
        return (
            len(self.n_actions) == len(other.n_actions)
            and all(abs(a - b) <= 1 for a, b in zip(self.n_actions, other.n_actions, strict=True))
            and self[2:6] == other[2:6]
            and abs(self.correlation - other.correlation) <= MOST_CORRELATION_APART
        )


class Familiarity(NamedTuple):
    """The games of the training material and the range of its features."""

    games: tuple[GameKind, ...]
    lowest: Floats
    highest: Floats

    def check_game(self, game: Game) -> None:
        """Refuse a game unlike those of the training material."""
        kind = game_kind(game)
        if not any(kind.is_like(known) for known in self.games):
            raise UnsuitableGame(
                f"'{game.name}' ({kind.sentence}) is unlike the games this detector was trained on: "
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


def game_kind(game: Game) -> GameKind:
    """A game's kind."""
    if game.n_players != 2:
        return GameKind(game.name, game.n_actions, EQUILIBRIUM_KINDS[0], False, False, False, 0.0)
    row, column = game.matrices
    varied = np.ptp(row) > 0 and np.ptp(column) > 0
    return GameKind(
        game.name,
        game.n_actions,
        EQUILIBRIUM_KINDS[min(len(pure_equilibria(game)), 2)],
        bool(coordination_cells(game)),
        bool(((row == row.max()) & (column == column.max())).any()),
        any(not np.isnan(game_view(game, role).giving).any() for role in (0, 1)),
        float(np.corrcoef(row.ravel(), column.ravel())[0, 1]) if varied else 0.0,
    )


def familiarity_of(games: Sequence[Game], features: Floats) -> Familiarity:
    """What training on `games` and rows of `features` makes familiar."""
    distinct = {game.name: game for game in games}
    lowest, highest = np.full((2, features.shape[1]), np.nan)
    defined = np.flatnonzero(np.isfinite(features).any(axis=0))
    lowest[defined], highest[defined] = np.nanquantile(features[:, defined], [TAIL, 1 - TAIL], axis=0)
    return Familiarity(tuple(game_kind(distinct[name]) for name in sorted(distinct)), lowest, highest)
