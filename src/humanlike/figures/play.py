"""What was played: cells over rounds, payoffs of pairs, shares of choices, and what a player would do next."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from humanlike.figures.heat import heat_map
from humanlike.figures.payoffs import PairCloud, name_payoff_axes, payoff_dots, payoff_ring, payoff_space
from humanlike.figures.style import (
    MACHINES,
    PEOPLE,
    SERIES,
    SMALL,
    WIDE,
    Floats,
    fixed,
    house_style,
    label_ends,
    look_of,
    new_figure,
    panel_grid,
    running_mean,
    used_panels,
    wrapped,
)

MOST_PANELS = 12
MOST_LABELS = 10  # of the rows of one panel


class Corners(NamedTuple):
    """The game as payoffs: corners of the polygon [corners, 2], equilibria [n, 2], and the names of both roles."""

    polygon: Floats
    equilibria: Floats
    roles: tuple[str, str]


@house_style()
def draw_play(
    players: str,
    cells: Sequence[str],
    shares: Floats,
    *,
    pairs: PairCloud | None = None,
    corners: Corners | None = None,
    data: str = "",
    is_human: bool = False,
) -> Figure:
    """Share of groups in every cell by round [cells, rounds], and payoffs of pairs in the payoff polygon."""
    means = np.nanmean(shares, axis=1)
    most = int(np.argmax(means))
    with_payoffs = pairs is not None and corners is not None
    figure, axes = new_figure(
        WIDE,
        2.9,
        title=f"{players}: {cells[most]} is played in {100 * means[most]:.0f} % of rounds",
        subtitle=f"share of groups in each cell by round{_smoothed(shares.shape[1]) * (len(cells) <= len(SERIES))}"
        + "; right: mean payoffs of each pair, their centre and deviation, rings: equilibria" * with_payoffs
        + (f"; {data}" if data else ""),
        columns=1 + with_payoffs,
        width_ratios=[1.6, 1] if with_payoffs else [1],
    )
    _shares(axes[0, 0], dict(zip(cells, shares, strict=True)))
    axes[0, 0].set_ylabel("share of groups")
    if pairs is not None and corners is not None:
        look = PEOPLE if is_human else MACHINES
        payoff_space(axes[0, 1], corners.polygon, corners.equilibria)
        payoff_dots(axes[0, 1], pairs.points, look)
        payoff_ring(axes[0, 1], pairs, look)
        name_payoff_axes(axes[0, 1], *corners.roles)
    return figure


def _shares(axis: Axes, lines: Mapping[str, Floats]) -> None:
    """Up to five lines with their names; of more, rows of colour."""
    rounds = np.arange(1, 1 + max(len(values) for values in lines.values()))
    axis.set_xlabel("round")
    if len(lines) > len(SERIES):
        heat_map(axis, np.stack(list(lines.values())), (0.0, 1.0), key=("0", "1"))
        apart = 1 + (len(lines) - 1) // MOST_LABELS
        axis.set_yticks(range(0, len(lines), apart), list(lines)[::apart])
        places = [int(place) for place in MaxNLocator(5, integer=True).tick_values(1, len(rounds))]
        shown = [place for place in places if 1 <= place <= len(rounds)]
        axis.set_xticks([place - 1 for place in shown], [str(place) for place in shown])
        return
    ends = []
    window = smoothing(len(rounds))
    for place, (name, raw) in enumerate(lines.items()):
        look, values = look_of(place), running_mean(raw, window)
        axis.plot(rounds, values, look.marker if len(rounds) == 1 else "-", color=look.colour)
        if window > 1:
            axis.plot(rounds, raw, color=look.colour, linewidth=0.6, alpha=0.35)
        known = np.flatnonzero(np.isfinite(values))
        if len(known):
            ends.append((float(rounds[known[-1]]), float(values[known[-1]]), name, look.colour))
    axis.set_ylim(-0.02, 1.02)
    axis.set_xlim(0.5, rounds[-1] + 0.5)
    axis.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    label_ends(axis, ends)


def smoothing(n_rounds: int) -> int:
    """How many rounds a thick line is the mean of: a tenth of them, odd; 1 (no smoothing) below thirty."""
    return 1 if n_rounds < 30 else 2 * (n_rounds // 20) + 1


def _smoothed(n_rounds: int) -> str:
    window = smoothing(n_rounds)
    return f" (thick: mean of {window} rounds)" if window > 1 else ""


class ChoicePanel(NamedTuple):
    """Shares of choices (or cells) by round, of one game: name, how many groups, and lines [rounds] by label."""

    name: str
    n_groups: int
    lines: Mapping[str, Floats]


@house_style()
def draw_choices(panels: Sequence[ChoicePanel], *, data: str = "") -> Figure:
    """What was chosen over rounds, one panel a game; of very many games the first twelve."""
    kept = list(panels[:MOST_PANELS])
    left_out = f"; {len(kept)} of {len(panels)} games" if len(kept) < len(panels) else ""
    grid = panel_grid(len(kept))
    longest = max(len(values) for panel in kept for values in panel.lines.values())
    figure, axes = new_figure(
        WIDE,
        min(2.0 * grid["rows"] + 0.3, 8.2),
        title=_change(kept),
        subtitle=f"share of choices by round{_smoothed(longest)}" + (f"; {data}" if data else "") + left_out,
        **grid,
    )
    for axis, panel in zip(used_panels(axes, len(kept)), kept, strict=True):
        _shares(axis, panel.lines)
        axis.set_xlabel("round", size=SMALL)
        told = f"{panel.name}, {panel.n_groups} group{'s' * (panel.n_groups != 1)}"
        room = WIDE / grid["columns"] - 0.6
        axis.set_title("\n".join(wrapped(told, SMALL, room, bold=True)), size=SMALL)
    return figure


def _change(panels: Sequence[ChoicePanel]) -> str:
    """The line whose share moves most between the first and the last quarter of rounds."""
    moves = []
    for panel in panels:
        for label, values in panel.lines.items():
            quarter = max(len(values) // 4, 1)
            start, end = float(np.nanmean(values[:quarter])), float(np.nanmean(values[-quarter:]))
            moves.append((abs(end - start), panel.name, label, start, end))
    _, name, label, start, end = max(moves)
    return f"{label} in {name} changes most: {fixed(start)} in the first quarter of rounds, {fixed(end)} in the last"


@house_style()
def draw_next(player: str, views: Sequence[tuple[str, Sequence[str], Floats]], *, data: str = "") -> Figure:
    """Probabilities [rounds, actions] before every round; the last round, the one to come, is marked with numbers.

    `views` are (role, labels of its actions, probabilities), one panel each.
    """
    role, labels, chances = views[0]
    likely = int(np.argmax(chances[-1]))
    grid = panel_grid(len(views))
    figure, axes = new_figure(
        WIDE,
        2.4 * grid["rows"],
        title=f"{player} would next choose {labels[likely]} with {fixed(float(chances[-1, likely]))}"
        + f" as {role}" * bool(role),
        subtitle="probability of each action before every round; the last one is to come"
        + (f"; {data}" if data else ""),
        **grid,
    )
    for axis, (name, actions, probabilities) in zip(used_panels(axes, len(views)), views, strict=True):
        _chances(axis, actions, probabilities)
        axis.set_title(name, size=SMALL)
    return figure


def _chances(axis: Axes, actions: Sequence[str], probabilities: Floats) -> None:
    rounds = np.arange(1, len(probabilities) + 1)
    ends = []
    for place, action in enumerate(actions):
        look, values = look_of(place), probabilities[:, place]
        axis.plot(rounds, values, color=look.colour, marker=look.marker, markersize=3)
        axis.plot(rounds[-1:], values[-1:], look.marker, color=look.colour, markersize=7)
        ends.append(
            (float(rounds[-1]), float(values[-1]), f"{action} {fixed(float(values[-1]))}", look.colour)
        )
    axis.set(xlabel="round", ylabel="probability", ylim=(-0.02, 1.02), xlim=(0.5, len(rounds) + 0.5))
    axis.xaxis.set_major_locator(MaxNLocator(6, integer=True, min_n_ticks=1))
    label_ends(axis, ends)
