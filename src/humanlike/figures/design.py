"""A designed game beside the best one that ships: what a pair tells by round, and power by the number of pairs."""

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from humanlike.figures.style import (
    WIDE,
    Floats,
    fixed,
    house_style,
    label_ends,
    logarithmic,
    look_of,
    new_figure,
    reference_line,
)


@house_style()
def draw_design(
    bits: Mapping[str, Floats],
    curves: Mapping[str, Floats],
    verified: Mapping[str, tuple[int, float]],
    *,
    title: str,
    wanted: float,
    alpha: float,
    rounds: int,
) -> Figure:
    """Bits a pair [rounds] and power [points, (pairs, power)] by game; `verified`: pairs and power of new ones."""
    subtitle = (
        f"left: bits one pair tells about which theory is true (1 settles it); right: power at {fixed(alpha)} after "
        f"{rounds} rounds, whichever is true; points: new simulated experiments; higher is better"
    )
    figure, axes = new_figure(WIDE, 2.9, title=title, subtitle=subtitle, columns=2, width_ratios=(1, 1.2))
    left, right = axes[0]
    left.set(xlim=(1, max(rounds, 2)), ylim=(0, 1.02), xlabel="rounds played", ylabel="bits a pair")
    left.xaxis.set_major_locator(MaxNLocator(integer=True))
    most = max([2.0, *(float(curve[-1, 0]) for curve in curves.values() if len(curve))])
    logarithmic(right, across=True)
    right.set(xlim=(0.9, most), ylim=(0, 1.04), xlabel="pairs", ylabel="chance to reject the wrong theory")
    ends = []
    for place, (name, told) in enumerate(bits.items()):
        look = look_of(place)
        left.plot(np.arange(1, len(told) + 1), told, color=look.colour)
        curve = curves[name]
        right.plot(curve[:, 0], curve[:, 1], color=look.colour)
        ends.append((float(len(told)), float(told[-1]), name, look.colour))
        if name in verified:
            right.plot(*verified[name], look.marker, color=look.colour, zorder=4)
    reference_line(right, wanted, f"wanted: {fixed(wanted)}", across=True)
    label_ends(left, ends)
    return figure
