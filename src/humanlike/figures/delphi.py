"""A panel of experts: how far they disagreed from round to round, and who ranks where."""

from collections.abc import Mapping, Sequence

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
    estimate,
    house_style,
    label_ends,
    look_of,
    name_rows,
    new_figure,
)


@house_style()
def draw_panel(
    rounds: Mapping[str, tuple[Sequence[int], Sequence[float]]],
    experts: Sequence[str] = (),
    ranks: Floats | None = None,
    intervals: Floats | None = None,
    *,
    data: str = "",
) -> Figure:
    """Disagreement on each question (rounds, mean distances) and the experts' ranks [experts], intervals [experts, 2].

    Up to five questions have colours of their own; more are grey, and the one that ends most disputed is coloured.
    """
    if not rounds and not experts:
        raise BadRequest("There is nothing to draw yet: no rounds and no scores.")
    parts = bool(rounds) + bool(experts)
    figure, axes = new_figure(
        WIDE,
        max(2.8, 0.9 + ROW * len(experts)),
        title=_finding(rounds, experts, ranks, intervals),
        subtitle="disagreement: mean distance from the consensus" * bool(rounds)
        + "; " * (parts == 2)
        + "ranks: not ruled out at 95 %, 1 is best" * bool(experts)
        + (f"; {data}" if data else ""),
        columns=parts,
    )
    if rounds:
        _draw_rounds(axes[0, 0], rounds)
    if experts and ranks is not None:
        axis = axes[0, -1]
        axis.set_xlim(0.5, len(experts) + 0.5)
        name_rows(axis, experts)
        for row, rank in enumerate(ranks):
            estimate(axis, float(rank), row, None if intervals is None else intervals[row])
        axis.set_xticks(range(1, len(experts) + 1, max(1, len(experts) // 10)))
        axis.set_xlabel("rank, left is better")
    return figure


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
