"""Recovery where people differ: everybody's estimate against the true value."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from humanlike.figures.style import (
    BLUE,
    GREY,
    INK,
    LEAST,
    SMALL,
    SOFT,
    WIDE,
    Floats,
    house_style,
    new_figure,
    panel_grid,
    used_panels,
)

MOST = 1500  # points in a panel: more are one blot


@house_style()
def draw_regained(
    parameters: Sequence[str],
    truth: Floats,
    estimates: Mapping[str, Floats],
    *,
    rule: str,
    data: str = "",
) -> Figure:
    """True values [persons, parameters] across, estimates of each of two ways up, a panel for each parameter.

    The first way is grey, the second blue; on the dashed line an estimate is right.
    """
    grid = panel_grid(len(parameters))
    first, second = estimates
    shown = slice(None, None, -(-len(truth) // MOST))
    figure, axes = new_figure(
        WIDE,
        min(2.6 * grid["rows"], 7.8),
        title=f"{rule}: what comes back of persons",
        subtitle=f"a dot a person: grey {first}, blue {second}; dashed: estimate and truth agree"
        + (f"; {data}" if data else ""),
        **grid,
    )
    for place, axis in enumerate(used_panels(axes, len(parameters))):
        across = truth[shown, place]
        for way, colour in ((first, GREY), (second, BLUE)):
            axis.plot(across, estimates[way][shown, place], "o", color=colour, markersize=1.8, alpha=0.5)
        ends = np.array([across.min(), across.max()])
        axis.plot(ends, ends, color=INK, linewidth=1, linestyle="--")
        axis.set_title(parameters[place], size=SMALL)
        axis.set_xlabel("true value", size=LEAST, color=SOFT)
        axis.set_ylabel("estimate", size=LEAST, color=SOFT)
    return figure
