"""What the figures of predictive success are drawn from: a study taken apart into arrays."""

import numpy as np
from matplotlib.figure import Figure

from humanlike.figures.prediction import (
    PathPanel,
    Way,
    draw_fit_per_game,
    draw_horizons,
    draw_paths,
    draw_ranks,
)
from humanlike.figures.style import Floats
from humanlike.fitting import t_quantile
from humanlike.prediction import ALL_GAMES, Assessment, Criterion, PathCheck, Study, ranked, ranks_of


def pictures_of(study: Study, *, title: str = "") -> dict[str, Figure]:
    """The ranks first, then what else the study has results for: games, paths, horizons."""
    result = study.assessment
    figures = {"ranks": _ranks(result, title)}
    if any(each.measure == "LOG" and each.method == "Y,P" for each in result.criteria):
        figures["games"] = _fit_per_game(study, title)
    if study.checks:
        rule = _favourite(result, {each.rule for each in study.checks})
        panels = [_path(each) for each in study.checks if each.rule == rule]
        figures["paths"] = draw_paths(rule, panels, data=title)
    if study.horizons is not None:
        figures["horizons"] = _horizons(study.horizons, title)
    return figures


def _game(name: str) -> str:
    return "all games" if name == ALL_GAMES else name.replace("-", " ")


def _favourite(result: Assessment, checked: set[str]) -> str:
    """The rule of those checked to show paths of: first by log score one step ahead, or whatever was measured first."""
    wanted = Criterion("LOG", "Y,P", "actions", result.games[-1])
    criterion = wanted if wanted in result.defined else result.defined[0]
    was_checked = np.array([rule in checked for rule in result.rules])
    ranks = np.where(was_checked, ranks_of(result.of(criterion), criterion.measure), np.nan)
    return result.rules[int(np.nanargmin(ranks))]


def _ranks(result: Assessment, title: str) -> Figure:
    """Ranks by every criterion of all games together (or of the only game)."""
    game = result.games[-1]
    criteria = [each for each in result.defined if each.game == game]
    return draw_ranks(
        result.rules,
        [Way(each.measure, f"M({each.method})\n{each.level}") for each in criteria],
        np.stack([ranks_of(result.of(each), each.measure) for each in criteria]),
        np.array([[row.may_be_best for row in ranked(result, each)] for each in criteria]),
        data="; ".join(filter(None, (_game(game), title))),
    )


def _fit_per_game(study: Study, title: str) -> Figure:
    result = study.assessment
    rows = [result.row(Criterion("LOG", "Y,P", "actions", game)) for game in result.games]
    values, drawn = result.values[rows], result.resamples[rows]
    reach = _reach(result, drawn)
    lower, upper = values - reach, values + reach
    blind = np.array([_blind(study, game) for game in result.games])
    games = [_game(game) for game in result.games]
    return draw_fit_per_game(games, result.rules, values, lower, upper, blind, data=title)


def _reach(result: Assessment, drawn: Floats) -> Floats:
    """Half the width of 95 % intervals [games, rules] from resamples [games, rules, resamples], by Student's t."""
    if drawn.shape[-1] < 2:
        return np.full(drawn.shape[:2], np.nan)
    freedom = np.array([result.freedom.get(game, 0) for game in result.games])
    quantiles = [t_quantile(0.95, int(degrees) + 1) for degrees in freedom]
    return np.asarray(np.array(quantiles)[:, None] * np.nanstd(drawn, axis=-1, ddof=1))


def _blind(study: Study, game: str) -> float:
    """What guessing blindly scores per predicted choice: minus the mean logarithm of the number of actions."""
    logs = []
    for sample in study.samples:
        if game in (ALL_GAMES, sample.name):
            play = sample.play.rows(sample.tested)
            counts = np.array(play.game.n_actions, dtype=np.float64)[play.roles]
            logs.append(np.repeat(np.log(counts), (play.actions >= 0).sum(axis=1)))
    return -float(np.mean(np.concatenate(logs)))


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
