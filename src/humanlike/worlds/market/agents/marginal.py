"""A5, the marginal-value planner, in the manner of DeepMaize.

A coarse schedule over forty days finds the marginal value of a factory cycle: the charge at which
selling each product at its most profitable price just fills the factory. Components are valued at
replacement cost, less when the store is full, more when it is empty (`valuation`). These values price every sale
(components plus cycles) and every purchase (what a component adds to the products it goes into).
Deterministic; the stochastic variant adds noise (`noise`).
"""

from dataclasses import dataclass

import numpy as np

from humanlike.worlds.market.agents import purchasing, selling
from humanlike.worlds.market.agents.acceptance import LinearCurve
from humanlike.worlds.market.agents.books import Books, Floats, within
from humanlike.worlds.market.agents.demand_filter import DemandFilter
from humanlike.worlds.market.agents.planning import cycle_value, units_by_product
from humanlike.worlds.market.agents.valuation import component_values
from humanlike.worlds.market.agents.workshop import schedule
from humanlike.worlds.market.catalogue import BILL, COMPONENT_BASE, N_PRODUCTS, PRODUCT_BASE, PRODUCT_CYCLES
from humanlike.worlds.market.interface import Actions, ComponentRequest, Info, Observation
from humanlike.worlds.market.same_bits import components_in, sum_of_parts


@dataclass
class Marginal:
    """Values cycles and components at the margin, and trades on these values."""

    horizon: int = 40
    leads: tuple[int, ...] = (5, 8, 12)
    cover: float = 2.0  # days of use kept beyond each lead time
    steepness: float = 0.10  # how much a store half empty or twice full moves a component's value
    least_margin: float = 0.01
    push: float = 2.4  # days of work it tries to sell when none is waiting
    eagerness: float = 0.06  # share of the base price a sale is worth beyond its margin: it keeps rivals out
    highest: float = 0.97

    def start(self, info: Info) -> None:
        """Nothing seen yet."""
        self.books = Books(info)
        self.books.sales = np.full(N_PRODUCTS, 20.0)
        self.demand, self.curve = DemandFilter(), LinearCurve()
        self.weights = np.ones(N_PRODUCTS)
        self.use = components_in(np.full(N_PRODUCTS, 15.0))
        self.promised = np.zeros(N_PRODUCTS)

    def day(self, observation: Observation) -> Actions:
        """Value, sell, build, buy."""
        books = self.books
        books.open_day(observation)
        accept = books.take(observation.offers)
        if observation.day > 0:
            self.demand.see(observation.requests)
        self.curve.see_prices(observation.lowest_price, observation.highest_price)
        self.curve.see_result(self.promised, books.sold_today)
        build = books.to_build()
        position = books.position(build)
        value = component_values(books, position, self.use, self.cover, self.steepness)
        chance = self.curve.curve()
        plan, cycle, price = self._schedule(chance)
        self.weights = np.maximum(plan, 0.1)
        self.use += 0.2 * (components_in(np.minimum(plan, 1.2 * books.sales + 2)) - self.use)
        numbers, prices = self._sell(observation, value, chance, position, build)
        production, deliveries = schedule(books)
        requests = self._buy(position, price, cycle)
        return Actions(numbers, prices, accept, requests, production, deliveries)

    def _schedule(self, chance: Floats) -> tuple[Floats, float, Floats]:
        """The coarse plan: units a day of each product, the value of a cycle, the price of each product."""
        demand = units_by_product(self.demand.levels(self.horizon))
        willing = within((1.25 - selling.GRID) / 0.5, 0.0, 1.0)  # share of customers who can pay a price
        expected = demand[:, None] * willing * chance
        cycle, ratio = cycle_value(
            expected, self.books.unit_cost() * (1 + self.least_margin), self.books.cycles
        )
        place = np.searchsorted(selling.GRID, ratio - 1e-9)
        return expected[selling.EVERY_PRODUCT, place], cycle, ratio * PRODUCT_BASE

    def _sell(
        self, seen: Observation, value: Floats, chance: Floats, position: Floats, build: Floats
    ) -> tuple[np.ndarray, np.ndarray]:
        books, requests = self.books, seen.requests
        soon = selling.fair_limits(position + books.coming(2), self.weights)
        later = selling.fair_limits(position + books.coming(5), self.weights)
        eligible = selling.servable(requests, seen.day, soon, later, books.days - 1)
        expected = selling.reachable_units(requests, eligible) * chance
        cost = sum_of_parts(value)
        today = books.cycles * max(0.05, self.push - 0.3 * books.backlog(build))
        cycle, ratio = cycle_value(expected, cost - self.eagerness * PRODUCT_BASE, today)
        floor = (cost + 0.25 * cycle * PRODUCT_CYCLES) * (1 + self.least_margin) / PRODUCT_BASE
        ratio = np.maximum(np.maximum(ratio, floor), selling.price_for_quota(expected, later))
        numbers, prices = selling.bids_at(requests, eligible, ratio, 1.5 * later)
        units = np.bincount(
            requests.product[numbers], weights=requests.quantity[numbers], minlength=N_PRODUCTS
        )
        self.promised = units * selling.chance_at(chance, ratio)
        return numbers, prices

    def _buy(self, position: Floats, price: Floats, cycle: float) -> list[ComponentRequest]:
        """Pay at most what a component adds to an average product it goes into."""
        books = self.books
        surplus = (
            price - books.unit_cost() - cycle * PRODUCT_CYCLES
        )  # per product, after the value of its cycles
        per_component = components_in(surplus) / BILL.sum(axis=0)
        worth = books.cost + np.maximum(0.0, per_component) * books.cost / 1900
        reserve = np.minimum(self.highest, np.maximum(0.6, worth / COMPONENT_BASE * 1.06))
        missing = purchasing.shortfalls(books, position, self.use, self.leads, self.cover, fade=7.0)
        return purchasing.requests_for(books, missing, self.leads, reserve)
