"""Figures of a tournament as plain SVG: they follow the page's colours (light, dark, paper) and its width.

The payoff panels are Figures 1-8 of Arifovic, McKelvey & Pevnitskaya (2006): the polygon of possible mean payoffs,
equilibria, one dot a pair, centre estimates (geometric medians) and circles whose radius is the Euclidean deviation.
"""

import math
from collections.abc import Sequence
from html import escape

from markupsafe import Markup

from humanlike.reports.page import number
from humanlike.tournament.insights import Bin
from humanlike.tournament.scenes import Cloud, Scene

STRIP_WIDTH, STRIP_HEIGHT = 200, 18
PANEL, MARGIN = 168.0, 16.0
LOWEST, HIGHEST = 70.0, 190.0  # heights of a payoff panel
SMALL = "fill:var(--soft);font:9px system-ui,sans-serif"  # rules by class do not reach what is shared
SIDE = 150.0  # of a reliability diagram


class Axes:
    """From payoffs to the panel; both axes on one scale, so that circles are circles, unless the game is too flat."""

    def __init__(self, corners: Sequence[tuple[float, float]]) -> None:
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        self.low = (min(xs), min(ys))
        self.high = (max(xs), max(ys))
        width = (self.high[0] - self.low[0]) or 1.0
        height = (self.high[1] - self.low[1]) or 1.0
        inner = PANEL - 2 * MARGIN
        self.tall = min(max(inner * height / width, LOWEST), HIGHEST)
        self.scale = (inner / width, self.tall / height)

    def place(self, point: Sequence[float]) -> tuple[float, float]:
        """Where a pair of payoffs lies in the panel."""
        x = MARGIN + (point[0] - self.low[0]) * self.scale[0]
        y = MARGIN + self.tall - (point[1] - self.low[1]) * self.scale[1]
        return x, y


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _dot(axes: Axes, point: Sequence[float], radius: float, style: str) -> str:
    x, y = axes.place(point)
    return f"<circle cx='{_short(x)}' cy='{_short(y)}' r='{radius:g}' {style}/>"


def _spread(axes: Axes, cloud: Cloud, colour: str) -> str:
    """The circle of one Euclidean deviation and the centre estimate in it."""
    x, y = axes.place(cloud.centre)
    rx, ry = (_short(max(cloud.spread * scale, 0.1)) for scale in axes.scale)
    circle = (
        f"<ellipse cx='{_short(x)}' cy='{_short(y)}' rx='{rx}' ry='{ry}' fill='none' "
        f"stroke='var({colour})' stroke-width='1.3'/>"
    )
    centre = f"fill='var(--centre)' stroke='var({colour})' stroke-width='1'"
    return circle + _dot(axes, cloud.centre, 3.2, centre)


def _background(axes: Axes, scene: Scene) -> str:
    """What all panels of a game share: polygon, axes' ends, equilibria, people."""
    corners = [axes.place(corner) for corner in scene.polygon]
    outline = " ".join(f"{_short(x)},{_short(y)}" for x, y in corners)
    bottom = MARGIN + axes.tall
    labels = "".join(
        f"<text x='{_short(x)}' y='{_short(y)}' text-anchor='{anchor}' style='{SMALL}'>{text}</text>"
        for x, y, anchor, text in (
            (MARGIN, bottom + 13, "middle", number(axes.low[0], 0)),
            (PANEL - MARGIN, bottom + 13, "middle", number(axes.high[0], 0)),
            (MARGIN - 4, bottom, "end", number(axes.low[1], 0)),
            (MARGIN - 4, MARGIN + 6, "end", number(axes.high[1], 0)),
        )
    )
    ring = "fill='none' stroke='var(--fourth)' stroke-width='2'"
    rings = "".join(_dot(axes, point, 5.5, ring) for point in scene.equilibria)
    red = "fill='var(--human)' fill-opacity='.55'"
    dots = "".join(_dot(axes, point, 2.3, red) for point in scene.people.points.tolist())
    polygon = f"<polygon points='{outline}' fill='none' stroke='var(--soft)' stroke-width='1'/>"
    return polygon + labels + rings + dots + _spread(axes, scene.people, "--human")


