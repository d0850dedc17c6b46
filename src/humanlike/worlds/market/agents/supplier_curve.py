r"""What components cost by lead time, learnt from quotes.

A quote of p times the base price for delivery in n days says that the line has a share
:math:`2(1 - p)` of its capacity free until then. Prices are smoothed by component and lead time;
lead times not asked for are probed in turn with requests for no units, which cost nothing. Lead times
differ little on average, dear and cheap days differ much: the curve saves money mainly by not paying
much more than usual, and by moving needs to a cheaper date as far as they do not spoil its price.
"""

import numpy as np

from humanlike.worlds.market.agents.books import COMPONENT_OF_LINE, Books, Floats
from humanlike.worlds.market.catalogue import COMPONENT_BASE, LINES_OF_COMPONENT, N_COMPONENTS, N_SOURCES
from humanlike.worlds.market.interface import ComponentOffer, ComponentRequest

FIRST_PRICE = 0.75
TOLERANCE = 0.04  # it pays so much more than the usual price at a lead time
LINE_CAPACITY = 500  # units a day, the long-run mean of a line
EVERY = np.arange(N_COMPONENTS)
_BASE = COMPONENT_BASE.tolist()


class SupplierCurve:
    """Smoothed price ratios, [components, leads]."""

    def __init__(self, leads: tuple[int, ...], memory: float = 0.3) -> None:
        self.leads, self.memory = leads, memory
        self.price = np.full((N_COMPONENTS, len(leads)), FIRST_PRICE)
        self._leads = np.array(leads)
        self._capacity = LINE_CAPACITY * N_SOURCES[:, None] * (self._leads - 1.0)
        self._column = np.abs(np.arange(leads[-1] + 30)[:, None] - np.array(leads)).argmin(axis=1).tolist()

    def see(self, offers: list[ComponentOffer], day: int) -> None:
        """Learn from today's quotes (asked for yesterday)."""
        for offer in offers:
            if offer.kind != "complete":
                component = COMPONENT_OF_LINE[offer.line]
                column = self._column[min(offer.due - day + 1, len(self._column) - 1)]
                gap = offer.price / _BASE[component] - self.price[component, column]
                self.price[component, column] += self.memory * gap

    def limits(self, highest: float) -> Floats:
        """What to pay at most, [components, leads]: little more than usual at that lead, so dear days pass."""
        return np.asarray(np.minimum(highest, self.price * (1 + TOLERANCE) + 0.01))

    def cheapest(self, missing: Floats, holding: float) -> Floats:
        """Move each lead time's needs towards the earlier lead at which they cost least.

        Coming early costs `holding` (a share of the base price) a day, and every unit moved makes the
        earlier date dearer: q units among n days of capacity C cost q / 2nC more. Half the gap is closed,
        which is where the money saved is greatest.
        """
        moved = missing.copy()
        for column in range(len(self.leads) - 1, 0, -1):
            early = self.price[:, :column] + holding * (self._leads[column] - self._leads[:column])
            best = early.argmin(axis=1)
            gap = self.price[:, column] - early[EVERY, best]
            units = np.minimum(np.maximum(gap * self._capacity[EVERY, best], 0.0), moved[:, column])
            moved[:, column] -= units
            moved[EVERY, best] += units
        return moved

    def probes(self, books: Books) -> list[ComponentRequest]:
        """One lead time a day, in turn, to one supplier of each component."""
        due = books.day + self.leads[books.day % len(self.leads)]
        if due >= books.days:
            return []
        return [
            ComponentRequest(lines[books.day // 7 % len(lines)], 0, due, 0) for lines in LINES_OF_COMPONENT
        ]
