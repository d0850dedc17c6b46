"""The bank: every change of a balance is a sale, a penalty, a component payment, storage or interest."""

from math import floor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

KINDS = ("sale", "penalty", "component", "storage", "interest")
SALE, PENALTY, COMPONENT, STORAGE, INTEREST = range(5)


class Rates(NamedTuple):
    """Interest in per cent a year."""

    debt: int
    deposit: int


class Ledger:
    """Balances and every entry that made them, by agent, day and kind; the last day is the settlement."""

    def __init__(self, n_agents: int, days: int, rates: Rates, days_per_year: int) -> None:
        self.balance = [0] * n_agents
        self._entries = [[[0] * len(KINDS) for _ in range(days + 1)] for _ in range(n_agents)]
        self._factor = (1 + rates.debt / 100 / days_per_year, 1 + rates.deposit / 100 / days_per_year)
        self._day = 0

    def open_day(self, day: int) -> None:
        """Turn the page and pay interest on every balance (none at the settlement)."""
        self._day = day
        if day < len(self._entries[0]) - 1:
            for seat, balance in enumerate(self.balance):
                grown = floor(balance * self._factor[0 if balance < 0 else 1] + 0.5)
                self.book(seat, INTEREST, grown - balance)

    def book(self, seat: int, kind: int, amount: int) -> None:
        """Enter one change of a balance."""
        self.balance[seat] += amount
        self._entries[seat][self._day][kind] += amount

    def entries(self) -> npt.NDArray[np.int64]:
        """All entries summed by agent, day and kind, shape [agents, days + 1, kinds]."""
        return np.array(self._entries, dtype=np.int64)
