"""A4, the full predictive planner, in the manner of TacTex.

(i) A Bayesian filter follows the level and trend of demand. (ii) A line between recent lowest and
highest order prices, corrected by own results, is the chance to win. (iii) A supplier model knows what
components cost at each lead time, waits on dear days and buys at the cheapest date. (iv) A greedy
scheduler shares cycles by expected margin. (v) Thresholds keep stock lean. (vi) In the end game
thresholds go to zero and stock is sold off. Deterministic; (iii) and (vi) can be switched off, which
makes the variants to compare.
"""

from dataclasses import dataclass

import numpy as np

from humanlike.worlds.market.agents import purchasing, selling
from humanlike.worlds.market.agents.acceptance import LinearCurve
from humanlike.worlds.market.agents.books import Books, Floats
from humanlike.worlds.market.agents.demand_filter import DemandFilter
from humanlike.worlds.market.agents.planning import share_cycles, units_by_product
from humanlike.worlds.market.agents.supplier_curve import SupplierCurve
from humanlike.worlds.market.agents.workshop import schedule
from humanlike.worlds.market.catalogue import N_PRODUCTS, PRODUCT_BASE, years_to_daily
from humanlike.worlds.market.interface import Actions, ComponentRequest, Info, Observation
from humanlike.worlds.market.same_bits import components_in

FIRST_SALES = 20.0  # units of each product a day, before any are known


@dataclass
class Predictive:
    """Predicts demand, prices and supply, then plans."""

    supplier_model: bool = True  # (iii)
    end_game: bool = True  # (vi)
    horizon: int = 10
    share: float = 0.24  # of the market it plans to serve at most
    leads: tuple[int, ...] = (5, 8, 12)
    highest: float = 0.95  # share of base it pays for a component
    cover: float = 2.0  # days of use kept beyond each lead time
    markup: float = 0.01
    push: float = 2.4  # days' worth of plan it tries to sell when no work is waiting
    last_days: int = 20

    def start(self, info: Info) -> None:
        """Nothing seen yet."""
        self.books = Books(info)
        self.books.sales = np.full(N_PRODUCTS, FIRST_SALES)
        self.demand, self.curve = DemandFilter(), LinearCurve()
        self.suppliers = SupplierCurve(self.leads)
        interest = info.debt_rate / 100 / info.rules.days_per_year
        self.holding = years_to_daily(info.storage_rate, info.rules.days_per_year) + interest
        self.ratio = np.full(N_PRODUCTS, 0.95)
        self.promised = np.zeros(N_PRODUCTS)

    def day(self, observation: Observation) -> Actions:
        """Learn, plan, sell, build, buy."""
        books = self.books
        books.open_day(observation)
        accept = books.take(observation.offers)
        self._learn(observation)
        cost = books.unit_cost()
        demand = units_by_product(self.demand.levels(self.horizon))
        margin = self.ratio * PRODUCT_BASE - cost
        plan = share_cycles(demand * self.share, margin, books.cycles)
        build = books.to_build()
        position = books.position(build)
        numbers, prices = self._sell(observation, plan, position, cost, build)
        production, deliveries = schedule(books)
        requests = self._buy(position, plan)
        return Actions(numbers, prices, accept, requests, production, deliveries)

    def _learn(self, seen: Observation) -> None:
        if seen.day > 0:
            self.demand.see(seen.requests)
        self.curve.see_prices(seen.lowest_price, seen.highest_price)
        self.curve.see_result(self.promised, self.books.sold_today)
        self.suppliers.see(seen.offers, seen.day)

    def _sell(
        self, seen: Observation, plan: Floats, position: Floats, cost: Floats, build: Floats
    ) -> tuple[np.ndarray, np.ndarray]:
        """Sell the plan, more when parts pile up, less when work does; at the end, whatever is left."""
        books, requests = self.books, seen.requests
        weights = np.maximum(plan, 0.1)
        soon = selling.fair_limits(position + books.coming(2), weights)
        later = selling.fair_limits(position + books.coming(5), weights)
        quota = plan * max(0.0, self.push - 0.4 * books.backlog(build))
        least = cost * (1 + self.markup)
        if self.end_game and books.days_left < self.last_days:
            need = later / max(2.0, books.days_left - 4)
            quota, least = np.maximum(quota, need), least * (0.75 + 0.25 * books.days_left / self.last_days)
        quota = np.minimum(quota, later)
        eligible = selling.servable(requests, seen.day, soon, later, books.days - 2)
        chance = self.curve.curve()
        expected = selling.reachable_units(requests, eligible) * chance
        self.ratio = np.maximum(selling.price_for_quota(expected, quota), least / PRODUCT_BASE)
        wanted = eligible & (quota > 1)[requests.product]
        numbers, prices = selling.bids_at(requests, wanted, self.ratio, 1.1 * later)
        units = np.bincount(
            requests.product[numbers], weights=requests.quantity[numbers], minlength=N_PRODUCTS
        )
        self.promised = units * selling.chance_at(chance, self.ratio)
        return numbers, prices

    def _buy(self, position: Floats, plan: Floats) -> list[ComponentRequest]:
        books = self.books
        use = components_in(np.minimum(plan, 1.2 * books.sales + 2))
        cover = self.cover * min(1.0, books.days_left / self.last_days) if self.end_game else self.cover
        fade = 8.0 if self.end_game else 3.0
        missing = purchasing.shortfalls(books, position, use, self.leads, cover, fade)
        if not self.supplier_model:
            return purchasing.requests_for(books, missing, self.leads, self.highest)
        moved, limits = self.suppliers.cheapest(missing, self.holding), self.suppliers.limits(self.highest)
        return [*purchasing.requests_for(books, moved, self.leads, limits), *self.suppliers.probes(books)]
