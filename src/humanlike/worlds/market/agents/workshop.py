"""Scheduling for tomorrow: ship what is ready, build what is owed, then build for stock."""

from collections.abc import Sequence
from operator import itemgetter

from humanlike.worlds.market.agents.books import Books
from humanlike.worlds.market.catalogue import N_PRODUCTS, PARTS, PRODUCT_CYCLES
from humanlike.worlds.market.interface import Order

_CYCLES = PRODUCT_CYCLES.tolist()
DUE = itemgetter(3)  # an order's due date


def due_first(books: Books) -> list[Order]:
    """Open orders, earliest due date first, first won first among equals."""
    return sorted(books.open.values(), key=DUE)


def schedule(
    books: Books, for_stock: Sequence[tuple[int, int]] = ()
) -> tuple[list[tuple[int, int]], list[int]]:
    """Tomorrow's production and deliveries; `for_stock` lists (product, units) to add if there is room."""
    products = list(books.products)
    deliveries: list[int] = []
    wanted = [0] * N_PRODUCTS
    sequence: list[int] = []  # products in the order in which they are owed
    for number, product, quantity, _, _, _ in due_first(books):
        ready = products[product]
        if quantity <= ready:
            products[product] = ready - quantity
            deliveries.append(number)
        else:
            products[product] = 0
            if not wanted[product]:
                sequence.append(product)
            wanted[product] += quantity - ready
    plan = [(product, wanted[product]) for product in sequence]
    return _fit(books, [*plan, *for_stock]), deliveries


def _fit(books: Books, plan: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The plan cut to the cycles and components at hand, in its order."""
    cycles, stock, production = books.cycles, list(books.components), []
    for product, units in plan:
        parts = PARTS[product]
        units = min(units, cycles // _CYCLES[product], *(stock[part] for part in parts))
        if units > 0:
            cycles -= units * _CYCLES[product]
            for part in parts:
                stock[part] -= units
            production.append((product, units))
    return production
