r"""Everything chance decides before the game: rates, capacities, demand and the customers' requests.

Supplier capacity, each line on its own stream, every day including day 0:

.. math:: C \leftarrow \lfloor C + 0.1 \cdot 550\,(U - \tfrac12) + 0.01\,(550 - C) \rfloor, \quad C \ge 1.

The truncation drags the long-run mean from 550 to about 505; it is kept because the game had it.

Demand of a segment, days 1, 2, ...: the trend moves by :math:`(0.5 - U)/50` within
:math:`[0.95, 1/0.95]`, the level is multiplied by the trend and, when it leaves its bounds, is put on
the bound and the trend reset to 1; the number of requests is Poisson with that mean. Each request has a
product uniform in the segment, 1-20 units, a due date 3-12 days ahead, a reserve price of 75-125 % of
the base price and a penalty of 5-15 % of quantity times reserve per day late.
"""

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
    level: npt.NDArray[np.float64]  # [segments, days] the mean number of requests
    counts: Integers  # [segments, days] the number of requests
    requests: tuple[Requests, ...]  # one a day


def draw_world(seeds: Seeds, rules: Rules) -> Exogenous:
    """Draw processes 0-35; the same seeds give the same world whoever plays."""
    debt = round_half_up(6 + 6 * seeds.stream("bank rate").generator().random())
    storage = round_half_up(25 + 25 * seeds.stream("storage rate").generator().random())
    level, counts = _draw_demand(seeds, rules)
    return Exogenous(
        debt, debt // 2, storage, _draw_capacity(seeds, rules), level, counts, _draw_requests(seeds, counts)
    )


def round_half_up(value: float) -> int:
    """To the nearest whole number, halves up, as the original's rounding did.

    >>> round_half_up(2.5), round_half_up(-2.5)
    (3, -2)
    """
    return int(np.floor(value + 0.5))


def _draw_capacity(seeds: Seeds, rules: Rules) -> Integers:
    """The capacity walks, [lines, days + 1], starting within 35 % of nominal."""
    nominal = rules.nominal_capacity
    lowest, highest = int(nominal * 0.65), round_half_up(nominal * 1.35)
    paths = np.empty((N_LINES, rules.days + 1), dtype=np.int64)
    starts = [seeds.stream(f"start capacity {name}").generator().random(2) for name in SUPPLIERS]
    paths[:, 0] = lowest + (np.concatenate(starts) * (highest - lowest + 1)).astype(np.int64)
    names = [
        f"capacity {SUPPLIERS[line // 2]} {COMPONENT_NUMBERS[c]}" for line, c in enumerate(LINE_COMPONENT)
    ]
    noise = np.array([seeds.stream(name).generator().random(rules.days) for name in names])
    steps = 0.1 * nominal * (noise - 0.5)
    for day in range(rules.days):
        now = paths[:, day]
        paths[:, day + 1] = np.maximum(1, (now + steps[:, day] + 0.01 * (nominal - now)).astype(np.int64))
    return paths


def _draw_demand(seeds: Seeds, rules: Rules) -> tuple[npt.NDArray[np.float64], Integers]:
    """Levels and counts of requests, [segments, days]; none on day 0."""
    starts = seeds.stream("start demand").generator().random(len(SEGMENTS))
    levels = np.zeros((len(SEGMENTS), rules.days))
    counts = np.zeros((len(SEGMENTS), rules.days), dtype=np.int64)
    for segment, (lowest, highest) in enumerate(SEGMENT_BOUNDS):
        generator = seeds.stream(f"level {SEGMENTS[segment]}").generator()
        level, trend = float(lowest + int(starts[segment] * (highest - lowest + 1))), 1.0
        for day in range(1, rules.days):
            level, trend = walk(level, trend, generator.random(), lowest, highest)
            levels[segment, day] = level
            counts[segment, day] = generator.poisson(level)
    return levels, counts


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


def _draw_requests(seeds: Seeds, counts: Integers) -> tuple[Requests, ...]:
    """Every request of the game; a segment's k-th request has the same details whatever its day."""
    days = counts.shape[1]
    tables, owners = [], []
    for segment, name in enumerate(SEGMENTS):
        total = int(counts[segment].sum())
        products = SEGMENT_PRODUCTS[segment]
        product = products[
            (seeds.stream(f"product {name}").generator().random(total) * len(products)).astype(int)
        ]
        details = seeds.stream(f"details {name}").generator().random((total, 4))
        day = np.repeat(np.arange(days), counts[segment])
        tables.append(np.array([product, *_details(product, day, details)], dtype=np.int64))
        owners.append(day)
    day, table = np.concatenate(owners), np.concatenate(tables, axis=1)
    order = np.argsort(day, kind="stable")  # stable: segments stay in the order high, mid, low
    table = table[:, order]
    table.setflags(write=False)  # all agents look at the same requests
    cuts = np.cumsum(counts.sum(axis=0))[:-1]
    return tuple(Requests(*part) for part in np.split(table, cuts, axis=1))


def _details(product: Integers, day: Integers, uniform: npt.NDArray[np.float64]) -> tuple[Integers, ...]:
    """Quantity, due date, reserve price and penalty from four uniforms a request."""
    quantity = 1 + (20 * uniform[:, 0]).astype(np.int64)
    due = day + 3 + (10 * uniform[:, 1]).astype(np.int64)
    reserve = PRODUCT_BASE[product] * (75 + (51 * uniform[:, 2]).astype(np.int64)) // 100
    penalty = quantity * reserve * (5 + (11 * uniform[:, 3]).astype(np.int64)) // 100
    return quantity, due, reserve, penalty
