"""The four panels of the Social Ultimatum paper's Figure 2: offers, rejections, recipients, reciprocity."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from humanlike.figures.style import (
    PEOPLE,
    SMALL,
    WIDE,
    Floats,
    Look,
    house_style,
    label_ends,
    look_of,
    new_figure,
)

PANELS = (
    ("offers", "amount offered", "share of offers"),
    ("rejections", "amount offered", "share refused"),
    ("recipients", "recipient, most to least frequent", "share of offers"),
    ("reciprocity", "links of the chain so far", "share returned next round"),
)


class Panels(NamedTuple):
    """What one kind of player did; a share that rests on too few cases is NaN and not drawn."""

    amounts: Floats  # [amounts]
    offers: Floats  # [amounts] share of offers
    rejections: Floats  # [amounts] share refused
    recipients: Floats  # [ranks] share of offers, most to least frequent recipient
    chains: Floats  # [lengths] share returned next round


@house_style()
def draw_panels(people: str, players: Mapping[str, Panels], *, finding: str = "", data: str = "") -> Figure:
    """One line for each kind of player in each panel; `people` names the kind that is human.

    `finding` is the title where somebody measured one; else it says who offers most like people.
    """
    figure, axes = new_figure(
        WIDE,
        5.2,
        title=finding or _finding(people, players),
        subtitle="shares; points of fewer than five cases are left out" + (f"; {data}" if data else ""),
        rows=2,
        columns=2,
    )
    for axis, (name, across, up) in zip(axes.flat, PANELS, strict=True):
        axis.set(xlabel=across, ylabel=up)
        axis.set_title(name, size=SMALL)
        axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    others = [name for name in players if name != people]
    looks = {name: look_of(place) for place, name in enumerate(others)} | {people: PEOPLE}
    for place, axis in enumerate(axes.flat):
        _lines(axis, place, {name: players[name] for name in [*others, people] if name in players}, looks)
    return figure


def _lines(axis: Axes, place: int, players: Mapping[str, Panels], looks: Mapping[str, Look]) -> None:
    ends = []
    for name, panels in players.items():
        values = panels[1 + place]
        across = panels.amounts if place < 2 else np.arange(1, len(values) + 1)
        look, known = looks[name], np.flatnonzero(np.isfinite(values))
        axis.plot(
            across,
            values,
            look.marker + "-",
            color=look.colour,
            markersize=3.5,
            linewidth=2 if look == PEOPLE else 1,
        )
        if len(known):
            ends.append((float(across[known[-1]]), float(values[known[-1]]), name, look.colour))
    if place not in (1, 3):
        axis.set_ylim(bottom=0)
        return
    axis.set_ylim(-0.03, 1.03)
    returning = {name for name, panels in players.items() if np.isfinite(panels.chains).any()}
    label_ends(axis, [end for end in ends if (end[2] in returning) == (place == 3)])  # every name once


def _finding(people: str, players: Mapping[str, Panels]) -> str:
    """Who offers most like people do, by the largest difference of their cumulative shares of offers."""
    if people not in players or len(players) < 2:
        return "What players offer, refuse and return"
    target = np.cumsum(players[people].offers)
    gaps = {
        name: float(np.max(np.abs(np.cumsum(panels.offers) - target)))
        for name, panels in players.items()
        if name != people and len(panels.offers) == len(target)
    }
    nearest = min(gaps, key=lambda name: gaps[name])
    return f"{nearest} offers most like {people}"


def enough(shares: Floats, cases: Sequence[int] | Floats, least: int = 5) -> Floats:
    """Shares that rest on at least `least` cases; NaN where they do not."""
    return np.where(np.asarray(cases) >= least, shares, np.nan)