def payoff_panels(scene: Scene, identifier: str) -> Markup:
    """One panel an emulator; what they share is drawn once and used in all."""
    axes = Axes(scene.polygon)
    box = f"viewBox='0 0 {PANEL:g} {_short(axes.tall + 2 * MARGIN)}'"
    shared = (
        f"<svg width='0' height='0' style='position:absolute' aria-hidden='true'><defs><g id='{identifier}'>"
    )
    parts = [shared + _background(axes, scene) + "</g></defs></svg>"]
    blue = "fill='var(--machine)' fill-opacity='.65'"
    for name, cloud in scene.machines:
        dots = "".join(_dot(axes, point, 2.3, blue) for point in cloud.points.tolist())
        drawing = f"<use href='#{identifier}'/>{dots}{_spread(axes, cloud, '--machine')}"
        label = escape(f"{scene.game}: people and {name}", quote=True)
        parts.append(
            f"<figure><svg {box} role='img' aria-label='{label}'>{drawing}</svg>"
            f"<figcaption>{escape(name)}</figcaption></figure>"
        )
    return Markup(f"<div class='grid'>{''.join(parts)}</div>")


def strip(
    mean: float,
    lower: float,
    upper: float,
    scale: tuple[float, float],
    references: Sequence[tuple[float, str]] = ((0.0, "--soft"),),
) -> Markup:
    """One row of a forest plot: estimate, interval, references; an interval that does not exist yet is dashed."""

    def place(value: float) -> str:
        share = (value - scale[0]) / ((scale[1] - scale[0]) or 1.0)
        return _short(4 + (STRIP_WIDTH - 8) * min(max(share, 0.0), 1.0))

    middle = STRIP_HEIGHT / 2
    parts = [
        f"<line x1='{place(value)}' x2='{place(value)}' y1='0' y2='{STRIP_HEIGHT}' stroke='var({colour})' "
        "stroke-width='1.4'/>"
        for value, colour in references
        if math.isfinite(value)
    ]
    known = math.isfinite(lower) and math.isfinite(upper)
    ends = (place(lower), place(upper)) if known else ("4", str(STRIP_WIDTH - 4))
    dash = "" if known else " stroke-dasharray='2 5' stroke-opacity='.6'"
    parts.append(
        f"<line x1='{ends[0]}' x2='{ends[1]}' y1='{middle:g}' y2='{middle:g}' stroke='var(--ink)' "
        f"stroke-width='2'{dash}/>"
    )
    if math.isfinite(mean):
        parts.append(f"<circle cx='{place(mean)}' cy='{middle:g}' r='4' fill='var(--machine)'/>")
    return Markup(
        f"<svg width='{STRIP_WIDTH}' height='{STRIP_HEIGHT}' viewBox='0 0 {STRIP_WIDTH} {STRIP_HEIGHT}' "
        f"style='max-width:none' aria-hidden='true'>{''.join(parts)}</svg>"
    )


def scale_of(values: Sequence[float]) -> tuple[float, float]:
    """Ends of an axis that holds all finite `values` with a little room."""
    finite = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(finite), max(finite)
    room = 0.05 * ((high - low) or 1.0)
    return low - room, high + room


def reliability_panel(name: str, bins: Sequence[Bin]) -> Markup:
    """Share of people against P(human): filled at even odds, hollow as it was; the area of a dot is its answers."""
    size, edge = SIDE - 2 * MARGIN, MARGIN + 2
    whole = sum(each.answers for each in bins) or 1

    def at(x: float, y: float, radius: float, style: str) -> str:
        return (
            f"<circle cx='{_short(edge + x * size)}' cy='{_short(edge + (1 - y) * size)}' "
            f"r='{_short(radius)}' {style}/>"
        )

    parts = [
        f"<rect x='{edge:g}' y='{edge:g}' width='{size:g}' height='{size:g}' fill='none' stroke='var(--line)'/>",
        f"<line x1='{edge:g}' y1='{edge + size:g}' x2='{edge + size:g}' y2='{edge:g}' stroke='var(--soft)' "
        "stroke-dasharray='3 3'/>",
    ]
    for each in bins:
        radius = 2.5 + 9 * math.sqrt(each.answers / whole)
        parts.append(at(each.predicted, each.raw, radius, "fill='none' stroke='var(--soft)'"))
        parts.append(at(each.predicted, each.observed, radius, "fill='var(--machine)' fill-opacity='.6'"))
    for x, y, anchor, text in (
        (edge, edge + size + 13, "middle", "0"),
        (edge + size, edge + size + 13, "middle", "1"),
        (edge - 4, edge + size, "end", "0"),
        (edge - 4, edge + 8, "end", "1"),
    ):
        parts.append(f"<text x='{x:g}' y='{y:g}' text-anchor='{anchor}' class='soft'>{text}</text>")
    label = escape(f"calibration of {name}", quote=True)
    return Markup(
        f"<figure><svg viewBox='0 0 {SIDE + 8:g} {SIDE + 6:g}' role='img' aria-label='{label}'>{''.join(parts)}</svg>"
        f"<figcaption>{escape(name)}</figcaption></figure>"
    )
