"""What many games say of the processes: how much each moves prices and profits, told from noise, and on which days.

Outputs of a game are its profits [agents] or the daily order price [days] of all products, of a group (the paper's
Figure 5 shows one with the Pintel 5.0 GHz processor) or of a single product.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Streams, look_up
from humanlike.statistics import (
    FloorTest,
    Periodicity,
    Sensitivity,
    SobolIndices,
    against_floor,
    common_periods,
    fixing_indices,
    fixing_pieces,
    holm,
    jansen_indices,
    jansen_pieces,
    salib_indices,
)
from humanlike.statistics.missing import known_mean, known_variance, nonzero
from humanlike.worlds.market.catalogue import N_PRODUCTS
from humanlike.worlds.market.series import GameSummary
from humanlike.worlds.market.studies import Fixing

Floats = npt.NDArray[np.float64]
SINGLE: dict[str, tuple[int, ...]] = {f"product-{number + 1}": (number,) for number in range(N_PRODUCTS)}
PRODUCTS: dict[str, tuple[int, ...]] = {
    "all": tuple(range(16)),
    "pintel-2": (0, 1, 2, 3),
    "pintel-5": (4, 5, 6, 7),  # the product group of the paper's Figure 5
    "imd-2": (8, 9, 10, 11),
    "imd-5": (12, 13, 14, 15),
    **SINGLE,
}
EACH = "products"  # a word for every single product
FIRST_DAY, LAST_DAY = 20, 200  # the middle game: start and end are rushes


class Pieces(NamedTuple):
    """Half squared differences of outputs where one factor alone was exchanged."""

    squares: Floats  # [conditions, factors, pieces, outputs]
    variance: Floats  # [outputs] over random games, or over the columns of the design


def daily_price(game: GameSummary, products: Sequence[int]) -> Floats:
    """Mean order price of some products by day, as a share of base; NaN where none was ordered."""
    prices = game.order_price[:, list(products)]
    return known_mean(prices, axis=1)


def outputs_of(game: GameSummary, output: str) -> Floats:
    """An output of a game: `scores` [agents], or the daily order price of a product group [days]."""
    if output == "scores":
        return game.scores
    return daily_price(game, look_up("output", output, {"scores": (), **PRODUCTS}))


def sensitivity_by_fixing(games: Fixing, output: str) -> Sensitivity:
    """Total indices by factors fixing, [factors, outputs]."""
    varied = [
        [[outputs_of(game, output) for game in repeats] for repeats in market] for market in games.varied
    ]
    random = [outputs_of(game, output) for game in games.random]
    return fixing_indices(np.array(varied), np.array(random))


def sensitivity_by_jansen(games: Sequence[Sequence[GameSummary]], output: str) -> Sensitivity:
    """Total indices by Jansen's design, [factors, outputs]."""
    table = np.array([[outputs_of(game, output) for game in row] for row in games])
    return jansen_indices(table)


def sensitivity_by_saltelli(
    names: Sequence[str], games: Sequence[Sequence[GameSummary]], output: str, *, seed: int = 1
) -> list[SobolIndices]:
    """First-order and total indices by SALib, for each agent's profit or for the mean price over days."""
    table = np.array(
        [[outputs_of(game, output) for game in row] for row in games]
    )  # [n, factors + 2, outputs]
    columns = np.moveaxis(table, 2, 0) if output == "scores" else np.nanmean(table, axis=2)[None]
    return [salib_indices(list(names), column, seed=seed) for column in columns]


def mean_over(indices: Floats, *, first: int = FIRST_DAY, last: int = LAST_DAY) -> Floats:
    """Indices averaged over the days of the middle game (start and end are rushes), [factors]."""
    days = indices[:, first:last] if indices.shape[1] > last else indices
    return known_mean(days, axis=1)


def pieces_by_fixing(games: Fixing, output: str) -> Pieces:
    """Pieces of a factors-fixing design."""
    varied = [
        [[outputs_of(game, output) for game in repeats] for repeats in market] for market in games.varied
    ]
    random = np.array([outputs_of(game, output) for game in games.random])
    return Pieces(fixing_pieces(varied), known_variance(random))


def pieces_by_jansen(games: Sequence[Sequence[GameSummary]], n_factors: int, output: str) -> Pieces:
    """Pieces of Jansen's or Saltelli's design."""
    table = np.array([[outputs_of(game, output) for game in row[: 1 + n_factors]] for row in games])
    return Pieces(jansen_pieces(table), known_variance(table[:, 0]))


def judge_against_noise(pieces: Pieces, floor: int, output: str, *, seed: int = 1) -> FloorTest:
    """Which factors do more than the agents' noise, factor number `floor`; prices over the days of the middle game."""
    squares, variance = pieces
    if output != "scores" and squares.shape[-1] > LAST_DAY:
        squares, variance = squares[..., FIRST_DAY:LAST_DAY], variance[FIRST_DAY:LAST_DAY]
    return against_floor(Streams(seed)["floor"][output], squares, floor, scale=nonzero(variance))


def find_periods(pieces: Pieces, factor: int, output: str, *, seed: int = 1) -> Periodicity:
    """Whether a factor moves prices on the same days in all markets: common periods of its daily spread.

    The spread is that within markets, not the index: an index divides by the variance of random games, whose chance
    would put the same peaks into every market's curve.
    """
    spread = np.sqrt(known_mean(pieces.squares[:, factor], axis=1))
    days = spread[:, FIRST_DAY:LAST_DAY] if spread.shape[1] > LAST_DAY else spread
    return common_periods(Streams(seed)["periods"][output], days)


def correct_periods(found: Sequence[Periodicity]) -> Floats:
    """Of several outputs, the p-value of each one's strongest period, corrected for all outputs (Holm)."""
    return holm([float(each.p_value.min()) for each in found])
