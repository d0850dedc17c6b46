"""Figures leave the house: as files whose bytes repeat, or as SVG that takes its colours from the page around it."""

import io
import re
from html import escape
from pathlib import Path

from matplotlib.figure import Figure

from humanlike.core import BadFile, check_writable, write_atomically
from humanlike.figures import style

FORMATS = (".svg", ".png", ".pdf")
UNDATED = {".svg": {"Date": None, "Creator": None}, ".png": {}, ".pdf": {"CreationDate": None}}

# What the page may set; a page without these variables gets the colours of paper.
PAGE_COLOURS = {
    style.INK: "--ink",
    style.SOFT: "--soft",
    style.LINE: "--line",
    style.PAPER: "--paper",
    style.VERMILION: "--human",
    style.BLUE: "--machine",
    style.GREY: "--soft",
    style.GREEN: "--third",
    style.PURPLE: "--fourth",
}


def figure_path(path: Path | str) -> Path:
    """The path a figure will be written to (.svg where no ending is given), if it can be written there."""
    place = Path(path) if Path(path).suffix else Path(path).with_suffix(".svg")
    if place.suffix.lower() not in FORMATS:
        raise BadFile(f"A figure is written as {', '.join(FORMATS)}, not as '{place.name}'.")
    check_writable(place)
    return place


def save(figure: Figure, path: Path | str) -> Path:
    """Write the figure as .svg (also where no ending is given), .png or .pdf; returns where it was written."""
    place = figure_path(path)
    write_atomically(place, _rendered(figure, place.suffix.lower()))
    return place


def _rendered(figure: Figure, suffix: str) -> bytes:
    content = io.BytesIO()
    with style.house_style():
        _settle(figure)
        figure.savefig(content, format=suffix[1:], metadata=UNDATED[suffix], dpi=style.DPI)
    return content.getvalue()


def _settle(figure: Figure) -> None:
    """Lay the figure out once and for all: a second layout moves axes by hairs, and bytes would not repeat."""
    if figure.get_layout_engine() is not None:
        figure.draw_without_rendering()
        figure.set_layout_engine("none")


def svg_text(figure: Figure, *, name: str = "", over: str = "") -> str:
    """The figure as an `<svg>` element for a page: its text is text, its colours are the page's, light or dark.

    What was drawn under a `name` can lie under other figures of the same size (`over`) without being written again.
    """
    shown = figure.get_facecolor()
    figure.set_facecolor("none")
    text = _rendered(figure, ".svg").decode()
    figure.set_facecolor(shown)
    body = re.sub(
        r"<defs>\s*<style[^>]*>.*?</style>\s*</defs>", "", text[text.index("<defs>") : text.rindex("</svg>")]
    )
    for colour, variable in PAGE_COLOURS.items():
        body = body.replace(colour, f"var({variable}, {colour})")
    body = re.sub(r"'DejaVu Sans'(, [^;\"]*)?", "system-ui, sans-serif", body)
    wanted = set(re.findall(r"#([\w.-]+)[\")]", body))
    body = re.sub(r' id="([\w.-]+)"', lambda found: found[0] if found[1] in wanted else "", body)
    body = re.sub(r"<[^>]+>", lambda tag: _short(tag[0]), body)
    if name:
        body = f"<g id='{name}'>{body}</g>"
    if over:
        body = f"<use href='#{over}'/>{body}"
    width, height = (72 * side for side in figure.get_size_inches())
    return (
        f"<svg viewBox='0 0 {width:g} {height:g}' width='{width:g}pt' "
        "style='stroke-linejoin:round;stroke-linecap:butt' role='img' "
        f"aria-label='{escape(style.heading_of(figure), quote=True)}'>{body}</svg>"
    )


def _short(tag: str) -> str:
    """A tag on one line, lengths to a hundredth of a point: nobody sees the rest, and a page holds many figures."""
    rounded = re.sub(r"\d+\.\d{3,}", lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), tag)
    return re.sub(r"\s+", " ", rounded)
