"""Figures of forecasts and their scores: curves, calibration, races, consensus, panels."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest

Floats = npt.NDArray[np.float64]
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")  # distinguishable by everyone
GREY = "#777777"


def draw_incentive(
    path: Path,
    title: str,
    reports: Floats,
    curve: Floats | None,
    expected: Mapping[float, Floats],
    honest: Mapping[float, float],
) -> None:
    """The score of each report if the event happens, and what believers of several strengths expect from it."""
    figure, axes = _canvas(path, 1 if curve is None else 2, height=3.6)
    if curve is not None:
        axes[0].plot(reports, curve, color=COLOURS[0], label="if it happens")
        axes[0].plot(reports, curve[::-1], color=COLOURS[1], label="if it does not")
        axes[0].axhline(0, color=GREY, linewidth=0.6)
        axes[0].set(xlabel="probability reported", ylabel="score", title="Score", xlim=(0, 1))
        axes[0].set_ylim(*_robust_limits(curve))
        axes[0].legend(frameon=False)
    right = axes[-1]
    for colour, (belief, values) in zip(COLOURS, expected.items(), strict=False):
        right.plot(reports, values, color=colour, label=f"believing {belief:g}")
        right.plot([belief], [honest[belief]], "o", color=colour)
        top = int(np.argmax(values))
        if values[top] > honest[belief] + 1e-9:
            right.plot([reports[top]], [values[top]], "^", color=colour, markersize=8)
    right.set(xlabel="probability reported", ylabel="expected score", xlim=(-0.02, 1.02))
    right.set_title("What to expect (dot: honesty, triangle: best lie)", fontsize=10)
    right.set_ylim(*_robust_limits(np.concatenate(list(expected.values()))))
    right.legend(frameon=False, fontsize=8, loc="lower center" if curve is not None else "center left")
    figure.suptitle(title)
    _save(figure, path)


def draw_forecasters(
    path: Path, diagrams: Mapping[str, Any], comparison: Mapping[str, Any] | None, system: str
) -> None:
    """Reliability of every forecaster, and the race between the two best with its confidence band."""
    figure, axes = _canvas(path, 2, height=4.0)
    axes[0].plot([0, 1], [0, 1], color=GREY, linewidth=0.8, linestyle="--")
    for colour, (name, diagram) in zip(_cycle(len(diagrams)), diagrams.items(), strict=True):
        area = 12 + 90 * diagram.n_forecasts / diagram.n_forecasts.max()
        axes[0].plot(diagram.forecast, diagram.frequency, color=colour, linewidth=1, label=name)
        axes[0].scatter(diagram.forecast, diagram.frequency, s=area, color=colour, alpha=0.8, linewidths=0)
    axes[0].set(xlabel="probability reported", ylabel="share that happened", title="Calibration")
    axes[0].set(xlim=(-0.03, 1.03), ylim=(-0.05, 1.05))
    if diagrams:
        axes[0].legend(frameon=False, fontsize=8)
    if comparison is None:
        axes[1].text(
            0.5, 0.5, "no race:\nfewer than two comparable forecasters", ha="center", va="center", color=GREY
        )
        axes[1].set_axis_off()
    else:
        _draw_race(axes[1], comparison, system)
    _save(figure, path)


def _draw_race(axes: Any, comparison: Mapping[str, Any], system: str) -> None:
    sequence = comparison["sequence"]
    looks = np.arange(1, sequence.mean.size + 1)
    known = np.isfinite(sequence.lower)
    axes.axhline(0, color=GREY, linewidth=0.8)
    axes.fill_between(
        looks[known], sequence.lower[known], sequence.upper[known], color=COLOURS[0], alpha=0.2, lw=0
    )
    axes.plot(looks, sequence.mean, color=COLOURS[0])
    reach = np.abs(np.concatenate([sequence.lower[known], sequence.upper[known], sequence.mean[known]]))
    if reach.size:
        limit = 1.1 * float(np.quantile(reach, 0.95))
        axes.set_ylim(-limit, limit)
    else:
        axes.text(
            0.5,
            0.95,
            "too few questions for a band",
            transform=axes.transAxes,
            ha="center",
            va="top",
            color=GREY,
        )
    axes.set(xlabel="questions", ylabel=f"mean lead a question ({system})")
    axes.set_title(
        f"{comparison['leader']} against {comparison['second']}, with the band\nthat holds at every look"
    )


def draw_pools(
    path: Path, documents: Sequence[Mapping[str, Any]], tables: Mapping[str, Floats], method: str
) -> None:
    """Every forecaster's probabilities as dots, the consensus as a bar across them."""
    labels = [(d["question"], name, p) for d in documents for name, p in d["probabilities"].items()]
    figure, (axes,) = _canvas(path, 1, height=1.2 + 0.34 * len(labels), width=6.5)
    place = len(labels)
    for document in documents:
        for column, probability in enumerate(document["probabilities"].values()):
            dots = tables[document["question"]][:, column]
            axes.plot(dots, np.full(dots.size, place), "o", color=COLOURS[0], alpha=0.55, markersize=6)
            axes.plot([probability] * 2, [place - 0.32, place + 0.32], color=COLOURS[1], linewidth=3)
            place -= 1
        axes.axhline(place + 0.5, color="#dddddd", linewidth=0.8)
    axes.set_yticks(range(len(labels), 0, -1), [f"{question}: {name}" for question, name, _ in labels])
    axes.set(xlim=(-0.02, 1.02), ylim=(0.4, len(labels) + 0.6), xlabel="probability")
    axes.set_title(f"Consensus by {method} (bar) of the forecasters (dots)", fontsize=10)
    _save(figure, path)


