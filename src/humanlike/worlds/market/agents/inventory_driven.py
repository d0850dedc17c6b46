"""A2, inventory-driven, in the manner of SouthamptonSCM.

On day 0 it orders staggered batches of every component for the first forty days; later it buys when
the quote is cheap, and pays more only when stock runs low. It builds for stock and offers no more than
stock and tomorrow's output cover. Its price lies between yesterday's lowest and highest order prices,
moved by rules on its inventory, on demand and on the day. It always plans for the whole factory, not
for what it sold of late (few sales, few purchases, fewer sales would lock it out), and asks at least
what its parts cost to replace, less when the store is full (`valuation`). Deterministic.
"""

from dataclasses import dataclass

import numpy as np

from humanlike.worlds.market.agents import purchasing, selling
from humanlike.worlds.market.agents.books import Books, Floats, within
from humanlike.worlds.market.agents.valuation import component_values
from humanlike.worlds.market.agents.workshop import schedule
from humanlike.worlds.market.catalogue import N_COMPONENTS, N_PRODUCTS, PRODUCT_BASE
from humanlike.worlds.market.interface import Actions, ComponentRequest, Info, Observation
from humanlike.worlds.market.same_bits import components_in, sum_of_parts

SELL_OFF = 15  # days before the end


@dataclass
class InventoryDriven:
    """Buys cheap, builds for stock, prices by rules."""

    first_batches: tuple[int, ...] = (8, 16, 24, 32, 40)
    batch: int = 250
    leads: tuple[int, ...] = (7, 12)
    cheap: float = 0.82  # share of base it pays for ordinary stock
    urgent: float = 0.95
    cover: float = 3.0  # days of use it wants in hand
    finished: float = 2.0  # days of sales it keeps as finished computers
    daily: float = 22.0  # units of each product a day it plans for: the whole factory
    markup: float = 0.02
    steepness: float = 0.12  # how much an empty or full store moves a component's value

    def start(self, info: Info) -> None:
        """Nothing known but the plan."""
        self.books = Books(info)
        self.low, self.high = np.full(N_PRODUCTS, 0.9), np.full(N_PRODUCTS, 1.1)
        self.demand, self.usual = 0.0, 0.0

    def day(self, observation: Observation) -> Actions:
        """Price by the rules, sell from stock, build up stock, buy cheaply."""
        books = self.books
        books.open_day(observation)
        accept = books.take(observation.offers)
        self._watch(observation)
        build = books.to_build()
        position = books.position(build)
        plan = np.full(N_PRODUCTS, self.daily)
        spare = np.maximum(0.0, np.array(books.products) - books.owed)
        numbers, prices = self._sell(observation, position, build, spare, plan)
        left = min(1.0, books.days_left / 15)
        wish = np.maximum(0.0, plan * self.finished * left - spare).astype(int)
        stock = sorted(
            ((p, int(wish[p])) for p in range(N_PRODUCTS) if wish[p] > 0), key=lambda item: -item[1]
        )
        production, deliveries = schedule(books, stock)
        return Actions(numbers, prices, accept, self._buy(position, spare, plan), production, deliveries)

    def _watch(self, seen: Observation) -> None:
        known = np.isfinite(seen.lowest_price)
        self.low = np.where(known, 0.6 * self.low + 0.4 * seen.lowest_price / PRODUCT_BASE, self.low)
        self.high = np.where(known, 0.6 * self.high + 0.4 * seen.highest_price / PRODUCT_BASE, self.high)
        count = len(seen.requests.product)
        self.demand += 0.3 * (count - self.demand)
        self.usual += 0.05 * (count - self.usual)

    def _sell(
        self, seen: Observation, position: Floats, build: Floats, spare: Floats, plan: Floats
    ) -> tuple[np.ndarray, np.ndarray]:
        """Low stock and rising demand raise the price; a full store and the end of the game lower it."""
        books = self.books
        soon = spare + selling.fair_limits(position + books.coming(2), plan)
        later = spare + selling.fair_limits(position + books.coming(5), plan)
        fullness = within(later / (plan * (self.finished + self.cover)), 0.0, 1.5)
        place = 0.95 - 0.6 * fullness + 0.4 * (self.demand / max(self.usual, 1.0) - 1)
        value = component_values(books, position, components_in(plan), self.cover, self.steepness)
        least = sum_of_parts(value) * (1 + self.markup)
        if books.days_left < SELL_OFF:
            place, least = place - 0.3, least * (0.7 + 0.3 * books.days_left / SELL_OFF)
        ratio = self.low + within(place, 0.05, 1.0) * (self.high - self.low)
        ratio = np.maximum(ratio, least / PRODUCT_BASE)
        requests = seen.requests
        room = max(0.0, 3.0 - books.backlog(build))
        limit = np.minimum(later, spare + room * plan)
        eligible = selling.servable(requests, seen.day, soon, later, books.days - 2)
        return selling.bids_at(requests, eligible, ratio, limit)

    def _buy(self, position: Floats, spare: Floats, plan: Floats) -> list[ComponentRequest]:
        books = self.books
        if books.day == 0:
            batches = np.full((N_COMPONENTS, len(self.first_batches)), float(self.batch))
            batches[4:] *= 2  # motherboards, memory and disks go into twice as many products
            return purchasing.requests_for(books, batches, self.first_batches, 0.85)
        use = components_in(plan)
        have = position + components_in(np.maximum(0.0, spare - plan))
        missing = purchasing.shortfalls(books, have, use, self.leads, self.cover, fade=9.0)
        requests = purchasing.requests_for(books, missing, self.leads, self.cheap)
        low = purchasing.shortfalls(books, have, use, (5,), 1.0, fade=9.0)
        return [*requests, *purchasing.requests_for(books, low, (5,), self.urgent)]
