"""The house style: the only place that knows colours, sizes and how a title, an estimate or a chance line looks.

People are vermilion circles, machines blue squares, references grey; everywhere; experiments told apart are vermilion,
green, ink and grey. A figure's title stands at the left
and states the finding; the grey line under it gives data, n and units. Colours are Okabe and Ito's, which everyone can
tell apart; orange and sky are fills only. Nothing here touches pyplot or the user's settings: draw functions are
decorated with `house_style()`, which holds our settings while drawing and gives the user's back.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

import matplotlib.style
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import NullFormatter, StrMethodFormatter

Floats = npt.NDArray[np.float64]

NARROW, WIDE, TALLEST = 3.4, 7.0, 9.0  # inches: a column, a page, its height
TITLE, TEXT, SMALL, LEAST = 10.0, 9.0, 8.0, 7.0  # points
ROW = 0.24  # inches a row of a dot plot takes
DPI = 200

INK, SOFT, LINE, PAPER = "#1d1f23", "#5d636d", "#dfe2e7", "#ffffff"
ON_DARK, ON_LIGHT = "#fefefe", "#010101"  # on coloured cells: the page's light or dark must not change them
BLUE, VERMILION, GREEN, PURPLE, GREY = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7f7f7f"
ORANGE, SKY = "#e69f00", "#56b4e9"  # fills only
SERIES = (BLUE, GREEN, PURPLE, INK, VERMILION)  # vermilion last: it means people
MARKERS = ("s", "D", "^", "v", "o")  # of the series, in the same order
SEQUENTIAL = "viridis"

HOUSE: Mapping[str, Any] = {
    "font.family": ["sans-serif"],
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": TEXT,
    "axes.labelsize": TEXT,
    "axes.titlesize": TEXT,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": "none",  # a page shows through
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.7,
    "axes.axisbelow": True,
    "grid.color": LINE,
    "grid.linewidth": 0.7,
    "text.color": INK,
    "text.parse_math": False,  # a stranger's name may hold a dollar sign
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "legend.frameon": False,
    "legend.fontsize": SMALL,
    "lines.linewidth": 1.6,
    "lines.markersize": 5.5,
    "lines.solid_capstyle": "butt",
    "savefig.dpi": DPI,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "humanlike",  # equal figures give equal bytes
    "pdf.fonttype": 42,
}


class Look(NamedTuple):
    """How one kind of thing is drawn wherever it appears."""

    colour: str
    marker: str


PEOPLE, MACHINES, REFERENCE = Look(VERMILION, "o"), Look(BLUE, "s"), Look(GREY, "D")
CROWDS = (VERMILION, GREEN, INK, GREY)  # experiments told apart: never the machines' blue
CROWD_MARKERS = ("o", "^", "v", "D", "P", "X", "*")


@contextmanager
def house_style() -> Iterator[None]:
    """Our settings, whatever the user's are, and the user's back afterwards; also a decorator."""
    with matplotlib.style.context(["default", dict(HOUSE)]):
        yield


def look_of(place: int) -> Look:
    """The look of a series by its place; beyond five, colours repeat: use small multiples instead."""
    return Look(SERIES[place % len(SERIES)], MARKERS[place % len(MARKERS)])


def look_of_people(place: int) -> Look:
    """The look of one experiment among several; beyond four, colours repeat with other marks."""
    return Look(CROWDS[place % len(CROWDS)], CROWD_MARKERS[place % len(CROWD_MARKERS)])


def blank_figure(width: float, height: float, *, title: str, subtitle: str = "") -> Figure:
    """A figure with the finding on top and room for axes below; `height` is that room's, in inches.

    The whole is never taller than nine inches.
    """
    heading = [(line, TITLE, "bold", INK) for line in wrapped(title, TITLE, width - 0.1, bold=True)]
    heading += [(line, SMALL, "normal", SOFT) for line in wrapped(subtitle, SMALL, width - 0.1)]
    taken = sum(1.35 * size / 72 for _, size, _, _ in heading) + 0.08 * bool(heading)
    whole = min(height + taken, TALLEST)
    room = ConstrainedLayoutEngine(rect=(0, 0, 1, 1 - taken / whole), w_pad=0.05, h_pad=0.05)
    figure = Figure(figsize=(width, whole), layout=room)
    top = whole - 0.04
    for line, size, weight, colour in heading:
        figure.text(
            0.05 / width, top / whole, line, size=size, weight=weight, color=colour, va="top", ha="left"
        )
        top -= 1.35 * size / 72
    return figure


def new_figure(
    width: float,
    height: float,
    *,
    title: str,
    subtitle: str = "",
    rows: int = 1,
    columns: int = 1,
    **grid: Any,
) -> tuple[Figure, npt.NDArray[Any]]:
    """A `blank_figure` with axes [rows, columns]; `grid` goes to `Figure.subplots` (sharex, width_ratios ...)."""
    figure = blank_figure(width, height, title=title, subtitle=subtitle)
    axes: npt.NDArray[Any] = figure.subplots(rows, columns, squeeze=False, **grid)
    return figure, axes


def panel_grid(count: int) -> dict[str, int]:
    """Rows and columns for `count` small panels on a wide figure: at most three side by side."""
    columns = 2 if count == 4 else min(max(count, 1), 3)
    return {"rows": -(-max(count, 1) // columns), "columns": columns}


def used_panels(axes: npt.NDArray[Any], count: int) -> list[Axes]:
    """The first `count` axes; the rest is hidden, and what stands above an empty place gets its numbers back."""
    columns = axes.shape[1]
    for place, axis in enumerate(axes.flat):
        if place >= count:
            axis.set_visible(False)
            if place >= columns:
                axes.flat[place - columns].tick_params(labelbottom=True)
    return list(axes.flat[:count])


def heading_of(figure: Figure) -> str:
    """What the figure says on top: title and subtitle as one text, or its label where it has none of its own."""
    return " ".join(text.get_text() for text in figure.texts) or str(figure.get_label())


def number(value: float, digits: int = 3) -> str:
    """A number for a label: `digits` significant, a true minus sign.

    >>> number(-0.51239), number(1234.5), number(float("nan"))
    ('−0.512', '1,234', 'unknown')
    """
    if not np.isfinite(value):
        return "unknown" if np.isnan(value) else "∞" if value > 0 else "−∞"
    text = f"{value:,.0f}" if abs(value) >= 10**digits else f"{value:.{digits}g}"
    return text.replace("-", "−")


def fixed(value: float, decimals: int = 2) -> str:
    """A number with a fixed number of decimals and a true minus sign."""
    return f"{value:,.{decimals}f}".replace("-", "−") if np.isfinite(value) else number(value)


def estimate_text(value: float, interval: Sequence[float] | None = None, decimals: int | None = None) -> str:
    """`estimate [low, high]` with as many decimals as two digits of the interval's half width need.

    >>> estimate_text(0.4031, (0.11, 0.7)), estimate_text(-12.3456, None)
    ('0.40 [0.11, 0.70]', '−12.3')
    """
    if interval is None or not np.all(np.isfinite(interval)):
        return number(value) if decimals is None else fixed(value, decimals)
    if decimals is None:
        half = (interval[1] - interval[0]) / 2 or 1.0
        decimals = int(np.clip(1 - np.floor(np.log10(half)), 0, 6))
    return f"{fixed(value, decimals)} [{fixed(interval[0], decimals)}, {fixed(interval[1], decimals)}]"


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a line of text is, in inches."""
    return sum(_advance(character, bold) for character in text) * size / 72


