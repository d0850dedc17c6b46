"""What was played in each round, as shares: the arrays behind pictures of play."""

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, Play
from humanlike.datasets import PlaySummary
from humanlike.datasets.summary import match_payoffs
from humanlike.figures.payoffs import PairCloud
from humanlike.figures.play import Corners
from humanlike.games import equilibria, payoff_polygon

Floats = npt.NDArray[np.float64]
MOST_CELLS = 16  # of more, actions are shown instead


def shares_over_rounds(play: Play) -> tuple[list[str], Floats]:
    """Labels and shares [labels, rounds]: of cells in small two-player games, of actions elsewhere."""
    game = play.game
    if game.n_players == 2 and int(np.prod(game.n_actions)) <= MOST_CELLS and play.partners.ndim == 2:
        return cell_shares(play)
    labels = list(game.labels[0])
    made = play.actions >= 0
    counts = np.stack([((play.actions == action) & made).sum(axis=0) for action in range(len(labels))])
    return labels, _share(counts, made.sum(axis=0))


def cell_shares(play: Play) -> tuple[list[str], Floats]:
    """The share of pairs in each cell by round, [cells, rounds]; NaN where nobody played any more."""
    game, rows = play.game, np.flatnonzero(play.roles == 0)
    own, other = play.actions[rows], play.situations[rows]
    known = (own >= 0) & (other >= 0)
    cell = own.astype(np.int64) * game.n_actions[1] + other
    counts = np.stack(
        [((cell == number) & known).sum(axis=0) for number in range(int(np.prod(game.n_actions)))]
    )
    return [game.label_of(profile) for profile in game.profiles()], _share(counts, known.sum(axis=0))


def _share(counts: npt.NDArray[np.int64], of: npt.NDArray[np.int64]) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(of > 0, counts / of, np.nan)


def pair_cloud(play: Play, summary: PlaySummary) -> PairCloud:
    """Mean payoffs of pairs with their centre and deviation."""
    payoffs = match_payoffs(play)
    whole = payoffs[np.isfinite(payoffs).all(axis=1)]
    return PairCloud(whole, summary.centre, summary.euclidean_deviation)


def corners_of(game: Game) -> Corners:
    """The polygon of possible mean payoffs and the equilibria in it."""
    found = [[float(payoff) for payoff in each.payoffs] for each in equilibria(game)]
    return Corners(
        payoff_polygon(game),
        np.array(found, dtype=np.float64).reshape(-1, 2),
        (game.role_name(0), game.role_name(1)),
    )
