"""The customers: who wins a request, when orders are paid, what lateness costs.

The lowest unit price at or below the reserve price wins; among equal prices all have the same chance, by
the uniform that belongs to the request (so a tie here moves no tie elsewhere). An order
delivered early is paid on its due date, otherwise at once. Every morning after the due date costs a
day's penalty; with the fifth the order is void, before that day's deliveries. At the end, orders
delivered but not yet due are paid, undelivered ones cost all their remaining penalty days; orders won
on the last morning are exempt.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.worlds.market.catalogue import LONGEST_LEAD, N_PRODUCTS, PRODUCT_BASE, Rules
from humanlike.worlds.market.exogenous import Requests
from humanlike.worlds.market.interface import Order

Floats = npt.NDArray[np.float64]


class Morning(NamedTuple):
    """What the customers do on a morning."""

    payments: list[int]  # by seat
    penalties: list[int]
    void: list[tuple[int, int]]  # (seat, order number)


class Trade(NamedTuple):
    """The outcome of a day's auctions."""

    won: list[list[Order]]  # by seat
    lowest: Floats  # [products] order prices; NaN where nothing was ordered
    highest: Floats
    mean: Floats
    ordered: npt.NDArray[np.int64]  # [products] units
    revenue: npt.NDArray[np.int64]


class Customers:
    """All customers of the market."""

    def __init__(self, n_agents: int, rules: Rules) -> None:
        self.rules, self.n_agents = rules, n_agents
        self.open: list[dict[int, Order]] = [{} for _ in range(n_agents)]  # undelivered orders
        horizon = rules.days + LONGEST_LEAD + 1
        self._due: list[list[tuple[int, int]]] = [[] for _ in range(horizon)]  # (seat, number) by due date
        self._pay = [[0] * n_agents for _ in range(horizon)]  # for early deliveries, by due date and seat
        self._next_number = self._first_today = 0

    def morning(self, day: int) -> Morning:
        """Pay what was delivered early and is due today; charge lateness; void what is too late."""
        penalties = [0] * self.n_agents
        void: list[tuple[int, int]] = []
        for due in range(max(0, day - self.rules.void_after), day):
            late = [(seat, number) for seat, number in self._due[due] if number in self.open[seat]]
            for seat, number in late:
                penalties[seat] += self.open[seat][number].penalty
            self._due[due] = late
            if due == day - self.rules.void_after:
                void = late
        for seat, number in void:
            del self.open[seat][number]
        payments, self._pay[day] = self._pay[day], [0] * self.n_agents
        return Morning(payments, penalties, void)

    def choose(self, requests: Requests, bids: Floats, ties: Floats) -> Trade:
        """Award yesterday's requests; `bids` has shape [agents, requests], infinite where none; `ties` [requests]."""
        valid = np.where(bids <= requests.reserve, bids, np.inf)
        price = valid.min(axis=0)
        sold = (price < np.inf).nonzero()[0]
        price = price[sold]
        best = valid[:, sold] == price
        winner = best.argmax(axis=0)
        for column in (best.sum(axis=0) > 1).nonzero()[0]:
            tied = best[:, column].nonzero()[0]
            winner[column] = tied[int(ties[sold[column]] * len(tied))]
        return self._book(requests, sold, winner, price)

    def _book(
        self,
        requests: Requests,
        sold: npt.NDArray[np.int64],
        winner: npt.NDArray[np.int64],
        price: Floats,
    ) -> Trade:
        """Write the orders down and report the day's prices."""
        won: list[list[Order]] = [[] for _ in range(self.n_agents)]
        self._first_today = self._next_number
        self._next_number += len(sold)
        product, quantity = requests.product[sold], requests.quantity[sold]
        units = price.astype(np.int64)
        columns = (product, quantity, requests.due[sold], units, requests.penalty[sold])
        numbers = range(self._first_today, self._next_number)
        orders = map(Order, numbers, *(column.tolist() for column in columns))
        for seat, order in zip(winner.tolist(), orders, strict=True):
            number, _, _, due, _, _ = order
            won[seat].append(order)
            self.open[seat][number] = order
            self._due[due].append((seat, number))
        ordered = np.bincount(product, weights=quantity, minlength=N_PRODUCTS)
        revenue = np.bincount(product, weights=quantity * units, minlength=N_PRODUCTS)
        lowest, highest = np.full(N_PRODUCTS, np.inf), np.full(N_PRODUCTS, -np.inf)
        np.minimum.at(lowest, product, price)
        np.maximum.at(highest, product, price)
        none = ordered == 0
        lowest[none] = highest[none] = np.nan
        mean = revenue / np.where(none, np.nan, ordered) / PRODUCT_BASE
        return Trade(won, lowest, highest, mean, ordered.astype(np.int64), revenue.astype(np.int64))

    def receive(self, day: int, seat: int, number: int) -> int:
        """Take a delivery; returns what is paid at once (nothing before the due date)."""
        _, _, quantity, due, price, _ = self.open[seat].pop(number)
        if day >= due:
            return quantity * price
        self._pay[due][seat] += quantity * price
        return 0

    def close(self) -> tuple[list[int], list[int]]:
        """Last payments and penalties, by seat."""
        last = self.rules.days - 1
        penalties = [0] * self.n_agents
        for seat, orders in enumerate(self.open):
            for order in orders.values():
                if order.number < self._first_today:
                    remaining = self.rules.void_after - max(0, last - order.due)
                    penalties[seat] += order.penalty * remaining
        return [sum(day[seat] for day in self._pay) for seat in range(self.n_agents)], penalties
