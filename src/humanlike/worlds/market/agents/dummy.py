"""A0, the dummy: strict make-to-order, exactly as the server's stand-in for an empty seat.

It bids on a request if there are six days or more, the customer pays more than 90 % of the base price,
and a coin with probability b falls its way; the price lies between 90 % of base and the reserve price.
b falls by .1 a day when the factory is busy (over 90 %) and rises by .05 when it is idle (under 40 %).
Components are bought only for orders won, from one random supplier each, without reserve price. It
ships no earlier than the due date. Stochastic: the coin, the price and the choice of supplier.
"""

import numpy as np

from humanlike.worlds.market.agents.books import COMPONENT_OF_LINE
from humanlike.worlds.market.catalogue import LINES_OF_COMPONENT as LINES
from humanlike.worlds.market.catalogue import N_COMPONENTS, PARTS, PRODUCT_BASE, PRODUCT_CYCLES
from humanlike.worlds.market.exogenous import Requests
from humanlike.worlds.market.interface import (
    Actions,
    ComponentOffer,
    ComponentRequest,
    Info,
    Observation,
    Order,
)

EARLIEST = 6  # days between a request and its due date
LEAST = 0.9  # share of the base price


class Dummy:
    """The server's own agent."""

    def start(self, info: Info) -> None:
        """Bid on everything at first."""
        self.rules = info.rules
        self.generator = info.stream.generator()
        self.coin = 1.0
        self.orders: dict[int, Order] = {}
        self.on_order = [0] * N_COMPONENTS  # bought or asked for, not yet arrived

    def day(self, observation: Observation) -> Actions:
        """Bid, buy for what was won, build and ship by due date."""
        self._enter(observation)
        accept = self._accept(observation.offers)
        requests = self._buy(observation)
        production, deliveries, free = self._schedule(observation)
        numbers, prices = self._bid(observation.day, observation.requests, free)
        return Actions(numbers, prices, accept, requests, production, deliveries)

    def _enter(self, seen: Observation) -> None:
        for number in (*seen.shipped, *seen.void):
            self.orders.pop(number, None)
        for order in seen.won:
            self.orders[order.number] = order
        for delivery in seen.deliveries:
            self.on_order[COMPONENT_OF_LINE[delivery.line]] -= delivery.quantity
        if seen.utilisation > 0.9:
            self.coin = max(0.0, self.coin - 0.1)
        elif seen.utilisation < 0.4:
            self.coin = min(1.0, self.coin + 0.05)

    def _accept(self, offers: list[ComponentOffer]) -> list[int]:
        """Every offer; the complete one where there are two."""
        complete = {offer.request for offer in offers if offer.kind == "complete"}
        taken = [o for o in offers if o.quantity and (o.kind != "partial" or o.request not in complete)]
        for offer in taken:
            self.on_order[COMPONENT_OF_LINE[offer.line]] += offer.quantity
        return [offer.number for offer in taken]

    def _buy(self, seen: Observation) -> list[ComponentRequest]:
        """The net need of all open orders, one random supplier a component."""
        need = [-stock - coming for stock, coming in zip(seen.components, self.on_order, strict=True)]
        for order in self.orders.values():
            for part in PARTS[order.product]:
                need[part] += order.quantity
        for product, units in enumerate(seen.products):
            for part in PARTS[product]:
                need[part] -= units
        due, requests = seen.day + 2, []
        for component, lines in enumerate(LINES):
            choice = lines[int(self.generator.integers(len(lines)))]
            if need[component] > 0 and due < self.rules.days:
                requests.append(ComponentRequest(choice, need[component], due, 0))
        return requests

    def _schedule(self, seen: Observation) -> tuple[list[tuple[int, int]], list[int], float]:
        """Orders by due date, whole or not at all; also the share of tomorrow's cycles left free."""
        cycles, stock, ready = self.rules.factory_cycles, list(seen.components), list(seen.products)
        production, deliveries = [], []
        for order in sorted(self.orders.values(), key=lambda order: order.due):
            product, units = order.product, order.quantity
            if order.due + self.rules.void_after <= seen.day + 1:
                continue  # too late to be of use
            if ready[product] >= units:
                ready[product] -= units
                if order.due <= seen.day + 1:
                    deliveries.append(order.number)
                continue
            needed = units * int(PRODUCT_CYCLES[product])
            if needed <= cycles and all(stock[part] >= units for part in PARTS[product]):
                cycles -= needed
                for part in PARTS[product]:
                    stock[part] -= units
                production.append((product, units))
        return production, deliveries, cycles / self.rules.factory_cycles

    def _bid(self, day: int, requests: Requests, free: float) -> tuple[np.ndarray, np.ndarray]:
        """Prices between 90 % of base and the reserve price, nearer the reserve when busy."""
        spread = 0.03 if free < 0.2 else 0.3 if free >= 0.9 else 0.2
        least = LEAST * PRODUCT_BASE[requests.product]
        wanted = (
            (requests.due - day >= EARLIEST)
            & (requests.due <= self.rules.days - 2)
            & (requests.reserve > least)
        )
        draws = self.generator.random((2, len(least)))
        chosen = np.flatnonzero(wanted & (draws[0] < self.coin))
        above = requests.reserve[chosen] - least[chosen]
        return chosen, np.floor(least[chosen] + above * (1 - draws[1, chosen] * spread))
