"""Cells on a coloured ground, drawn as shapes (not pixels) so that they stay sharp and pages need no images."""

from collections.abc import Sequence

import matplotlib
import numpy as np
from matplotlib.axes import Axes

from humanlike.figures.style import LEAST, LINE, ON_DARK, ON_LIGHT, PAPER, SEQUENTIAL, Floats


def heat_map(
    axis: Axes,
    values: Floats,
    limits: tuple[float, float],
    texts: Sequence[Sequence[str]] | None = None,
    *,
    reverse: bool = False,
    key: tuple[str, str] = ("", ""),
) -> None:
    """Values [rows, columns], the first row on top, in viridis between `limits`; unknown ones are grey.

    `reverse` makes low values bright; `key` names the two ends of the scale on the colour bar.
    """
    colours = matplotlib.colormaps[SEQUENTIAL + "_r" * reverse].with_extremes(bad=LINE)
    rows, columns = values.shape
    mesh = axis.pcolormesh(
        np.arange(columns + 1) - 0.5,
        np.arange(rows + 1) - 0.5,
        np.ma.masked_invalid(values),
        cmap=colours,
        vmin=limits[0],
        vmax=limits[1],
        edgecolor=PAPER if max(rows, columns) <= 40 else "none",
        linewidth=0.5,
    )
    if texts is not None:
        grounds = mesh.to_rgba(np.ma.masked_invalid(values))
        for (row, column), _ in np.ndenumerate(values):
            axis.text(
                column, row, texts[row][column], ha="center", va="center", size=LEAST,
                color=ON_LIGHT if _lightness(grounds[row, column]) > 0.45 else ON_DARK,
            )  # fmt: skip
    axis.set_xlim(-0.5, columns - 0.5)
    axis.set_ylim(rows - 0.5, -0.5)
    axis.tick_params(length=0)
    axis.spines[:].set_visible(False)
    figure = axis.get_figure()
    if figure is not None and any(key):
        bar = figure.colorbar(mesh, ax=axis, fraction=0.03, pad=0.02, ticks=list(limits))
        bar.ax.set_yticklabels(key, size=LEAST)
        bar.outline.set_visible(False)
        bar.ax.tick_params(length=0)
        if reverse:
            bar.ax.invert_yaxis()


def _lightness(colour: Floats) -> float:
    """How bright a colour looks, 0 to 1."""
    return float(0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2])
