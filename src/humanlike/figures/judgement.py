"""Who passes for human: what detectors make of people and of each machine. The headline picture."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from humanlike.figures.style import (
    LEAST,
    MACHINES,
    PEOPLE,
    ROW,
    SOFT,
    TALLEST,
    TEXT,
    WIDE,
    Floats,
    estimate,
    estimate_text,
    fixed,
    house_style,
    name_rows,
    new_figure,
    reference_line,
    wrapped,
)

MOST_ROWS = int((TALLEST - 1.5) / ROW)


@house_style()
def draw_passing(
    names: Sequence[str],
    is_human: Sequence[bool],
    values: Floats,
    lower: Floats,
    upper: Floats,
    *,
    measure: str = "P(human)",
    data: str = "",
    width: float = WIDE,
) -> Figure:
    """P(human) of people (circles) and machines (squares) with 95 % intervals, most human on top, and chance.

    All arrays are [names]; an interval that is not known is NaN and its mark is hollow. Of very many names the highest
    and lowest are drawn, and the subtitle says so.
    """
    order = np.argsort(np.where(np.isfinite(values), -values, np.inf), kind="stable")
    kept = order if len(order) <= MOST_ROWS else np.r_[order[: MOST_ROWS // 2], order[-(MOST_ROWS // 2) :]]
    left_out = f"; {len(order) - len(kept)} in the middle not drawn" if len(kept) < len(order) else ""
    figure, axes = new_figure(
        width,
        0.75 + ROW * len(kept),
        title=_finding(names, np.asarray(is_human, dtype=bool), np.asarray(values, dtype=float)),
        subtitle=f"{measure}, 95 % intervals" + (f"; {data}" if data else "") + left_out,
    )
    axis = axes[0, 0]
    axis.set_xlim(0, 1)
    name_rows(axis, [names[each] for each in kept])
    for row, each in enumerate(kept):
        look, ends = PEOPLE if is_human[each] else MACHINES, (float(lower[each]), float(upper[each]))
        axis.get_yticklabels()[row].set_color(look.colour)
        estimate(axis, float(values[each]), row, ends, look)
        axis.annotate(
            estimate_text(float(values[each]), ends, 2), (1.01, row), xycoords=("axes fraction", "data"),
            va="center", size=LEAST, color=SOFT, annotation_clip=False,
        )  # fmt: skip
    reference_line(axis, 0.5, "chance")
    reading = f"{measure}: right is taken for a person (circles: people, squares: machines)"
    axis.set_xlabel("\n".join(wrapped(reading, TEXT, width - 0.8)))
    return figure


def _finding(names: Sequence[str], is_human: np.ndarray, values: Floats) -> str:
    """People beside the machine that comes nearest to them, in numbers."""
    known = np.isfinite(values)
    machines = np.flatnonzero(known & ~is_human)
    people = np.flatnonzero(known & is_human)
    if not len(machines):
        return f"People are taken for people with {fixed(values[people].mean())}" if len(people) else ""
    best = machines[np.argmax(values[machines])]
    told = f"{names[best]} with {fixed(values[best])}"
    if not len(people):
        return f"Most human: {told}"
    whole = "the most human machine is" if len(machines) > 1 else "the machine is"
    return f"People are taken for people with {fixed(values[people].mean())}; {whole} {told}"
