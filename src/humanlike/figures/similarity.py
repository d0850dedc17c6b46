"""A profile of where two bodies of play differ, and when."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from humanlike.figures.style import (
    BLUE,
    GREY,
    INK,
    LEAST,
    MACHINES,
    SERIES,
    SMALL,
    SOFT,
    WIDE,
    Look,
    blank_figure,
    estimate,
    house_style,
    label_ends,
    logarithmic,
    look_of,
    name_rows,
    wrapped,
)

COLLAPSED, OVER_TIME = MACHINES, Look(INK, "D")  # metrics without time and with it
MOST_BARS = 12
PANEL_WIDTH = 1.7  # inches a panel title may take


class MetricRow(NamedTuple):
    """One metric's corrected distance with its interval, what bodies of one population give, and what that means."""

    title: str
    time_dependent: bool
    corrected: float
    interval: tuple[float, float] | None
    relabelled: float | None  # units dealt out at random: what 95 % stay below
    p_text: str  # corrected for the number of metrics
    verdict: str
    divergence: str  # in short


class Where(NamedTuple):
    """The tables of one metric that add most to its distance."""

    metric: str
    tables: Sequence[str]
    distances: Sequence[float]


class When(NamedTuple):
    """What each stretch of rounds adds in one metric: middle rounds and distances by role."""

    metric: str
    lines: Mapping[str, tuple[Sequence[float], Sequence[float]]]


@house_style()
def draw_profile(
    metrics: Sequence[MetricRow],
    where: Where | None,
    when: When | None,
    *,
    bodies: tuple[str, str],
    least_p: float,
    n_resamples: int,
) -> Figure:
    """All metrics against what the test compares them with; the tables that differ most; distance over time.

    Grey is the test's own: a mark inside it has a p above 0.05 before Holm's correction and an interval that reaches 0.
    `least_p` is the smallest p the permutations can show after Holm.
    """
    top = 0.8 + 0.24 * len(metrics)
    below = 2.6 if where or when else 0.0
    figure = blank_figure(
        WIDE,
        top + below,
        title=_finding(metrics, bodies, least_p, n_resamples),
        subtitle="corrected distance, 95 % intervals; squares: without time, diamonds: over time; KL: Kullback-Leibler,"
        " JS: Jensen-Shannon, where cells are rare. Grey: 95 % of bodies of one population, units dealt out at random; "
        f"a mark beyond has p ≤ 0.05 taken alone. p: {n_resamples} permutations, Holm; none can be below {least_p:.2g}",
    )
    parts = [part for part in (where, when) if part is not None]
    grid = figure.add_gridspec(
        1 + bool(parts), max(len(parts), 1), height_ratios=[top, below] if parts else [1.0]
    )
    if metrics:
        _draw_metrics(figure.add_subplot(grid[0, :]), metrics)
    if where is not None:
        _draw_where(figure.add_subplot(grid[1, 0]), where)
    if when is not None:
        _draw_when(figure.add_subplot(grid[1, -1]), when)
    return figure


def _finding(metrics: Sequence[MetricRow], bodies: tuple[str, str], least_p: float, n_resamples: int) -> str:
    both = f"{bodies[0]} and {bodies[1]}"
    tested = [each for each in metrics if each.verdict != "not tested"]
    if not tested:
        return f"{both}: no metric could be tested"
    if least_p > 0.05:
        return f"{both}: {n_resamples} resamples are too few to tell {len(tested)} metrics"
    return f"{both} differ in {sum(each.verdict == 'told apart' for each in tested)} of {len(tested)} metrics"


def _draw_metrics(axis: Axes, metrics: Sequence[MetricRow]) -> None:
    """Rows sorted by distance; what is 0 stands at the left edge."""
    ordered = sorted(metrics, key=lambda each: -each.corrected)
    values = [value for each in metrics for value in (each.corrected, each.relabelled) if value]
    logarithmic(axis, across=True)
    reach = [each.interval[1] if each.interval else each.corrected for each in metrics]
    lowest = max(min(values, default=1e-3), 1e-6) / 2
    axis.set_xlim(lowest, 1.3 * max(*reach, *values, 2 * lowest))
    name_rows(axis, [f"{each.title}, {each.divergence}" for each in ordered])
    for row, each in enumerate(ordered):
        if each.relabelled is not None:
            band = (lowest, max(each.relabelled, lowest))
            axis.plot(band, (row, row), color=GREY, linewidth=6, alpha=0.4, solid_capstyle="butt")
        ends = None if each.interval is None else tuple(max(end, lowest) for end in each.interval)
        look = OVER_TIME if each.time_dependent else COLLAPSED
        estimate(axis, max(each.corrected, lowest), row, None if ends is None else (ends[0], ends[1]), look)
        axis.annotate(
            each.p_text, (1.01, row), xycoords=("axes fraction", "data"), va="center",
            size=LEAST, color=SOFT, annotation_clip=False,
        )  # fmt: skip
    axis.set_xlabel("corrected distance (left is more alike)")


def _draw_where(axis: Axes, where: Where) -> None:
    order = np.argsort(-np.asarray(where.distances), kind="stable")[:MOST_BARS]
    name_rows(axis, [where.tables[place] for place in order], LEAST)
    axis.plot([where.distances[place] for place in order], range(len(order)), "s", color=BLUE, clip_on=False)
    axis.set_xlim(left=0)
    axis.set_xlabel("part of the distance", size=SMALL)
    _title(axis, f"where: {where.metric}")


def _title(axis: Axes, text: str) -> None:
    """A panel's title, in as many lines as the panel is narrow."""
    axis.set_title("\n".join(wrapped(text, SMALL, PANEL_WIDTH, bold=True)), size=SMALL)


def _draw_when(axis: Axes, when: When) -> None:
    """Up to five lines have colours and names; of more, the first five."""
    ends = []
    for place, (name, (rounds, distances)) in enumerate(list(when.lines.items())[: len(SERIES)]):
        look = look_of(place)
        axis.plot(rounds, distances, look.marker + "-", color=look.colour, markersize=3.5)
        ends.append((float(rounds[-1]), float(distances[-1]), name, look.colour))
    axis.set_ylim(bottom=0)
    axis.set_xlabel("round", size=SMALL)
    axis.set_ylabel("part of the distance", size=SMALL)
    _title(axis, f"when: {when.metric}")
    if len(when.lines) > 1:
        label_ends(axis, ends)
