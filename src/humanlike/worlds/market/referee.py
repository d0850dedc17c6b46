"""The referee: checks what agents do, and calls them so that none can stop the game.

An illegal action costs the agent that action; an exception, or a day's thought beyond the patience of
the rules, costs it the day's actions. Everything dropped is logged with a reason. Where the platform
allows it (main thread, POSIX) a long thought is interrupted; elsewhere it is judged when it ends.
"""

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from operator import index as whole
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from humanlike.worlds.market.catalogue import N_LINES, N_PRODUCTS, Rules
from humanlike.worlds.market.interface import Actions, Refusal

Answer = TypeVar("Answer")
Floats = npt.NDArray[np.float64]
MOST = 10**6  # units or dollars; beyond that nothing in this market makes sense


class TooLong(Exception):
    """An agent has used up its patience."""


@contextmanager
def alarm_set(seconds: float) -> Iterator[Callable[[float], None]]:
    """A function that arms (or with 0 disarms) an interruption, where the platform has one."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield lambda _: None
        return

    def ring(*_: object) -> None:
        raise TooLong(f"thought longer than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, ring)
    try:
        yield lambda limit: signal.setitimer(signal.ITIMER_REAL, limit) and None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Referee:
    """Keeps the log of refusals and turns what agents return into legal actions."""

    def __init__(self, rules: Rules, arm: Callable[[float], None]) -> None:
        self.rules, self.arm = rules, arm
        self.refusals: list[Refusal] = []
        self.day = 0

    def refuse(self, seat: int, action: str, reason: str, *, unreadable: bool = False) -> None:
        """Log a dropped action; `unreadable` ones are none of the interface's."""
        self.refusals.append(Refusal(self.day, seat, action, reason, unreadable))

    def call(self, seat: int, action: str, method: Callable[[Any], Answer], argument: Any) -> Answer | None:
        """What the agent answers; None if it fails or takes too long."""
        begun = time.monotonic()
        try:
            self.arm(self.rules.patience)
            try:
                answer = method(argument)
            finally:
                self.arm(0)
        except TooLong as error:
            self.refuse(seat, action, str(error))
            return None
        except Exception as error:  # an agent's failure is the agent's loss, never the game's
            self.refuse(seat, action, f"raised {type(error).__name__}: {error}")
            return None
        if time.monotonic() - begun > self.rules.patience:
            self.refuse(seat, action, f"thought longer than {self.rules.patience:g} s")
            return None
        return answer

    def bids(self, actions: Sequence[Actions], n_requests: int) -> Floats:
        """All agents' bids, [agents, requests]: whole dollars, infinite where an agent makes no bid."""
        given = [self._pairs(seat, each) for seat, each in enumerate(actions)]
        positions, prices = (np.concatenate(column) for column in zip(*given, strict=True))
        seats = np.repeat(np.arange(len(given)), [len(each) for each, _ in given])
        good = (positions >= 0) & (positions < n_requests) & (prices >= 0) & (prices < np.inf)
        good &= positions == np.floor(positions)
        if not good.all():
            for seat, position, price in zip(seats[~good], positions[~good], prices[~good], strict=True):
                self.refuse(int(seat), "bid", f"price {price:g} for request {position:g} of {n_requests}")
            seats, positions, prices = seats[good], positions[good], prices[good]
        lowest = np.full(len(given) * n_requests, np.inf)
        np.minimum.at(lowest, seats * n_requests + positions.astype(np.int64), np.floor(prices))
        return lowest.reshape(len(given), n_requests)

    def _pairs(self, seat: int, actions: Actions) -> tuple[Floats, Floats]:
        """The positions and prices of an agent's bids; none if they are no numbers or do not match."""
        try:
            positions = np.asarray(actions.bid_requests, dtype=np.float64).ravel()
            prices = np.asarray(actions.bid_prices, dtype=np.float64).ravel()
        except Exception:  # whatever an agent hands over, the game goes on
            self.refuse(seat, "bid", "bids are no numbers", unreadable=True)
            return np.zeros(0), np.zeros(0)
        if len(positions) != len(prices):
            self.refuse(seat, "bid", f"{len(positions)} requests but {len(prices)} prices", unreadable=True)
            return np.zeros(0), np.zeros(0)
        return positions, prices

    def component_requests(self, seat: int, asked: Any) -> list[tuple[int, int, int, int]]:
        """Legal component requests, at most five a line; offers count positions among these."""
        kept = []
        room = [self.rules.requests_per_line] * N_LINES
        soonest, latest = self.day + 2, self.rules.days - 1
        for line, quantity, due, reserve in self._rows(seat, "component request", asked, 4):
            if not 0 <= line < N_LINES:
                reason = f"no line {line}"
            elif not (0 <= quantity <= MOST and 0 <= reserve <= MOST):
                reason = f"quantity {quantity} at reserve {reserve}: both must lie between 0 and {MOST}"
            elif not soonest <= due <= latest:
                reason = f"due on day {due}, outside {soonest} to {latest}"
            elif not room[line]:
                reason = f"more than {self.rules.requests_per_line} requests to line {line}"
            else:
                room[line] -= 1
                kept.append((line, quantity, due, reserve))
                continue
            self.refuse(seat, "component request", reason)
        return kept

    def production(self, seat: int, schedule: Any) -> list[tuple[int, int]]:
        """Legal production items."""
        kept = []
        for product, quantity in self._rows(seat, "production", schedule, 2):
            if 0 <= product < N_PRODUCTS and 0 < quantity <= MOST:
                kept.append((product, quantity))
            else:
                self.refuse(seat, "production", f"{quantity} units of product {product}")
        return kept

    def numbers(self, seat: int, action: str, given: Any) -> Sequence[int]:
        """Whole numbers."""
        items = _each(given)
        numbers = _whole_numbers(items)
        if numbers is not None:
            return numbers
        return [row[0] for row in self._rows(seat, action, [(item,) for item in items], 1)]

    def _rows(self, seat: int, action: str, given: Any, width: int) -> list[tuple[int, ...]]:
        """Rows of whole numbers; whatever is no such row is refused."""
        rows = []
        for row in _each(given):
            numbers = _whole_numbers(row)
            if numbers is None or len(numbers) != width:
                reason = f"{row!r} is not made of {width} whole number(s)"
                self.refuse(seat, action, reason, unreadable=True)
            else:
                rows.append(numbers)
        return rows


def _whole_numbers(row: Any) -> tuple[int, ...] | None:
    """The row as whole numbers; None if it is no row of them."""
    try:
        return tuple(map(whole, row))
    except Exception:  # whatever an agent hands over, the game goes on
        return None


def _each(given: Any) -> Sequence[Any]:
    """The items of a list or tuple; a thing that is neither is its own only item, to be refused by name."""
    if isinstance(given, np.ndarray):
        given = given.tolist()
    return given if isinstance(given, list | tuple | range) else (given,)
