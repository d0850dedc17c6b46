"""How surely a difference is found, by the number of games; and how many more it takes to look after every one."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from humanlike.figures.style import (
    LEAST,
    WIDE,
    Floats,
    fixed,
    house_style,
    label_ends,
    logarithmic,
    look_of,
    new_figure,
    number,
    reference_line,
)


@house_style()
def draw_power(
    counts: Floats,
    curves: Mapping[str, Floats],
    solved: Mapping[str, tuple[float, float]],
    *,
    effect: Mapping[str, float],
    alpha: Mapping[str, float],
    wanted: float | None = None,
) -> Figure:
    """Power [counts] of every design, the point asked about (games, power) marked on each, and the power wanted.

    All mappings are by design, since whichever quantity was solved for differs between designs.
    """
    words = [_games(design, n) for design, (n, _) in solved.items()]
    same = len({n for n, _ in solved.values()}) == 1
    title = (
        f"With {_count(next(iter(solved.values()))[0])} games, power is "
        + " and ".join(f"{fixed(power)} {design}" for design, (_, power) in solved.items())
        if same
        else f"Games needed: {', '.join(words)}"
    )
    said = f"effect {_said(effect)} standard deviations, false alarms {_said(alpha)}"
    figure, axes = new_figure(WIDE, 3.0, title=title, subtitle=f"{said}; higher is better")
    axis = axes[0, 0]
    logarithmic(axis, across=True)
    axis.set(xlim=(counts[0], counts[-1]), ylim=(0, 1.02), xlabel="games (pairs, or games in each group)")
    axis.set_ylabel("chance to find the effect")
    ends = []
    for place, (design, power) in enumerate(curves.items()):
        look = look_of(place)
        axis.plot(counts, power, color=look.colour)
        ends.append((float(counts[-1]), float(power[-1]), design, look.colour))
        if design in solved:
            fewest = solved[design][0] <= min(n for n, _ in solved.values())
            _mark(axis, design, solved[design], look.colour, look.marker, to_the_left=fewest)
    if wanted is not None:
        reference_line(axis, wanted, f"wanted: {fixed(wanted)}", across=True)
    label_ends(axis, ends)
    return figure


@house_style()
def draw_price_of_looking(spans: Floats, ratios: Mapping[str, Floats]) -> Figure:
    """Games until a decision over those of a fixed test [spans], by effect; spans are ranges of a difference in sd."""
    title = "Looking after every game costs more, the wider scores could range beyond what they do"
    subtitle = "mean games until decided over those of one planned look of power .8, by effect in sd; lower is better"
    figure, axes = new_figure(WIDE, 3.0, title=title, subtitle=subtitle)
    axis = axes[0, 0]
    logarithmic(axis, across=True, up=True)
    axis.set(
        xlabel="range of a difference, in its standard deviations",
        ylabel="games, times those of a fixed test",
    )
    ends = []
    for place, (effect, ratio) in enumerate(ratios.items()):
        look = look_of(place)
        axis.plot(spans, ratio, look.marker, linestyle="-", color=look.colour)
        ends.append((float(spans[-1]), float(ratio[-1]), f"effect {effect}", look.colour))
    reference_line(axis, 1.0, "one planned look", across=True)
    label_ends(axis, ends)
    return figure


def _mark(
    axis: Axes, design: str, point: tuple[float, float], colour: str, marker: str, *, to_the_left: bool
) -> None:
    """The point asked about; the steeper curve's words stand left of it, the other's right."""
    axis.plot([point[0]], [point[1]], marker, color=colour, markersize=7, zorder=4)
    axis.annotate(
        f"{_games(design, point[0])}: {fixed(point[1])}",
        point,
        xytext=(-7, 6) if to_the_left else (8, -11),
        textcoords="offset points",
        ha="right" if to_the_left else "left",
        size=LEAST,
        color=colour,
    )


def _games(design: str, n: float) -> str:
    """So many pairs, or so many games on each side."""
    return f"{_count(n)} pairs" if design == "paired" else f"{_count(n)} in each group"


def _count(n: float) -> str:
    return f"{np.ceil(n):,.0f}"


def _said(values: Mapping[str, float]) -> str:
    if len(set(values.values())) == 1:
        return number(next(iter(values.values())))
    return ", ".join(f"{number(each)} ({design})" for design, each in values.items())
