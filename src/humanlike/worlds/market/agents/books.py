"""An agent's books: what it owns, what it owes, what is on its way and what that cost."""

import numpy as np
import numpy.typing as npt

from humanlike.worlds.market.catalogue import (
    COMPONENT_BASE,
    LINE_COMPONENT,
    N_COMPONENTS,
    N_PRODUCTS,
    PRODUCT_CYCLES,
)
from humanlike.worlds.market.interface import ComponentOffer, Info, Observation, Order
from humanlike.worlds.market.same_bits import components_in, sum_of_parts

Floats = npt.NDArray[np.float64]
COMPONENT_OF_LINE = LINE_COMPONENT.tolist()
FIRST_COST = 0.8  # share of the base price expected before the first quote
SMALLEST_WEIGHT = 50  # units: even a quote for none tells what parts cost


def within(value: npt.ArrayLike, lowest: npt.ArrayLike, highest: float) -> Floats:
    """`value` held between two bounds (the library's clip is several times slower on small arrays).

    >>> within(np.array([-1.0, 0.5, 3.0]), 0.0, 1.0).tolist()
    [0.0, 0.5, 1.0]
    """
    return np.asarray(np.minimum(np.maximum(value, lowest), highest), dtype=np.float64)


class Books:
    """Kept by every agent but the dummy; built from what the agent is shown, nothing else."""

    def __init__(self, info: Info, memory: float = 0.12) -> None:
        self.days, self.memory = info.rules.days, memory
        self.day = 0
        self.cycles = info.rules.factory_cycles
        self.components, self.products = [0] * N_COMPONENTS, [0] * N_PRODUCTS
        self.open: dict[int, Order] = {}
        self.arrivals = np.zeros((N_COMPONENTS, self.days + 1))  # on order, by promised day
        self._promised: Floats | None = None  # running total of arrivals, made when asked for
        self.cost = FIRST_COST * COMPONENT_BASE  # of replacing a unit: smoothed quotes
        self.sales = np.zeros(N_PRODUCTS)  # smoothed units won a day
        self.sold_today = np.zeros(N_PRODUCTS)
        self.owed = np.zeros(N_PRODUCTS)  # units still to be delivered to customers

    def open_day(self, seen: Observation) -> None:
        """Enter the morning's news."""
        self.day, self.components, self.products = seen.day, seen.components, seen.products
        sold, left = [0] * N_PRODUCTS, [0] * N_PRODUCTS
        for number in (*seen.shipped, *seen.void):
            _, product, quantity, _, _, _ = self.open.pop(number)
            left[product] += quantity
        for order in seen.won:
            number, product, quantity, _, _, _ = order
            self.open[number] = order
            sold[product] += quantity
        self.sold_today = np.array(sold, dtype=np.float64)
        self.owed += self.sold_today - left
        self.sales += self.memory * (self.sold_today - self.sales)
        for delivery in seen.deliveries:
            self.arrivals[COMPONENT_OF_LINE[delivery.line], delivery.due] -= delivery.quantity
        self._promised = None

    def take(self, offers: list[ComponentOffer]) -> list[int]:
        """Learn from every quote; accept full and partial offers and return their numbers."""
        taken = []
        for number, line, quantity, due, price, _, kind in offers:
            if kind == "complete":
                continue
            component = COMPONENT_OF_LINE[line]
            weight = min(0.5, max(quantity, SMALLEST_WEIGHT) / 1500)  # large quotes say more
            self.cost[component] += weight * (price - self.cost[component])
            if quantity:
                taken.append(number)
                self.arrivals[component, due] += quantity
        self._promised = None
        return taken

    def to_build(self) -> Floats:
        """Units of each product that finished stock does not cover."""
        return np.maximum(0.0, self.owed - self.products)

    def backlog(self, build: Floats) -> float:
        """Days of full production needed for `build`."""
        return float((build * PRODUCT_CYCLES).sum()) / self.cycles  # whole numbers: exact in any order

    def position(self, build: Floats) -> Floats:
        """Components in stock and not needed for open orders; may be negative."""
        return np.asarray(np.array(self.components) - components_in(build))

    def coming(self, days: int) -> Floats:
        """Components promised within so many days (late ones included)."""
        if self._promised is None:
            self._promised = np.cumsum(self.arrivals, axis=1)
        return np.asarray(self._promised[:, min(self.day + days, self.days)])

    def unit_cost(self) -> Floats:
        """What the components of each product cost at recent prices."""
        return sum_of_parts(self.cost)

    @property
    def days_left(self) -> int:
        """Days on which something sold today could still be built and shipped."""
        return self.days - 1 - self.day
