"""One game, day by day: bank, suppliers, customers, factories, agents; then the settlement.

Everything chance decides is drawn before day 0 (`exogenous`); agents act in seat order but see the
same morning, so the order matters only where the original's message order did (equal reputations
share a line's capacity in seat order).
"""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest
from humanlike.worlds.market.agents.manufacturer import Manufacturer
from humanlike.worlds.market.catalogue import LINE_COMPONENT, N_PRODUCTS, Rules, years_to_daily
from humanlike.worlds.market.customers import Customers, Trade
from humanlike.worlds.market.exogenous import Exogenous, Requests, draw_world
from humanlike.worlds.market.factory import Factory
from humanlike.worlds.market.interface import (
    ComponentOffer,
    Delivery,
    Info,
    MarketAgent,
    MarketReport,
    Observation,
    Order,
    Refusal,
    number_told,
)
from humanlike.worlds.market.ledger import COMPONENT, PENALTY, SALE, STORAGE, Ledger, Rates
from humanlike.worlds.market.processes import Seeds
from humanlike.worlds.market.reading import NOTHING, PlainActions
from humanlike.worlds.market.referee import Referee
from humanlike.worlds.market.reporting import Reporter
from humanlike.worlds.market.sealing import sealed_for
from humanlike.worlds.market.suppliers import Suppliers
from humanlike.worlds.market.thinking import Guard

DELIVERED_COMPONENT = LINE_COMPONENT.tolist()


@dataclass(frozen=True, eq=False)
class GameResult:
    """What a game leaves behind."""

    names: tuple[str, ...]
    scores: npt.NDArray[np.int64]  # [agents] final bank balances
    balances: npt.NDArray[np.int64]  # [agents, days + 1] at the end of each day; the last is the score
    entries: npt.NDArray[np.int64]  # [agents, days + 1, kinds], see `ledger`
    order_price: npt.NDArray[np.float64]  # [days, products] mean order price / base price by day of request
    units_sold: npt.NDArray[np.int64]  # [days, products] units ordered by day of request
    utilisation: npt.NDArray[np.float64]  # [agents, days]
    exogenous: Exogenous
    refusals: tuple[Refusal, ...]
    seeds: Seeds


def play_market(
    agents: Sequence[tuple[str, MarketAgent | Manufacturer]],
    seeds: Seeds,
    rules: Rules | None = None,
    exogenous: Exogenous | None = None,
) -> GameResult:
    """Play one game; `agents` are (name, agent) by seat. A given `exogenous` world saves drawing it again.

    In an agent's place its manufacturer may stand: then it is made, and let go of, under guard as well.
    """
    rules = rules or Rules()
    if not agents:
        raise BadRequest("A market needs at least one agent.")
    contexts = [copy_context() for _ in agents]  # before ours changes: what agents set there is their own
    with Guard(rules.patience) as guard, np.errstate(all="ignore"), collector_paused():
        referee = Referee(rules, guard, contexts)
        return Market(agents, seeds, rules, exogenous or draw_world(seeds, rules), referee).run()


