"""An audit: who scores how much like a machine, what one match gave away, and what further rounds would give away."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from humanlike.figures.style import (
    GREY,
    INK,
    LEAST,
    MACHINES,
    PAPER,
    PEOPLE,
    REFERENCE,
    ROW,
    SMALL,
    SOFT,
    TEXT,
    WIDE,
    Floats,
    Look,
    house_style,
    label_ends,
    look_of,
    name_rows,
    new_figure,
    panel_grid,
    reference_line,
    used_panels,
    width_of,
    wrapped,
)

MOST_SUSPECTS = 16
MOST_LINES = 5


class ScoreRow(NamedTuple):
    """A row of scores."""

    name: str
    scores: Floats
    kind: str  # people, machines, participants


LOOKS: Mapping[str, Look] = {"people": PEOPLE, "machines": MACHINES, "participants": REFERENCE}


@house_style()
def draw_scores(
    crowds: Sequence[ScoreRow],
    flagged_from: float | None,
    *,
    finding: str,
    data: str = "",
    width: float = WIDE,
) -> Figure:
    """Log-likelihood ratios of people, participants and suspects, a faint dot a person, the median upright.

    `flagged_from` is the score from which participants are flagged; None where nobody is.
    """
    drawn = list(crowds[:MOST_SUSPECTS])
    left_out = f"; {len(crowds) - len(drawn)} suspects not drawn" if len(drawn) < len(crowds) else ""
    figure, axes = new_figure(
        width,
        0.75 + 1.35 * ROW * len(drawn),
        title=finding,
        subtitle="log-likelihood ratio of all own moves, a dot a person, upright the median"
        + (f"; {data}" if data else "")
        + left_out,
    )
    axis = axes[0, 0]
    name_rows(axis, [crowd.name for crowd in drawn])
    for row, crowd in enumerate(drawn):
        look = LOOKS[crowd.kind]
        axis.get_yticklabels()[row].set_color(look.colour if crowd.kind != "participants" else INK)
        shift = 0.6 * (np.arange(len(crowd.scores)) * (np.sqrt(5) - 1) / 2 % 1 - 0.5)
        axis.plot(crowd.scores, row + shift, ".", color=look.colour, alpha=0.45, markersize=4, zorder=2)
        if len(crowd.scores):
            middle = [float(np.median(crowd.scores))]
            axis.plot(middle, [row], "|", color=look.colour, markersize=13, markeredgewidth=1.6, zorder=3)
    reference_line(axis, 0.0, "as likely either way")
    if flagged_from is not None:
        axis.axvline(flagged_from, color=INK, linewidth=0.8, zorder=1)
        axis.annotate(
            "flagged from here",
            (flagged_from, 0.0),
            xycoords=("data", "axes fraction"),
            xytext=(-3, 3),
            textcoords="offset points",
            ha="right",
            size=LEAST,
            color=SOFT,
        )
    taken = max(width_of(row.name, SMALL) for row in drawn)
    reading = "right: more like a suspect than like people"
    axis.set_xlabel("\n".join(wrapped(reading, TEXT, max(width - taken, width / 2) - 0.4)))
    return figure


@house_style()
def draw_match(
    own: Sequence[str],
    met: Sequence[str],
    worth: Sequence[float],
    *,
    finding: str,
    data: str = "",
    width: float = WIDE,
) -> Figure:
    """A match round by round: what the participant did, what the other did, and what each round gave away.

    Bars above the line speak for a machine (blue), below for a person (vermilion).
    """
    figure, axes = new_figure(width, 1.5, title=finding, subtitle=data)
    axis, rounds, values = axes[0, 0], np.arange(1, len(own) + 1), np.asarray(worth, dtype=float)
    axis.bar(
        rounds, values, width=0.7, color=[MACHINES.colour if value > 0 else PEOPLE.colour for value in values]
    )
    axis.axhline(0, color=GREY, linewidth=0.7)
    axis.set_xlim(0.3, len(own) + 0.7)
    reach = max(float(np.abs(values).max(initial=0)), 0.5)
    axis.set_ylim(-1.15 * reach, 2.3 * reach)
    axis.set_yticks([-reach, 0, reach], [f"−{reach:.1f}", "0", f"{reach:.1f}"])
    axis.set_ylabel("log ratio", loc="bottom")
    axis.set_xlabel("round")
    every = max(1, len(own) // 40)
    for round_, mine, theirs in zip(rounds.tolist(), own, met, strict=True):
        if (round_ - 1) % every == 0:
            axis.text(round_, 2.02 * reach, mine[:3], ha="center", va="center", size=SMALL, color=INK)
            axis.text(
                round_, 1.5 * reach, theirs[:3] or "?", ha="center", va="center", size=SMALL, color=SOFT
            )
    for height, name, colour in ((2.02, "did", INK), (1.5, "met", SOFT)):
        axis.annotate(
            name,
            (1.01, height * reach),
            xycoords=("axes fraction", "data"),
            va="center",
            size=LEAST,
            color=colour,
            annotation_clip=False,
        )
    return figure


class Curve(NamedTuple):
    """How well one suspect is told from people after each number of rounds."""

    name: str
    values: Floats  # [rounds]
    lower: Floats
    upper: Floats


@house_style()
def draw_unmasking(
    rounds: npt.NDArray[np.int64],
    panels: Mapping[str, Sequence[Curve]],
    *,
    wanted: float,
    finding: str,
    measure: str,
    data: str = "",
    width: float = WIDE,
) -> Figure:
    """For each game a panel: a line for each suspect over rounds, with its 95 % band, and what is wanted."""
    shape = panel_grid(len(panels))
    figure, axes = new_figure(
        width, 2.3 * shape["rows"], title=finding, subtitle=data, sharex=True, sharey=True, **shape
    )
    names = sorted({curve.name for curves in panels.values() for curve in curves[:MOST_LINES]})
    looks = {name: look_of(place) for place, name in enumerate(names)}
    for axis, (game, curves) in zip(used_panels(axes, len(panels)), panels.items(), strict=True):
        axis.set_title(game, size=SMALL)
        _panel(axis, rounds, curves[:MOST_LINES], looks, wanted)
    for axis in axes[:, 0]:
        axis.set_ylabel(measure)
    for axis in axes[-1]:
        axis.set_xlabel("rounds")
    return figure


def _panel(
    axis: Axes,
    rounds: npt.NDArray[np.int64],
    curves: Sequence[Curve],
    looks: Mapping[str, Look],
    wanted: float,
) -> None:
    axis.set_ylim(0, 1.04)
    axis.set_xlim(0.8, float(rounds[-1]) + 0.2)
    ends = []
    for curve in curves:
        look = looks[curve.name]
        known = rounds[: len(curve.values)]
        axis.fill_between(known, curve.lower, curve.upper, color=look.colour, alpha=0.12, linewidth=0)
        axis.plot(
            known, curve.values, color=look.colour, marker=look.marker, markerfacecolor=PAPER, markersize=3
        )
        ends.append((float(known[-1]), float(curve.values[-1]), curve.name, look.colour))
    reference_line(axis, wanted, f"wanted: {wanted:g}", across=True)
    label_ends(axis, ends)
