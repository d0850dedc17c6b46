"""Figures of predictive success: ranks over ways of measuring, fit per game, paths over rounds, horizons."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from humanlike.prediction import (
    ALL_GAMES,
    METHODS,
    Assessment,
    Criterion,
    PathCheck,
    Study,
    ranked,
    ranks_of,
    symbol_of,
)

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#000000")
MARKERS = "osD^v<>Pp*Xh"
LONG_LABEL = 12  # characters beyond which a legend needs a column of its own
MOST_GAMES = 8  # panels in one figure


def draw_study(study: Study, path: Path, *, title: str = "") -> list[Path]:
    """The rank heat map at `path` and, beside it, the other figures the study has results for."""
    drawn = []
    for suffix, figure in figures_of(study, title=title):
        place = path if not suffix else path.with_name(f"{path.stem}-{suffix}{path.suffix}")
        place.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(place, dpi=150)
        drawn.append(place)
    close_figures()
    return drawn


def figures_of(study: Study, *, title: str = "") -> list[tuple[str, Any]]:
    """Names and Matplotlib figures; the first, nameless one is the heat map."""
    figures = [("", rank_heat_map(study.assessment, title=title))]
    if any(each.measure == "LOG" and each.method == "Y,P" for each in study.assessment.criteria):
        figures.append(("games", fit_per_game(study.assessment, title=title)))
    if study.checks:
        figures.append(("paths", choice_paths(study.checks, _favourite(study.assessment), title=title)))
    if study.horizons is not None:
        figures.append(("horizons", horizon_lines(study.horizons, title=title)))
    return figures


def _plots() -> Any:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    return plt


def close_figures() -> None:
    """Give back the memory of everything drawn."""
    _plots().close("all")


def _favourite(result: Assessment) -> str:
    """The rule to show paths of: first by log score one step ahead, else by whatever was measured first."""
    game = result.games[-1]
    wanted = Criterion("LOG", "Y,P", "actions", game)
    criterion = wanted if wanted in result.defined else result.defined[0]
    ranks = ranks_of(result.of(criterion), criterion.measure)
    return result.rules[int(np.nanargmin(ranks))]


def _name(game: str) -> str:
    return "all games" if game == ALL_GAMES else game.replace("-", " ")


def rank_heat_map(result: Assessment, game: str | None = None, *, title: str = "") -> Any:
    """Ranks of the rules (columns, best on average first) by every criterion (rows) of one game."""
    plt = _plots()
    where = game or result.games[-1]
    criteria = [each for each in result.defined if each.game == where]
    ranks = np.stack([ranks_of(result.of(each), each.measure) for each in criteria])
    order = np.argsort(np.nanmean(ranks, axis=0), kind="stable")
    ranks = ranks[:, order]
    height = 1.6 + 0.23 * len(criteria)
    figure, axis = plt.subplots(figsize=(3.4 + 0.62 * len(order), height), layout="constrained")
    colours = plt.get_cmap("viridis_r").with_extremes(bad="#e6e6e6")
    image = axis.imshow(ranks, cmap=colours, vmin=1, vmax=len(order), aspect="auto")
    for (row, column), rank in np.ndenumerate(ranks):
        dark = rank > 0.55 * len(order)
        text = "–" if np.isnan(rank) else f"{rank:g}"
        axis.text(column, row, text, ha="center", va="center", fontsize=8, color="white" if dark else "black")
    names = [symbol_of(result.rules[place]) for place in order]
    longest = max(map(len, names))
    axis.set_xticks(
        range(len(order)), names, rotation=40 if longest > 5 else 0, ha="left" if longest > 5 else "center"
    )
    axis.set_yticks(range(len(criteria)), [each.measure for each in criteria], fontsize=8)
    axis.xaxis.tick_top()
    axis.tick_params(length=0)
    _bracket_rows(axis, criteria)
    bar = figure.colorbar(image, ax=axis, fraction=0.03, pad=0.02, ticks=[1, len(order)])
    bar.ax.set_yticklabels(["best", "worst"])
    bar.ax.invert_yaxis()
    heading = f"Ranks in {_name(where)}" + (f": {title}" if title else "")
    axis.set_title(heading, loc="left", fontweight="bold", pad=12)
    return figure


def _bracket_rows(axis: Any, criteria: Sequence[Criterion]) -> None:
    """A line and a name for each block of rows with the same method and level."""
    blocks: dict[tuple[str, str], list[int]] = {}
    for row, each in enumerate(criteria):
        blocks.setdefault((each.level, each.method), []).append(row)
    for (level, method), rows in blocks.items():
        if rows[0]:
            axis.axhline(rows[0] - 0.5, color="white", linewidth=3)
        middle = (rows[0] + rows[-1]) / 2
        axis.annotate(
            f"M({method})\n{level}",
            (0, middle),
            xytext=(-44, 0),
            xycoords=axis.get_yaxis_transform(),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=8,
        )


def fit_per_game(result: Assessment, *, title: str = "") -> Any:
    """Log score per choice one step ahead, with 95 % bootstrap intervals, one panel for each game."""
    plt = _plots()
    games = list(result.games[-MOST_GAMES:])
    n_columns = min(len(games), 5 if len(games) == 5 else 4)
    n_rows = -(-len(games) // n_columns)
    size = (1.6 + 2.7 * n_columns, n_rows * (1.2 + 0.25 * len(result.rules)))
    figure, axes = plt.subplots(
        n_rows, n_columns, figsize=size, layout="constrained", sharey=True, squeeze=False
    )
    for axis, game in zip(axes.flat, games, strict=False):
        _dots(axis, result, Criterion("LOG", "Y,P", "actions", game))
    for axis in axes.flat[len(games) :]:
        axis.set_visible(False)
    figure.supxlabel(
        "log score one step ahead, nats per choice (0 is perfect); the line is blind guessing", fontsize=9
    )
    if title:
        figure.suptitle(f"Fit per game: {title}", fontweight="bold", x=0.01, ha="left")
    return figure


def _dots(axis: Any, result: Assessment, criterion: Criterion) -> None:
    """One dot and interval for each rule; rules that fall off the scale are written at its edge."""
    row = result.row(criterion)
    values, drawn = result.values[row], result.resamples[row]
    blind = _blind(result, criterion.game)
    left = 1.7 * blind
    places = np.arange(len(result.rules))
    for place, rule in enumerate(result.rules):
        colour = COLOURS[0] if values[place] > blind else COLOURS[1]
        if values[place] < left:
            axis.annotate(
                f"◂ {values[place]:.2f}", (left, place), fontsize=7.5, va="center", color=COLOURS[1]
            )
            continue
        axis.plot(values[place], place, "o", color=colour, markersize=4.5, label=rule)
        if drawn.shape[1]:
            ends = np.maximum(np.nanquantile(drawn[place], [0.025, 0.975]), left)
            axis.plot(ends, (place, place), color=colour, linewidth=1.5)
    axis.axvline(blind, color="#7f7f7f", linewidth=1, linestyle=":")
    axis.set_xlim(left, max(0.35 * blind, float(np.nanmax(values)) * 0.8))
    axis.set_yticks(places, [symbol_of(rule) for rule in result.rules], fontsize=8)
    axis.set_ylim(len(places) - 0.5, -0.5)
    axis.set_title(_name(criterion.game), fontsize=9, loc="left", fontweight="bold")
    _tidy(axis)


def _blind(result: Assessment, game: str) -> float:
    """What guessing blindly scores: the random rule's value if there is one, else that of two actions."""
    if "random" in result.rules:
        return float(result.of(Criterion("LOG", "Y,P", "actions", game))[result.rules.index("random")])
    return -float(np.log(2.0))


