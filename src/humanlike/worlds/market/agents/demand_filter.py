r"""Estimating demand from the number of requests: a Bayesian filter on a grid of level and trend.

The state of a segment is (Q, tau). Each day the belief is carried through the game's own walk (the
trend takes a uniform step of at most .01, the level is multiplied by the trend, bounds reset it) and
weighted by the Poisson likelihood of the number of requests seen. The idea is DeepMaize's; TacTex used
it too (Pardoe & Stone 2006; Kiekintveld et al. 2004).
"""

from decimal import Decimal
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from scipy.sparse import block_diag, csr_array

from humanlike.worlds.market.catalogue import SEGMENT_BOUNDS, SEGMENT_OF_PRODUCT
from humanlike.worlds.market.chance import MOST_A_DAY
from humanlike.worlds.market.exogenous import STEEPEST, Requests
from humanlike.worlds.market.same_bits import exponential, geometric, power

Floats = npt.NDArray[np.float64]
N_LEVELS, N_TRENDS = 26, 11
STEPS = np.array([-0.01, -0.005, 0.0, 0.005, 0.01])
SEGMENT = np.arange(len(SEGMENT_BOUNDS))
_SEGMENT_OF_STATE = np.repeat(SEGMENT, N_LEVELS * N_TRENDS)
STEP_WEIGHTS = np.array([0.125, 0.25, 0.25, 0.25, 0.125])


@lru_cache(maxsize=8)
def _grid(lowest: int, highest: int) -> tuple[Floats, Floats, csr_array]:
    """Levels, trends and the transition matrix [next state, state] of a segment."""
    levels = geometric(lowest, highest, N_LEVELS)
    trends = geometric(STEEPEST, 1 / STEEPEST, N_TRENDS)
    size = N_LEVELS * N_TRENDS
    matrix = np.zeros((size, size))
    source = np.arange(size)
    level, trend = levels[source // N_TRENDS], trends[source % N_TRENDS]
    for step, weight in zip(STEPS, STEP_WEIGHTS, strict=True):
        moved = np.clip(trend + step, trends[0], trends[-1])
        reached = level * moved
        outside = (reached < lowest) | (reached > highest)
        moved = np.where(outside, 1.0, moved)
        reached = np.clip(reached, lowest, highest)
        for level_index, level_share in _neighbours(levels, reached):
            for trend_index, trend_share in _neighbours(trends, moved):
                np.add.at(
                    matrix, (source, level_index * N_TRENDS + trend_index), weight * level_share * trend_share
                )
    return levels, trends, csr_array(matrix.T)


def _neighbours(grid: Floats, value: Floats) -> list[tuple[npt.NDArray[np.int64], Floats]]:
    """The two grid points around each value, with the shares that keep its mean."""
    right = np.clip(np.searchsorted(grid, value), 1, len(grid) - 1)
    share = np.clip((value - grid[right - 1]) / (grid[right] - grid[right - 1]), 0.0, 1.0)
    return [(right - 1, 1 - share), (right, share)]


@lru_cache(maxsize=1)
def _all_grids() -> tuple[Floats, Floats, csr_array]:
    """Levels [segments, levels], trends, and one transition matrix for all segments."""
    grids = [_grid(*bounds) for bounds in SEGMENT_BOUNDS]
    return (
        np.array([grid[0] for grid in grids]),
        grids[0][1],
        csr_array(block_diag([grid[2] for grid in grids])),
    )


@lru_cache(maxsize=1)
def _likelihoods() -> Floats:
    r"""Poisson likelihoods of every number of requests, [segments, counts, levels], 1 for the likeliest level.

    :math:`\lambda_i^n e^{-\lambda_i}` in proportion to the highest level's, powers by repeated multiplication.
    """
    levels = _all_grids()[0]
    highest = levels[:, -1:]
    powers = np.repeat((levels / highest)[:, None, :], MOST_A_DAY, axis=1)
    powers[:, 0] = exponential(highest - levels)
    chance = powers.cumprod(axis=1)
    return np.asarray(chance / chance.max(axis=2, keepdims=True))


@lru_cache(maxsize=8)
def _growth(ahead: int) -> Floats:
    """What each trend makes of a level in half of `ahead` days: trends drift back, so half the way is believed."""
    return np.array([power(trend, Decimal(ahead) / 2) for trend in _all_grids()[1].tolist()])


class DemandFilter:
    """Beliefs about the three segments, [segments, levels, trends]."""

    def __init__(self) -> None:
        self._levels, _, self._matrix = _all_grids()
        self._likelihoods = _likelihoods()
        self.belief = np.zeros((len(SEGMENT_BOUNDS), N_LEVELS, N_TRENDS))
        self.belief[:, :, N_TRENDS // 2] = 1 / N_LEVELS
        self._bounds = np.array(SEGMENT_BOUNDS, dtype=np.float64)[:, :, None, None]

    def see(self, requests: Requests) -> None:
        """Update on a day's requests."""
        counts = np.bincount(SEGMENT_OF_PRODUCT[requests.product], minlength=len(SEGMENT_BOUNDS))
        chance = self._likelihoods[SEGMENT, np.minimum(counts, MOST_A_DAY - 1)]
        moved = (self._matrix @ self.belief.ravel()).reshape(self.belief.shape) * chance[:, :, None]
        self.belief = moved / _sums(moved)[:, None, None]

    def levels(self, ahead: int = 0) -> Floats:
        """Expected requests a day of each segment, on average over the next `ahead` days."""
        future = self._levels[:, :, None] * _growth(ahead)
        future = np.minimum(np.maximum(future, self._bounds[:, 0]), self._bounds[:, 1])
        return _sums(self.belief * future)


def _sums(beliefs: Floats) -> Floats:
    """Sums of each segment's states, in their order."""
    return np.asarray(
        np.bincount(_SEGMENT_OF_STATE, weights=beliefs.ravel(), minlength=len(SEGMENT)), dtype=np.float64
    )
