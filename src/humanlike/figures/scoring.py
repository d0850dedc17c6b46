"""Forecasts and their scores: what honesty earns, calibration, the race of two forecasters, consensus."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from humanlike.core import BadRequest
from humanlike.figures.comparison import Running, draw_running
from humanlike.figures.style import (
    BLUE,
    GREEN,
    GREY,
    INK,
    LEAST,
    LINE,
    SMALL,
    TALLEST,
    WIDE,
    Floats,
    blank_figure,
    house_style,
    label_ends,
    look_of,
    new_figure,
)

COLUMNS = 5  # small panels side by side
MOST_PANELS = 3 * COLUMNS  # that leave room for the race on one page
TIGHT_ROW = 0.125  # inches: rows of 7 points
MOST_ROWS = int((TALLEST - 1.2) / TIGHT_ROW)


class Reliability(NamedTuple):
    """The points of one forecaster's reliability diagram; shapes [bins]."""

    forecast: Floats
    frequency: Floats
    n_forecasts: npt.NDArray[np.int64]


class Pooled(NamedTuple):
    """One question: the consensus [alternatives] of what every forecaster said [forecasters, alternatives].

    `disagreement` is how far forecasters are from the consensus; the more, the more disputed.
    """

    question: str
    alternatives: Sequence[str]
    consensus: Floats
    said: Floats
    disagreement: float


@house_style()
def draw_incentive(
    system: str,
    reports: Floats,
    curve: Floats | None,
    expected: Mapping[float, Floats],
    honest: Mapping[float, float],
) -> Figure:
    """The score of each report if the event happens, and what believers of several strengths expect from it."""
    lies = {belief for belief, values in expected.items() if np.max(values) > honest[belief] + 1e-9}
    figure, axes = new_figure(
        WIDE,
        3.0,
        title=f"{system}: {'a lie pays' if lies else 'honesty pays best'}",
        subtitle="score of a reported probability, higher is better; dot: honest report"
        + ("; triangle: best lie" if lies else ""),
        columns=1 if curve is None else 2,
    )
    if curve is not None:
        left = axes[0, 0]
        left.set(xlabel="probability reported", ylabel="score", xlim=(0, 1), ylim=_robust_limits(curve))
        for values, name, colour in ((curve, "it happens", BLUE), (curve[::-1], "it does not", GREEN)):
            left.plot(reports, values, color=colour)
            place, side = (
                (0.18, "left") if colour == BLUE else (0.82, "right")
            )  # under the outer part of each
            left.annotate(
                name,
                (place, float(np.interp(place, reports, values))),
                xytext=(6 if side == "left" else -6, -8),
                textcoords="offset points",
                ha=side,
                size=SMALL,
                color=colour,
            )
    right = axes[0, -1]
    right.set(xlabel="probability reported", ylabel="expected score", xlim=(-0.02, 1.02))
    right.set_ylim(*_robust_limits(np.concatenate(list(expected.values()))))
    ends = []
    for place, (belief, values) in enumerate(expected.items()):
        colour = look_of(place).colour
        right.plot(reports, values, color=colour)
        right.plot([belief], [honest[belief]], "o", color=colour)
        if belief in lies:
            top = int(np.argmax(values))
            right.plot([reports[top]], [values[top]], "^", color=colour, markersize=8)
        known = np.flatnonzero(np.isfinite(values))[-1]
        ends.append((float(reports[known]), float(values[known]), f"believing {belief:g}", colour))
    label_ends(right, ends)
    return figure


def _robust_limits(values: Floats) -> tuple[float, float]:
    """Axis limits that hold almost everything finite, so that a logarithm's fall does not flatten the rest."""
    finite = values[np.isfinite(values)]
    low, high = float(np.quantile(finite, 0.02)), float(finite.max())
    margin = 0.06 * (high - low or 1.0)
    return low - margin, high + margin


