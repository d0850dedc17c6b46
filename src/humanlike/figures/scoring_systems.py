"""Several scoring systems side by side: everybody's mean under each, joined, so that crossings show."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from humanlike.figures.style import (
    LINE,
    SERIES,
    SMALL,
    WIDE,
    Floats,
    house_style,
    label_ends,
    look_of,
    new_figure,
    reference_line,
)


@house_style()
def draw_systems(
    systems: Sequence[str], forecasters: Sequence[str], means: Floats, moved: Sequence[bool]
) -> Figure:
    """Mean scores [forecasters, systems] on the common scale; `moved` says whose order with somebody depends.

    Up to five forecasters have colours of their own; of more, the first five that moved are coloured, the rest is grey.
    """
    focal = (
        list(range(len(forecasters)))
        if len(forecasters) <= len(SERIES)
        else np.flatnonzero(moved)[:5].tolist()
    )
    title = (
        f"{sum(moved)} of {len(forecasters)} forecasters change places with the system"
        if any(moved)
        else f"All {len(systems)} systems rank the {len(forecasters)} forecasters alike"
    )
    figure, axes = new_figure(
        WIDE,
        3.2,
        title=title,
        subtitle="mean score on one scale, higher is better: 0 equal probabilities, 1 certainty about what happened",
    )
    axis = axes[0, 0]
    places = np.arange(len(systems))
    finite = means[np.isfinite(means)]
    low, high = float(finite.min(initial=0.0)), float(finite.max(initial=0.0))
    edge = 0.08 * (high - low or 1.0)
    axis.set_ylim(low - edge, high + edge)
    reference_line(axis, 0.0, "equal probabilities", across=True)
    ends = []
    for row, name in enumerate(forecasters):
        look = look_of(focal.index(row)) if row in focal else None
        axis.plot(
            places,
            np.maximum(means[row], low - 2 * edge),  # minus infinity leaves the axes below
            f"{look.marker}-" if look else "-",
            color=look.colour if look else LINE,
            zorder=3 if look else 2,
        )
        if look and np.isfinite(means[row]).any():
            last = float(np.maximum(means[row, -1], low - edge))
            ends.append((float(places[-1]), last, name, look.colour))
    axis.set_xticks(places, list(systems), size=SMALL)
    axis.set_xlim(-0.2, len(systems) - 0.8)
    axis.set_ylabel("mean score, common scale")
    label_ends(axis, ends)
    return figure
