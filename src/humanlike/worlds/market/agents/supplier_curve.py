r"""What components cost by lead time, learnt from quotes.

A quote of p times the base price for delivery in n days says that the line has a share
:math:`2(1 - p)` of its capacity free until then. Prices are smoothed by component and lead time;
lead times not asked for are probed in turn with requests for no units, which cost nothing.
"""

import numpy as np

from humanlike.worlds.market.agents.books import COMPONENT_OF_LINE, Books, Floats
from humanlike.worlds.market.catalogue import COMPONENT_BASE, LINES_OF_COMPONENT, N_COMPONENTS
from humanlike.worlds.market.interface import ComponentOffer, ComponentRequest

FIRST_PRICE = 0.75
_BASE = COMPONENT_BASE.tolist()


class SupplierCurve:
    """Smoothed price ratios, [components, leads]."""

    def __init__(self, leads: tuple[int, ...], memory: float = 0.3) -> None:
        self.leads, self.memory = leads, memory
        self.price = np.full((N_COMPONENTS, len(leads)), FIRST_PRICE)
        self._column = np.abs(np.arange(leads[-1] + 30)[:, None] - np.array(leads)).argmin(axis=1).tolist()

    def see(self, offers: list[ComponentOffer], day: int) -> None:
        """Learn from today's quotes (asked for yesterday)."""
        for offer in offers:
            if offer.kind != "complete":
                component = COMPONENT_OF_LINE[offer.line]
                column = self._column[min(offer.due - day + 1, len(self._column) - 1)]
                gap = offer.price / _BASE[component] - self.price[component, column]
                self.price[component, column] += self.memory * gap

    def free_share(self) -> Floats:
        """The share of capacity free until each lead time, as the quotes imply."""
        return np.asarray(np.clip(2 * (1 - self.price), 0.0, 1.0))

    def cheapest(self, missing: Floats, storage: float) -> Floats:
        """Move each lead time's needs to the lead, no later than it, at which they cost least.

        Coming early costs `storage` (a share of the price) a day.
        """
        moved = np.zeros_like(missing)
        leads = np.array(self.leads)
        for column in range(missing.shape[1]):
            total = self.price[:, : column + 1] * (1 + storage * (leads[column] - leads[: column + 1]))
            best = column - total[:, ::-1].argmin(axis=1)  # the latest of equally cheap dates
            np.add.at(moved, (np.arange(N_COMPONENTS), best), missing[:, column])
        return moved

    def probes(self, books: Books) -> list[ComponentRequest]:
        """One lead time a day, in turn, to one supplier of each component."""
        due = books.day + self.leads[books.day % len(self.leads)]
        if due >= books.days:
            return []
        return [
            ComponentRequest(lines[books.day // 7 % len(lines)], 0, due, 0) for lines in LINES_OF_COMPONENT
        ]