@house_style()
def draw_forecasters(
    diagrams: Mapping[str, Reliability],
    race: Running | None,
    *,
    system: str,
    direction: str = "higher is better",
    leader: str = "",
    second: str = "",
    decided_after: int = -1,
    data: str = "",
) -> Figure:
    """Calibration of forecasters, one panel each (a page holds fifteen), and the race of the two best with its band."""
    if race is None and not diagrams:
        raise BadRequest("There is nothing to draw: no forecasts of alternatives, and no two series to race.")
    shown = dict(list(diagrams.items())[:MOST_PANELS])
    left_out = (
        f"; the first {len(shown)} of {len(diagrams)} forecasters" if len(shown) < len(diagrams) else ""
    )
    if race is None:
        title = "No race: fewer than two comparable forecasters"
    elif decided_after > 0:
        title = f"{leader} leads {second}, established after {decided_after} questions"
    else:
        title = f"{leader} leads {second}, but the lead is not established"
    rows = -(-len(shown) // COLUMNS)
    below = 2.3 if race is not None else 0.0
    figure = blank_figure(
        WIDE,
        max(1.8 * rows + below, 1.0),
        title=title,
        subtitle=f"{system}, {direction}; small: share that happened against what was said, larger with more forecasts"
        + left_out
        + (f"; {data}" if data else ""),
    )
    grid = figure.add_gridspec(
        rows + (race is not None), COLUMNS, height_ratios=[1.0] * rows + [1.2] * (race is not None)
    )
    for place, (name, diagram) in enumerate(shown.items()):
        _reliability(figure.add_subplot(grid[place // COLUMNS, place % COLUMNS]), name, diagram)
    if race is not None:
        axis = figure.add_subplot(grid[rows, :])
        draw_running(axis, race, decided_after=decided_after, ahead=leader, behind=second)
        axis.set(xlabel="questions", ylabel="mean lead a question")
    return figure


def _reliability(axis: Axes, name: str, diagram: Reliability) -> None:
    axis.plot([0, 1], [0, 1], color=GREY, linewidth=0.8, linestyle="--")
    area = 8 + 50 * diagram.n_forecasts / diagram.n_forecasts.max()
    axis.plot(diagram.forecast, diagram.frequency, color=BLUE, linewidth=0.8, alpha=0.6)
    axis.scatter(diagram.forecast, diagram.frequency, s=area, color=BLUE, linewidths=0)
    axis.set(xlim=(-0.06, 1.06), ylim=(-0.06, 1.06), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1], aspect="equal")
    axis.set_title(name, size=SMALL)


@house_style()
def draw_pools(pools: Sequence[Pooled], method: str) -> Figure:
    """Every forecaster's probability as a dot, the consensus as a bar; at most a page, most disputed first.

    Of a question with two alternatives only the first is drawn: the other is what is missing to 1.
    """
    rows = [
        (f"{pool.question}: {pool.alternatives[place]}", float(pool.consensus[place]), pool.said[:, place])
        for pool in sorted(pools, key=lambda each: -each.disagreement)
        for place in range(1 if len(pool.alternatives) == 2 else len(pool.alternatives))
    ]
    kept = rows[:MOST_ROWS]
    left_out = f"; the {len(kept)} most disputed of {len(rows)}" if len(kept) < len(rows) else ""
    height = min(0.24, (TALLEST - 1.2) / len(kept))
    figure, axes = new_figure(
        WIDE,
        0.7 + height * len(kept),
        title=f"{max(pools, key=lambda each: each.disagreement).question} is disputed most, "
        f"{min(pools, key=lambda each: each.disagreement).question} least"
        if len(pools) > 1
        else f"Consensus on {kept[0][0]}: {kept[0][1]:.2f}",
        subtitle=f"consensus by {method} (bar) of {max(len(said) for _, _, said in kept)} forecasters (dots), "
        "by their mean distance from it" + left_out,
    )
    axis = axes[0, 0]
    for place, (_, consensus, said) in enumerate(kept):
        axis.axhline(place, color=LINE, linewidth=0.5, zorder=0)
        axis.plot(
            said, np.full(said.size, place), "o", color=BLUE, alpha=0.55, markersize=min(5.0, 22 * height)
        )
        axis.plot([consensus] * 2, [place - 0.36, place + 0.36], color=INK, linewidth=2.5)
    axis.set_yticks(range(len(kept)), [name for name, _, _ in kept], size=SMALL if height > 0.17 else LEAST)
    axis.tick_params(axis="y", length=0)
    axis.set(xlim=(-0.02, 1.02), ylim=(len(kept) - 0.4, -0.6), xlabel="probability")
    return figure
