"""What forecasts are worth in decisions, and which decisions scoring systems count."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from humanlike.figures.style import (
    GREY,
    LEAST,
    LINE,
    SERIES,
    SOFT,
    WIDE,
    Floats,
    house_style,
    label_ends,
    look_of,
    new_figure,
    number,
    reference_line,
)

LOWEST = -0.5  # of the relative value: what misleads more leaves the axes


@house_style()
def draw_decisions(
    ratios: Floats,
    values: Mapping[str, Floats],
    weights: Mapping[str, Floats],
    *,
    thresholds: Sequence[float] = (),
    title: str = "",
) -> Figure:
    """Relative value [ratios] of each forecaster, and the weight [ratios] of each system, by cost-loss ratio.

    `thresholds` are where the best action changes in the table asked about. Beyond five forecasters only the first five
    have colours.
    """
    figure, axes = new_figure(
        WIDE,
        3.2,
        title=title,
        subtitle="left: value in the decision to act at that cost against a loss of 1, 0 as climatology, 1 as perfect "
        "information; right: how much a system counts that decision, ratio 1/2 being 1"
        if values
        else "how much a system counts the decision to act at that cost against a loss of 1, ratio 1/2 being 1",
        columns=1 + bool(values),
    )
    if values:
        _draw_values(axes[0, 0], ratios, values, thresholds)
    _draw_weights(axes[0, -1], ratios, weights)
    return figure


def _draw_values(
    axis: Axes, ratios: Floats, values: Mapping[str, Floats], thresholds: Sequence[float]
) -> None:
    axis.set(
        xlim=(0, 1), ylim=(LOWEST, 1.02), xlabel="cost-loss ratio", ylabel="relative value, higher is better"
    )
    reference_line(axis, 0.0, "climatology", across=True)
    for threshold in thresholds:
        axis.axvline(threshold, color=GREY, linewidth=0.8, linestyle=":")
        axis.annotate(
            f"yours: {number(threshold)}", (threshold, 0.98), xycoords=("data", "axes fraction"), xytext=(3, 0),
            textcoords="offset points", va="top", size=LEAST, color=SOFT,
        )  # fmt: skip
    ends = []
    for place, (name, curve) in enumerate(values.items()):
        focal = place < len(SERIES)
        colour = look_of(place).colour if focal else LINE
        axis.plot(ratios, curve, color=colour, zorder=3 if focal else 2)
        seen = np.flatnonzero(np.nan_to_num(curve, nan=-np.inf) > LOWEST)
        if focal and len(seen):
            ends.append((float(ratios[seen[-1]]), float(curve[seen[-1]]), name, colour))
    label_ends(axis, ends)


def _draw_weights(axis: Axes, ratios: Floats, weights: Mapping[str, Floats]) -> None:
    middle = len(ratios) // 2
    axis.set(xlim=(0, 1), xlabel="cost-loss ratio", ylabel="weight, that of 1/2 being 1")
    ends = []
    axis.set_yscale("log")
    for place, (name, weight) in enumerate(weights.items()):
        look = look_of(place)
        curve = weight / weight[middle]
        axis.plot(ratios, curve, color=look.colour, linestyle=("-", (0, (4, 2)))[place % 2])
        ends.append((float(ratios[-1]), float(curve[-1]), name, look.colour))
    low, high = axis.get_ylim()
    axis.set_yticks([tick for tick in (0.1, 0.3, 1, 3, 10, 30, 100) if low <= tick <= high])
    axis.yaxis.set_major_formatter("{x:g}")
    axis.minorticks_off()
    label_ends(axis, ends)
