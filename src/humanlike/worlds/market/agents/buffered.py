"""A1, buffered make-to-order, in the manner of CrocodileAgent and StormFront.

A stock of about twelve days' use of every component lets it build any order at once. Each product is
offered at m times its base price; m rises or falls by one per cent a day as the product has sold more or
less of late than its share of a target load (a single day's orders are too few to go by), and never
below three per cent over what its parts cost to replace. It buys at two fixed lead times at up to the
base price and knows neither demand nor rivals. Its target is a little less than the factory can build:
one that sells all it can for whatever it gets sells at its floor. Deterministic.
"""

from dataclasses import dataclass

import numpy as np

from humanlike.worlds.market.agents import purchasing, selling
from humanlike.worlds.market.agents.books import Books, within
from humanlike.worlds.market.agents.workshop import schedule
from humanlike.worlds.market.catalogue import N_PRODUCTS, PRODUCT_BASE, PRODUCT_CYCLES
from humanlike.worlds.market.interface import Actions, ComponentRequest, Info, Observation
from humanlike.worlds.market.same_bits import components_in


@dataclass
class Buffered:
    """Buys for a fixed cover of stock, sells at a creeping mark-up."""

    cover: float = 12.0  # days of use kept in stock or on order
    leads: tuple[int, int] = (6, 15)
    reserve: float = 1.0  # share of base it pays for a component
    load: float = 0.9  # share of the factory it tries to sell
    step: float = 0.01
    markup: float = 0.03  # least margin over replacement cost

    def start(self, info: Info) -> None:
        """Begin at 95 % of base prices and the target's use."""
        self.books = Books(info)
        self.ratio = np.full(N_PRODUCTS, 0.95)
        self.target = self.load * info.rules.factory_cycles / N_PRODUCTS / PRODUCT_CYCLES
        self.books.sales = self.target.copy()

    def day(self, observation: Observation) -> Actions:
        """Creep prices, bid on what the stock can serve, refill the stock."""
        books = self.books
        books.open_day(observation)
        accept = books.take(observation.offers)
        if observation.day > 1:
            self.ratio *= np.where(books.sales > self.target, 1 + self.step, 1 - self.step)
        floor = books.unit_cost() * (1 + self.markup) / PRODUCT_BASE
        self.ratio = within(self.ratio, floor, 1.25)
        build = books.to_build()
        position = books.position(build)
        requests = observation.requests
        soon = selling.fair_limits(position + books.coming(2), self.target)
        later = selling.fair_limits(position + books.coming(5), self.target)
        room = max(0.0, 3.0 - books.backlog(build))  # no more than three days of work ahead
        limit = np.minimum(1.5 * later, room * 4 * self.target)
        eligible = selling.servable(requests, observation.day, soon, later, books.days - 2)
        numbers, prices = selling.bids_at(requests, eligible, self.ratio, limit)
        production, deliveries = schedule(books)
        return Actions(numbers, prices, accept, self._refill(position), production, deliveries)

    def _refill(self, position: np.ndarray) -> list[ComponentRequest]:
        """Half of what is missing soon, half later."""
        books = self.books
        use = components_in(np.maximum(books.sales, 0.3 * self.target))
        horizon = min(self.cover, max(0.0, books.days_left - 5))
        missing = np.maximum(0.0, use * horizon - position - books.arrivals.sum(axis=1))
        halves = np.column_stack([missing / 2, missing / 2])
        return purchasing.requests_for(books, halves, self.leads, self.reserve)
