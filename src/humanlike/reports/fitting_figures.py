"""Figures of fits: how well each rule fits each group, and where the parameters lie."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from humanlike.core import BadFile
from humanlike.fitting import Fits

FORMATS = (".png", ".svg", ".pdf")


def draw_fits(results: Sequence[Fits], path: Path, *, title: str = "") -> None:
    """Nats per choice of every rule and group: one row a rule, one dot a group, a bar at the mean."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    if path.suffix.lower() not in FORMATS:
        raise BadFile(f"A figure is written as {', '.join(FORMATS)}, not '{path.suffix}'.")
    ordered = sorted(results, key=lambda found: -found.nats_per_choice)
    figure, axes = pyplot.subplots(figsize=(7.0, 0.32 * len(ordered) + 1.2), layout="constrained")
    for height, found in enumerate(ordered):
        values = np.array([each.nats_per_choice for each in found])
        axes.scatter(values, np.full(len(values), height), s=12, alpha=0.6, color="tab:blue", linewidths=0)
        axes.scatter([found.nats_per_choice], [height], marker="|", s=140, color="black")
    axes.set_yticks(range(len(ordered)), [found.rule.name for found in ordered])
    axes.set_xlabel("nats per choice (lower is better); dots are groups, bars all choices")
    axes.set_title(title, loc="left")
    axes.set_xscale("log")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
    pyplot.close(figure)
