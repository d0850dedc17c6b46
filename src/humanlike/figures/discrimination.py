"""How many questions until the better forecaster leads: the exact chances, which jump, and the normal ones."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from humanlike.figures.style import (
    BLUE,
    GREEN,
    GREY,
    INK,
    LEAST,
    SMALL,
    SOFT,
    WIDE,
    Floats,
    house_style,
    label_ends,
    new_figure,
    number,
    reference_line,
)


@house_style()
def draw_discrimination(
    counts: npt.NDArray[np.int64],
    worse_leads: Floats,
    ties: Floats,
    normal: Floats,
    *,
    alpha: float,
    needed: int | None,
    asked: int,
    system: str,
    data: str = "",
    others: Mapping[str, Floats] | None = None,
) -> Figure:
    """The chance that the better forecaster does not lead after each number of questions; arrays [counts].

    The exact chances jump from one number of questions to the next, so they are points and never joined: the lower
    end of each stroke is that the worse one leads, the upper end adds ties. `others` are the normal chances under other
    systems [counts], by name; they take the place of the point asked about.
    """
    title = (
        f"After {needed} questions the better one leads with {1 - alpha:.3g}"
        if needed is not None
        else "No number of questions that can be counted is enough"
    )
    figure, axes = new_figure(
        WIDE,
        3.1,
        title=title,
        subtitle=f"{system} system"
        + (f"; {data}" if data else "")
        + "; lower is better. Dots: the worse one leads; strokes add ties",
    )
    axis = axes[0, 0]
    either = worse_leads + ties
    axis.vlines(counts, worse_leads, either, color=BLUE, linewidth=0.8, alpha=0.5)
    axis.plot(counts, either, "_", color=BLUE, markersize=3)
    axis.plot(counts, worse_leads, "o", color=BLUE, markersize=2)
    axis.plot(counts, normal, color=GREEN, linewidth=1)
    axis.set(xlabel="questions", ylabel="probability", xlim=(0, float(counts[-1]) * 1.01))
    axis.set_ylim(0, min(1.0, 1.05 * max(float(either.max()), alpha)))
    reference_line(axis, alpha, f"accepted: {number(alpha)}", across=True)
    if not others:
        _ask(axis, counts, worse_leads, ties, asked)
    if needed is not None and needed <= counts[-1]:
        axis.axvline(needed, color=GREY, linewidth=0.8, linestyle=":")
        axis.annotate(
            f"{needed} needed", (needed, 0.97), xycoords=("data", "axes fraction"), xytext=(3, 0), va="top",
            textcoords="offset points", size=LEAST, color=SOFT,
        )  # fmt: skip
    ends = [(float(worse_leads[-1]), "exact", BLUE), (float(normal[-1]), "normal approximation", GREEN)]
    ends += _draw_others(axis, counts, others or {}, alpha)
    label_ends(axis, [(float(counts[-1]), *end) for end in ends])
    return figure


def _draw_others(
    axis: Axes, counts: npt.NDArray[np.int64], others: Mapping[str, Floats], alpha: float
) -> list[tuple[float, str, str]]:
    """The normal chances under other systems; equal ones share a line.

    A line that falls below what is accepted is named where it does, the others come back to be named at their ends.
    """
    together: dict[tuple[float, ...], list[str]] = {}
    for name, chances in others.items():
        together.setdefault(tuple(chances.round(6).tolist()), []).append(name)
    high = []
    for place, (line, names) in enumerate(sorted(together.items())):
        axis.plot(counts, line, color=GREY, linewidth=1, zorder=1)
        if line[-1] > alpha:
            high.append((line[-1], ", ".join(names), SOFT))
            continue
        below = int(np.argmax(np.array(line) <= alpha))
        axis.annotate(
            ", ".join(names), (float(counts[below]), line[below]), xytext=(14, 24 + 14 * place), size=LEAST,
            textcoords="offset points", color=SOFT, arrowprops={"arrowstyle": "-", "color": SOFT, "linewidth": 0.6},
        )  # fmt: skip
    return high


def _ask(axis: Axes, counts: npt.NDArray[np.int64], leads: Floats, ties: Floats, asked: int) -> None:
    """The point that was asked about, in numbers."""
    (place,) = np.flatnonzero(counts == asked)[:1] if asked in counts else (None,)
    if place is None:
        return
    axis.plot([asked], [leads[place]], "o", color=INK, markersize=5, zorder=4)
    axis.annotate(
        f"{asked} questions: worse leads {leads[place]:.4f}, tie {ties[place]:.4f}",
        (asked, float(leads[place])),
        xytext=(18, 52) if asked < 0.6 * counts[-1] else (-18, 52),
        textcoords="offset points",
        ha="left" if asked < 0.6 * counts[-1] else "right",
        size=SMALL,
        arrowprops={"arrowstyle": "-", "color": SOFT, "linewidth": 0.6},
    )
