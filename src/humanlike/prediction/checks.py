r"""Posterior predictive checks: would the rule's own experiment have looked like the recorded one?

Whole replicate experiments are simulated with the recorded number of groups, rounds and gaps (every replicate
with its own draw of the parameters where the fit's covariance is known). Two kinds of path are compared with
the record: *learning curves*, the share of each action among the players of a role, and *cell paths*, the
share of each group outcome, round by round. The band holds 95 % of the replicates at each round; the p-value
belongs to the whole path: how often a replicate strays as far from the mean as the record does, by

.. math:: D = \max_t \frac{|y_t - \bar y_t|}{s_t}.

Gelman, Meng & Stern (1996), Statistica Sinica 6, 733-760.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Streams, UnsuitableGame
from humanlike.engine import Block, Population, simulate_actions
from humanlike.prediction.calibration import CalibratedRule, parameter_draws
from humanlike.prediction.observations import MOST_OUTCOMES, Floats, Sample
from humanlike.scoring import outcome_categories

SMALLEST_SPREAD = 1e-9


class PathCheck(NamedTuple):
    """One path of shares over rounds, recorded and replicated."""

    game: str
    rule: str
    kind: str  # learning curve, or cell path
    label: str  # whose share of what
    observed: Floats  # [rounds]
    mean: Floats  # [rounds] over the replicates
    lower: Floats  # [rounds]
    upper: Floats  # [rounds]
    outside: float  # share of rounds outside the band
    p_value: float


def predictive_checks(
    stream: Streams,
    sample: Sample,
    calibration: CalibratedRule,
    *,
    n_replicates: int = 200,
    alpha: float = 0.05,
) -> list[PathCheck]:
    """Learning curves of every role under test, and cell paths, against replicate experiments of the rule."""
    play, game = sample.play, sample.play.game
    if play.partners.ndim != 2 or not play.partners.size:
        raise UnsuitableGame(
            f"Replicate experiments need partners who stay together, not those of '{game.name}'."
        )
    groups = play.groups()
    recorded = play.actions[groups]  # [groups, seats, rounds]
    replicated = _replicates(stream, sample, calibration, len(groups), n_replicates)
    replicated = np.where(recorded >= 0, replicated, -1)  # the record's gaps
    checks = []
    for role in sorted(set(play.roles[sample.tested].tolist())):
        for action, label in enumerate(game.labels[role][1:], start=1):
            paths = _shares(recorded[:, role], action), _shares(replicated[:, :, role], action)
            about = "learning curve", f"{label}, {game.role_name(role)}"
            checks.append(_check(game.name, calibration.rule.name, about, *paths, alpha))
    n_actions = game.n_actions[0]
    if len(set(game.n_actions)) > 1 or n_actions**game.n_players > MOST_OUTCOMES:
        return checks
    cells = [outcome_categories(np.moveaxis(moves, -2, -1), n_actions) for moves in (recorded, replicated)]
    for number, profile in enumerate(game.profiles()):
        paths = _shares(cells[0], number), _shares(cells[1], number)
        checks.append(
            _check(game.name, calibration.rule.name, ("cell path", game.label_of(profile)), *paths, alpha)
        )
    return checks


def _replicates(
    stream: Streams, sample: Sample, calibration: CalibratedRule, n_groups: int, n_replicates: int
) -> npt.NDArray[np.int16]:
    """Simulated experiments, [replicates, groups, seats, rounds]."""
    game, seats, count = sample.play.game, sample.play.game.n_players, n_groups * n_replicates
    draws = parameter_draws(stream["parameters"][calibration.rule.name], calibration, n_replicates)
    parameters = calibration.rule.parameters(*(np.repeat(value, n_groups) for value in draws))
    blocks = tuple(
        Block(calibration.rule, parameters, role, np.arange(count) * seats + role) for role in range(seats)
    )
    population = Population(blocks, count, seats)
    moves = simulate_actions(stream["replicates"][game.name], game, population, n_rounds=sample.play.n_rounds)
    return np.ascontiguousarray(moves).reshape(n_replicates, n_groups, seats, -1).astype(np.int16)


def _shares(categories: npt.NDArray[np.integer], wanted: int) -> Floats:
    """The share of `wanted` over groups, [..., groups, rounds] -> [..., rounds]; NaN where nobody moved."""
    known = (categories >= 0).sum(axis=-2)
    hits = (categories == wanted).sum(axis=-2)
    return np.where(known > 0, hits / np.maximum(known, 1), np.nan)


def _check(
    game: str, rule: str, about: tuple[str, str], observed: Floats, replicated: Floats, alpha: float
) -> PathCheck:
    mean, spread = replicated.mean(axis=0), replicated.std(axis=0)
    lower, upper = np.quantile(replicated, [alpha / 2, 1 - alpha / 2], axis=0)
    scale = np.maximum(spread, SMALLEST_SPREAD)
    strays = np.nanmax(np.abs(replicated - mean) / scale, axis=1)
    stray = np.nanmax(np.abs(observed - mean) / scale)
    p_value = (1 + np.sum(strays >= stray)) / (1 + len(strays))
    outside = float(np.mean((observed < lower) | (observed > upper)))
    return PathCheck(game, rule, *about, observed, mean, lower, upper, outside, float(p_value))
