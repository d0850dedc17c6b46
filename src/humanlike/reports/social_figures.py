"""The four panels of the Social Ultimatum paper's Figure 2: offers, rejections, recipients, reciprocity."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from humanlike.similarity import Distributions

MARKERS = "osD^vP*X"
COLOURS = ("#1b1b1b", "#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f")
LEAST_CASES = 5


class Panels(NamedTuple):
    """What one kind of player did."""

    offers: Distributions
    rejections: Distributions
    recipients: Distributions
    chains: Distributions


def draw_panels(players: Mapping[str, Panels], path: Path, *, title: str = "") -> None:
    """One line for each kind of player in each panel; written to `path` (.png, .svg, .pdf)."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(2, 2, figsize=(10, 7), layout="constrained")
    for number, (name, panels) in enumerate(players.items()):
        look: dict[str, Any] = {
            "label": name,
            "color": COLOURS[number % len(COLOURS)],
            "marker": MARKERS[number % len(MARKERS)],
            "markersize": 5,
            "linewidth": 2.2 if number == 0 else 1.3,
            "alpha": 0.9,
        }
        refused, returned = (_enough(panel) for panel in (panels.rejections, panels.chains))
        amounts = [float(cell) for cell in panels.offers.cells]
        axes[0, 0].plot(amounts, panels.offers.probabilities[0], **look)
        axes[0, 1].plot(amounts, refused, **look)
        ranks = np.arange(1, len(panels.recipients.cells) + 1)
        axes[1, 0].plot(ranks, panels.recipients.probabilities[0], **look)
        lengths = np.arange(1, len(panels.chains.tables) + 1)
        axes[1, 1].plot(lengths, returned, **look)
    _label(axes)
    handles, labels = axes[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(labels), frameon=False)
    if title:
        figure.suptitle(title)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
    plt.close(figure)


def _enough(panel: Distributions) -> Any:
    """The second cell of every table; a point that rests on a handful of cases is not drawn."""
    return np.where(panel.cases >= LEAST_CASES, panel.probabilities[:, 1], np.nan)


def _label(axes: Any) -> None:
    words = (
        ("offers", "amount offered", "share of offers"),
        ("rejections", "amount offered", "share refused"),
        ("recipients", "recipient, most to least frequent", "share of offers"),
        ("reciprocity", "links of the chain so far", "share returned next round"),
    )
    for axis, (name, below, beside) in zip(axes.ravel(), words, strict=True):
        axis.set_title(name, loc="left", fontweight="bold")
        axis.set_xlabel(below)
        axis.set_ylabel(beside)
        axis.set_ylim(bottom=-0.02)
        axis.grid(alpha=0.25)
        axis.spines[["top", "right"]].set_visible(False)
        axis.xaxis.get_major_locator().set_params(integer=True)
    for axis in (axes[0, 1], axes[1, 1]):
        axis.set_ylim(-0.03, 1.03)
