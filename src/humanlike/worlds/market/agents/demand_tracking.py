"""A3, demand tracking with an acceptance model, in the manner of MinneTAC.

Demand of each segment is followed as a smoothed level and trend. A logistic curve per product, moved
daily by own results and the price report, gives the chance to win at a price. Each day's sales quota
shares cycles and components among products by expected margin; the price is the highest that sells the
quota. Parts are valued at what they cost to replace, less when the store is full (`valuation`), so that
dear purchases do not keep it from selling. Deterministic.
"""

from dataclasses import dataclass

import numpy as np

from humanlike.worlds.market.agents import purchasing, selling
from humanlike.worlds.market.agents.acceptance import LogisticCurve
from humanlike.worlds.market.agents.books import Books, Floats
from humanlike.worlds.market.agents.planning import share_cycles, units_by_product
from humanlike.worlds.market.agents.valuation import component_values
from humanlike.worlds.market.agents.workshop import schedule
from humanlike.worlds.market.catalogue import N_PRODUCTS, PRODUCT_BASE, SEGMENT_OF_PRODUCT
from humanlike.worlds.market.exogenous import Requests
from humanlike.worlds.market.interface import Actions, Info, Observation
from humanlike.worlds.market.same_bits import components_in, sum_of_parts

FIRST_SALES = 14.0  # units of each product a day, before any are known


@dataclass
class DemandTracking:
    """Quotas from demand and margins, prices from a logistic acceptance curve."""

    horizon: int = 10
    share: float = 0.33  # of the market it plans to serve at most
    leads: tuple[int, ...] = (6, 12, 18)
    reserve: float = 0.92
    cover: float = 5.0  # days of use kept beyond each lead time
    steepness: float = 0.08  # how much an empty or full store moves a component's value
    markup: float = 0.02
    push: float = 2.3  # days' worth of plan it tries to sell when no work is waiting

    def start(self, info: Info) -> None:
        """Start from the middle of the demand range."""
        self.books = Books(info)
        self.books.sales = np.full(N_PRODUCTS, FIRST_SALES)
        self.curve = LogisticCurve()
        self.level = np.array([62.5, 75.0, 62.5])
        self.trend = np.zeros(3)
        self.ratio = np.full(N_PRODUCTS, 0.95)
        self.bids = np.zeros(N_PRODUCTS)
        self.use = components_in(np.full(N_PRODUCTS, FIRST_SALES))

    def day(self, observation: Observation) -> Actions:
        """Learn from yesterday, set quotas and prices, buy for the horizon."""
        books = self.books
        books.open_day(observation)
        accept = books.take(observation.offers)
        self._learn(observation)
        demand = self._forecast()
        build = books.to_build()
        position = books.position(build)
        cost = sum_of_parts(component_values(books, position, self.use, self.cover, self.steepness))
        plan = share_cycles(demand * self.share, self.ratio * PRODUCT_BASE - books.unit_cost(), books.cycles)
        weights = np.maximum(plan, 0.1)
        soon = selling.fair_limits(position + books.coming(2), weights)
        later = selling.fair_limits(position + books.coming(5), weights)
        slack = max(0.0, self.push - 0.4 * books.backlog(build))
        quota = np.minimum(plan * slack, later)
        eligible = selling.servable(observation.requests, observation.day, soon, later, books.days - 2)
        numbers, prices = self._sell(observation.requests, eligible, quota, cost, 1.5 * later)
        production, deliveries = schedule(books)
        self.use += 0.2 * (components_in(np.minimum(plan, 1.2 * books.sales + 2)) - self.use)
        missing = purchasing.shortfalls(books, position, self.use, self.leads, self.cover)
        requests = purchasing.requests_for(books, missing, self.leads, self.reserve)
        return Actions(numbers, prices, accept, requests, production, deliveries)

    def _learn(self, seen: Observation) -> None:
        wins = np.bincount([order.product for order in seen.won], minlength=N_PRODUCTS).astype(float)
        self.curve.see_result(self.ratio, self.bids, wins)
        self.curve.see_prices(seen.lowest_price, seen.highest_price)
        if seen.day == 0:
            return
        counts = np.bincount(SEGMENT_OF_PRODUCT[seen.requests.product], minlength=3)
        change = 0.25 * (counts - self.level)
        self.level += change
        self.trend += 0.1 * (change - self.trend)

    def _forecast(self) -> Floats:
        """Units of each product a day over the horizon."""
        return units_by_product(np.maximum(20.0, self.level + self.trend * self.horizon / 2))

    def _sell(
        self, requests: Requests, eligible: selling.Booleans, quota: Floats, cost: Floats, limit: Floats
    ) -> tuple[np.ndarray, np.ndarray]:
        expected = selling.reachable_units(requests, eligible) * self.curve.curve()
        ratio = selling.price_for_quota(expected, quota)
        self.ratio = np.maximum(ratio, cost * (1 + self.markup) / PRODUCT_BASE)
        numbers, prices = selling.bids_at(
            requests, eligible & (quota > 1)[requests.product], self.ratio, limit
        )
        self.bids = np.bincount(requests.product[numbers], minlength=N_PRODUCTS).astype(float)
        return numbers, prices
