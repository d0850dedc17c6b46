"""The frame of a self-contained page: one file, no network, light and dark, phone and paper.

Pages are jinja2 templates (`templates/`) that escape everything strangers wrote (names, marks, notes); only what is
`Markup`, our own drawings, is taken as it is.
"""

import math
from functools import lru_cache
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.figure import Figure

from humanlike.core import BadRequest, check_writable, write_atomically
from humanlike.figures import style, svg_text

LONG = 50  # characters beyond which a cell may use several lines


def number(value: float, digits: int = 3) -> str:
    """A number with a true minus sign; a dash where there is none."""
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:.{digits}f}"
    return (text[1:] if float(text) == 0 else "−" + text[1:]) if text.startswith("-") else text


def signed(value: float, digits: int = 1) -> str:
    """A number with its sign, also above 0."""
    return f"+{number(value, digits)}" if value > 0 else number(value, digits)


def interval(lower: float, upper: float, digits: int = 3) -> str:
    """An interval, or words where there is none yet."""
    if not (math.isfinite(lower) and math.isfinite(upper)):
        return "none yet"
    return f"[{number(lower, digits)}, {number(upper, digits)}]"


def shade(value: float, middle: float, reach: float) -> str:
    """The background of a cell: blue above `middle`, orange below, full at `reach` from it."""
    if math.isnan(value) or reach <= 0:
        return ""
    share = min(abs(value - middle) / reach, 1.0)
    colour = "--good" if value > middle else "--bad"
    return f"background:rgba(var({colour}),{0.6 * share:.2f})" if share >= 0.01 else ""


def picture(figure: Figure) -> Markup:
    """A figure inside the page, in the page's colours."""
    return Markup(svg_text(figure))


def _shown(cell: Any) -> Any:
    return number(cell) if isinstance(cell, float) else cell


def _is_long(cell: Any) -> bool:
    return not isinstance(cell, Markup) and len(str(cell)) > LONG


def named_rows(frame: pd.DataFrame) -> list[tuple[str, list[float]]]:
    """A table of numbers as rows with their names."""
    return list(zip(map(str, frame.index), frame.to_numpy(dtype=float).tolist(), strict=True))


@lru_cache(maxsize=1)
def templates() -> Environment:
    """The templates of this room; what they do not find is an error, never a gap."""
    found = Environment(
        loader=PackageLoader("humanlike.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.filters.update(number=number, signed=signed, interval=interval, shade=shade, shown=_shown)
    found.filters["named_rows"] = named_rows
    found.tests["long"] = _is_long
    found.globals["style"] = style
    return found


def check_page(path: Path) -> None:
    """Refuse a place where no page can be written; touches nothing."""
    if path.suffix.lower() not in (".html", ".htm"):
        raise BadRequest(f"A report is written as .html, not '{path.suffix}'.")
    check_writable(path)


def write_page_of(template: str, path: Path, **content: Any) -> None:
    """Fill `template` with `content` and write it; everything the page shows is inside the file."""
    write_atomically(path, templates().get_template(template).render(content))
