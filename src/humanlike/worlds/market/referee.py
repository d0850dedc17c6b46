"""The referee: has agents asked under guard, checks what they want to do, and keeps the log of what was dropped.

An illegal action costs the agent that action; a thought that came to nothing (`thinking`) costs it the day's actions.
Everything dropped is logged with a reason, up to a number of entries a day.
"""

from collections.abc import Callable, Sequence
from contextvars import Context
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from humanlike.worlds.market.agents.manufacturer import Manufacturer
from humanlike.worlds.market.catalogue import N_LINES, N_PRODUCTS, Rules
from humanlike.worlds.market.interface import Actions, Info, MarketAgent, Observation, Refusal, number_told
from humanlike.worlds.market.reading import NOTHING, PlainActions, think_a_day
from humanlike.worlds.market.thinking import Guard, Lost

Floats = npt.NDArray[np.float64]
MOST = 10**6  # units or dollars; beyond that nothing in this market makes sense
MOST_REFUSALS = 100  # logged for an agent and a day


class Referee:
    """Keeps the log of refusals and turns what agents want into legal actions."""

    def __init__(self, rules: Rules, guard: Guard, contexts: Sequence[Context]) -> None:
        self.rules, self._guard, self._contexts = rules, guard, contexts
        self.refusals: list[Refusal] = []
        self._refused_today = [0] * len(contexts)
        self.day = 0

    def open_day(self, day: int) -> None:
        """Begin a day's log."""
        self.day, self._refused_today = day, [0] * len(self._contexts)

    def refuse(self, seat: int, action: str, reason: str, *, unreadable: bool = False) -> None:
        """Log a dropped action; `unreadable` ones are none of the interface's."""
        self._refused_today[seat] += 1
        if self._refused_today[seat] <= MOST_REFUSALS:
            self.refusals.append(Refusal(self.day, seat, action, reason, unreadable))

    def seated(self, seat: int, agent: MarketAgent | Manufacturer) -> MarketAgent:
        """The agent, newly made if its manufacturer stands for it; if that fails, somebody who does nothing."""
        if issubclass(type(agent), Manufacturer):  # isinstance() would ask the agent itself
            made: list[MarketAgent] | None = self._ask(seat, "make", _made, agent)
            return made.pop() if made else Absent()
        return cast(MarketAgent, agent)

    def start(self, seat: int, agent: MarketAgent, handed: list[Info]) -> None:
        """Let an agent get ready; what is handed over is taken from the list, and so is gone when its thought ends."""
        self._ask(seat, "start", _start, agent, handed)

    def hear(self, seat: int, agent: MarketAgent, handed: list[Observation]) -> PlainActions:
        """What an agent does on the morning handed over; nothing if it fails or takes too long."""
        answer: PlainActions | None = self._ask(seat, "day", think_a_day, agent, handed)
        if answer is None:
            return NOTHING
        for action, reason in answer.unreadable:
            self.refuse(seat, action, reason, unreadable=True)
        return answer

    def dismiss(self, agents: list[MarketAgent]) -> None:
        """Let go of the agents, under guard: their end is their code too."""
        for seat in reversed(range(len(agents))):
            self._ask(seat, "end", agents.__delitem__, seat)

    def _ask(self, seat: int, action: str, think: Callable[..., Any], *given: Any) -> Any:
        try:
            return self._guard.ask(self._contexts[seat], think, *given)
        except Lost as loss:
            self.refuse(seat, action, str(loss))
            return None

    def bids(self, actions: Sequence[PlainActions], n_requests: int) -> Floats:
        """All agents' bids, [agents, requests]: whole dollars, infinite where an agent makes no bid."""
        positions = np.concatenate([each.positions for each in actions])
        prices = np.concatenate([each.prices for each in actions])
        seats = np.repeat(np.arange(len(actions)), [len(each.positions) for each in actions])
        good = (positions >= 0) & (positions < n_requests) & (prices >= 0) & (prices < np.inf)
        good &= positions == np.floor(positions)
        if not good.all():
            for seat, position, price in zip(seats[~good], positions[~good], prices[~good], strict=True):
                self.refuse(int(seat), "bid", f"price {price:g} for request {position:g} of {n_requests}")
            seats, positions, prices = seats[good], positions[good], prices[good]
        lowest = np.full(len(actions) * n_requests, np.inf)
        np.minimum.at(lowest, seats * n_requests + positions.astype(np.int64), np.floor(prices))
        return lowest.reshape(len(actions), n_requests)

    def component_requests(
        self, seat: int, asked: Sequence[tuple[int, ...]]
    ) -> list[tuple[int, int, int, int]]:
        """Legal component requests, at most five a line; offers count positions among these."""
        kept = []
        room = [self.rules.requests_per_line] * N_LINES
        soonest, latest = self.day + 2, self.rules.days - 1
        for line, quantity, due, reserve in asked:
            if not 0 <= line < N_LINES:
                reason = f"no line {number_told(line)}"
            elif not (0 <= quantity <= MOST and 0 <= reserve <= MOST):
                amounts = f"quantity {number_told(quantity)} at reserve {number_told(reserve)}"
                reason = f"{amounts}: both must lie between 0 and {MOST}"
            elif not soonest <= due <= latest:
                reason = f"due on day {number_told(due)}, outside {soonest} to {latest}"
            elif not room[line]:
                reason = f"more than {self.rules.requests_per_line} requests to line {line}"
            else:
                room[line] -= 1
                kept.append((line, quantity, due, reserve))
                continue
            self.refuse(seat, "component request", reason)
        return kept

    def production(self, seat: int, schedule: Sequence[tuple[int, ...]]) -> list[tuple[int, int]]:
        """Legal production items."""
        kept = []
        for product, quantity in schedule:
            if 0 <= product < N_PRODUCTS and 0 < quantity <= MOST:
                kept.append((product, quantity))
            else:
                self.refuse(
                    seat, "production", f"{number_told(quantity)} units of product {number_told(product)}"
                )
        return kept


def _made(manufacturer: Manufacturer) -> list[MarketAgent]:
    return [manufacturer.make()]


class Absent:
    """Sits where an agent could not be made."""

    def start(self, info: Info) -> None:
        """Nothing to get ready."""

    def day(self, observation: Observation) -> Actions:
        """Nothing."""
        return Actions()


def _start(agent: MarketAgent, handed: list[Info]) -> None:
    agent.start(handed.pop())