def draw_discrimination(path: Path, results: Sequence[tuple[int, Any]], alpha: float, system: str) -> None:
    """The chance that the better forecaster does not lead, against the number of questions."""
    figure, (axes,) = _canvas(path, 1, height=3.8, width=6.0)
    counts = [count for count, _ in results]
    not_leading = [result.worse_leads_exact + result.tie_exact for _, result in results]
    axes.plot(counts, not_leading, color=COLOURS[0], label="worse leads or ties, exact")
    axes.plot(counts, [r.worse_leads_exact for _, r in results], color=COLOURS[2], label="worse leads, exact")
    axes.plot(
        counts,
        [r.worse_leads_normal for _, r in results],
        "--",
        color=COLOURS[1],
        label="worse leads, normal",
    )
    axes.axhline(alpha, color=GREY, linewidth=0.8)
    needed = results[0][1].needed
    if needed is not None and needed <= counts[-1]:
        axes.axvline(needed, color=GREY, linewidth=0.8, linestyle=":")
        axes.annotate(f" {needed} questions", (needed, 0.25), color=GREY)
    axes.set(xlabel="questions", ylabel="probability", ylim=(0, 0.55), xlim=(0, counts[-1]))
    axes.set_title(f"How surely the better forecaster leads ({system})", fontsize=11)
    axes.legend(frameon=False, loc="upper right")
    _save(figure, path)


def draw_panel(
    path: Path, feedback: Sequence[Mapping[str, Any]], ranking: Sequence[Mapping[str, Any]]
) -> None:
    """How far the panel disagreed in each round, and the ranking with its uncertainty."""
    parts = bool(feedback) + bool(ranking)
    if parts == 0:
        raise BadRequest("There is nothing to draw yet: no rounds and no scores.")
    figure, axes = _canvas(path, parts, height=max(3.4, 1.4 + 0.3 * len(ranking)))
    if feedback:
        _draw_rounds(axes[0], feedback)
    if ranking:
        _draw_ranking(axes[-1], ranking)
    _save(figure, path)


def _draw_rounds(axes: Any, feedback: Sequence[Mapping[str, Any]]) -> None:
    discrete = [record for record in feedback if record["consensus"]]
    questions = list(dict.fromkeys(record["question"] for record in discrete))
    for colour, question in zip(_cycle(len(questions)), questions, strict=True):
        rounds = [(r["round"], r["disagreement"]) for r in discrete if r["question"] == question]
        axes.plot(*zip(*rounds, strict=True), "o-", color=colour, label=question)
    axes.set_xticks(sorted({record["round"] for record in feedback}))
    axes.set(xlabel="round", ylabel="mean distance from the consensus", title="Disagreement")
    axes.set_ylim(bottom=0)
    if 0 < len(questions) <= 8:
        axes.legend(frameon=False, fontsize=8)


def _draw_ranking(axes: Any, ranking: Sequence[Mapping[str, Any]]) -> None:
    places = np.arange(len(ranking), 0, -1)
    for place, row in zip(places, ranking, strict=True):
        axes.plot(
            [row["rank_lower"], row["rank_upper"]], [place] * 2, color=COLOURS[0], linewidth=4, alpha=0.35
        )
        axes.plot([row["rank"]], [place], "o", color=COLOURS[0])
    axes.set_yticks(places, [row["expert"] for row in ranking])
    axes.set(xlabel="rank (1 is best)", title="Ranking, 95 % bootstrap", xlim=(0.5, len(ranking) + 0.5))
    axes.set_xticks(range(1, len(ranking) + 1, max(1, len(ranking) // 10)))


def _canvas(path: Path, n_axes: int, height: float, width: float | None = None) -> tuple[Any, Any]:
    """A figure of its own (no global state) with `n_axes` axes side by side."""
    if path.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise BadRequest(f"A figure is written as .png, .svg or .pdf, not '{path.name}'.")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width or 4.6 * n_axes, height), layout="constrained")
    axes = figure.subplots(1, n_axes, squeeze=False)[0]
    for one in axes:
        one.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _cycle(count: int) -> list[str]:
    return [COLOURS[index % len(COLOURS)] for index in range(count)]


def _robust_limits(values: Floats) -> tuple[float, float]:
    """Axis limits that hold almost everything finite, so that a logarithm's fall does not flatten the rest."""
    finite = values[np.isfinite(values)]
    low, high = float(np.quantile(finite, 0.02)), float(finite.max())
    margin = 0.06 * (high - low or 1.0)
    return low - margin, high + margin


def _save(figure: Any, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
