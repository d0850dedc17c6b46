"""What an agent is told and what it may do: the whole contract between the market and a manufacturer.

An agent is any object with two methods::

    start(info: Info) -> None                   once, before day 0
    day(observation: Observation) -> Actions    on each of the days 0 ... 219

It sees its own money, stock, orders and offers and what is public (requests, price and market
reports); never demand levels, capacities or anybody else's bids. An illegal action is dropped with a
logged reason; an agent that fails or thinks too long loses that day's actions (`thinking` says what is
promised). What it is handed is its own and leads to nothing of the future. Money is whole dollars.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from humanlike.worlds.market.catalogue import Rules
from humanlike.worlds.market.exogenous import Requests
from humanlike.worlds.market.own_chance import OwnChance


class Info(NamedTuple):
    """What an agent knows before the game."""

    seat: int
    names: tuple[str, ...]  # who plays, by seat
    rules: Rules
    debt_rate: int  # per cent a year
    deposit_rate: int
    storage_rate: int
    stream: OwnChance  # `stream.generator()` draws the agent's own random numbers


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

    @property
    def whole_day(self) -> bool:
        """Whether nothing is left of what the agent did that day."""
        return self.action in ("make", "start", "day", "end")

    def told(self, names: Sequence[str]) -> str:
        """The refusal in a sentence; `names` by seat.

        >>> Refusal(5, 0, "day", "raised SystemExit: 3").told(["mine"])
        "Market agent 'mine' (seat 0) loses day 5: it raised SystemExit: 3."
        """
        who = f"Market agent '{names[self.seat]}' (seat {self.seat})"
        if self.action == "make":
            return f"{who} does nothing all game: making it {self.reason}."
        if self.action == "end":
            return f"{who} ends badly: letting it go {self.reason}."
        if self.action == "start":
            return f"{who} begins unprepared: its start {self.reason}."
        if self.action == "day":
            return f"{who} loses day {self.day}: it {self.reason}."
        return f"{who} has a {self.action} dropped on day {self.day}: {self.reason}."


def number_told(number: int) -> str:
    """A whole number, or of one that would fill pages how large it is.

    >>> number_told(-7), number_told(10**9000)
    ('-7', 'of 29898 binary digits')
    """
    return str(number) if number.bit_length() < 64 else f"of {number.bit_length()} binary digits"
