"""A factory: stock, assembly and shipping.

Each morning, by the schedules the agent sent the day before: storage is charged on the whole stock at
base prices; orders are shipped if enough finished computers are there; production items run if cycles
and all components suffice for the whole item; then today's components come in, usable tomorrow.
"""

from math import floor
from operator import mul

from humanlike.worlds.market.catalogue import (
    COMPONENT_BASE,
    N_COMPONENTS,
    N_PRODUCTS,
    PARTS,
    PRODUCT_BASE,
    PRODUCT_CYCLES,
    Rules,
)
from humanlike.worlds.market.interface import Order

_COMPONENT_BASE = COMPONENT_BASE.tolist()
_PRODUCT_BASE = PRODUCT_BASE.tolist()
_CYCLES = PRODUCT_CYCLES.tolist()


class Factory:
    """One agent's factory; plain lists, because it is stepped item by item."""

    def __init__(self, rules: Rules, storage: float) -> None:
        self.rules, self.storage = rules, storage
        self.components = [0] * N_COMPONENTS
        self.products = [0] * N_PRODUCTS
        self.utilisation = 0.0

    def storage_cost(self) -> int:
        """A day's storage on everything in stock."""
        value: int = sum(map(mul, self.components, _COMPONENT_BASE))
        value += sum(map(mul, self.products, _PRODUCT_BASE))
        return floor(value * self.storage + 0.5)

    def ship(self, orders: list[Order]) -> list[Order]:
        """Orders that can leave, in the order given; the rest waits."""
        gone, products = [], self.products
        for order in orders:
            _, product, quantity, _, _, _ = order
            if quantity <= products[product]:
                products[product] -= quantity
                gone.append(order)
        return gone

    def assemble(self, schedule: list[tuple[int, int]]) -> None:
        """Make each item whole or not at all."""
        free = self.rules.factory_cycles
        for product, quantity in schedule:
            needed, parts = quantity * _CYCLES[product], PARTS[product]
            if needed <= free and all(self.components[part] >= quantity for part in parts):
                free -= needed
                for part in parts:
                    self.components[part] -= quantity
                self.products[product] += quantity
        self.utilisation = 1 - free / self.rules.factory_cycles
