"""What an agent is told and what it may do: the whole contract between the market and a manufacturer.

An agent is any object with two methods::

    start(info: Info) -> None                   once, before day 0
    day(observation: Observation) -> Actions    on each of the days 0 ... 219

It sees its own money, stock, orders and offers and what is public (requests, price and market
reports); never demand levels, capacities or anybody else's bids. An illegal action is dropped with a
logged reason; an agent that fails or thinks too long loses that day's actions. Money is whole dollars.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from humanlike.core import Streams
from humanlike.worlds.market.catalogue import Rules
from humanlike.worlds.market.exogenous import Requests


class Info(NamedTuple):
    """What an agent knows before the game."""

    seat: int
    names: tuple[str, ...]  # who plays, by seat
    rules: Rules
    debt_rate: int  # per cent a year
    deposit_rate: int
    storage_rate: int
    stream: Streams  # the agent's own chance


class Order(NamedTuple):
    """A customer's order this agent has won."""

    number: int
    product: int
    quantity: int
    due: int
    price: int  # a unit
    penalty: int  # a day late


class ComponentOffer(NamedTuple):
    """A supplier's answer to a component request; valid on the day it arrives."""

    number: int
    line: int
    quantity: int
    due: int
    price: int  # a unit
    request: int  # position among the legal requests the agent sent yesterday
    kind: str  # "full", "partial" (less, on time) or "complete" (all, later); accept one of the last two


class Delivery(NamedTuple):
    """Components that came in today."""

    line: int
    quantity: int
    price: int
    due: int


class MarketReport(NamedTuple):
    """The public report on the past twenty days."""

    components_ordered: npt.NDArray[np.int64]  # [components]
    components_delivered: npt.NDArray[np.int64]
    component_price: npt.NDArray[np.float64]  # mean of what was ordered; NaN where nothing was
    products_requested: npt.NDArray[np.int64]  # [products]
    products_ordered: npt.NDArray[np.int64]
    product_price: npt.NDArray[np.float64]
    mean_capacity: npt.NDArray[np.float64]  # [lines]


class Observation(NamedTuple):
    """What an agent sees on the morning of a day."""

    day: int
    balance: int
    requests: Requests  # today's, to bid on
    won: list[Order]  # from yesterday's bids
    shipped: list[int]  # numbers of orders that left the factory this morning
    void: list[int]  # numbers of orders cancelled this morning
    offers: list[ComponentOffer]
    deliveries: list[Delivery]
    components: list[int]  # in stock for tomorrow's assembly, by component
    products: list[int]  # in stock for tomorrow's shipping, by product
    utilisation: float  # share of the factory's cycles used today
    lowest_price: npt.NDArray[np.float64]  # [products] of yesterday's orders; NaN where none was placed
    highest_price: npt.NDArray[np.float64]
    report: MarketReport | None


class ComponentRequest(NamedTuple):
    """A question to a supplier; quantity 0 asks for the price only, reserve 0 sets no limit."""

    line: int
    quantity: int
    due: int
    reserve: int


class Actions(NamedTuple):
    """What an agent does in a day; every part may be empty."""

    bid_requests: npt.ArrayLike = ()  # positions in today's requests
    bid_prices: npt.ArrayLike = ()  # the unit price offered for each of them
    accept: Sequence[int] = ()  # numbers of component offers
    component_requests: Sequence[ComponentRequest] = ()
    production: Sequence[tuple[int, int]] = ()  # (product, quantity) for tomorrow, in this order
    deliveries: Sequence[int] = ()  # numbers of orders to ship tomorrow, in this order


class MarketAgent(Protocol):
    """A manufacturer."""

    def start(self, info: Info) -> None:
        """Get ready for a game."""

    def day(self, observation: Observation) -> Actions:
        """Act on one day."""


class Refusal(NamedTuple):
    """An action that was dropped, and why."""

    day: int
    seat: int
    action: str
    reason: str
    unreadable: bool = False  # no action at all, rather than one against the rules
