"""A panel of experts: how far they disagreed and how good they were from round to round, and who ranks where."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from humanlike.core import BadRequest
from humanlike.figures.style import (
    BLUE,
    LINE,
    ROW,
    SERIES,
    WIDE,
    Floats,
    blank_figure,
    estimate,
    house_style,
    label_ends,
    look_of,
    name_rows,
)


class AccuracyLine(NamedTuple):
    """Mean scores after each round [rounds] with their intervals [rounds, 2] (NaN where unknown)."""

    rounds: Sequence[int]
    scores: Floats
    intervals: Floats


@house_style()
def draw_panel(
    rounds: Mapping[str, tuple[Sequence[int], Sequence[float]]],
    experts: Sequence[str] = (),
    ranks: Floats | None = None,
    intervals: Floats | None = None,
    *,
    accuracy: Mapping[str, AccuracyLine] | None = None,
    data: str = "",
) -> Figure:
    """Disagreement on each question (rounds, mean distances) and the experts' ranks [experts], intervals [experts, 2].

    `accuracy` (of the experts, of the consensus) stands beside the disagreement. Up to five questions have colours of
    their own; more are grey, and the one that ends most disputed is coloured.
    """
    if not rounds and not experts:
        raise BadRequest("There is nothing to draw yet: no rounds and no scores.")
    tall = max(2.8, 0.9 + ROW * len(experts))
    below = bool(accuracy) and bool(experts)  # two pictures over the rounds, the ranks under them
    figure = blank_figure(
        WIDE,
        2.8 + 0.7 + ROW * len(experts) if below else tall,
        title=_finding(rounds, experts, ranks, intervals),
        subtitle="; ".join(
            ["disagreement: mean distance from the consensus"] * bool(rounds)
            + ["accuracy: mean score with 95 % over questions, higher is better"] * bool(accuracy)
            + ["ranks: not ruled out at 95 %, 1 is best"] * bool(experts)
            + [data] * bool(data)
        ),
    )
    columns = bool(rounds) + (bool(accuracy) if below else bool(experts))
    heights = [2.8, 0.7 + ROW * len(experts)] if below else [1.0]
    grid = figure.add_gridspec(len(heights), columns, height_ratios=heights)
    if rounds:
        _draw_rounds(figure.add_subplot(grid[0, 0]), rounds)
    if accuracy:
        _draw_accuracy(figure.add_subplot(grid[0, -1]), accuracy)
    if experts and ranks is not None:
        _draw_ranks(figure.add_subplot(grid[1, :] if below else grid[0, -1]), experts, ranks, intervals)
    return figure


def _draw_ranks(axis: Axes, experts: Sequence[str], ranks: Floats, intervals: Floats | None) -> None:
    axis.set_xlim(0.5, len(experts) + 0.5)
    name_rows(axis, experts)
    for row, rank in enumerate(ranks):
        estimate(axis, float(rank), row, None if intervals is None else intervals[row])
    axis.set_xticks(range(1, len(experts) + 1, max(1, len(experts) // 10)))
    axis.set_xlabel("rank, left is better")


def _draw_accuracy(axis: Axes, accuracy: Mapping[str, AccuracyLine]) -> None:
    """The mean score of each kind of forecast by round; intervals side by side, for they overlap."""
    ends = []
    step = 0.04 * max(np.ptp(line.rounds) for line in accuracy.values()) or 0.04
    for place, (name, line) in enumerate(accuracy.items()):
        look = look_of(place)
        across = np.asarray(line.rounds) + step * (place - (len(accuracy) - 1) / 2)
        axis.plot(across, line.scores, f"{look.marker}-", color=look.colour, zorder=3)
        known = np.isfinite(line.intervals).all(axis=1)
        axis.vlines(across[known], *line.intervals[known].T, color=look.colour, linewidth=1.2, alpha=0.6)
        ends.append((float(across[-1]), float(line.scores[-1]), name, look.colour))
    axis.set_xticks(sorted({number for line in accuracy.values() for number in line.rounds}))
    axis.set(xlabel="round", ylabel="mean score, higher is better")
    label_ends(axis, ends)


def _finding(
    rounds: Mapping[str, tuple[Sequence[int], Sequence[float]]],
    experts: Sequence[str],
    ranks: Floats | None,
    intervals: Floats | None,
) -> str:
    if experts:
        first = (
            []
            if ranks is None
            else [experts[place] for place in np.flatnonzero(ranks == ranks.min()).tolist()]
        )
        if len(first) > 1:
            return f"{', '.join(first)} share the first place of {len(experts)}"
        worst = 1.0 if intervals is None else float(intervals[0][1])
        doubt = f", but may rank {worst:g}" if worst > 1 else ""
        return f"{experts[0]} ranks first of {len(experts)}{doubt}"
    closer = sum(values[-1] < values[0] for _, values in rounds.values() if len(values) > 1)
    several = sum(len(values) > 1 for _, values in rounds.values())
    if not several:
        return "One round so far"
    return f"The panel came closer on {closer} of {several} questions"


def _draw_rounds(axis: Axes, rounds: Mapping[str, tuple[Sequence[int], Sequence[float]]]) -> None:
    most = max(rounds, key=lambda question: rounds[question][1][-1])
    ends = []
    for place, (question, (numbers, distances)) in enumerate(rounds.items()):
        focal = len(rounds) <= len(SERIES) or question == most
        colour = look_of(place).colour if len(rounds) <= len(SERIES) else BLUE if focal else LINE
        axis.plot(numbers, distances, "o-", color=colour, zorder=3 if focal else 2)
        if focal:
            ends.append((float(numbers[-1]), float(distances[-1]), question, colour))
    axis.set_xticks(sorted({number for numbers, _ in rounds.values() for number in numbers}))
    axis.set(xlabel="round", ylabel="mean distance from the consensus")
    axis.set_ylim(0, 1.08 * max(max(float(np.max(values)) for _, values in rounds.values()), 1e-6))
    label_ends(axis, ends)
