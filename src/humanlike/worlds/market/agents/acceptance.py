r"""Chances to win: two models of how likely an offer at x times the base price is accepted.

`LinearCurve` draws a line from 1 at the lowest recent order price to 0 at the highest and scales it by
how often the agent has won compared with what the line promised. `LogisticCurve` is
:math:`\pi_p(x) = 1/(1 + e^{\beta(x - m_p)})`; its centre :math:`m_p` climbs the likelihood of the
agent's own results and is drawn towards the middle of the published prices.
"""

import numpy as np

from humanlike.worlds.market.agents.books import Floats, within
from humanlike.worlds.market.agents.selling import GRID
from humanlike.worlds.market.catalogue import N_PRODUCTS, PRODUCT_BASE
from humanlike.worlds.market.same_bits import exponential

FIRST_LOW, FIRST_HIGH = 0.90, 1.10  # before anything is known


class LinearCurve:
    """A line between the lowest and highest recent order prices, corrected by experience."""

    def __init__(self, memory: float = 0.3) -> None:
        self.memory = memory
        self.low, self.high = np.full(N_PRODUCTS, FIRST_LOW), np.full(N_PRODUCTS, FIRST_HIGH)
        self.won, self.promised = np.full(N_PRODUCTS, 50.0), np.full(N_PRODUCTS, 50.0)

    def see_prices(self, lowest: Floats, highest: Floats) -> None:
        """Follow yesterday's price report."""
        known = np.isfinite(lowest)
        low, high = lowest / PRODUCT_BASE, highest / PRODUCT_BASE
        self.low = np.where(known, self.low + self.memory * (low - self.low), self.low)
        self.high = np.where(known, self.high + self.memory * (high - self.high), self.high)

    def see_result(self, promised: Floats, won: Floats) -> None:
        """Compare what the curve promised for yesterday's bids with what was won."""
        self.won = 0.85 * self.won + won
        self.promised = 0.85 * self.promised + promised

    def curve(self) -> Floats:
        """Chance to win by product at each price of the grid."""
        top = np.maximum(self.high, self.low + 0.03) + 0.01
        line = within((top[:, None] - GRID) / (top - self.low + 0.01)[:, None], 0.0, 1.0)
        trust = within((self.won + 10) / (self.promised + 10), 0.4, 1.6)
        return np.asarray(within(line * trust[:, None], 0.0, 1.0))


class LogisticCurve:
    """A logistic curve whose centre follows own results and the price report."""

    def __init__(self, slope: float = 25.0, rate: float = 0.004, pull: float = 0.05) -> None:
        self.slope, self.rate, self.pull = slope, rate, pull
        self.centre = np.full(N_PRODUCTS, (FIRST_LOW + FIRST_HIGH) / 2)
        self._rise = exponential(
            slope * (GRID - 1)
        )  # along the grid; the centre moves all of it by one factor

    def see_prices(self, lowest: Floats, highest: Floats) -> None:
        """Be drawn towards the middle of yesterday's order prices."""
        middle = (lowest + highest) / 2 / PRODUCT_BASE
        gap = np.where(np.isfinite(middle), middle - self.centre, 0.0)
        self.centre = self.centre + self.pull * gap

    def see_result(self, ratio: Floats, bids: Floats, wins: Floats) -> None:
        """Climb the likelihood: `bids` and `wins` count requests by product, all at the product's `ratio`."""
        chance = 1 / (1 + exponential(within(self.slope * (ratio - self.centre), -30, 30)))
        self.centre = self.centre + self.rate * within(wins - bids * chance, -6, 6)

    def curve(self) -> Floats:
        """Chance to win by product at each price of the grid."""
        return np.asarray(1 / (1 + self._rise * exponential(-self.slope * (self.centre - 1))[:, None]))
