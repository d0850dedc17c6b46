"""Predictive success: ranks over ways of measuring, fit per game, paths over rounds, horizons."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from humanlike.figures.heat import heat_map
from humanlike.figures.style import (
    BLUE,
    GREEN,
    GREY,
    LEAST,
    LINE,
    MACHINES,
    PAPER,
    PEOPLE,
    SMALL,
    SOFT,
    TALLEST,
    WIDE,
    Floats,
    Look,
    estimate,
    fixed,
    house_style,
    label_ends,
    name_rows,
    new_figure,
    panel_grid,
    reference_line,
    used_panels,
    wrapped,
)

WORSE = Look(GREY, "s")  # a rule that predicts worse than blind guessing
ROUNDING = 1e-9  # nats: what sums of equal logarithms may differ by
MOST_GAMES, MOST_PATHS = 8, 12  # panels in one figure


class Way(NamedTuple):
    """One way of measuring: its measure, and the block (method and level) it belongs to."""

    measure: str
    block: str


@house_style()
def draw_ranks(
    rules: Sequence[str],
    ways: Sequence[Way],
    ranks: Floats,
    may_be_best: npt.NDArray[np.bool_] | None = None,
    *,
    data: str = "",
) -> Figure:
    """Ranks [ways, rules] as colours and numbers, rules ordered by their mean rank; 1 is best.

    Those who `may_be_best` [ways, rules] have a star.
    """
    stars = np.zeros(ranks.shape, dtype=np.bool_) if may_be_best is None else may_be_best
    order = np.argsort(np.nanmean(ranks, axis=0), kind="stable")
    first = [rule for rule, best in zip(rules, np.nanmin(ranks, axis=0), strict=True) if best == 1]
    title = (
        f"{first[0]} predicts best by every way of measuring"
        if len(first) == 1
        else f"Who predicts best depends on the measure: {len(first)} rules are first by some"
    )
    figure, axes = new_figure(
        WIDE,
        min(0.9 + 0.2 * len(ways), TALLEST - 1.0),
        title=title,
        subtitle="rank of each rule (columns, best on average first) by each way of measuring (rows); 1 is best"
        + ", * may be the best (95 %)" * bool(stars.any())
        + (f"; {data}" if data else ""),
    )
    axis = axes[0, 0]
    shown = ranks[:, order]
    texts = [
        [
            "–" if np.isnan(rank) else f"{rank:g}{'*' * bool(star)}"
            for rank, star in zip(row, may, strict=True)
        ]
        for row, may in zip(shown, stars[:, order], strict=True)
    ]
    heat_map(axis, shown, (1.0, float(len(rules))), texts, reverse=True, key=("best", "worst"))
    steep = 90 if len(rules) > 14 else 35
    axis.set_xticks(
        range(len(order)),
        [rules[place] for place in order],
        rotation=steep,
        ha="left" if steep < 90 else "center",
    )
    axis.xaxis.tick_top()
    axis.set_yticks(range(len(ways)), [way.measure for way in ways], size=LEAST)
    _bracket_rows(axis, [way.block for way in ways])
    return figure


def _bracket_rows(axis: Axes, blocks: Sequence[str]) -> None:
    """A line and a name for each block of rows."""
    starts = [row for row in range(len(blocks)) if row == 0 or blocks[row] != blocks[row - 1]]
    for row, end in zip(starts, [*starts[1:], len(blocks)], strict=True):
        if row:
            axis.axhline(row - 0.5, color=PAPER, linewidth=3)
        axis.annotate(
            blocks[row], (0, (row + end - 1) / 2), xytext=(-46, 0), xycoords=axis.get_yaxis_transform(),
            textcoords="offset points", ha="right", va="center", size=LEAST, color=SOFT,
        )  # fmt: skip


@house_style()
def draw_fit_per_game(
    games: Sequence[str],
    rules: Sequence[str],
    values: Floats,
    lower: Floats,
    upper: Floats,
    blind: Floats,
    *,
    data: str = "",
) -> Figure:
    """Log score one step ahead [games, rules] with intervals, one panel a game, and blind guessing [games]."""
    kept = slice(max(len(games) - MOST_GAMES, 0), len(games))
    order = np.argsort(-np.nanmean(np.clip(values[kept], 3 * blind[kept, None], 0), axis=0), kind="stable")
    count = len(games[kept])
    grid = panel_grid(count)
    best = int(order[0])
    figure, axes = new_figure(
        WIDE,
        min(grid["rows"] * (0.65 + 0.17 * len(rules)), TALLEST - 0.8),
        title=f"{rules[best]} predicts best one step ahead"
        + (f": {fixed(float(values[kept][0, best]), 3)} nats per choice" if count == 1 else ""),
        subtitle="log score, nats per choice, 95 % intervals; right is better, 0 is perfect; "
        "grey: worse than blind guessing" + (f"; {data}" if data else ""),
        **grid,
        sharey=True,
    )
    for axis, row in zip(used_panels(axes, count), range(kept.start, kept.stop), strict=True):
        left = 1.7 * float(blind[row])
        axis.set_xlim(left, max(0.35 * float(blind[row]), 0.8 * float(np.nanmax(values[row]))))
        name_rows(axis, [rules[place] for place in order], LEAST)
        for place, rule in enumerate(order):
            ends = (float(lower[row, rule]), float(upper[row, rule]))
            look = MACHINES if values[row, rule] > blind[row] + ROUNDING else WORSE
            estimate(axis, float(values[row, rule]), place, ends if np.isfinite(ends).all() else None, look)
        reference_line(axis, float(blind[row]), "blind guessing")
        axis.set_title(games[row], size=SMALL, pad=12)
    return figure


class PathPanel(NamedTuple):
    """One recorded share over rounds and the band of the rule's replicate experiments; arrays [rounds]."""

    name: str
    observed: Floats
    mean: Floats
    lower: Floats
    upper: Floats
    p_value: float


