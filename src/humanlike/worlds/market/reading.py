"""Reading what an agent returns into numbers of our own, so that nothing of the agent's is touched afterwards.

This runs while the agent is still under guard (`thinking`): converting a number may run the agent's code. What holds
the numbers is a list, a tuple, a range or an array, and read as what it is, whatever a class of the agent's says of it:
an iterator need not end, and while it runs in C no alarm is heard. Lengths are known before anything is converted. A
part that is no row of numbers, or longer than anything sensible, is left out and named.
"""

from collections.abc import Sequence
from itertools import chain
from operator import index as whole
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.worlds.market.interface import Actions, MarketAgent, Observation
from humanlike.worlds.market.thinking import class_name

Floats = npt.NDArray[np.float64]
MOST_ITEMS: Final = 10_000  # in one part of a day's actions
FIRST: Final = slice(MOST_ITEMS + 1)
WIDEST: Final = 4  # numbers in a row
LONGEST_TEXT: Final = 40  # letters


class PlainActions(NamedTuple):
    """A day's actions in plain numbers, and what could not be read as (action, reason)."""

    positions: Floats
    prices: Floats
    accept: Sequence[int]
    component_requests: Sequence[tuple[int, ...]]
    production: Sequence[tuple[int, ...]]
    deliveries: Sequence[int]
    unreadable: Sequence[tuple[str, str]] = ()


NO_BIDS = np.zeros(0)
TOO_MANY = np.zeros(MOST_ITEMS + 1)
NUMBERS: Final = frozenset({int, float, bool, np.float64, np.int64})  # that NumPy converts by itself
NOTHING = PlainActions(NO_BIDS, NO_BIDS, (), (), (), ())


def think_a_day(agent: MarketAgent, handed: list[Observation]) -> PlainActions:
    """What an agent does on the morning handed over, in plain numbers."""
    return read_actions(agent.day(handed.pop()))


def read_actions(answer: object) -> PlainActions:
    """An agent's answer in plain numbers."""
    if not isinstance(answer, Actions):
        return NOTHING._replace(unreadable=[("day", f"returned {class_name(answer)}, not Actions")])
    odd: list[tuple[str, str]] = []
    positions, prices = _bids(answer, odd)
    return PlainActions(
        positions,
        prices,
        _numbers("accept", answer.accept, odd),
        _rows("component request", answer.component_requests, 4, odd),
        _rows("production", answer.production, 2, odd),
        _numbers("delivery", answer.deliveries, odd),
        odd,
    )


def _bids(actions: Actions, odd: list[tuple[str, str]]) -> tuple[Floats, Floats]:
    """The positions and prices of an agent's bids; none if they are no numbers or do not match."""
    try:
        positions, prices = _floats(actions.bid_requests), _floats(actions.bid_prices)
    except Exception:
        reason = "bids are no numbers"
    else:
        if len(positions) > MOST_ITEMS or len(prices) > MOST_ITEMS:
            reason = f"more than {MOST_ITEMS:,} bids"
        elif len(positions) != len(prices):
            reason = f"{len(positions)} requests but {len(prices)} prices"
        else:
            return positions, prices
    odd.append(("bid", reason))
    return NO_BIDS, NO_BIDS


def _floats(given: Any) -> Floats:
    """A copy: what the agent keeps a hold of may change later."""
    if issubclass(type(given), np.ndarray):
        array = np.asarray(given)
        return array.astype(np.float64).ravel() if array.size <= MOST_ITEMS else TOO_MANY
    items = _items(given)
    if items is None:
        raise TypeError
    if len(items) > MOST_ITEMS:
        return TOO_MANY
    if not NUMBERS.issuperset(map(type, items)):
        items = tuple(map(float, items))
    return np.array(items, dtype=np.float64)


def _numbers(action: str, given: Any, odd: list[tuple[str, str]]) -> Sequence[int]:
    """Whole numbers."""
    items = _each(action, given, odd)
    numbers = _whole_numbers(items)
    if numbers is not None:
        return numbers
    return [row[0] for row in _rows(action, [(item,) for item in items], 1, odd)]


def _rows(action: str, given: Any, width: int, odd: list[tuple[str, str]]) -> list[tuple[int, ...]]:
    """Rows of whole numbers; whatever is no such row is named."""
    items = _each(action, given, odd)
    if (at_once := _all_rows(items, width)) is not None:
        return at_once
    rows = []
    for row in items:
        numbers = _whole_numbers(row)
        if numbers is None or len(numbers) != width:
            odd.append((action, f"{_shown(row)} is not made of {width} whole number(s)"))
        else:
            rows.append(numbers)
    return rows


def _all_rows(items: Sequence[Any], width: int) -> list[tuple[int, ...]] | None:
    """All rows at once, which is faster; None if any of them is odd."""
    try:
        if any(length != width for length in map(tuple.__len__, items)):
            return None
        flat = tuple(map(whole, chain.from_iterable(map(tuple.__iter__, items))))
    except Exception:  # the odd one is found row by row
        return None
    return list(zip(*[iter(flat)] * width, strict=True))


def _whole_numbers(row: Any) -> tuple[int, ...] | None:
    """The row as whole numbers; None if it is no row of them."""
    items = _items(row)
    try:
        return None if items is None or len(items) > MOST_ITEMS else tuple(map(whole, items))
    except Exception:  # whatever an agent hands over, the game goes on
        return None


def _each(action: str, given: Any, odd: list[tuple[str, str]]) -> tuple[Any, ...]:
    """The items of a list or tuple; a thing that is neither is its own only item, to be refused by name."""
    items = _items(given)
    if items is None:
        return (given,)
    if len(items) > MOST_ITEMS:
        odd.append((action, f"more than {MOST_ITEMS:,} items"))
        return ()
    return items


def _items(given: Any) -> tuple[Any, ...] | None:
    """What a list, tuple, range or array holds, or the beginning of too much; None of anything else.

    Read by the methods of the class it comes from, not by those of the agent's own.
    """
    kind = type(given)
    if issubclass(kind, tuple):
        return tuple.__getitem__(given, FIRST)
    if issubclass(kind, list):
        return tuple(list.__getitem__(given, FIRST))
    if kind is range:
        return tuple(given[FIRST])
    if issubclass(kind, np.ndarray):
        array = np.asarray(given)
        if array.ndim:
            first = array[FIRST]
            return tuple(first.tolist() if first.size <= MOST_ITEMS * WIDEST else first)
    return None


def _shown(thing: Any) -> str:
    """A thing in few letters: plain ones as they are written, others by their class."""
    if type(thing) is tuple and len(thing) == 1:
        thing = thing[0]
    parts = thing if isinstance(thing, tuple) else (thing,)
    if len(parts) > 8 or not all(
        type(each) in (str, float, bool, type(None)) or _small(each) for each in parts
    ):
        return f"a {class_name(thing)}"
    text = ", ".join(repr(each[:LONGEST_TEXT]) if type(each) is str else repr(each) for each in parts)
    return f"({text})" if isinstance(thing, tuple) else text


def _small(thing: Any) -> bool:
    return type(thing) is int and thing.bit_length() < 64
