"""Losses of rules fitted in one place and predicting another: a heat map for each of the leading rules."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from humanlike.figures.heat import heat_map
from humanlike.figures.style import LEAST, SMALL, TALLEST, WIDE, Floats, house_style, new_figure

MOST_RULES = 4  # panels


@house_style()
def draw_transfer(
    rules: Sequence[str], places: Sequence[str], nats: Floats, gains: Floats, *, data: str = ""
) -> Figure:
    """Nats a choice [rules, fitted in, predicts] as numbers, and as colours how far below blind guessing (`gains`)."""
    shown = list(rules[:MOST_RULES])
    columns = 2 if len(shown) > 1 and len(places) <= 4 else 1
    rows = -(-len(shown) // columns)
    figure, axes = new_figure(
        WIDE,
        min(rows * (1.2 + 0.34 * len(places)), TALLEST - 1.0),
        title=f"{rules[0]} carries over best",
        subtitle="nats a choice, fitted in (rows) and predicting (columns); bright is far below blind guessing"
        + (f"; {data}" if data else ""),
        rows=rows,
        columns=columns,
    )
    names = [name.replace("-", " ") for name in places]
    known = gains[: len(shown)]
    limits = float(np.nanmin(known)), max(float(np.nanmax(known)), 0.0)
    for number, axis in enumerate(axes.flat):
        if number >= len(shown):
            axis.set_visible(False)
            continue
        texts = [["–" if np.isnan(value) else f"{value:.3f}" for value in row] for row in nats[number]]
        last = number == len(shown) - 1
        heat_map(
            axis, gains[number], limits, texts, reverse=True, key=("best", "worst") if last else ("", "")
        )
        axis.set_title(shown[number], size=SMALL, loc="left")
        axis.set_xticks(
            range(len(names)),
            names,
            rotation=25 if len(names) > 2 else 0,
            ha="right" if len(names) > 2 else "center",
            size=LEAST,
        )
        axis.set_yticks(range(len(names)), names, size=LEAST)
    return figure
