"""A metric: what is counted in a body of play, and whether the order of events matters to it.

Counting is done once, independent unit by independent unit (a person, a match, a game of the Social
Ultimatum Game), so that redrawing units, halving a body and relabelling units are sums of counts.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Tally:
    """What was counted in one stratum (one matrix game, one group size).

    `counts` has shape [units, tables, cells]: every table, scaled to 1, is a distribution. `positions` places
    the cells on a line where they have an order.
    """

    stratum: str
    counts: Floats
    tables: tuple[str, ...]
    cells: tuple[str, ...]
    positions: Floats | None = None

    @property
    def n_units(self) -> int:
        """Independent units counted."""
        return int(self.counts.shape[0])


@dataclass(frozen=True)
class Metric:
    """A name for something two bodies of play may differ in.

    `count(body, n_rounds, units)` tallies a body; `n_rounds` gives the rounds of the longest game by stratum in
    either body, so that both are cut at the same places; `units` numbers, part by part, the unit of each row of a
    play or of each game of an offer table. `weighting` says how tables add up: `sum` as they
    are (the paper's d_B and d_Y), or by the `share` of cases they hold. With `pooled`, strata are counted
    together. If `complete`, a table with fewer than `least_cases` in either body leaves no distance at all;
    otherwise such tables are left out and named. Where tables and cells mean the same in every game,
    `portable_tables` says how many a role has, and plays of different games can be held against each other.
    """

    name: str
    title: str
    time_dependent: bool
    looks_at: Literal["offers", "plays"]
    count: Callable[..., list[Tally]] = field(repr=False)
    weighting: Literal["sum", "share"] = "share"
    pooled: bool = False
    complete: bool = False
    least_cases: int = 1
    portable_tables: int = 0


def tally(
    units: npt.NDArray[Any],
    n_units: int,
    tables: npt.NDArray[Any],
    n_tables: int,
    cells: npt.NDArray[Any],
    n_cells: int,
) -> Floats:
    """Counts [units, tables, cells] of events given as three index arrays."""
    place = (units.astype(np.int64) * n_tables + tables) * n_cells + cells
    return (
        np.bincount(place.ravel(), minlength=n_units * n_tables * n_cells)
        .astype(np.float64)
        .reshape(n_units, n_tables, n_cells)
    )


def by_unit(counts: Floats, who: npt.NDArray[np.int64]) -> Floats:
    """Counts [games, ...] added up over the games of each unit."""
    result = np.zeros((int(who.max(initial=-1)) + 1, *counts.shape[1:]))
    np.add.at(result, who, counts)
    return result
