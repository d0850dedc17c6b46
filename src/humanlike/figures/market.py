"""The controlled market: the paper's five figures, and the one it could not have (all 37 processes)."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedFormatter, FixedLocator, NullLocator

from humanlike.figures.style import (
    BLUE,
    GREEN,
    GREY,
    INK,
    LEAST,
    LINE,
    MACHINES,
    PURPLE,
    ROW,
    SMALL,
    SOFT,
    TALLEST,
    WIDE,
    Floats,
    Look,
    estimate,
    estimate_text,
    fixed,
    house_style,
    label_ends,
    logarithmic,
    look_of,
    name_rows,
    new_figure,
    panel_grid,
    reference_line,
    running_mean,
    used_panels,
    which_intervals,
)

GROUPS = {
    "demand": Look(BLUE, "s"),
    "supply": Look(GREEN, "D"),
    "other": Look(PURPLE, "^"),
    "agents": Look(INK, "v"),
}
WEEK = 7  # days


@house_style()
def draw_methods(
    methods: Sequence[str],
    sd: Floats,
    lower: Floats,
    upper: Floats,
    needed: Sequence[int | None],
    *,
    data: str = "",
) -> Figure:
    """Figure 1: the standard deviation of the difference by method, with its interval; all arrays [methods]."""
    order = np.argsort(sd, kind="stable")
    figure, axes = new_figure(
        WIDE,
        0.75 + 0.3 * len(methods),
        title=f"{methods[order[0]].capitalize()} sees a difference with the fewest games: {_counted(needed[order[0]])}"
        if len(methods) > 1
        else f"{methods[0].capitalize()} needs {_counted(needed[0])} games of each variant",
        subtitle="standard deviation of the profit difference, millions, 95 % intervals; games of each variant needed"
        + (f"; {data}" if data else ""),
    )
    axis = axes[0, 0]
    axis.set_xlim(0, 1.05 * float(np.nanmax(upper)))
    name_rows(axis, [methods[place] for place in order])
    for row, place in enumerate(order):
        ends = (float(lower[place]), float(upper[place]))
        estimate(axis, float(sd[place]), row, ends)
        axis.annotate(
            f"{estimate_text(float(sd[place]), ends, 2)}: {_counted(needed[place])} games",
            (1.01, row),
            xycoords=("axes fraction", "data"),
            va="center",
            size=LEAST,
            color=SOFT,
            annotation_clip=False,
        )
    axis.set_xlabel("standard deviation, millions (left is better)")
    return figure


def _counted(games: int | None) -> str:
    return "uncountably many" if games is None else f"{games:,}"


@house_style()
def draw_games_needed(
    differences: Floats,
    needs: Mapping[str, Sequence[int]],
    *,
    alpha: float,
    power: float,
    unit: str = "millions",
) -> Figure:
    """Figure 2: games of each variant needed to detect a difference [differences] in some `unit`, by method."""
    fewest = min(needs, key=lambda name: needs[name][0])
    figure, axes = new_figure(
        WIDE,
        3.2,
        title=_fewest(fewest, needs),
        subtitle=f"games of each variant; false alarms {alpha:g}, power {power:g}; lower is better",
    )
    axis = axes[0, 0]
    logarithmic(axis, across=True, up=True)
    for place, games in enumerate(needs.values()):
        axis.plot(differences, games, color=look_of(place).colour)
    ticks = [tick for tick in (0.1, 0.25, 0.5, 1, 2, 5, 10) if differences[0] <= tick <= differences[-1]]
    ticks = ticks if len(ticks) > 1 else differences[[0, len(differences) // 2, -1]].tolist()
    axis.xaxis.set_major_locator(FixedLocator(ticks))
    axis.xaxis.set_major_formatter(FixedFormatter([f"{tick:.3g}" for tick in ticks]))
    axis.xaxis.set_minor_locator(NullLocator())
    axis.set(xlabel=f"difference to detect, {unit}", ylabel="games of each variant")
    axis.set_xlim(float(differences[0]), float(differences[-1]))
    label_ends(
        axis,
        [
            (float(differences[-1]), float(games[-1]), name, look_of(place).colour)
            for place, (name, games) in enumerate(needs.items())
        ],
    )
    return figure


def _fewest(name: str, needs: Mapping[str, Sequence[int]]) -> str:
    """For which differences the method that needs least for the smallest one needs least."""
    others = [np.asarray(games) for other, games in needs.items() if other != name]
    own = np.asarray(needs[name])
    if all((own < games).all() for games in others):
        return f"{name.capitalize()} needs the fewest games for any difference"
    if all((own <= games).all() for games in others):
        return f"{name.capitalize()} never needs more games than another method"
    return f"{name.capitalize()} needs the fewest games for small differences"


@house_style()
def draw_daily_profit(balances: Sequence[Floats], names: Sequence[str], *, data: str = "") -> Figure:
    """Figures 3 and 4: every agent's bank balance by day, one thin line a game [seats, days], the mean thick."""
    last = np.array([[game[seat][-1] for game in balances] for seat in range(len(names))])
    best = int(np.argmax(last.mean(axis=1)))
    grid = panel_grid(len(names))
    figure, axes = new_figure(
        WIDE,
        1.75 * grid["rows"] + 0.4,
        title=f"{names[best]} ends with the most: {last[best].mean():.1f} millions on average",
        subtitle=f"bank balance by day, millions; {len(balances)} game(s), thick: their mean"
        + (f"; {data}" if data else ""),
        **grid,
        sharex=True,
        sharey=True,
    )
    for seat, axis in enumerate(used_panels(axes, len(names))):
        thin = float(np.clip(8 / len(balances), 0.25, 0.8))
        for game in balances:
            axis.plot(game[seat], color=MACHINES.colour, linewidth=thin, alpha=0.5)
        axis.plot(np.mean([game[seat] for game in balances], axis=0), color=INK)
        axis.axhline(0, color=GREY, linewidth=0.7)
        axis.set_title(f"{names[seat]}: {fixed(last[seat].mean(), 1)}", size=SMALL)
    figure.supxlabel("day", size=SMALL)
    return figure


