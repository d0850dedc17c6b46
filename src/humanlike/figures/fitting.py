"""Fits: how well each rule fits each group; recoveries: whether fitting finds the parameters that made the play."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from humanlike.figures.heat import heat_map
from humanlike.figures.style import (
    BLUE,
    GREY,
    INK,
    LEAST,
    ROW,
    SKY,
    SMALL,
    SOFT,
    WIDE,
    Floats,
    Look,
    estimate,
    fixed,
    house_style,
    name_rows,
    new_figure,
    number,
    panel_grid,
    reference_line,
    used_panels,
)

HELD_OUT = Look(INK, "D")
BEYOND = 1.5  # times chance, or the middle rule: where the axis ends


@house_style()
def draw_fits(
    groups: Mapping[str, Floats],
    whole: Mapping[str, float],
    *,
    held_out: Mapping[str, tuple[float, float]] | None = None,
    chance: float | None = None,
    data: str = "",
) -> Figure:
    """Nats per choice of every rule: over all choices (square), and of each group [groups] (dots), best on top.

    Where choices were `held_out`, their nats are a diamond with the reach of its 95 % line, and what rules are
    ordered by. The axis starts at 0, a perfect fit; a rule far worse than blind guessing becomes an arrow with its
    number.
    """
    order = whole if held_out is None else {name: nats for name, (nats, _) in held_out.items()}
    names = sorted(order, key=lambda name: order[name])
    values = np.array([order[name] for name in names])
    several = any(len(each) > 1 for each in groups.values())
    figure, axes = new_figure(
        WIDE,
        0.8 + ROW * len(names),
        title=f"{names[0]} fits best: {fixed(values[0], 3)} nats per choice{', held out' * bool(held_out)}"
        if len(names) > 1
        else f"{names[0]} fits with {fixed(values[0], 3)} nats per choice{', held out' * bool(held_out)}",
        subtitle="diamonds: choices held out, 95 % intervals; " * bool(held_out)
        + f"squares: all choices{', fitted to them' * bool(held_out)}"
        + "; dots: each group" * several
        + (f"; {data}" if data else ""),
    )
    axis = axes[0, 0]
    right = BEYOND * (chance if chance is not None else float(np.median(values)))
    axis.set_xlim(0, max(min(1.1 * float(values.max()), right), 1.05 * float(values.min()), 1e-3))
    name_rows(axis, names)
    for row, name in enumerate(names):
        if several:
            axis.plot(groups[name], np.full(len(groups[name]), row), "o", color=GREY, markersize=3, alpha=0.6)
        estimate(axis, whole[name], row)
        if held_out is not None:
            nats, reach = held_out[name]
            estimate(axis, nats, row, (nats - reach, nats + reach), HELD_OUT)
    if chance is not None:
        reference_line(axis, chance, "blind guessing")
    axis.set_xlabel("nats per choice (0 is perfect; left is better)")
    return figure


@house_style()
def draw_recovery(
    parameters: Sequence[str],
    truth: Floats,
    estimates: Floats,
    reach: Floats,
    covered: Floats,
    *,
    rule: str,
    data: str = "",
) -> Figure:
    """Every estimate [repetitions, parameters] with its 95 % line, sorted, against the truth [parameters].

    `reach` [repetitions, parameters] is half a line. Lines that miss the truth are dark; estimates without a standard
    error have no line. `covered` is the share of all repetitions whose interval holds the truth.
    """
    grid = panel_grid(len(parameters))
    figure, axes = new_figure(
        WIDE,
        min(2.6 * grid["rows"], 7.8),
        title=f"{rule}: {_share(covered)} of fits have a 95 % interval that holds the truth",
        subtitle=f"{len(estimates)} plays fitted, sorted by estimate; dark: intervals that miss; no line: no interval"
        + (f"; {data}" if data else ""),
        **grid,
    )
    for place, axis in enumerate(used_panels(axes, len(parameters))):
        _caterpillar(axis, float(truth[place]), estimates[:, place], reach[:, place])
        axis.set_title(f"{parameters[place]}: {100 * float(covered[place]):.0f} % covered", size=SMALL)
    return figure


def _share(covered: Floats) -> str:
    low, high = 100 * float(np.min(covered)), 100 * float(np.max(covered))
    return f"{low:.0f} %" if round(low) == round(high) else f"{low:.0f} to {high:.0f} %"


def _caterpillar(axis: Axes, truth: float, values: Floats, half: Floats) -> None:
    order = np.argsort(values, kind="stable")
    values, half = values[order], half[order]
    places = np.arange(len(values))
    known = np.isfinite(half)
    misses = known & (np.abs(values - truth) > half)
    width = float(np.clip(137 / len(values), 0.1, 3.0))  # points: lines touch but do not overlap
    for some, colour in ((known & ~misses, SKY), (misses, INK)):
        axis.hlines(
            places[some],
            (values - half)[some],
            (values + half)[some],
            color=colour,
            linewidth=width,
            alpha=0.45 if colour == SKY else 1.0,
            antialiased=False,  # neighbours leave no seam
        )
    axis.plot(values, places, "s", color=BLUE, markersize=float(np.clip(300 / len(values), 0.8, 4)))
    reach = np.concatenate([values, (values - half)[known], (values + half)[known], [truth]])
    low, high = np.quantile(reach, [0.01, 0.99])
    edge = 0.08 * float(high - low or 1.0)
    axis.set_xlim(min(low, truth) - edge, max(high, truth) + edge)
    axis.set_yticks([])
    axis.spines["left"].set_visible(False)
    axis.set_ylim(-1, len(values))
    axis.axvline(truth, color=INK, linewidth=1, linestyle="--")
    axis.set_xlabel(f"estimate (truth {number(truth)})", size=LEAST, color=SOFT)


@house_style()
def draw_confusion(rules: Sequence[str], chosen: Floats, *, data: str = "") -> Figure:
    """Shares [made by, ascribed to] of plays: what was made by the row is ascribed to the column."""
    right = float(np.mean(np.diag(chosen)))
    figure, axes = new_figure(
        WIDE,
        min(1.3 + 0.3 * len(rules), 7.5),
        title=f"The rule that played is named in {100 * right:.0f} % of plays",
        subtitle="share of plays made by the row and ascribed to the column" + (f"; {data}" if data else ""),
    )
    axis = axes[0, 0]
    texts = [[fixed(float(share)) for share in row] for row in chosen]
    heat_map(axis, chosen, (0.0, 1.0), texts, key=("never", "always"))
    axis.set_xticks(range(len(rules)), rules, rotation=30, ha="right")
    axis.set_yticks(range(len(rules)), rules)
    return figure
