"""Two rivals, trial by trial: the paired differences, their mean, and how sure one could have been at every look.

Of more than two variants, every pair's difference.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from humanlike.figures.style import (
    BLUE,
    GREY,
    INK,
    LEAST,
    MACHINES,
    PAPER,
    SOFT,
    WIDE,
    Floats,
    estimate,
    estimate_text,
    house_style,
    name_rows,
    new_figure,
    number,
    reference_line,
)

MOST_BINS = 40  # places across for stacked dots


class Running(NamedTuple):
    """A mean after every trial with the band that holds at all looks together; shapes [trials]."""

    mean: Floats
    lower: Floats
    upper: Floats


@house_style()
def draw_differences(
    differences: Floats,
    interval: tuple[float, float],
    *,
    names: tuple[str, str],
    measure: str,
    data: str = "",
    running: Running | None = None,
    decided_after: int = -1,
) -> Figure:
    """Every paired difference (first minus second) as a dot, the mean with its interval, and the running mean."""
    mean = float(np.mean(differences))
    figure, axes = new_figure(
        WIDE,
        2.9,
        title=_finding(names, mean, interval),
        subtitle=f"{measure}, {names[0]} minus {names[1]}, {len(differences)} pairs"
        + (f"; {data}" if data else ""),
        columns=1 if running is None else 2,
    )
    left = axes[0, 0]
    _stack(left, differences)
    estimate(left, mean, -1.0, interval)
    left.annotate(
        f"mean {estimate_text(mean, interval)}", (mean, -1.0), xytext=(0, -14), textcoords="offset points",
        ha="center", size=LEAST, color=INK, bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1},
    )  # fmt: skip
    reference_line(left, 0.0, "no difference")
    left.set_xlabel(f"difference in {measure}")
    left.set_yticks([])
    left.spines["left"].set_visible(False)
    if running is not None:
        draw_running(axes[0, 1], running, decided_after=decided_after, ahead=names[0], behind=names[1])
        axes[0, 1].set(xlabel="pairs", ylabel="mean difference so far")
    return figure


def _finding(names: tuple[str, str], mean: float, interval: tuple[float, float]) -> str:
    if interval[0] > 0 or interval[1] < 0:
        first, second = names if mean > 0 else names[::-1]
        return f"{first} lies above {second}, by {number(abs(mean))}"
    return f"{names[0]} and {names[1]} are not told apart"


def _stack(axis: Axes, values: Floats) -> None:
    """One dot a value, stacked where they would cover each other (Wilkinson's dot plot)."""
    low, high = float(np.min(values)), float(np.max(values))
    width = (high - low or 1.0) / MOST_BINS
    bins = np.round((values - low) / width).astype(int)
    seen: dict[int, int] = {}
    heights = np.empty(len(values))
    for place, each in enumerate(bins):
        seen[each] = seen.get(each, 0) + 1
        heights[place] = seen[each]
    tallest = max(seen.values())
    size = float(np.clip(90 / max(tallest, 20), 1.0, 4.5))
    axis.plot(low + bins * width, heights * min(3.0 / tallest, 0.6), "o", color=GREY, markersize=size)
    axis.set_ylim(-2.4, 3.3)
    left, right = min(low, 0.0), max(high, 0.0)
    edge = 0.06 * (right - left or 1.0)
    axis.set_xlim(left - edge, right + edge)


def draw_running(
    axis: Axes, running: Running, *, decided_after: int = -1, ahead: str = "", behind: str = ""
) -> None:
    """The mean after every trial and its band; the axis holds all but the widest bands of the beginning."""
    looks = np.arange(1, len(running.mean) + 1)
    known = np.isfinite(running.lower) & np.isfinite(running.upper)
    axis.fill_between(
        looks[known],
        running.lower[known],
        running.upper[known],
        color=MACHINES.colour,
        alpha=0.2,
        linewidth=0,
    )
    axis.plot(looks, running.mean, color=BLUE)
    reach = np.abs(np.concatenate([running.lower[known], running.upper[known], running.mean]))
    limit = max(1.15 * float(np.quantile(reach, 0.9)), 1.3 * float(np.abs(running.mean).max())) or 1.0
    axis.set_ylim(-limit, limit)
    axis.set_xlim(0, looks[-1] + 1)
    axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    axis.axhline(0.0, color=GREY, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    axis.annotate(
        "no difference", (1.01, 0.0), xycoords=("axes fraction", "data"), va="center", size=LEAST, color=SOFT,
        annotation_clip=False,
    )  # fmt: skip
    for share, name, side in ((0.97, ahead, "top"), (0.03, behind, "bottom")):
        if name:
            axis.text(
                0.02, share, f"{name} higher", transform=axis.transAxes, va=side, size=LEAST, color=SOFT
            )
    words = _verdict(decided_after, bool(known.any()))
    axis.set_title(words, size=LEAST, weight="normal", color=SOFT, loc="right")
    if decided_after > 0:
        axis.axvline(decided_after, color=GREY, linewidth=0.8, linestyle=":")


def _verdict(decided_after: int, known: bool) -> str:
    if not known:
        return "too few pairs for a band"
    if decided_after > 0:
        return f"decided after {decided_after}; the band holds at every look"
    return "undecided; the band holds at every look"


@house_style()
def draw_pairs(
    names: Sequence[tuple[str, str]], differences: Floats, intervals: Floats, *, measure: str, finding: str
) -> Figure:
    """Differences of several pairs of variants [pairs] with intervals [pairs, 2] that hold all together."""
    figure, axes = new_figure(
        WIDE,
        0.9 + 0.3 * len(names),
        title=finding,
        subtitle=f"{measure}, first minus second; intervals hold for all {len(names)} pairs together",
    )
    axis = axes[0, 0]
    ends = np.concatenate([intervals.ravel(), [0.0]])
    edge = 0.06 * float(np.ptp(ends) or 1.0)
    axis.set_xlim(float(ends.min()) - edge, float(ends.max()) + edge)
    name_rows(axis, [f"{first} minus {second}" for first, second in names])
    for row, (difference, interval) in enumerate(zip(differences, intervals, strict=True)):
        estimate(axis, float(difference), row, (float(interval[0]), float(interval[1])))
    reference_line(axis, 0.0, "no difference")
    axis.set_xlabel(f"difference in {measure}")
    return figure