@house_style()
def draw_by_day(
    total: Floats, lower: Floats, upper: Floats, names: Sequence[str], *, output: str, smoothing: int = WEEK
) -> Figure:
    """Figure 5: total index of each factor by day [factors, days], one panel a factor; `smoothing` 1: raw days."""
    curves = np.stack([running_mean(row, smoothing) for row in total])
    days = "raw days" if smoothing == 1 else f"mean of {'seven' if smoothing == WEEK else smoothing} days"
    means = np.nanmean(curves, axis=1)
    order = np.argsort(-means, kind="stable")
    grid = panel_grid(len(names))
    figure, axes = new_figure(
        WIDE,
        1.75 * grid["rows"] + 0.4,
        title=f"{names[order[0]].capitalize()} matters most for {output}",
        subtitle=f"total sensitivity index by day, {days}, 95 % intervals; grey: the other factors",
        **grid,
        sharex=True,
        sharey=True,
    )
    for place, axis in enumerate(used_panels(axes, len(names))):
        factor = int(order[place])
        band = (running_mean(lower[factor], smoothing), running_mean(upper[factor], smoothing))
        _focal_day(axis, curves, factor, *band)
        axis.set_title(f"{names[order[place]]}: mean {means[order[place]]:.2f}", size=SMALL)
    axes[0, 0].set_ylim(0, 1.15 * float(np.nanmax(curves)))
    figure.supxlabel("day", size=SMALL)
    return figure


def _focal_day(axis: Axes, curves: Floats, focal: int, lower: Floats, upper: Floats) -> None:
    days = np.arange(curves.shape[1])
    for other in range(len(curves)):
        if other != focal:
            axis.plot(days, curves[other], color=LINE, linewidth=1)
    axis.fill_between(days, lower, upper, color=BLUE, alpha=0.2, linewidth=0)
    axis.plot(days, curves[focal], color=BLUE)


@house_style()
def draw_sensitivity(
    total: Floats, lower: Floats, upper: Floats, names: Sequence[str], groups: Sequence[str], *, output: str
) -> Figure:
    """Every factor's total index [factors] with its interval, largest first, in the colour of its group."""
    order = np.argsort(-total, kind="stable")
    height = min(ROW, (TALLEST - 1.3) / len(names))
    figure, axes = new_figure(
        WIDE,
        0.75 + height * len(names),
        title=f"{names[order[0]].capitalize()} matters most for {output}: {total[order[0]]:.2f}",
        subtitle=f"total sensitivity index, {which_intervals(np.isfinite(upper - lower))}; factors of "
        + ", ".join(dict.fromkeys(groups[place] for place in order)),
    )
    axis = axes[0, 0]
    axis.set_xlim(*_reach(total, lower, upper))
    labels = [
        names[place] if names[place] == groups[place] else f"{names[place]} ({groups[place]})"
        for place in order
    ]
    name_rows(axis, labels, SMALL if height > 0.2 else LEAST)
    for row, place in enumerate(order):
        look = GROUPS.get(groups[place], MACHINES)
        axis.get_yticklabels()[row].set_color(look.colour)
        estimate(axis, float(total[place]), row, (float(lower[place]), float(upper[place])), look)
    reference_line(axis, 0.0, "no influence")
    axis.set_xlabel("total sensitivity index")
    return figure


def _reach(total: Floats, lower: Floats, upper: Floats) -> tuple[float, float]:
    """An axis that holds all indices and their intervals, unless few games make an interval endless."""
    known = np.concatenate([total, lower, upper])
    known = known[np.isfinite(known)]
    right = min(float(np.max(known)), 3 * float(np.nanmax(total)))
    right = max(1.05 * right, 1e-3)
    return min(-0.02 * right, 1.05 * float(np.min(known))), right  # a mark at 0 is whole
