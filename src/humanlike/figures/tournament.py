"""A tournament: leads with simultaneous intervals, balanced scores beside chance, pairs in every game, calibration."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from humanlike.figures.payoffs import PairCloud, payoff_panel
from humanlike.figures.style import (
    GREY,
    LEAST,
    MACHINES,
    NARROW,
    PEOPLE,
    ROW,
    SOFT,
    TALLEST,
    TEXT,
    WIDE,
    Floats,
    estimate,
    estimate_text,
    house_style,
    name_rows,
    new_figure,
    number,
    reference_line,
    wrapped,
)

PANEL = 1.75  # inches: the side of a small panel that a page sets beside others
MOST_ROWS = int((TALLEST - 1.6) / ROW)


@house_style()
def draw_leads(
    leader: str,
    rivals: Sequence[str],
    means: Floats,
    lower: Floats,
    upper: Floats,
    *,
    higher_wins: bool,
    data: str = "",
    width: float = WIDE,
) -> Figure:
    """Score of the leader minus score of each rival [rivals] with simultaneous intervals, nearest rival on top.

    Where the lowest score wins, a lead is below 0; the axis says so. An interval that does not exist yet is not finite,
    and its mark is hollow.
    """
    sign = 1.0 if higher_wins else -1.0
    order = np.argsort(sign * means, kind="stable")[:MOST_ROWS]
    apart = sum(bool((lower if higher_wins else -upper)[place] > 0) for place in range(len(rivals)))
    figure, axes = new_figure(
        width,
        0.75 + ROW * len(order),
        title=f"{leader} is shown to be ahead of {apart} of {len(rivals)} rivals",
        subtitle="difference of mean scores per trial, intervals that hold for all rivals and at every look"
        + (f"; {data}" if data else ""),
    )
    axis = axes[0, 0]
    _limits(axis, np.concatenate([means, lower, upper, [0.0]]))
    name_rows(axis, [rivals[place] for place in order])
    for row, place in enumerate(order):
        ends = (float(lower[place]), float(upper[place]))
        estimate(axis, float(means[place]), row, ends)
        if width > NARROW:  # in a column the picture needs the room
            _beside(axis, row, estimate_text(float(means[place]), ends, 3))
    reference_line(axis, 0.0, "no difference")
    side = "right" if higher_wins else "left"
    reading = f"{leader} minus rival ({side} of 0: {leader} is ahead)"
    axis.set_xlabel("\n".join(wrapped(reading, TEXT, width - 1.5)))
    return figure


@house_style()
def draw_balanced(
    detectors: Sequence[str],
    scores: Floats,
    lower: Floats,
    upper: Floats,
    *,
    chance: float | None,
    interval: str = "95 % intervals valid at any stopping",
    data: str = "",
    width: float = WIDE,
) -> Figure:
    """Balanced scores [detectors] with intervals of the kind named, best on top, and knowing nothing."""
    order = np.argsort(-scores, kind="stable")[:MOST_ROWS]
    better = 0 if chance is None else int(np.sum(lower > chance))
    figure, axes = new_figure(
        width,
        0.75 + ROW * len(order),
        title=f"{better} of {len(detectors)} detectors are shown to know more than nothing"
        if chance is not None
        else f"{detectors[order[0]]} has the highest balanced score: {number(float(scores[order[0]]))}",
        subtitle=f"balanced score (mean of people's and machines'), {interval}"
        + (f"; {data}" if data else ""),
    )
    axis = axes[0, 0]
    _limits(axis, np.concatenate([scores, lower, upper, [] if chance is None else [chance]]))
    name_rows(axis, [detectors[place] for place in order])
    for row, place in enumerate(order):
        ends = (float(lower[place]), float(upper[place]))
        estimate(axis, float(scores[place]), row, ends)
        if width > NARROW:
            _beside(axis, row, estimate_text(float(scores[place]), ends, 3))
    if chance is not None:
        reference_line(axis, chance, "knowing nothing")
    axis.set_xlabel("balanced score (right is better)")
    return figure


def _limits(axis: Axes, values: Floats) -> None:
    known = values[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 1.0)
    room = 0.05 * (high - low or 1.0)
    axis.set_xlim(low - room, high + room)


def _beside(axis: Axes, row: int, text: str) -> None:
    axis.annotate(
        text, (1.01, row), xycoords=("axes fraction", "data"), va="center", size=LEAST, color=SOFT,
        annotation_clip=False,
    )  # fmt: skip


@house_style()
def draw_pairs(
    title: str, polygon: Floats, equilibria: Floats, people: PairCloud, machine: PairCloud
) -> Figure:
    """A small panel: people's and one machine's pairs in the polygon of possible payoffs."""
    size = polygon.max(axis=0) - polygon.min(axis=0)
    share = float(np.clip(size[1] / (size[0] or 1.0), 0.45, 1.2))
    figure = Figure(figsize=(PANEL, 0.25 + (PANEL - 0.25) * share))
    axis = figure.add_axes((0.12, 0.12, 0.86, 0.86))
    payoff_panel(axis, polygon, equilibria, [(people, PEOPLE), (machine, MACHINES)])
    figure.set_label(title)
    return figure


@house_style()
def draw_calibration(title: str, predicted: Floats, observed: Floats, raw: Floats, answers: Floats) -> Figure:
    """A small panel: share of people against P(human), arrays [bins]; filled at even odds, hollow as it was.

    The area of a dot grows with its answers; on the dashed line a detector means what it says.
    """
    figure = Figure(figsize=(PANEL, PANEL))
    axis = figure.add_axes((0.12, 0.12, 0.85, 0.85))
    axis.plot([0, 1], [0, 1], color=GREY, linewidth=0.8, linestyle="--")
    areas = 6 + 120 * answers / max(float(answers.sum()), 1.0)
    axis.scatter(predicted, raw, s=areas, facecolors="none", edgecolors=GREY, linewidths=0.7)
    axis.scatter(predicted, observed, s=areas, color=MACHINES.colour, alpha=0.7, linewidths=0)
    axis.set(xlim=(-0.06, 1.06), ylim=(-0.06, 1.06), xticks=[0, 1], yticks=[0, 1])
    axis.tick_params(labelsize=LEAST, length=2)
    figure.set_label(title)
    return figure