@contextmanager
def collector_paused() -> Iterator[None]:
    """No cyclic garbage collection for the second a game takes: a game makes no cycles, only orders to walk."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Market:
    """The state of a game."""

    def __init__(
        self,
        agents: Sequence[tuple[str, MarketAgent | Manufacturer]],
        seeds: Seeds,
        rules: Rules,
        world: Exogenous,
        referee: Referee,
    ) -> None:
        count = len(agents)
        self.names = tuple(name for name, _ in agents)
        self.agents = [referee.seated(seat, agent) for seat, (_, agent) in enumerate(agents)]
        self.seeds, self.rules, self.world, self.referee, self.seats = (
            seeds,
            rules,
            world,
            referee,
            range(count),
        )
        rates = Rates(world.debt_rate, world.deposit_rate)
        self.ledger = Ledger(count, rules.days, rates, rules.days_per_year)
        self.suppliers = Suppliers(world.capacity, count, rules)
        self.customers = Customers(count, rules)
        storage = years_to_daily(world.storage_rate, rules.days_per_year)
        self.factories = [Factory(rules, storage) for _ in self.seats]
        self.reporter = Reporter(rules)
        self.asked: list[list[tuple[int, int, int, int]]] = [[] for _ in self.seats]
        self.actions: list[PlainActions] = [NOTHING for _ in self.seats]
        self.ship: list[list[Order]] = [[] for _ in self.seats]
        self.make: list[list[tuple[int, int]]] = [[] for _ in self.seats]
        self.bids = np.full((count, 0), np.inf)
        self.balances = np.zeros((count, rules.days + 1), dtype=np.int64)
        self.order_price = np.full((rules.days, N_PRODUCTS), np.nan)
        self.units_sold = np.zeros((rules.days, N_PRODUCTS), dtype=np.int64)
        self.utilisation = np.zeros((count, rules.days))

    def run(self) -> GameResult:
        """All days and the settlement."""
        for seat in self.seats:
            world = self.world
            handed = [Info(
                seat, self.names, replace(self.rules), world.debt_rate, world.deposit_rate, world.storage_rate,
                self.seeds.agent_stream(seat),
            )]  # fmt: skip
            self.referee.start(seat, self.agents[seat], handed)
        for day in range(self.rules.days):
            self.step(day)
        self.settle()
        self.referee.dismiss(self.agents)
        return GameResult(
            self.names,
            self.balances[:, -1].copy(),
            self.balances,
            self.ledger.entries(),
            self.order_price,
            self.units_sold,
            self.utilisation,
            self.world,
            tuple(self.referee.refusals),
            self.seeds,
        )

    def step(self, day: int) -> None:
        """One day."""
        self.referee.open_day(day)
        self.ledger.open_day(day)
        report = self.reporter.report(day, self.world)
        arrived, offers = self._suppliers(day)
        won, void, prices = self._customers(day)
        shipped = self._factories(day, arrived)
        requests, count = self.world.requests[day], len(self.seats)
        shown, quoted = sealed_for(count, requests), sealed_for(count, prices)
        reports = sealed_for(count, report) if report else None
        for seat, factory in enumerate(self.factories):
            handed = [Observation(
                day, self.ledger.balance[seat], Requests(*shown[seat]), won[seat].copy(), shipped[seat].copy(),
                void[seat].copy(), offers[seat].copy(), arrived[seat].copy(),
                factory.components.copy(), factory.products.copy(), factory.utilisation,
                quoted[seat][0], quoted[seat][1], MarketReport(*reports[seat]) if reports else None,
            )]  # fmt: skip
            self.actions[seat] = self.referee.hear(seat, self.agents[seat], handed)
        self._accept(day, requests)
        self.balances[:, day] = self.ledger.balance

    def _suppliers(self, day: int) -> tuple[list[list[Delivery]], list[list[ComponentOffer]]]:
        arrived: list[list[Delivery]] = [[] for _ in self.seats]
        paid = [0 for _ in self.seats]
        self.suppliers.settle()
        for seat, delivery, amount in self.suppliers.deliver(day):
            arrived[seat].append(delivery)
            paid[seat] += amount
            self.reporter.delivered(delivery)
        for seat in self.seats:
            self.ledger.book(seat, COMPONENT, -paid[seat])
        offers = self.suppliers.answer(day, self.asked)
        self.suppliers.produce(day)
        return arrived, offers

    def _customers(
        self, day: int
    ) -> tuple[list[list[Order]], list[list[int]], tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]]:
        morning = self.customers.morning(day)
        for seat in self.seats:
            self.ledger.book(seat, SALE, morning.payments[seat])
            self.ledger.book(seat, PENALTY, -morning.penalties[seat])
        void = [[number for owner, number in morning.void if owner == seat] for seat in self.seats]
        if day == 0:
            nothing = np.full(N_PRODUCTS, np.nan)
            return [[] for _ in self.seats], void, (nothing, nothing)
        trade: Trade = self.customers.choose(
            self.world.requests[day - 1], self.bids, self.world.ties[day - 1]
        )
        self.order_price[day - 1], self.units_sold[day - 1] = trade.mean, trade.ordered
        self.reporter.traded(self.world.requests[day - 1], trade)
        return trade.won, void, (trade.lowest, trade.highest)

    def _factories(self, day: int, arrived: list[list[Delivery]]) -> list[list[int]]:
        shipped: list[list[int]] = []
        for seat, factory in enumerate(self.factories):
            self.ledger.book(seat, STORAGE, -factory.storage_cost())
            waiting = [order for order in self.ship[seat] if order.number in self.customers.open[seat]]
            gone = factory.ship(waiting)
            paid = sum([self.customers.receive(day, seat, order.number) for order in gone])
            self.ledger.book(seat, SALE, paid)
            factory.assemble(self.make[seat])
            for delivery in arrived[seat]:
                factory.components[DELIVERED_COMPONENT[delivery.line]] += delivery.quantity
            self.utilisation[seat, day] = factory.utilisation
            shipped.append([order.number for order in gone])
        return shipped

    def _accept(self, day: int, requests: Requests) -> None:
        """Put the day's legal actions into effect."""
        self.bids = self.referee.bids(self.actions, len(requests.product))
        for seat, actions in enumerate(self.actions):
            paid, ordered, refused = self.suppliers.accept(seat, actions.accept)
            self.reporter.ordered(ordered)
            for reason in refused:
                self.referee.refuse(seat, "accept", reason)
            self.ledger.book(seat, COMPONENT, -paid)
            self.asked[seat] = self.referee.component_requests(seat, actions.component_requests)
            self.make[seat] = self.referee.production(seat, actions.production)
            self.ship[seat] = self._deliveries(seat, actions)

    def _deliveries(self, seat: int, actions: PlainActions) -> list[Order]:
        orders: dict[int, Order] = {}
        opened = self.customers.open[seat]
        for number in actions.deliveries:
            if number in opened and number not in orders:
                orders[number] = opened[number]
            else:
                reason = f"order {number_told(number)} is not open, not its own, or named twice"
                self.referee.refuse(seat, "delivery", reason)
        return list(orders.values())

    def settle(self) -> None:
        """After the last day: suppliers and customers close, leftovers are worth nothing."""
        self.ledger.open_day(self.rules.days)
        for seat, _, amount in self.suppliers.close():
            self.ledger.book(seat, COMPONENT, -amount)
        payments, penalties = self.customers.close()
        for seat in self.seats:
            self.ledger.book(seat, SALE, payments[seat])
            self.ledger.book(seat, PENALTY, -penalties[seat])
        self.balances[:, -1] = self.ledger.balance


__all__ = ["GameResult", "Market", "MarketReport", "play_market"]