@house_style()
def draw_paths(rule: str, panels: Sequence[PathPanel], *, data: str = "") -> Figure:
    """People's shares over rounds (vermilion) and what the rule replicates (blue, 95 %), one panel a path.

    Of very many paths those that fit worst are drawn.
    """
    order = sorted(range(len(panels)), key=lambda place: panels[place].p_value)[:MOST_PATHS]
    kept = [panels[place] for place in sorted(order)]
    missed = sum(panel.p_value < 0.05 for panel in panels)
    left_out = f"; the {len(kept)} of {len(panels)} that fit worst" if len(kept) < len(panels) else ""
    grid = panel_grid(len(kept))
    figure, axes = new_figure(
        WIDE,
        min(1.6 * grid["rows"] + 0.3, TALLEST - 1.0),
        title=f"{rule} misses {missed} of {len(panels)} recorded paths"
        if missed
        else f"None of the {len(panels)} recorded paths is beyond {rule}",
        subtitle="share by round: recorded (vermilion), replicate experiments (blue, mean and 95 %); p is of the whole "
        "path" + (f"; {data}" if data else "") + left_out,
        **grid,
        sharey=True,
    )
    for axis, panel in zip(used_panels(axes, len(kept)), kept, strict=True):
        rounds = np.arange(1, len(panel.observed) + 1)
        axis.fill_between(rounds, panel.lower, panel.upper, color=MACHINES.colour, alpha=0.2, linewidth=0)
        axis.plot(rounds, panel.mean, color=MACHINES.colour, linewidth=1, linestyle="--")
        axis.plot(rounds, panel.observed, color=PEOPLE.colour)
        said = wrapped(f"{panel.name} (p={panel.p_value:.2g})", SMALL, 0.27 * WIDE, bold=True)
        axis.set_title("\n".join(said), size=SMALL)
        axis.set_ylim(-0.02, 1.02)
    figure.supxlabel("round", size=SMALL)
    return figure


@house_style()
def draw_horizons(
    horizons: Sequence[str],
    rules: Sequence[str],
    values: Floats,
    ranks: Floats,
    *,
    measure: str,
    data: str = "",
) -> Figure:
    """Score and rank [rules, horizons] as the forecast reaches further ahead; the first at either end are named."""
    near, far = int(np.nanargmin(ranks[:, 0])), int(np.nanargmin(ranks[:, -1]))
    title = (
        f"{rules[near]} is first at the nearest horizon and at the farthest"
        if near == far
        else f"{rules[near]} is first at horizon {horizons[0]}, {rules[far]} at {horizons[-1]}"
    )
    figure, axes = new_figure(
        WIDE,
        max(2.8, 0.8 + 0.16 * len(rules)),
        title=title,
        subtitle=f"{measure} (left) and rank (right, 1 is best) by rounds ahead"
        + (f"; {data}" if data else ""),
        columns=2,
    )
    left, right = axes[0]
    focal = {far: GREEN, near: BLUE}
    for place in range(len(rules)):
        colour = focal.get(place, LINE)
        for axis, table in ((left, values), (right, ranks)):
            axis.plot(
                table[place], color=colour, marker="s", markersize=3.5, zorder=3 if place in focal else 2
            )
    for axis in (left, right):
        axis.set_xticks(range(len(horizons)), list(horizons))
        axis.set_xlabel("rounds ahead")
    left.set_ylabel(measure)
    if measure == "LOG":  # rules that are sure of themselves and wrong would flatten everybody else
        lowest = max(float(np.nanmin(values)), 1.7 * float(np.nanmax(values[:, -1])))
        left.set_ylim(lowest - 0.03, float(np.nanmax(values)) + 0.03)
    right.set_ylim(len(rules) + 0.5, 0.5)
    right.set_ylabel("rank")
    last = len(horizons) - 1
    label_ends(
        right,
        [
            (float(last), float(ranks[place, -1]), rules[place], focal.get(place, SOFT))
            for place in range(len(rules))
            if np.isfinite(ranks[place, -1])
        ],
    )
    return figure
