r"""What suppliers offer: prices from free capacity, quantities from promised capacity, all lines at once.

Let :math:`s` be yesterday, :math:`C` the line's capacity, :math:`K_i` what is committed on day i. A
request due on day :math:`f + 1` has :math:`n = f - s` production days. With :math:`u_i` the commitments
plus the quantities asked for, what exceeds :math:`C` on a day is carried to the day before
(:math:`o_i` is carried into day i from later ones), and

.. math:: p_f = 1 - \delta\,\frac{\sum_{j=s+1}^{f}(C - u_j) - o_f}{n\,C},

a share of the base price: one half when everything is free, one when nothing is, more beyond. Agents
of better reputation are priced first and see less competition. A request whose price exceeds its
reserve price is cut until it does not: the worst one first, then prices are recomputed, then one pass
gives units back where the price has fallen below the reserve and nobody is priced out by it (a
simplification of the original's wake-up bookkeeping). Reputations form a group when exactly equal.

Quantities: on day i the supplier is willing to promise :math:`W_i`, its expected capacity less half a
per cent for each day beyond twenty. Shortages are carried backwards; what cannot be made by then is
taken off the requests that finish within the conflict, in proportion to
:math:`q / \text{reputation}^2`.

The backward carry :math:`c_i = \max(0, c_{i+1} + x_i)` is a cumulative sum minus its running minimum,
so every line and day is handled by one array expression; days are kept backwards for it.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.worlds.market.catalogue import N_LINES, Rules

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]
ALL_LINES = np.arange(N_LINES)
TINY = 1e-9
MOST_PASSES = (
    30  # of cutting; each pass satisfies at least one request, so a line rarely needs more than five
)


class Asked(NamedTuple):
    """A day's component requests, padded to [lines, slots]; empty slots have `present` False."""

    present: Booleans
    quantity: Floats
    horizon: Integers  # production days n = finishing day - s, at least 1; 1 in empty slots
    reserve: Floats  # share of the base price; 0 for none
    rank: Integers  # 0 for the best reputation of the line's supplier, then 1, ...
    reputation: Floats


class Quote(NamedTuple):
    """Prices and quantities for a day's requests, [lines, slots]."""

    price: Floats  # share of the base price
    wanted: Integers  # what is left of the request after its reserve price has cut it
    offered: Integers  # what can be delivered on the date asked for
    complete: Integers  # production days after which all of `wanted` is ready; 0 where never or not needed


def carried(excess: Floats) -> Floats:
    """The carry along days kept backwards: c_i = max(0, c_{i-1} + x_i).

    >>> carried(np.array([[4.0, -1.0, 2.0, -5.0]])).tolist()
    [[4.0, 3.0, 5.0, 0.0]]
    """
    total = excess.cumsum(axis=1)
    return np.asarray(total - np.minimum(np.minimum.accumulate(total, axis=1), 0.0))


def quote(
    asked: Asked, capacity: Floats, committed: Floats, expected: Floats, spare: Floats, rules: Rules
) -> Quote:
    """Answer every request.

    `committed` and `expected` have shape [lines, days from s + 1 on]; `spare` is free inventory.
    """
    days = np.arange(1, committed.shape[1] + 1)
    willing = expected * (1 - rules.horizon_reduction * np.maximum(0, days - rules.short_horizon))
    price, wanted = _price(asked, capacity, committed, spare, rules)
    offered = _promise(asked, wanted, willing, committed, spare)
    short = asked.present & (offered < wanted)
    complete = np.zeros_like(offered)
    if short.any():
        _complete(complete, asked, wanted, offered, willing, committed)
    return Quote(price, wanted, offered, complete)


