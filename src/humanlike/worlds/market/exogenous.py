r"""Everything chance decides, made from the processes' uniforms before the game: rates, capacities, demand, requests.

Supplier capacity, each line on its own stream, every day including day 0:

.. math:: C \leftarrow \lfloor C + 0.1 \cdot 550\,(U - \tfrac12) + 0.01\,(550 - C) \rfloor, \quad C \ge 1.

The truncation drags the long-run mean from 550 to about 505; it is kept because the game had it.

Demand of a segment, days 1, 2, ...: the trend moves by :math:`(0.5 - U)/50` within
:math:`[0.95, 1/0.95]`, the level is multiplied by the trend and, when it leaves its bounds, is put on
the bound and the trend reset to 1; the number of requests is Poisson with that mean. Each request has a
product uniform in the segment, 1-20 units, a due date 3-12 days ahead, a reserve price of 75-125 % of
the base price and a penalty of 5-15 % of quantity times reserve per day late.
"""

from math import floor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.worlds.market.catalogue import (
    COMPONENT_NUMBERS,
    LINE_COMPONENT,
    N_LINES,
    PRODUCT_BASE,
    SEGMENT_BOUNDS,
    SEGMENT_PRODUCTS,
    SEGMENTS,
    SUPPLIERS,
    Rules,
)
from humanlike.worlds.market.chance import DETAILS, MOST_A_DAY, Floats, draw_chance, poisson_counts
from humanlike.worlds.market.processes import Seeds

Integers = npt.NDArray[np.int64]
STEEPEST = 0.95


class Requests(NamedTuple):
    """What customers ask for on one day, segment by segment; all arrays have shape [requests]."""

    product: Integers
    quantity: Integers
    due: Integers
    reserve: Integers  # the highest unit price a customer pays
    penalty: Integers  # dollars a day late for the whole order


class Exogenous(NamedTuple):
    """The world's chance, drawn up front."""

    debt_rate: int  # per cent a year
    deposit_rate: int
    storage_rate: int
    capacity: Integers  # [lines, days + 1]; column t + 1 is the capacity produced with on day t
    level: Floats  # [segments, days] the mean number of requests
    counts: Integers  # [segments, days] the number of requests
    requests: tuple[Requests, ...]  # one a day
    ties: tuple[Floats, ...]  # one a day: the uniform that breaks a tie over each request


def draw_world(seeds: Seeds, rules: Rules) -> Exogenous:
    """Draw all processes; the same seeds give the same world whoever plays."""
    chance = draw_chance(seeds, rules)
    debt = round_half_up(6 + 6 * float(chance["bank rate"]))
    storage = round_half_up(25 + 25 * float(chance["storage rate"]))
    level, counts = demand_walks(chance, rules)
    return Exogenous(
        debt, debt // 2, storage, capacity_walks(chance, rules), level, counts, *_requests(chance, counts)
    )


def round_half_up(value: float) -> int:
    """To the nearest whole number, halves up, as the original's rounding did.

    >>> round_half_up(2.5), round_half_up(-2.5)
    (3, -2)
    """
    return floor(value + 0.5)


def capacity_walks(chance: dict[str, Floats], rules: Rules) -> Integers:
    """The capacity walks, [lines, days + 1], starting within 35 % of nominal."""
    nominal = rules.nominal_capacity
    lowest, highest = int(nominal * 0.65), round_half_up(nominal * 1.35)
    paths = np.empty((N_LINES, rules.days + 1), dtype=np.int64)
    starts = [chance[f"start capacity {name}"] for name in SUPPLIERS]
    paths[:, 0] = lowest + (np.concatenate(starts) * (highest - lowest + 1)).astype(np.int64)
    names = [
        f"capacity {SUPPLIERS[line // 2]} {COMPONENT_NUMBERS[c]}" for line, c in enumerate(LINE_COMPONENT)
    ]
    steps = 0.1 * nominal * (np.array([chance[name] for name in names]) - 0.5)
    for day in range(rules.days):
        now = paths[:, day]
        paths[:, day + 1] = np.maximum(1, (now + steps[:, day] + 0.01 * (nominal - now)).astype(np.int64))
    return paths


def demand_walks(chance: dict[str, Floats], rules: Rules) -> tuple[Floats, Integers]:
    """Levels and counts of requests, [segments, days]; none on day 0."""
    levels = np.zeros((len(SEGMENTS), rules.days))
    uniform = np.array([chance[f"level {name}"] for name in SEGMENTS])
    for segment, (lowest, highest) in enumerate(SEGMENT_BOUNDS):
        start = float(chance["start demand"][segment])
        level, trend = float(lowest + int(start * (highest - lowest + 1))), 1.0
        steps = uniform[segment, :, 0].tolist()
        for day in range(1, rules.days):
            level, trend = walk(level, trend, steps[day], lowest, highest)
            levels[segment, day] = level
    return levels, poisson_counts(levels, uniform[:, :, 1])


def walk(level: float, trend: float, uniform: float, lowest: float, highest: float) -> tuple[float, float]:
    """One day's move of demand.

    >>> walk(100.0, 1.02, 0.5, 25, 100)
    (100.0, 1.0)
    """
    trend = min(max(trend + (0.5 - uniform) / 50, STEEPEST), 1 / STEEPEST)
    level *= trend
    if level < lowest or level > highest:
        return (float(lowest) if level < lowest else float(highest)), 1.0
    return level, trend


def _requests(chance: dict[str, Floats], counts: Integers) -> tuple[tuple[Requests, ...], tuple[Floats, ...]]:
    """Every request of the game and its tie-breaking uniform, by day; in a day segment by segment."""
    tables, luck, owners = [], [], []
    for segment, name in enumerate(SEGMENTS):
        place = np.flatnonzero(np.arange(MOST_A_DAY) < counts[segment][:, None])  # in [days, places]
        day, products = place // MOST_A_DAY, SEGMENT_PRODUCTS[segment]
        choice, luck_of_all = chance[f"product {name}"].ravel()[place], chance["ties"][segment].ravel()
        product = products[(choice * len(products)).astype(np.int64)]
        details = _details(product, day, chance[f"details {name}"].reshape(-1, DETAILS)[place])
        tables.append(np.array([product, *details], dtype=np.int64))
        luck.append(luck_of_all[place])
        owners.append(day)
    order = np.argsort(np.concatenate(owners), kind="stable")  # stable: segments stay in their order
    table, ties = np.concatenate(tables, axis=1)[:, order], np.concatenate(luck)[order]
    ends = np.cumsum(counts.sum(axis=0)).tolist()
    spans = [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]
    return tuple(Requests(*table[:, span]) for span in spans), tuple(ties[span] for span in spans)


def _details(product: Integers, day: Integers, uniform: Floats) -> tuple[Integers, ...]:
    """Quantity, due date, reserve price and penalty from four uniforms a request."""
    quantity = 1 + (20 * uniform[:, 0]).astype(np.int64)
    due = day + 3 + (10 * uniform[:, 1]).astype(np.int64)
    reserve = PRODUCT_BASE[product] * (75 + (51 * uniform[:, 2]).astype(np.int64)) // 100
    penalty = quantity * reserve * (5 + (11 * uniform[:, 3]).astype(np.int64)) // 100
    return quantity, due, reserve, penalty
