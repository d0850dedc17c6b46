r"""Selling: what price to ask of today's customers.

With :math:`R_p(x)` the units of product p asked for by customers whose reserve price is at least x
times the base price and :math:`\pi_p(x)` the chance to win at x, expected sales are
:math:`R_p(x)\,\pi_p(x)`, falling in x. `price_for_quota` finds the highest x that sells a quota;
`price_for_profit` the x that maximises :math:`(x\,b_p - c_p)\,R_p(x)\,\pi_p(x)`.
"""

import numpy as np
import numpy.typing as npt

from humanlike.worlds.market.agents.books import Floats, within
from humanlike.worlds.market.catalogue import N_PRODUCTS, PART_TABLE, PRODUCT_BASE
from humanlike.worlds.market.exogenous import Requests
from humanlike.worlds.market.same_bits import components_in

GRID = np.arange(0.60, 1.2501, 0.01)  # prices as shares of the base price
SPACING = 0.01
EVERY_PRODUCT = np.arange(N_PRODUCTS)
QUICK, SLOW, NEVER = 4, 7, 99  # days of notice: from parts in stock, from parts on their way
Booleans = npt.NDArray[np.bool_]


def reachable_units(requests: Requests, eligible: Booleans) -> Floats:
    """Units asked for by eligible customers who would pay at least each price, [products, prices]."""
    ratio = requests.reserve / PRODUCT_BASE[requests.product]
    step = within(np.floor((ratio - GRID[0]) / SPACING + 1e-9), 0, len(GRID) - 1).astype(np.int64)
    weights = np.where(eligible, requests.quantity, 0)
    flat = np.bincount(requests.product * len(GRID) + step, weights=weights, minlength=N_PRODUCTS * len(GRID))
    table = flat.reshape(N_PRODUCTS, len(GRID))
    return np.asarray(np.cumsum(table[:, ::-1], axis=1)[:, ::-1])


def price_for_quota(expected: Floats, quota: Floats) -> Floats:
    """The highest price ratio at which expected sales still reach the quota, by product.

    Between grid points it is interpolated; where even the lowest price sells less, that price.
    """
    enough = (expected >= quota[:, None]).sum(axis=1)  # expected falls along the grid
    left = within(enough - 1, 0, len(GRID) - 2).astype(np.int64)
    high, low = expected[EVERY_PRODUCT, left], expected[EVERY_PRODUCT, left + 1]
    share = within((high - quota) / np.maximum(high - low, 1e-9), 0.0, 1.0)
    return np.asarray(np.where(enough > 0, GRID[left] + share * SPACING, GRID[0]))


def price_for_profit(expected: Floats, cost: Floats) -> Floats:
    """The price ratio with the highest expected profit, by product; `cost` in dollars."""
    margin = GRID * PRODUCT_BASE[:, None] - cost[:, None]
    return np.asarray(GRID[(margin * expected).argmax(axis=1)])


def bids_at(
    requests: Requests, eligible: Booleans, ratio: Floats, limit: Floats
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Bids at each product's price on eligible requests that can pay it, within `limit` units a product.

    The customers who can pay most come first, then the larger orders.
    """
    price = np.floor(ratio * PRODUCT_BASE).astype(np.int64)[requests.product]
    able = np.flatnonzero(eligible & (requests.reserve >= price))
    order = able[np.lexsort((-requests.quantity[able], requests.product[able]))]
    product, quantity = requests.product[order], requests.quantity[order]
    total = np.cumsum(quantity)
    first = np.searchsorted(product, EVERY_PRODUCT)
    before = np.concatenate([[0], total])[first]
    kept = order[total - before[product] <= limit[product]]
    return kept, price[kept]


def fair_limits(components: Floats, weights: Floats) -> Floats:
    """Units of each product if every component is shared among its products in proportion to `weights`.

    Selling no more than this can never need a component twice.
    """
    share = np.maximum(components, 0.0) / np.maximum(components_in(weights), 1e-9)
    return np.asarray(weights * share[PART_TABLE].min(axis=1))


def servable(requests: Requests, day: int, soon: Floats, later: Floats, last: int) -> Booleans:
    """Requests whose due date leaves time to build: at once where parts are at hand, else once they come.

    `soon` and `later` are units of each product that parts within 2 and within 5 days allow.
    """
    notice = np.where(soon >= 5, QUICK, np.where(later >= 5, SLOW, NEVER))
    return np.asarray((requests.due - day >= notice[requests.product]) & (requests.due <= last))


def chance_at(curve: Floats, ratio: Floats) -> Floats:
    """The chance to win at each product's price, read off a curve on the grid."""
    place = within((ratio - GRID[0]) / SPACING, 0, len(GRID) - 1).astype(np.int64)
    return np.asarray(curve[EVERY_PRODUCT, place])
