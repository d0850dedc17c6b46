"""What can be bought, built and sold, and the constants of the game (TAC SCM, rules of 2005-06).

Eight suppliers own two production lines each, sixteen lines in all; ten components make sixteen
products. A product's base price is the sum of its components' base prices. Everything here is an
index from 0: component 0 is catalogue number 100, product 0 is catalogue number 1, line 0 is
Pintel's 2.0 GHz line.

References
----------
Collins, Arunachalam, Sadeh, Eriksson, Finne & Janson (2005), The Supply Chain Management Game for
the 2006 Trading Agent Competition, CMU-ISRI-05-132. The game was designed and first implemented at
SICS and Carnegie Mellon; this is an independent re-implementation from a written description.
"""

from dataclasses import dataclass
from decimal import Decimal

import numpy as np

COMPONENT_NUMBERS = (100, 101, 110, 111, 200, 210, 300, 301, 400, 401)
COMPONENT_NAMES = (
    "Pintel CPU 2.0 GHz",
    "Pintel CPU 5.0 GHz",
    "IMD CPU 2.0 GHz",
    "IMD CPU 5.0 GHz",
    "Pintel motherboard",
    "IMD motherboard",
    "memory 1 GB",
    "memory 2 GB",
    "hard disk 300 GB",
    "hard disk 500 GB",
)
COMPONENT_BASE = np.array([1000, 1500, 1000, 1500, 250, 250, 100, 200, 300, 400])
N_COMPONENTS = 10

SUPPLIERS = ("pintel", "imd", "basus", "macrostar", "mec", "queenmax", "watergate", "mintor")
LINE_COMPONENT = np.array([0, 1, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9, 8, 9])  # supplier = line // 2
LINE_BASE = COMPONENT_BASE[LINE_COMPONENT]
N_LINES = 16
N_SUPPLIERS = 8
SINGLE_SOURCED = frozenset({"pintel", "imd"})
LINES_OF_COMPONENT = tuple(
    tuple(int(line) for line in np.flatnonzero(LINE_COMPONENT == component))
    for component in range(N_COMPONENTS)
)

N_SOURCES = np.array([len(lines) for lines in LINES_OF_COMPONENT])


def _components_of(product: int) -> tuple[int, int, int, int]:
    """Processor, motherboard, memory, disk: products count up disk first, brand last."""
    brand, fast, memory, disk = product // 8, product % 8 // 4, product % 4 // 2, product % 2
    return 2 * brand + fast, 4 + brand, 6 + memory, 8 + disk


N_PRODUCTS = 16
PARTS = tuple(_components_of(product) for product in range(N_PRODUCTS))
PART_TABLE = np.array(PARTS)  # [product, 4]
BILL = np.zeros((N_PRODUCTS, N_COMPONENTS))  # [product, component], 1 where it is built in
for _product, _parts in enumerate(PARTS):
    BILL[_product, list(_parts)] = 1
PRODUCT_BASE = COMPONENT_BASE[PART_TABLE].sum(axis=1)
PRODUCT_CYCLES = np.array([4, 5, 5, 6, 5, 6, 6, 7] * 2)

LONGEST_LEAD = 12  # days between a customer's request and the latest due date
SEGMENTS = ("high", "mid", "low")
SEGMENT_PRODUCTS = (
    np.array([5, 6, 7, 14, 15]),
    np.array([2, 3, 4, 11, 12, 13]),
    np.array([0, 1, 8, 9, 10]),
)
SEGMENT_OF_PRODUCT = np.zeros(N_PRODUCTS, dtype=np.int64)
for _segment, _products in enumerate(SEGMENT_PRODUCTS):
    SEGMENT_OF_PRODUCT[_products] = _segment
SEGMENT_BOUNDS = ((25, 100), (30, 120), (25, 100))  # requests a day


@dataclass(frozen=True)
class Rules:
    """The constants of one game; the defaults are those of 2005-06."""

    days: int = 220
    days_per_year: int = 220
    report_interval: int = 20
    factory_cycles: int = 2000
    void_after: int = 5  # days late
    down_payment: float = 0.1
    nominal_capacity: int = 550
    discount: float = 0.5
    single_source_ratio: float = 0.75  # ordered / offered that keeps a spotless reputation
    double_source_ratio: float = 0.45
    reputation_endowment: int = 2000
    reputation_recovery: int = 100
    short_horizon: int = 20
    horizon_reduction: float = 0.005
    requests_per_line: int = 5
    commitments: str = "clean"  # or "as-coded", see `suppliers`
    patience: float = 15.0  # seconds of processor time an agent may think a day


def years_to_daily(storage_percent: int, days_per_year: int) -> float:
    """The daily storage rate that compounds to `storage_percent` a year.

    >>> round(years_to_daily(25, 220), 7)
    0.0010148
    """
    yearly = 1 + Decimal(storage_percent) / 100  # decimal: a power with the same digits on every machine
    return float(yearly ** (Decimal(1) / days_per_year) - 1)
