"""What the figures of predictive success are drawn from: a study taken apart into arrays."""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from humanlike.figures import save
from humanlike.figures.prediction import (
    PathPanel,
    Way,
    draw_fit_per_game,
    draw_horizons,
    draw_paths,
    draw_ranks,
)
from humanlike.figures.style import Floats
from humanlike.prediction import ALL_GAMES, Assessment, Criterion, PathCheck, Study, ranked, ranks_of


def draw_study(study: Study, path: Path, *, title: str = "") -> list[Path]:
    """The rank heat map at `path` and, beside it, the other figures the study has results for."""
    drawn = []
    for suffix, figure in figures_of(study, title=title):
        place = path if not suffix else path.with_name(f"{path.stem}-{suffix}{path.suffix}")
        drawn.append(save(figure, place))
    return drawn


def figures_of(study: Study, *, title: str = "") -> list[tuple[str, Figure]]:
    """Names and figures; the first, nameless one is the heat map."""
    result = study.assessment
    figures = [("", _ranks(result, title))]
    if any(each.measure == "LOG" and each.method == "Y,P" for each in result.criteria):
        figures.append(("games", _fit_per_game(result, title)))
    if study.checks:
        rule = _favourite(result)
        panels = [_path(each) for each in study.checks if each.rule == rule]
        figures.append(("paths", draw_paths(rule, panels, data=title)))
    if study.horizons is not None:
        figures.append(("horizons", _horizons(study.horizons, title)))
    return figures


def _game(name: str) -> str:
    return "all games" if name == ALL_GAMES else name.replace("-", " ")


def _favourite(result: Assessment) -> str:
    """The rule to show paths of: first by log score one step ahead, else by whatever was measured first."""
    wanted = Criterion("LOG", "Y,P", "actions", result.games[-1])
    criterion = wanted if wanted in result.defined else result.defined[0]
    ranks = ranks_of(result.of(criterion), criterion.measure)
    return result.rules[int(np.nanargmin(ranks))]


def _ranks(result: Assessment, title: str) -> Figure:
    """Ranks by every criterion of all games together (or of the only game)."""
    game = result.games[-1]
    criteria = [each for each in result.defined if each.game == game]
    return draw_ranks(
        result.rules,
        [Way(each.measure, f"M({each.method})\n{each.level}") for each in criteria],
        np.stack([ranks_of(result.of(each), each.measure) for each in criteria]),
        data="; ".join(filter(None, (_game(game), title))),
    )


def _fit_per_game(result: Assessment, title: str) -> Figure:
    rows = [result.row(Criterion("LOG", "Y,P", "actions", game)) for game in result.games]
    values, drawn = result.values[rows], result.resamples[rows]
    unknown: Floats = np.full(values.shape, np.nan)
    lower, upper = np.nanquantile(drawn, [0.025, 0.975], axis=-1) if drawn.shape[-1] else (unknown, unknown)
    blind = (
        values[:, result.rules.index("random")]
        if "random" in result.rules
        else np.full(len(rows), -np.log(2.0))  # what guessing among two actions scores
    )
    games = [_game(game) for game in result.games]
    return draw_fit_per_game(games, result.rules, values, lower, upper, blind, data=title)


def _path(each: PathCheck) -> PathPanel:
    return PathPanel(
        f"{_game(each.game)}: {each.label}", each.observed, each.mean, each.lower, each.upper, each.p_value
    )


def _horizons(result: Assessment, title: str) -> Figure:
    game = result.games[-1]
    measure = "LOG" if "LOG" in result.settings.measures else result.settings.measures[0]
    criteria = [Criterion(measure, method, "actions", game) for method in result.settings.methods]
    return draw_horizons(
        result.settings.methods,
        result.rules,
        np.stack([result.of(each) for each in criteria], axis=1),
        np.array([[rule.rank for rule in ranked(result, each)] for each in criteria]).T,
        measure=measure,
        data="; ".join(filter(None, (_game(game), title))),
    )