def _tidy(axis: Any) -> None:
    axis.spines[["top", "right"]].set_visible(False)
    axis.grid(alpha=0.25, axis="x")
    axis.tick_params(labelsize=8)


def choice_paths(checks: Sequence[PathCheck], rule: str, *, title: str = "") -> Any:
    """Recorded paths of shares over rounds, and the band of the rule's replicate experiments."""
    plt = _plots()
    mine = [each for each in checks if each.rule == rule]
    games = list(dict.fromkeys(each.game for each in mine))[:MOST_GAMES]
    width = 4.2 if max(len(each.label) for each in mine) > LONG_LABEL else 2.9
    size = (max(7.5, 1.0 + width * len(games)), 5.4)
    figure, axes = plt.subplots(
        2, len(games), figsize=size, layout="constrained", sharex="col", sharey=True, squeeze=False
    )
    for column, game in enumerate(games):
        here = [each for each in mine if each.game == game]
        _curves(axes[0, column], [each for each in here if each.kind == "learning curve"])
        _curves(axes[1, column], [each for each in here if each.kind == "cell path"])
        axes[0, column].set_title(_name(game), fontsize=9, loc="left", fontweight="bold")
        axes[1, column].set_xlabel("round", fontsize=8)
    axes[0, 0].set_ylabel("share choosing", fontsize=8)
    axes[1, 0].set_ylabel("share of groups in cell", fontsize=8)
    heading = f"Recorded (lines) and replicated by {rule} (bands: 95 %)"
    figure.suptitle(
        heading + (f": {title}" if title else ""), fontweight="bold", x=0.01, ha="left", fontsize=10
    )
    return figure


