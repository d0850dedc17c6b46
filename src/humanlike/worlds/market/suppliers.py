r"""The eight suppliers and their sixteen lines: reputation, deliveries, offers, production.

A supplier's day: settle yesterday's offers, deliver what is due, answer yesterday's requests, produce.
It builds only what is ordered, but ahead of the due date: at most its capacity, at most what is
ordered and not yet built. Orders are delivered whole, in the order of their due dates; once one cannot
be served, no order with a later due date is.

Reputation of an agent with a supplier: :math:`\min(1, (\text{ordered}/\text{offered})/\rho)`, where
:math:`\rho` is .75 for single-source and .45 for double-source suppliers.

Commitments (what earlier orders will use of each day's expected capacity) come in two versions.
``clean``: inventory serves the earliest due dates, the rest is made as late as possible before its due
date, and what does not fit fills the earliest free days. ``as-coded`` follows the original server:
orders count on the due date itself, goods already made are set only against what does not fit, and
free inventory keeps its old value when nothing is left over; its suppliers are a little dearer.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.worlds.market.catalogue import (
    LINE_BASE,
    N_LINES,
    N_SUPPLIERS,
    SINGLE_SOURCED,
    SUPPLIERS,
    Rules,
)
from humanlike.worlds.market.interface import ComponentOffer, Delivery, number_told
from humanlike.worlds.market.pricing import ALL_LINES, Asked, Floats, Integers, Quote, quote

DECAY = 0.99  # expected capacity returns to nominal by one per cent a day


class PlacedOrder(NamedTuple):
    """An order for components, waiting to be delivered."""

    seat: int
    quantity: int
    due: int
    price: int
    paid: int  # down payment


class SentOffer(NamedTuple):
    """An offer with what the supplier remembers about it."""

    offer: ComponentOffer
    full: int  # the quantity before it was reduced to a partial offer
    twin: int  # number of the alternative offer; -1 for none


class Suppliers:
    """All suppliers, stepped once a day."""

    def __init__(self, capacity: Integers, n_agents: int, rules: Rules) -> None:
        self.rules, self.n_agents, self.capacity = rules, n_agents, capacity
        self.inventory = np.zeros(N_LINES, dtype=np.int64)
        self.owed = np.zeros((N_LINES, rules.days + 1), dtype=np.int64)  # undelivered quantity by due date
        self._owed_cells = self.owed.data  # single cells change several times faster through it
        self.waiting: list[list[PlacedOrder]] = [[] for _ in range(N_LINES)]  # due, in due-date order
        self.later = [defaultdict[int, list[PlacedOrder]](list) for _ in range(N_LINES)]  # by due date
        self.free_inventory = np.zeros(N_LINES)
        self.ordered = np.full((n_agents, N_SUPPLIERS), float(rules.reputation_endowment))
        self.offered = np.full((n_agents, N_SUPPLIERS), float(rules.reputation_endowment))
        ratio = [
            rules.single_source_ratio if name in SINGLE_SOURCED else rules.double_source_ratio
            for name in SUPPLIERS
        ]
        self.ratio = np.array(ratio)
        self.sent: list[dict[int, SentOffer]] = [{} for _ in range(n_agents)]
        self.accepted: list[set[int]] = [set() for _ in range(n_agents)]
        self._next_number = 0
        self._ahead = np.full(rules.days, DECAY).cumprod()

    def reputation(self) -> Floats:
        """How well each agent is regarded, [agents, suppliers], at most 1."""
        return np.asarray(np.minimum(1.0, self.ordered / self.offered / self.ratio))

    def settle(self) -> None:
        """Learn from what happened to yesterday's offers, then forget them."""
        ordered = [[0] * N_SUPPLIERS for _ in range(self.n_agents)]
        offered = [[0] * N_SUPPLIERS for _ in range(self.n_agents)]
        for seat, sent in enumerate(self.sent):
            taken = self.accepted[seat]
            for number, (offer, full, twin) in sent.items():
                supplier, quantity = offer.line // 2, offer.quantity
                if number in taken:
                    ordered[seat][supplier] += quantity
                elif twin in taken or offer.kind == "complete":
                    continue
                offered[seat][supplier] += max(quantity, full // 5)
        self.sent = [{} for _ in range(self.n_agents)]
        self.accepted = [set() for _ in range(self.n_agents)]
        self.ordered += np.array(ordered) + self.rules.reputation_recovery
        self.offered += np.array(offered) + self.rules.reputation_recovery

    def deliver(self, day: int) -> list[tuple[int, Delivery, int]]:
        """Hand over what is due and in stock: (seat, delivery, amount still to pay)."""
        handed: list[tuple[int, Delivery, int]] = []
        for line in range(N_LINES):
            due_now = self.later[line].pop(day, None)
            if due_now:
                self.waiting[line] += due_now
            if self.waiting[line]:
                handed += self._serve(line)
        return handed

    def _serve(self, line: int) -> list[tuple[int, Delivery, int]]:
        """Serve a line's waiting orders in due-date order until one with an earlier due date fails."""
        stock, handed, kept, blocked = int(self.inventory[line]), [], [], self.rules.days
        for order in self.waiting[line]:
            seat, quantity, due, price, paid = order
            if due <= blocked and quantity <= stock:
                stock -= quantity
                self._owed_cells[line, due] -= quantity
                handed.append((seat, Delivery(line, quantity, price, due), quantity * price - paid))
            else:
                kept.append(order)
                blocked = min(blocked, due)
        self.inventory[line] = stock
        self.waiting[line] = kept
        return handed

    def answer(
        self, day: int, requests: Sequence[Sequence[tuple[int, int, int, int]]]
    ) -> list[list[ComponentOffer]]:
        """Offers to every agent for the component requests (line, quantity, due, reserve) of the day before."""
        used = [0] * N_LINES
        rows: list[int] = []
        for seat, asked in enumerate(requests):
            for position, (line, quantity, due, reserve) in enumerate(asked):
                rows += line, used[line], position, seat, quantity, due, reserve
                used[line] += 1
        if not rows:
            return [[] for _ in range(self.n_agents)]
        line_of, slot_of, *columns = np.array(rows).reshape(-1, 7).T
        fields = np.zeros((5, N_LINES, max(used)), dtype=np.int64)
        fields[:, line_of, slot_of] = columns
        index, seats, quantities, dues, reserves = fields
        present = dues > 0
        horizon = np.maximum(dues - day, 1)  # due - 1 - s, s = day - 1
        reputation, rank = self._ranks(seats)
        asked_for = Asked(
            present, quantities.astype(np.float64), horizon, reserves / LINE_BASE[:, None], rank, reputation
        )
        expected = self.expected_capacity(day)
        committed = self.commitments(day, expected)
        now = self.capacity[:, day].astype(np.float64)
        answer = quote(asked_for, now, committed, expected, self.free_inventory, self.rules)
        return self._send(day, present, (seats, index, horizon), answer)

    def _ranks(self, seats: Integers) -> tuple[Floats, Integers]:
        """Reputation and its rank (0 = best, equal reputations share a rank) for [lines, slots] of seats."""
        reputation = self.reputation().T
        if (reputation == 1).all():
            return np.ones(seats.shape), np.zeros(seats.shape, dtype=np.int64)
        ranks = []
        for row in reputation.tolist():
            ladder = sorted(set(row), reverse=True)
            ranks.append([ladder.index(value) for value in row])
        supplier = ALL_LINES[:, None] // 2
        return reputation[supplier, seats], np.array(ranks)[supplier, seats]

    def expected_capacity(self, day: int) -> Floats:
        """What lines expect to make on each day from `day` to the last useful one, [lines, days]."""
        nominal = self.rules.nominal_capacity
        ahead = self._ahead[: self.rules.days - day - 1]
        return np.asarray(np.floor(nominal + (self.capacity[:, day, None] - nominal) * ahead))

    def commitments(self, day: int, expected: Floats) -> Floats:
        r"""What earlier orders will use of each day's expected capacity, [lines, days from `day` on].

        With :math:`S_i` the capacity and :math:`N_i` the units needed up to day i, making them as late as
        possible, and what does not fit as early as possible, uses up to day i
        :math:`S_i + \min(0, \max_{k \ge i} (N_k - S_k))`.
        """
        room = expected.cumsum(axis=1)
        if self.rules.commitments == "as-coded":
            short = self._short_as_coded(day, room)
        else:  # due on i, so finished on i - 1
            due = self.owed[:, : self.rules.days].cumsum(axis=1)[:, day + 1 :]
            short = largest_ahead(np.maximum(0, due - self.inventory[:, None]) - room)
        used = room + np.minimum(short, 0.0)
        used[:, 1:] -= used[:, :-1]
        return used

    def _short_as_coded(self, day: int, room: Floats) -> Floats:
        short = largest_ahead(self.owed[:, day : self.rules.days - 1].cumsum(axis=1) - room)
        unmade = np.maximum(0.0, short[:, 0])
        left = unmade + self.owed[:, :day].sum(axis=1)
        surplus = self.inventory - left
        self.free_inventory = np.where(left > 0, np.maximum(0.0, surplus), self.free_inventory)
        return np.asarray(short + (np.where(left > 0, np.maximum(0.0, -surplus), 0.0) - unmade)[:, None])

    def _send(
        self, day: int, present: npt.NDArray[np.bool_], asked: tuple[Integers, ...], answer: Quote
    ) -> list[list[ComponentOffer]]:
        """Turn a quote into offers and remember them."""
        offers: list[list[ComponentOffer]] = [[] for _ in range(self.n_agents)]
        price = np.floor(LINE_BASE[:, None] * answer.price + 0.5).astype(np.int64)
        columns = np.nonzero(present)
        rows = zip(
            columns[0].tolist(),
            *(array[columns].tolist() for array in (*asked, price, *answer[1:])),
            strict=True,
        )
        for line, seat, position, span, unit, wanted, offered, complete in rows:
            number = self._next_number
            twin = number + 1 if offered < wanted and complete else -1
            kind = "full" if offered == wanted else "partial"
            offer = ComponentOffer(number, line, offered, day + span, unit, position, kind)
            self.sent[seat][number] = SentOffer(offer, wanted, twin)
            offers[seat].append(offer)
            if twin >= 0:
                offer = ComponentOffer(twin, line, wanted, day + complete, unit, position, "complete")
                self.sent[seat][twin] = SentOffer(offer, wanted, number)
                offers[seat].append(offer)
            self._next_number += 2
        return offers

    def accept(self, seat: int, numbers: Sequence[int]) -> tuple[int, list[ComponentOffer], list[str]]:
        """An agent accepts offers: the down payments to charge, the offers ordered, why others were refused."""
        sent, accepted, share = self.sent[seat], self.accepted[seat], self.rules.down_payment
        charged, ordered, refused = 0, [], []
        for number in numbers:
            known = sent.get(number)
            if known is None or not known.offer.quantity or number in accepted or known.twin in accepted:
                refused.append(self._refusal(number, known, accepted))
                continue
            _, line, quantity, due, price, _, _ = offer = known.offer
            paid = int(share * quantity * price)
            self.later[line][due].append(PlacedOrder(seat, quantity, due, price, paid))
            self._owed_cells[line, due] += quantity
            accepted.add(number)
            ordered.append(offer)
            charged += paid
        return charged, ordered, refused

    def _refusal(self, number: int, known: SentOffer | None, accepted: set[int]) -> str:
        """Why an agent may not accept an offer."""
        if known is None:
            return f"component offer {number_told(number)} was not made to this agent today"
        if number in accepted:
            return f"component offer {number} is accepted already"
        if known.twin in accepted:
            return f"component offer {number} is the alternative to {known.twin}, which is accepted already"
        return f"component offer {number} is a price quote for no units"

    def produce(self, day: int) -> None:
        """Make what is ordered and not yet built, up to capacity."""
        missing = self.owed.sum(axis=1) - self.inventory
        self.inventory += np.minimum(self.capacity[:, day + 1], np.maximum(0, missing))

    def close(self) -> list[tuple[int, Delivery, int]]:
        """At the end hand over what inventory covers of all open orders; the rest is forgotten."""
        handed: list[tuple[int, Delivery, int]] = []
        for line in range(N_LINES):
            for day in sorted(self.later[line]):
                self.waiting[line] += self.later[line][day]
            handed += self._serve(line)
        return handed


def largest_ahead(values: Floats) -> Floats:
    """The largest value from each day on.

    >>> largest_ahead(np.array([[1.0, 5.0, 2.0, 3.0]])).tolist()
    [[5.0, 5.0, 3.0, 3.0]]
    """
    return np.asarray(np.maximum.accumulate(values[:, ::-1], axis=1)[:, ::-1])
