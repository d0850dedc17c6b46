"""A tournament: leads with simultaneous intervals, balanced scores beside chance, pairs in every game, calibration."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from humanlike.figures.payoffs import (
    PairCloud,
    name_payoff_axes,
    payoff_dots,
    payoff_frame,
    payoff_ring,
    payoff_space,
)
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
    look_of_people,
    name_rows,
    new_figure,
    number,
    reference_line,
    wrapped,
)

PANEL = 1.75  # inches: the side of a small panel that a page sets beside others
SCENE, MARGIN = (
    4.0,
    0.3,
)  # inches: a picture of pairs fills a phone, or half a page, and its words can be read
DOT = 5.0  # points
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
def draw_people(
    title: str, polygon: Floats, equilibria: Floats, experiments: Sequence[Floats], people: PairCloud
) -> Figure:
    """As Figures 1-8 without a machine: possible payoffs, equilibria, people's pairs.

    Dots [pairs, 2] are coloured by experiment (`look_of_people`), the centre and the circle are those of all people.
    """
    figure, axis = _scene(title, polygon)
    payoff_space(axis, polygon, equilibria, TEXT)
    name_payoff_axes(axis, "row", "column", TEXT)
    for place, points in enumerate(experiments):
        payoff_dots(axis, points, look_of_people(place), DOT)
    payoff_ring(axis, people, PEOPLE, 2 * DOT)
    return figure


@house_style()
def draw_machine(title: str, polygon: Floats, machine: PairCloud) -> Figure:
    """One machine's pairs alone, to be laid over `draw_people` of the same game."""
    figure, axis = _scene(title, polygon)
    payoff_frame(axis, polygon)
    payoff_dots(axis, machine.points, MACHINES, DOT)
    payoff_ring(axis, machine, MACHINES, 2 * DOT)
    return figure


def _scene(title: str, polygon: Floats) -> tuple[Figure, Axes]:
    """The same place in the same picture, whoever is drawn into it."""
    size = polygon.max(axis=0) - polygon.min(axis=0)
    share = float(np.clip(size[1] / (size[0] or 1.0), 0.5, 1.0))
    height = 2 * MARGIN + (SCENE - 2 * MARGIN) * share
    figure = Figure(figsize=(SCENE, height))
    figure.set_label(title)
    across, up = MARGIN / SCENE, MARGIN / height
    return figure, figure.add_axes((across, up, 1 - 1.4 * across, 1 - 1.2 * up))


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