def _price(
    asked: Asked, capacity: Floats, committed: Floats, spare: Floats, rules: Rules
) -> tuple[Floats, Integers]:
    """Unit prices and the quantities that survive the reserve prices, group by group."""
    book = _PriceBook(capacity, committed, spare, asked.horizon, rules.discount)
    price = np.zeros(asked.quantity.shape)
    alone = 1 - rules.discount * (book.room - asked.quantity) / book.room
    limit = np.where(asked.reserve > 0, asked.reserve, np.inf)
    scaled = np.floor(asked.quantity * (asked.reserve / np.maximum(alone, TINY)))
    wanted = np.where(asked.present & (alone > limit), scaled, asked.quantity)
    for rank in range(int(asked.rank[asked.present].max()) + 1):
        member = asked.present & (asked.rank == rank)
        quantity, now = _cut_to_reserve(book, np.where(member, wanted, 0.0), limit)
        price = np.where(member, now, price)
        wanted = np.where(member, quantity, wanted)
        book.take(quantity)
    return price, wanted.astype(np.int64)


class _PriceBook:
    r"""Use of capacity by line and day, and the price it implies for each slot.

    Days are kept backwards behind what is carried in from beyond them. With :math:`T_i` the sum of all
    excess from day i on, the sum up to day f is :math:`T_{s+1} - T_{f+1}` and the carry into it
    :math:`T_{f+1} - \min(0, \min_{j > f} T_j)`: the price needs only their sum, a total less a minimum.
    """

    def __init__(
        self,
        capacity: Floats,
        committed: Floats,
        spare: Floats,
        horizon: Integers,
        discount: float,
    ) -> None:
        span = int(horizon.max())
        over = committed - capacity[:, None]
        if spare.any():
            before = committed.cumsum(axis=1) - committed
            served = np.minimum(np.maximum(spare[:, None] - before, 0.0), committed)
            over[:, :span] -= served[:, :span]  # spare goods serve the earliest days
        self.excess = backwards(over, span)
        self.place = places(horizon, span)
        self.room, self.discount = horizon * capacity[:, None], discount  # n C
        self.scale = self.room / discount

    def take(self, quantity: Floats) -> None:
        """Book quantities on their finishing days."""
        self.excess = self.excess + spread(self.place, quantity, self.excess.shape)

    def prices(self, quantity: Floats) -> Floats:
        """The price of every slot if `quantity` were asked for on top of what is booked."""
        total = (self.excess + spread(self.place, quantity, self.excess.shape)).cumsum(axis=1)
        lowest = np.minimum.accumulate(total, axis=1).take(self.place - 1)  # over the days after f
        return np.asarray(1 + (total[:, -1:] - np.minimum(lowest, 0.0)) / self.scale)


def backwards(excess: Floats, span: int) -> Floats:
    """The first `span` days from last to first, [lines, 1 + span], behind the carry into them.

    >>> backwards(np.array([[1.0, 2.0, 5.0, -3.0, 4.0]]), 2).tolist()
    [[6.0, 2.0, 1.0]]
    """
    days = np.zeros((len(excess), 1 + span))
    days[:, 1:] = excess[:, span - 1 :: -1]
    if excess.shape[1] > span:
        total = excess[:, : span - 1 : -1].cumsum(axis=1)
        days[:, 0] = total[:, -1] - np.minimum(total.min(axis=1), 0.0)
    return days


def places(horizon: Integers, span: int) -> Integers:
    """Where slots finish in days kept backwards, counted through all lines, [lines, slots]."""
    return np.asarray(ALL_LINES[: len(horizon), None] * (1 + span) + (1 + span - horizon))


def spread(place: Integers, quantity: Floats, shape: tuple[int, ...]) -> Floats:
    """Sum quantities by the place where they finish, [lines, slots] -> `shape`."""
    sums = np.bincount(place.ravel(), weights=quantity.ravel(), minlength=shape[0] * shape[1])
    return np.asarray(sums, dtype=np.float64).reshape(shape)


