"""A profile of where two bodies of play differ, and when."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from humanlike.similarity import DistancePart, Likeness

EARLY, LATE, BASE = "#0072b2", "#d55e00", "#7f7f7f"  # time-collapsed, time-dependent, same population
MOST_BARS = 12


def draw_profile(
    results: Sequence[Likeness], path: Path, *, title: str = "", scale: str = "distance"
) -> None:
    """All metrics against their baseline; the tables that differ most; the distance over time."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure = plt.figure(figsize=(12, 7), layout="constrained")
    grid = figure.add_gridspec(2, 2, width_ratios=(1.1, 1))
    _metrics(figure.add_subplot(grid[:, 0]), [each for each in results if each.distance is not None], scale)
    _where(figure.add_subplot(grid[0, 1]), results)
    _when(figure.add_subplot(grid[1, 1]), results)
    if title:
        figure.suptitle(title)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
    plt.close(figure)


def _tidy(axis: Any, title: str) -> None:
    axis.set_title(title, loc="left", fontweight="bold")
    axis.spines[["top", "right"]].set_visible(False)
    axis.grid(alpha=0.25, axis="x")


def _metrics(axis: Any, results: Sequence[Likeness], scale: str) -> None:
    """Every metric's distance and interval beside what two halves of the first body give."""
    seen = set()
    left = _left_end(results)
    for row, each in enumerate(results):
        colour = LATE if each.time_dependent else EARLY
        kind = "time-dependent" if each.time_dependent else "time-collapsed"
        label = None if kind in seen else kind
        seen.add(kind)
        axis.plot(each.distance, row, "o", color=colour, label=label, zorder=3)
        if each.interval:
            axis.plot([max(end, left) for end in each.interval], (row, row), color=colour, linewidth=2)
        if each.same_population_baseline is not None:
            reach = (each.same_population_baseline, each.baseline_upper)
            axis.plot(reach, (row, row), color=BASE, linewidth=6, alpha=0.45, solid_capstyle="butt")
            axis.plot(
                reach[0],
                row,
                "|",
                color=BASE,
                markersize=14,
                label="halves of the first body" if row == 0 else None,
            )
    axis.set_yticks(range(len(results)), [each.title for each in results])
    axis.invert_yaxis()
    axis.set_xscale("log")
    axis.set_xlim(left=left)
    axis.set_xlabel(scale)
    axis.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.4, -0.08), ncols=3, fontsize=9)
    _tidy(axis, "how far apart")


def _left_end(results: Sequence[Likeness]) -> float:
    """Where the logarithmic axis starts: below every distance and baseline; intervals that reach 0 end there."""
    values = [value for each in results for value in (each.distance, each.same_population_baseline)]
    return max(min((value for value in values if value), default=1e-3), 1e-6) / 2


def _where(axis: Any, results: Sequence[Likeness]) -> None:
    """The tables of the finest response metric that add most to its distance."""
    responses = [each for each in results if each.name.startswith("responses") and each.parts]
    chosen = responses[:1] or [each for each in results if len(each.parts) > 1][:1]
    _tidy(axis, f"where: {chosen[0].title}" if chosen else "where")
    if not chosen:
        axis.text(
            0.5, 0.5, "no metric with several tables was asked for", ha="center", transform=axis.transAxes
        )
        return
    parts = sorted(chosen[0].parts, key=lambda part: -part.distance)[:MOST_BARS]
    several = len({part.stratum for part in chosen[0].parts}) > 1
    names = [f"{part.stratum}: {part.table}" if several else part.table for part in parts]
    axis.barh(range(len(parts)), [part.distance for part in parts], color=LATE, alpha=0.8)
    axis.set_yticks(range(len(parts)), names, fontsize=8)
    axis.invert_yaxis()
    axis.set_xlabel("part of the distance")


def _when(axis: Any, results: Sequence[Likeness]) -> None:
    """What each stretch of rounds adds, relative to its cases."""
    timed = [each for each in results if each.name in ("cells-over-time", "learning") and each.parts]
    _tidy(axis, f"when: {timed[-1].title}" if timed else "when")
    if not timed:
        axis.text(
            0.5,
            0.5,
            "ask for the metric 'cells-over-time' or 'learning'",
            ha="center",
            transform=axis.transAxes,
        )
        return
    parts = timed[-1].parts
    groups: dict[str, list[DistancePart]] = {}
    several = len({part.stratum for part in parts}) > 1
    for part in parts:
        role = part.table.split("rounds")[0].strip()
        groups.setdefault(" ".join(filter(None, (part.stratum if several else "", role))), []).append(part)
    for name, own in list(groups.items())[:6]:
        places = [
            np.mean([int(number) for number in part.table.split("rounds ")[1].split("-")]) for part in own
        ]
        axis.plot(places, [part.distance for part in own], "o-", label=name or None, markersize=4)
    if len(groups) > 1:
        axis.legend(frameon=False, fontsize=8)
    axis.set_ylim(bottom=0)
    axis.set_xlabel("round")
    axis.set_ylabel("part of the distance")
