"""Sharing a factory's cycles among products."""

import numpy as np

from humanlike.worlds.market.agents.books import Floats, within
from humanlike.worlds.market.agents.selling import EVERY_PRODUCT, GRID
from humanlike.worlds.market.catalogue import (
    N_PRODUCTS,
    PRODUCT_BASE,
    PRODUCT_CYCLES,
    SEGMENT_OF_PRODUCT,
    SEGMENT_PRODUCTS,
)
from humanlike.worlds.market.same_bits import total

MEAN_QUANTITY = 10.5  # units a request, on average
THIN, LEAST_WILLING = 0.08, 0.1  # margins (shares of base) over which the plan goes from least to full
_SIZES = np.array([len(products) for products in SEGMENT_PRODUCTS])
_UNITS_A_REQUEST = MEAN_QUANTITY / _SIZES[SEGMENT_OF_PRODUCT]
_CYCLES = PRODUCT_CYCLES.tolist()


def share_cycles(wanted: Floats, margin: Floats, cycles: float) -> Floats:
    """Units a day of each product: the best margin per cycle first, until cycles run out.

    A thin margin cuts a product's share smoothly, down to a tenth below cost: a plan that stopped
    dead at cost would send its owner out of the market, and no quotes and sales would call it back.

    >>> share_cycles(np.full(16, 100.0), np.arange(1600.0, 0.0, -100), 1000).round().tolist()[:4]
    [100.0, 100.0, 20.0, 0.0]
    """
    willing = within(0.5 + margin / (THIN * PRODUCT_BASE), LEAST_WILLING, 1.0)
    plan, most = [0.0] * N_PRODUCTS, (wanted * willing).tolist()
    for product in np.argsort(-margin / PRODUCT_CYCLES, kind="stable").tolist():
        if cycles <= 0:
            break
        plan[product] = min(most[product], cycles / _CYCLES[product])
        cycles -= plan[product] * _CYCLES[product]
    return np.array(plan)


def units_by_product(levels: Floats) -> Floats:
    """Units of each product asked for a day when the segments' request rates are `levels`."""
    return np.asarray(levels[SEGMENT_OF_PRODUCT] * _UNITS_A_REQUEST)


def cycle_value(expected: Floats, cost: Floats, cycles: float) -> tuple[float, Floats]:
    r"""The marginal value of a factory cycle and the prices that go with it.

    For a value :math:`\mu` each product is priced to maximise
    :math:`(x\,b - c - \mu\,k)\,s(x)`, with k cycles a unit and s(x) the expected sales at x; the
    value is the lowest at which total use fits into `cycles` (0 if it fits at no charge).
    """
    gain = GRID * PRODUCT_BASE[:, None] - cost[:, None]
    use = PRODUCT_CYCLES[:, None] * expected
    low, high = 0.0, 150.0
    best = (gain * expected).argmax(axis=1)
    if total(use[EVERY_PRODUCT, best]) <= cycles:
        return 0.0, np.asarray(GRID[best])
    for _ in range(9):
        middle = (low + high) / 2
        best = ((gain - middle * PRODUCT_CYCLES[:, None]) * expected).argmax(axis=1)
        if total(use[EVERY_PRODUCT, best]) > cycles:
            low = middle
        else:
            high = middle
    return high, np.asarray(GRID[best])
