"""Strategies of repeated games: which share of people follows each, group by group; and classes of learning rules."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from humanlike.figures.style import (
    PEOPLE,
    ROW,
    SMALL,
    WIDE,
    Floats,
    estimate,
    house_style,
    name_rows,
    new_figure,
    panel_grid,
    used_panels,
    which_intervals,
)

MOST = 12  # panels: the groups with most persons


@house_style()
def draw_strategies(
    groups: Mapping[str, tuple[Sequence[str], Floats, Floats]],
    *,
    title: str,
    persons: Sequence[int],
    what: str = "strategy",
) -> Figure:
    """A panel for each group of its names, shares [names] and intervals [names, 2].

    At most twelve panels, of the groups with most `persons`. Rows are in the same order everywhere: by the share all
    groups together give a name, the largest on top.
    """
    drawn = sorted(range(len(groups)), key=lambda place: -persons[place])[:MOST]
    left_out = len(groups) - len(drawn)
    groups = {name: groups[name] for place, name in enumerate(list(groups)) if place in drawn}
    persons = [persons[place] for place in sorted(drawn)]
    totals: dict[str, float] = {}
    for (names, shares, _), count in zip(groups.values(), persons, strict=True):
        for name, share in zip(names, shares, strict=True):
            totals[name] = totals.get(name, 0.0) + float(share) * count
    order = sorted(totals, key=lambda name: -totals[name])
    grid = panel_grid(len(groups))
    known = np.concatenate([np.isfinite(ends).all(axis=1) for _, _, ends in groups.values()])
    figure, axes = new_figure(
        WIDE,
        min((0.75 + ROW * len(order)) * grid["rows"], 7.8),
        title=title,
        subtitle=f"share of {sum(persons)} persons by {what}; {which_intervals(known)}"
        + f"; {left_out} smaller groups are not drawn" * bool(left_out),
        sharex=True,
        sharey=True,
        **grid,
    )
    for place, (axis, (group, (names, shares, ends))) in enumerate(
        zip(used_panels(axes, len(groups)), groups.items(), strict=True)
    ):
        axis.set_xlim(-0.03, 1.03)
        name_rows(axis, order)
        for name, share, interval in zip(names, shares, ends, strict=True):
            estimate(axis, float(share), order.index(name), interval.tolist(), PEOPLE)
        axis.set_title(f"{group}, {persons[place]} persons", size=SMALL)
        if place + grid["columns"] >= len(groups):
            axis.set_xlabel("share of persons")
    return figure
