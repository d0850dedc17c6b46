"""Which way of measuring finds the truth: a heat map of ways by truths, with the share over all truths beside it."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from humanlike.figures.heat import heat_map
from humanlike.figures.style import (
    LEAST,
    MACHINES,
    TALLEST,
    WIDE,
    Floats,
    estimate,
    house_style,
    new_figure,
    reference_line,
)

FINDS = 0.9


@house_style()
def draw_identification(
    ways: Sequence[str],
    truths: Sequence[str],
    shares: Floats,
    overall: Sequence[tuple[float, float, float]],
    *,
    data: str = "",
) -> Figure:
    """Shares [ways, truths] of experiments in which each truth is named, best ways on top.

    `overall` is the share over all truths with the ends of its 95 % interval, drawn as dots at the right.
    """
    often = sum(rate > FINDS for rate, _, _ in overall)
    never = sum(rate == 0 for rate, _, _ in overall)
    figure, axes = new_figure(
        WIDE,
        min(1.6 + 0.155 * len(ways), TALLEST - 0.6),
        title=f"{often} of {len(ways)} ways of measuring find the truth in more than 90 % of experiments, "
        f"{never} never do",
        subtitle="left: share of experiments in which the way (row) names the rule that made the play (column); "
        "right: over all truths, 95 % intervals" + (f"; {data}" if data else ""),
        columns=2,
        sharey=True,
        width_ratios=[3, 1.1],
    )
    left, right = axes[0]
    texts = [
        [f"{share:.1f}".removeprefix("0") if 0 < share < 1 else f"{share:.0f}" for share in row]
        for row in shares
    ]
    heat_map(left, shares, (0.0, 1.0), texts if len(truths) <= 16 else None)
    left.set_xticks(range(len(truths)), truths, rotation=40, ha="left", size=LEAST)
    left.xaxis.tick_top()
    left.set_yticks(range(len(ways)), ways, size=LEAST)
    for row, (rate, lower, upper) in enumerate(overall):
        estimate(right, rate, row, (lower, upper), MACHINES)
    right.tick_params(axis="y", length=0)
    right.set_xlim(-0.03, 1.03)
    reference_line(right, FINDS, "90 %")
    right.set_xlabel("share over all truths", size=LEAST)
    return figure
