"""Posteriors: everybody's parameters with their intervals, and where the population's mean lies."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from humanlike.figures.style import (
    GREY,
    INK,
    LEAST,
    PEOPLE,
    SMALL,
    SOFT,
    WIDE,
    Floats,
    house_style,
    new_figure,
    number,
    panel_grid,
    used_panels,
)


@house_style()
def draw_people(
    parameters: Sequence[str],
    estimates: Floats,
    intervals: tuple[Floats, Floats],
    population: Floats | None,
    *,
    rule: str,
    who: str,
    data: str = "",
    converged: bool = True,
) -> Figure:
    """Posterior means [parameters, groups] with their 95 % lines, sorted, a panel for each parameter.

    `population` is the population's mean with both ends, [parameters, 3]: a dashed line in a grey band. A sample that
    has not `converged` says so in the title.
    """
    grid = panel_grid(len(parameters))
    figure, axes = new_figure(
        WIDE,
        min(2.6 * grid["rows"], 7.8),
        title=f"{rule}: how {who} differ" if converged else f"{rule}: NOT converged, not to be used",
        subtitle=f"means and 95 % intervals of {who}, sorted; dashed: the population's mean, grey: its interval"
        + (f"; {data}" if data else ""),
        **grid,
    )
    for place, axis in enumerate(used_panels(axes, len(parameters))):
        ends = intervals[0][place], intervals[1][place]
        _sorted(axis, estimates[place], ends, None if population is None else population[place])
        axis.set_title(parameters[place], size=SMALL)
    return figure


def _sorted(axis: Axes, values: Floats, ends: tuple[Floats, Floats], population: Floats | None) -> None:
    order = np.argsort(values, kind="stable")
    places = np.arange(len(values))
    width = float(np.clip(137 / len(values), 0.1, 3.0))  # points: lines touch but do not overlap
    axis.hlines(places, ends[0][order], ends[1][order], color=PEOPLE.colour, linewidth=width, alpha=0.4)
    size = float(np.clip(300 / len(values), 0.8, 4))
    axis.plot(values[order], places, PEOPLE.marker, color=PEOPLE.colour, markersize=size)
    axis.set_yticks([])
    axis.spines["left"].set_visible(False)
    axis.set_ylim(-1, len(values))
    label = "estimate"
    if population is not None:
        axis.axvspan(float(population[1]), float(population[2]), color=GREY, alpha=0.25, linewidth=0)
        axis.axvline(float(population[0]), color=INK, linewidth=1, linestyle="--")
        label += f" (population mean {number(float(population[0]))})"
    axis.set_xlabel(label, size=LEAST, color=SOFT)