@lru_cache(maxsize=4096)
def _advance(character: str, bold: bool) -> float:
    """How far a character moves the pen, in sizes of its font."""
    font = get_font(findfont(FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal")))
    font.set_size(100.0, 72.0)
    return float(font.load_char(ord(character)).linearHoriAdvance) / 65536 / 100


def wrapped(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """The text in lines no wider than `width` inches, broken between words."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, bold=bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def name_rows(axis: Axes, names: Sequence[str], size: float = SMALL) -> None:
    """A row for each name, the first on top, with a faint line to follow."""
    axis.set_yticks(range(len(names)), list(names), size=size)
    axis.set_ylim(len(names) - 0.4, -0.6)
    axis.tick_params(axis="y", length=0)
    axis.spines["left"].set_visible(False)
    axis.grid(axis="y", linewidth=0.5)


def estimate(
    axis: Axes, value: float, row: float, interval: Sequence[float] | None = None, look: Look = MACHINES
) -> None:
    """A dot at `value` across with its 95 % line; hollow where the interval is unknown (not finite).

    Set the limits first where something may lie beyond them: that becomes an arrow with its number.
    """
    left, right = sorted(axis.get_xlim()) if not axis.get_autoscalex_on() else (-np.inf, np.inf)
    ends = tuple(interval) if interval is not None and np.all(np.isfinite(interval)) else None
    if not np.isfinite(value):
        axis.annotate(
            "unknown", (0.01, row), xycoords=("axes fraction", "data"), va="center", size=LEAST, color=SOFT
        )
        return
    if ends is not None:
        reach = np.clip(ends, left, right)
        axis.plot(reach, (row, row), color=look.colour, linewidth=1.8, zorder=2.5)
        for end, edge, head in ((ends[0], left, 4), (ends[1], right, 5)):  # caret markers: it goes on
            if (end < edge) if head == 4 else (end > edge):
                axis.plot([edge], [row], marker=head, color=look.colour, markersize=5, clip_on=False)
    if value < left or value > right:
        _beyond(axis, value, row, look, left=value < left)
        return
    axis.plot(
        [value],
        [row],
        look.marker,
        color=look.colour,
        markerfacecolor=PAPER if ends is None and interval is not None else look.colour,
        markersize=5.5,
        zorder=3,
    )


def _beyond(axis: Axes, value: float, row: float, look: Look, *, left: bool) -> None:
    axis.annotate(
        f"◂ {number(value)}" if left else f"{number(value)} ▸",
        (0.0 if left else 1.0, row),
        xycoords=("axes fraction", "data"),
        ha="left" if left else "right",
        va="center",
        size=LEAST,
        color=look.colour,
        bbox={"boxstyle": "square,pad=0.1", "facecolor": PAPER, "edgecolor": "none"},
    )


def logarithmic(axis: Axes, *, across: bool = False, up: bool = False) -> None:
    """Logarithmic scales with plain numbers (our text is never read as mathematics)."""
    if across:
        axis.set_xscale("log")
    if up:
        axis.set_yscale("log")
    for direction in [axis.xaxis] * across + [axis.yaxis] * up:
        direction.set_major_formatter(StrMethodFormatter("{x:,.6g}"))
        direction.set_minor_formatter(NullFormatter())


def which_intervals(known: npt.NDArray[np.bool_]) -> str:
    """In a subtitle: which of the estimates have an interval.

    >>> which_intervals(np.array([True, False]))
    '95 % intervals; hollow: none'
    """
    if known.all():
        return "95 % intervals"
    return "95 % intervals; hollow: none" if known.any() else "hollow: too little for an interval"


def reference_line(axis: Axes, value: float, label: str, *, across: bool = False) -> None:
    """A grey line at `value`, upright or across, that says what it is (chance, no difference ...)."""
    if across:
        axis.axhline(value, color=GREY, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        place: tuple[float, float] = (1.0, value)
        look: dict[str, Any] = {"xycoords": ("axes fraction", "data"), "xytext": (0, 2), "ha": "right"}
    else:
        axis.axvline(value, color=GREY, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        place = (value, 1.0)
        look = {"xycoords": ("data", "axes fraction"), "xytext": (0, 2), "ha": "center"}
    axis.annotate(label, place, textcoords="offset points", va="bottom", size=LEAST, color=SOFT, **look)


def label_ends(axis: Axes, ends: Sequence[tuple[float, float, str, str]]) -> None:
    """Names of lines beside their last points (x, y, name, colour), moved apart where they would collide.

    To be called when the limits are final. A line that leaves the axes is named where it does: pointing at what lies
    far outside would take the room of the axes themselves.
    """
    if not ends:
        return
    to_share = axis.transScale + axis.transLimits
    wanted = np.array([to_share.transform((x, y))[1] for x, y, _, _ in ends])
    grid = axis.get_subplotspec()
    rows = grid.get_gridspec().nrows if grid is not None else 1
    whole = axis.get_figure(root=True)
    tall = max(float(whole.get_size_inches()[1]) / rows - 0.7, 0.5) if whole is not None else 2.0
    within = np.clip(wanted, 0, 1)
    places = spread(within, 1.25 * SMALL / 72 / tall)
    for (x, y, name, colour), share, own, edge in zip(ends, places, wanted, within, strict=True):
        moved = abs(share - edge) > 0.01
        left_at = to_share.inverted().transform((to_share.transform((x, y))[0], edge))
        axis.annotate(
            name,
            (x, y) if own == edge else tuple(left_at),
            xytext=(1.03, share),
            textcoords="axes fraction",
            color=colour,
            size=SMALL,
            va="center",
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": colour,
                "linewidth": 0.6,
                "shrinkA": 1,
                "shrinkB": 1,
                "relpos": (0.0, 0.5),
            }
            if moved
            else None,
        )


def running_mean(values: Floats, window: int) -> Floats:
    """The mean of known values within `window` places around each.

    >>> running_mean(np.array([1.0, np.nan, 3.0, 5.0]), 3).tolist()
    [1.0, 2.0, 4.0, 4.0]
    """
    known = np.isfinite(values)
    total = np.convolve(np.where(known, values, 0.0), np.ones(window), mode="same")
    count = np.convolve(known.astype(float), np.ones(window), mode="same")
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def spread(wanted: Floats, gap: float) -> Floats:
    """The nearest places to `wanted` that are at least `gap` apart (pooling neighbours that collide).

    >>> spread(np.array([0.5, 0.5, 2.0]), 0.5).tolist()
    [0.25, 0.75, 2.0]
    """
    order = np.argsort(wanted, kind="stable")
    blocks: list[list[float]] = []  # of each: sum of (wanted - offset), count
    for value in wanted[order]:
        blocks.append([float(value), 1.0])
        while len(blocks) > 1 and _start(blocks[-2], gap) + blocks[-2][1] * gap > _start(blocks[-1], gap):
            last = blocks.pop()
            blocks[-1] = [blocks[-1][0] + last[0], blocks[-1][1] + last[1]]
    places = [_start(block, gap) + gap * number for block in blocks for number in range(round(block[1]))]
    found = np.empty(len(wanted))
    found[order] = places
    return found


def _start(block: Sequence[float], gap: float) -> float:
    """Where the first of a block stands when the block is centred on what its members wanted."""
    return block[0] / block[1] - gap * (block[1] - 1) / 2