def _curves(axis: Any, checks: Sequence[PathCheck]) -> None:
    for number, each in enumerate(checks[: len(COLOURS)]):
        colour = COLOURS[number]
        rounds = np.arange(1, len(each.observed) + 1)
        axis.fill_between(rounds, each.lower, each.upper, color=colour, alpha=0.18, linewidth=0)
        axis.plot(rounds, each.mean, color=colour, linewidth=0.9, linestyle="--")
        axis.plot(
            rounds, each.observed, color=colour, linewidth=1.4, label=f"{each.label} (p = {each.p_value:.2g})"
        )
    axis.set_ylim(-0.02, 1.08)
    if checks:
        short = max(len(each.label) for each in checks) <= LONG_LABEL
        n_columns = 2 if len(checks) > 3 and short else 1
        axis.legend(
            fontsize=7 if short else 6, frameon=False, loc="upper left", ncols=n_columns, columnspacing=0.8
        )
    _tidy(axis)


def horizon_lines(result: Assessment, *, title: str = "") -> Any:
    """How each rule's log score and rank change as the forecast reaches further ahead."""
    plt = _plots()
    game = result.games[-1]
    measure = "LOG" if "LOG" in result.settings.measures else result.settings.measures[0]
    criteria = [Criterion(measure, method, "actions", game) for method in result.settings.methods]
    figure, axes = plt.subplots(1, 2, figsize=(10.5, 4.4), layout="constrained")
    _lines(axes[0], result, lambda place: [result.of(each)[place] for each in criteria])
    _lines(axes[1], result, lambda place: [ranked(result, each)[place].rank for each in criteria])
    for axis, name in zip(axes, (measure, "rank"), strict=True):
        axis.set_xticks(range(len(criteria)), result.settings.methods)
        axis.set_title(f"{name}, {_name(game)}", fontsize=9, loc="left", fontweight="bold")
        axis.set_xlabel("rounds ahead", fontsize=8)
        _tidy(axis)
    if measure == "LOG":  # rules that are sure of themselves and wrong would flatten everybody else
        values = np.stack([result.of(each) for each in criteria])
        lowest = max(float(np.nanmin(values)), 1.7 * float(np.nanmax(values[-1])))
        axes[0].set_ylim(lowest - 0.03, float(np.nanmax(values)) + 0.03)
    axes[1].invert_yaxis()
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, fontsize=8, frameon=False, loc="outside right center")
    if title:
        figure.suptitle(f"Further ahead: {title}", fontweight="bold", x=0.01, ha="left")
    return figure


def _lines(axis: Any, result: Assessment, path_of: Callable[[int], list[float]]) -> None:
    for place, rule in enumerate(result.rules):
        axis.plot(
            path_of(place),
            label=symbol_of(rule),
            color=COLOURS[place % len(COLOURS)],
            marker=MARKERS[place % len(MARKERS)],
            linestyle="-" if place < len(COLOURS) else "--",
            linewidth=1.3,
            markersize=4.5,
        )


def method_titles() -> dict[str, str]:
    """What the methods' names mean, for captions."""
    return dict(METHODS)