def _cut_to_reserve(book: _PriceBook, quantity: Floats, limit: Floats) -> tuple[Floats, Floats]:
    """Cut requests above their reserve price, the worst of each line at a time; then give back once."""
    asked, price = quantity, book.prices(quantity)
    first = ALL_LINES * quantity.shape[1]  # slot of each line, counted through all lines
    for _ in range(MOST_PASSES):
        above = np.where(quantity > 0, price - limit, 0.0)
        most = above.max(axis=1)
        if most.max() <= TINY:
            break
        worst = first + above.argmax(axis=1)
        cut = np.ceil(book.room.take(worst) * np.maximum(most, 0.0) / book.discount - 1e-6)
        quantity = quantity.copy()
        quantity.put(worst, np.maximum(0.0, quantity.take(worst) - cut))
        price = book.prices(quantity)
    slack = np.where(quantity < asked, limit - price, 0.0)
    most = slack.max(axis=1)
    if most.max() > TINY:
        best = first + slack.argmax(axis=1)
        back = np.floor(book.room.take(best) * np.maximum(most, 0.0) / book.discount)
        more = quantity.copy()
        more.put(best, np.minimum(asked.take(best), quantity.take(best) + back))
        dearer = book.prices(more)
        harmed = ((more > 0) & (dearer > limit + TINY)).any(axis=1, keepdims=True)
        quantity, price = np.where(harmed, quantity, more), np.where(harmed, price, dearer)
    return quantity, price


def _promise(asked: Asked, wanted: Integers, willing: Floats, committed: Floats, spare: Floats) -> Integers:
    """What can be ready on the date asked for; shortages are shared by quantity over squared reputation."""
    span = int(asked.horizon.max())
    need = backwards(committed - willing, span)
    place = places(asked.horizon, span)
    quantity = np.where(asked.present, wanted, 0).astype(np.float64)
    for _ in range(MOST_PASSES):
        carry = carried(need + spread(place, quantity, need.shape))
        excess = carry[:, -1] - spare
        if excess.max() <= TINY:
            break
        conflict = np.cumprod(carry[:, :0:-1] > 0, axis=1).sum(axis=1)  # days from s + 1 on without relief
        touched = (asked.horizon <= conflict[:, None]) & (quantity > 0) & (excess > TINY)[:, None]
        if not touched.any():
            break
        weight = np.where(touched, quantity / asked.reputation**2, 0.0)
        share = weight / np.maximum(weight.cumsum(axis=1)[:, -1:], TINY)
        quantity = np.where(touched, np.maximum(0.0, np.floor(quantity - excess[:, None] * share)), quantity)
    return quantity.astype(np.int64)


def _complete(
    complete: Integers, asked: Asked, wanted: Integers, offered: Integers, willing: Floats, committed: Floats
) -> None:
    r"""Fill in when the rest of each short request would be ready.

    The room left on a day is shared equally among the requests of one reputation, better groups first;
    so with deficits sorted :math:`d_1 \le d_2 \le \dots` the j-th of k is done when the room so far
    reaches :math:`d_1 + \dots + d_{j-1} + (k - j + 1)\,d_j`.
    """
    days = willing.shape[1]
    excess = backwards(committed - willing, days)
    excess += spread(places(asked.horizon, days), offered.astype(np.float64), excess.shape)
    left = np.maximum(0.0, -(excess[:, 1:] + carried(excess)[:, :-1]))
    room = left[:, ::-1].cumsum(axis=1)
    deficit = np.where(asked.present, wanted - offered, 0)
    for line in np.flatnonzero(deficit.any(axis=1)):
        taken = 0.0
        for rank in np.unique(asked.rank[line][deficit[line] > 0]):
            slots = np.flatnonzero((deficit[line] > 0) & (asked.rank[line] == rank))
            slots = slots[np.argsort(deficit[line][slots], kind="stable")]
            size = deficit[line][slots]
            needed = taken + np.cumsum(size) - size + size * np.arange(len(size), 0, -1)
            ready = np.searchsorted(room[line], needed) + 1
            complete[line, slots] = np.where(ready <= days, np.maximum(ready, asked.horizon[line, slots]), 0)
            taken += float(size.sum())
