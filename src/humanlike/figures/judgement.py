"""Who passes for human: what detectors make of people and of each machine. The headline picture."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from humanlike.figures.style import (
    LEAST,
    MACHINES,
    NARROW,
    PEOPLE,
    REFERENCE,
    ROW,
    SMALL,
    SOFT,
    TALLEST,
    TEXT,
    WIDE,
    Floats,
    Look,
    estimate,
    estimate_text,
    fixed,
    house_style,
    name_rows,
    new_figure,
    reference_line,
    which_intervals,
    width_of,
    wrapped,
)

MOST_ROWS = int((TALLEST - 1.5) / ROW)


@house_style()
def draw_passing(
    names: Sequence[str],
    is_human: Sequence[bool | None],
    values: Floats,
    lower: Floats,
    upper: Floats,
    *,
    spread: Sequence[Floats] = (),
    together: Floats | None = None,
    measure: str = "P(human)",
    data: str = "",
    width: float = WIDE,
) -> Figure:
    """P(human) of people (circles) and machines (squares) with 95 % intervals, most human on top, and chance.

    All arrays are [names]; an interval that is not known is NaN and its mark is hollow; where it is not known who
    played, `is_human` is None. `spread` holds what each name's single matches were given, `together` the verdict on
    all of them at once. Of very many names the highest and lowest are drawn, and the subtitle says so.
    """
    order = np.argsort(np.where(np.isfinite(values), -values, np.inf), kind="stable")
    kept = order if len(order) <= MOST_ROWS else np.r_[order[: MOST_ROWS // 2], order[-(MOST_ROWS // 2) :]]
    left_out = f"; {len(order) - len(kept)} in the middle not drawn" if len(kept) < len(order) else ""
    figure, axes = new_figure(
        width,
        0.75 + ROW * len(kept),
        title=_finding(names, is_human, np.asarray(values, dtype=float), measure),
        subtitle=f"{measure}, {which_intervals(np.isfinite(np.asarray(upper) - np.asarray(lower)))}"
        + "; faint: single matches" * bool(len(spread))
        + "; upright line: all matches judged together" * (together is not None)
        + (f"; {data}" if data else "")
        + left_out,
    )
    axis = axes[0, 0]
    axis.set_xlim(0, 1)
    name_rows(axis, [names[each] for each in kept])
    for row, each in enumerate(kept):
        look, ends = _look(is_human[each]), (float(lower[each]), float(upper[each]))
        axis.get_yticklabels()[row].set_color(look.colour)
        if len(spread):
            _faint(axis, row, spread[each], look)
        if together is not None:
            axis.plot([together[each]], [row], "|", color=look.colour, markersize=11, markeredgewidth=1.4)
        estimate(axis, float(values[each]), row, ends, look)
        if width > NARROW:  # in a column the picture needs the room
            axis.annotate(
                estimate_text(float(values[each]), ends, 2),
                (1.01, row),
                xycoords=("axes fraction", "data"),
                va="center",
                size=LEAST,
                color=SOFT,
                annotation_clip=False,
            )
    reference_line(axis, 0.5, "chance")
    unknown = ", grey: not said" if any(each is None for each in is_human) else ""
    reading = f"{measure}: right is taken for a person (circles: people, squares: machines{unknown})"
    taken = max(
        width_of(names[each], SMALL) for each in kept
    )  # by the names: the label is centred on the rest
    axis.set_xlabel("\n".join(wrapped(reading, TEXT, max(width - taken, width / 2) - 0.4)))
    return figure


def _look(is_human: bool | None) -> Look:
    return REFERENCE if is_human is None else PEOPLE if is_human else MACHINES


def _faint(axis: Axes, row: int, values: Floats, look: Look) -> None:
    """A dot for each value, moved up and down a little and always the same, so that equal ones can be told apart."""
    shift = 0.5 * (np.arange(len(values)) * (np.sqrt(5) - 1) / 2 % 1 - 0.5)
    axis.plot(values, row + shift, ".", color=look.colour, alpha=0.25, markersize=3, zorder=1.5)


def _finding(names: Sequence[str], is_human: Sequence[bool | None], values: Floats, measure: str) -> str:
    """People beside the machine that comes nearest to them, in numbers."""
    known = np.isfinite(values)
    machines = np.flatnonzero(known & [each is not None and not each for each in is_human])
    people = np.flatnonzero(known & [each is not None and bool(each) for each in is_human])
    if not len(machines):
        if not len(people) and known.any():
            best = int(np.argmax(np.where(known, values, -np.inf)))
            if len(names) == 1:
                return f"{names[best]}: {measure} {fixed(values[best])}"
            return f"Most human: {names[best]} with {fixed(values[best])}"
        return f"People are taken for people with {fixed(values[people].mean())}" if len(people) else ""
    best = machines[np.argmax(values[machines])]
    told = f"{names[best]} with {fixed(values[best])}"
    if not len(people):
        return f"Most human: {told}"
    whole = "the most human machine is" if len(machines) > 1 else "the machine is"
    return f"People are taken for people with {fixed(values[people].mean())}; {whole} {told}"
