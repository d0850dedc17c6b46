"""Figures of the controlled market: the paper's five, and the one it could not have (all processes)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.statistics import Sensitivity
from humanlike.worlds.market.analysis import ComparisonMethod, mean_over
from humanlike.worlds.market.processes import PROCESSES

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#1b1b1b")
GROUP_COLOURS = {"demand": "#d55e00", "supply": "#0072b2", "other": "#009e73", "agents": "#7f7f7f"}
SMOOTHING = 7  # days


def _axes(rows: int = 1, columns: int = 1, size: tuple[float, float] = (7.0, 4.2), **options: Any) -> Any:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(rows, columns, figsize=size, layout="constrained", squeeze=False, **options)
    for each in axes.ravel():
        each.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _save(figure: Any, path: Path) -> None:
    import matplotlib.pyplot as plt

    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
    plt.close(figure)


def draw_methods(methods: Sequence[ComparisonMethod], path: Path, *, title: str = "") -> None:
    """Figure 1: the standard deviation of the difference by method, with its interval."""
    figure, axes = _axes(size=(6.5, 1.2 + 0.55 * len(methods)))
    axis = axes[0, 0]
    for row, method in enumerate(methods):
        colour = COLOURS[row % len(COLOURS)]
        axis.barh(row, method.sd, color=colour, height=0.6)
        axis.plot([method.sd_lower, method.sd_upper], [row, row], color="black", linewidth=1.5)
        axis.text(method.sd_upper + 0.01 * _widest(methods), row, f" {method.sd:.2f}", va="center")
    axis.set_yticks(range(len(methods)), [method.name for method in methods])
    axis.invert_yaxis()
    axis.set_xlim(0, 1.12 * _widest(methods))
    axis.set_xlabel("standard deviation of the profit difference, millions")
    axis.set_title(title, loc="left")
    _save(figure, path)


def _widest(methods: Sequence[ComparisonMethod]) -> float:
    return max(method.sd_upper for method in methods)


def draw_games_needed(
    differences: npt.NDArray[np.float64], needs: Mapping[str, Sequence[int]], path: Path, *, title: str = ""
) -> None:
    """Figure 2: games of each variant needed to detect a difference, by method."""
    figure, axes = _axes()
    axis = axes[0, 0]
    for row, (name, games) in enumerate(needs.items()):
        axis.plot(differences, games, label=name, color=COLOURS[row % len(COLOURS)], linewidth=2)
    axis.set_xscale("log")
    axis.set_yscale("log")
    ticks = [0.25, 0.5, 1, 2, 5]
    axis.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axis.minorticks_off()
    axis.yaxis.set_major_formatter("{x:,.0f}")
    axis.set_xlabel("difference to detect, millions")
    axis.set_ylabel("games of each variant")
    axis.set_title(title, loc="left")
    axis.legend(frameon=False)
    _save(figure, path)


def draw_daily_profit(balances: Sequence[npt.NDArray[np.float64]], names: Sequence[str], path: Path) -> None:
    """Figures 3 and 4: every agent's bank balance by day, one line a game."""
    count = len(names)
    columns = min(3, count)
    rows = -(-count // columns)
    figure, axes = _axes(rows, columns, (3.4 * columns, 2.5 * rows), sharex=True, sharey=True)
    for seat, name in enumerate(names):
        axis = axes[seat // columns, seat % columns]
        for game in balances:
            axis.plot(game[seat], color=COLOURS[seat % len(COLOURS)], linewidth=0.8, alpha=0.6)
        axis.axhline(0, color="black", linewidth=0.6)
        axis.set_title(name, loc="left", fontsize=10)
    for empty in range(count, rows * columns):
        axes[empty // columns, empty % columns].set_visible(False)
    figure.supxlabel("day")
    figure.supylabel("bank balance, millions")
    _save(figure, path)


def draw_sensitivity(indices: Sensitivity, names: Sequence[str], folder: Path, *, output: str) -> None:
    """Figure 5 (indices by day, for few factors) and the bar chart of all factors."""
    if output != "scores" and len(names) <= len(COLOURS):
        draw_by_day(indices, names, folder / f"sensitivity_by_day_{output}.png", output=output)
    title = "profit (mean over agents)" if output == "scores" else f"daily order price, {output}"
    draw_bars(indices, names, folder / f"sensitivity_bars_{output}.png", title=title)


def draw_by_day(indices: Sensitivity, names: Sequence[str], path: Path, *, output: str) -> None:
    """Figure 5: the total index of each factor day by day, smoothed over a week, with its interval."""
    figure, axes = _axes(size=(8.0, 4.2))
    axis = axes[0, 0]
    for row, name in enumerate(names):
        colour = GROUP_COLOURS.get(name, COLOURS[row % len(COLOURS)])
        total, lower, upper = (_smooth(part[row]) for part in indices)
        days = np.arange(len(total))
        axis.plot(days, total, label=name, color=colour, linewidth=1.8)
        axis.fill_between(days, lower, upper, color=colour, alpha=0.09, linewidth=0)
    axis.set_xlabel("day")
    axis.set_ylabel("total sensitivity index")
    highest = max(float(np.nanmax(_smooth(row))) for row in indices.total)
    axis.set_ylim(0, 1.15 * highest)
    axis.set_title(f"order price, {output}", loc="left")
    figure.legend(frameon=False, ncols=len(names), loc="outside lower center")
    _save(figure, path)


def _smooth(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """A running mean over known days."""
    known = np.isfinite(values)
    window = np.ones(SMOOTHING)
    total = np.convolve(np.where(known, values, 0.0), window, mode="same")
    count = np.convolve(known.astype(float), window, mode="same")
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def draw_bars(indices: Sensitivity, names: Sequence[str], path: Path, *, title: str = "") -> None:
    """Every factor's total index with its interval, largest first, coloured by group."""
    total, lower, upper = (mean_over(part) for part in indices)
    order = np.argsort(total)
    figure, axes = _axes(size=(7.5, 1.4 + 0.21 * len(names)))
    axis = axes[0, 0]
    groups = {process.name: process.group for process in PROCESSES}
    for place, row in enumerate(order):
        group = groups.get(names[row], names[row])
        axis.barh(place, total[row], color=GROUP_COLOURS.get(group, "#999999"), height=0.7)
        axis.plot([lower[row], upper[row]], [place, place], color="black", linewidth=1)
    axis.set_yticks(range(len(order)), [names[row] for row in order], fontsize=8)
    axis.set_ylim(-0.7, len(order) - 0.3)
    axis.set_xlabel("total sensitivity index")
    axis.set_title(title, loc="left")
    shown = {groups.get(name, name) for name in names} & set(GROUP_COLOURS)
    for group in (group for group in GROUP_COLOURS if group in shown):
        axis.barh(0, 0, color=GROUP_COLOURS[group], label=group)
    axis.legend(frameon=False, loc="lower right")
    _save(figure, path)
