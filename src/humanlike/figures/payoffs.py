"""Payoffs of pairs in the polygon of what is possible: Figures 1-8 of Arifovic, McKelvey & Pevnitskaya (2006).

One dot a pair, its mean payoffs over its match; the ring is centred on the centre estimate (geometric median) and its
radius is the Euclidean deviation about it; hollow purple rings are the stage game's equilibria.
"""

from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Ellipse, Polygon

from humanlike.figures.style import INK, LEAST, PAPER, PURPLE, SOFT, Floats, Look

FLAT = 2.5  # a polygon so much wider than tall (or taller than wide) is not drawn to one scale


class PairCloud(NamedTuple):
    """Mean payoffs of pairs [pairs, 2], their centre estimate and the Euclidean deviation about it."""

    points: Floats
    centre: Floats
    spread: float


def payoff_frame(axis: Axes, corners: Floats) -> tuple[Floats, Floats]:
    """Limits that hold the polygon [corners, 2], one scale where it is not too flat; its least and largest payoffs."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    size = np.where(high > low, high - low, 1.0)
    axis.set_xlim(low[0] - 0.08 * size[0], high[0] + 0.08 * size[0])
    axis.set_ylim(low[1] - 0.08 * size[1], high[1] + 0.08 * size[1])
    if 1 / FLAT < size[1] / size[0] < FLAT:
        axis.set_aspect("equal")
    axis.set_axis_off()  # four numbers say as much as two axes, and cost a third
    return low, high


def payoff_space(axis: Axes, corners: Floats, equilibria: Floats, text: float = LEAST) -> None:
    """The polygon of possible payoffs [corners, 2], its ends in numbers of `text` points, and equilibria [n, 2]."""
    low, high = payoff_frame(axis, corners)
    axis.add_patch(Polygon(corners, closed=True, fill=False, edgecolor=SOFT, linewidth=0.8))
    for side, across, up in ((0, low[0], low[1]), (1, high[0], high[1])):
        axis.annotate(
            f"{across:g}", (across, 0), xycoords=("data", "axes fraction"), xytext=(0, -2),
            textcoords="offset points", ha="center", va="top", size=text, color=SOFT,
        )  # fmt: skip
        axis.annotate(
            f"{up:g}", (0, up), xycoords=("axes fraction", "data"), xytext=(-2, 0), ha="right",
            textcoords="offset points", va="bottom" if side == 0 else "top", size=text, color=SOFT,
        )  # fmt: skip
    if len(equilibria):
        axis.plot(
            *np.asarray(equilibria, dtype=float).T,
            "o",
            color=PURPLE,
            markerfacecolor="none",
            markersize=text + 1,
        )


def payoff_dots(axis: Axes, points: Floats, look: Look, size: float = 3) -> None:
    """One dot a pair [pairs, 2]."""
    axis.plot(*points.T, look.marker, color=look.colour, markersize=size, alpha=0.55, markeredgewidth=0)


def payoff_ring(axis: Axes, cloud: PairCloud, look: Look, size: float = 6) -> None:
    """The centre estimate of a cloud, a mark of `size` points, and the circle of its deviation."""
    diameter = 2 * max(cloud.spread, 1e-9)
    axis.add_patch(
        Ellipse(tuple(cloud.centre), diameter, diameter, fill=False, edgecolor=look.colour, linewidth=1.2)
    )
    axis.plot(
        *np.asarray(cloud.centre)[:, None],
        look.marker,
        color=look.colour,
        markersize=size,
        markeredgecolor=PAPER,
        markeredgewidth=1,
    )


def name_payoff_axes(axis: Axes, row: str, column: str, text: float = LEAST) -> None:
    """Whose payoff goes across and whose goes up."""
    axis.annotate(
        f"{row} payoff", (0.5, 0), xycoords="axes fraction", xytext=(0, -2), textcoords="offset points",
        ha="center", va="top", size=text, color=INK,
    )  # fmt: skip
    axis.annotate(
        f"{column} payoff", (0, 0.5), xycoords="axes fraction", xytext=(-2, 0), textcoords="offset points",
        ha="right", va="center", rotation=90, size=text, color=INK,
    )  # fmt: skip
