r"""What a rule predicts: chances one step ahead (P), complete simulations (Z) and their chances (Q).

One step ahead the rule is led through the recorded history. A complete simulation lets a group of players who
all follow the rule play from round 1; Z holds what they did, Q the chances with which they did it. Averages of Q are
better estimates of the same path than averages of Z, because the last random step is integrated out. A recorded
subject is compared with the simulated player in the same role. Where partners change (`company`) whole experiments are
simulated, and an outcome is what a player in the first role and those whom it meets in the round do.

With uncertain parameters P is averaged over draws of the parameters, and every simulated group plays with a
draw of its own.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, Meetings, Play, Streams
from humanlike.engine import alike, simulate_and_tally
from humanlike.engine.replay import replay
from humanlike.prediction.calibration import CalibratedRule, parameter_draws
from humanlike.prediction.observations import MOST_OUTCOMES, Floats
from humanlike.scoring import outcome_categories

PARAMETER_DRAWS = 32


class Simulated(NamedTuple):
    """Complete simulations at one level."""

    categories: npt.NDArray[np.int16]  # Z: [simulations, positions, rounds]
    shares: Floats  # [positions, rounds, categories] how often each category occurs in Z
    chances: Floats  # mean of Q: [positions, rounds, categories]


class Simulations(NamedTuple):
    """Complete simulations of one rule in one game."""

    actions: Simulated
    outcomes: Simulated | None  # None where outcomes are too many or roles have different actions


def one_step_chances(play: Play, calibration: CalibratedRule, *, stream: Streams | None = None) -> Floats:
    """P, shape [subjects, rounds, actions]; averaged over parameter draws if a stream is given."""
    rule = calibration.rule
    if stream is None or calibration.covariance is None:
        return np.exp(replay(play, rule, calibration.parameters).log_probabilities)
    draws = parameter_draws(stream["parameters"][rule.name], calibration, PARAMETER_DRAWS)
    total = np.zeros(1)
    for draw in zip(*draws, strict=True):
        total = total + np.exp(replay(play, rule, rule.parameters(*map(float, draw))).log_probabilities)
    return np.asarray(total / PARAMETER_DRAWS)


def simulate_completely(
    stream: Streams,
    game: Game,
    calibration: CalibratedRule,
    *,
    n_rounds: int,
    n_simulations: int,
    uncertain: bool = False,
    meetings: Meetings | None = None,
) -> Simulations:
    """S groups that follow the rule from the first round to the last, or as many as `meetings` bring together."""
    rule, seats = calibration.rule, game.n_players
    n_groups = n_simulations if meetings is None else meetings.n_subjects // seats
    parameters = calibration.parameters
    if uncertain:
        parameters = parameter_draws(stream["parameters"][rule.name], calibration, n_groups)
    everybody_first = meetings is not None and meetings.mixed
    population = alike(game, rule, parameters, n_groups, everybody_first=everybody_first)
    width = max(game.n_actions)
    joint = len(set(game.n_actions)) == 1 and width**seats <= MOST_OUTCOMES and not everybody_first
    told = simulate_and_tally(
        stream["choice"], game, population, n_rounds=n_rounds, with_outcomes=joint, meetings=meetings
    )
    actions = np.ascontiguousarray(told.actions).reshape(n_groups, seats, n_rounds).astype(np.int16)
    by_action = Simulated(actions, shares_of(actions, width), told.chances)
    if told.outcomes is None:
        return Simulations(by_action, None)
    tables = _at_tables(actions, meetings)
    cells = outcome_categories(np.moveaxis(tables, 1, 2), width)[:, None, :].astype(np.int16)
    return Simulations(by_action, Simulated(cells, shares_of(cells, width**seats), told.outcomes[None]))


def _at_tables(values: npt.NDArray[Any], meetings: Meetings | None) -> npt.NDArray[Any]:
    """From values of those seated together [groups, seats, rounds, ...] to those of whom the first of them meets."""
    if meetings is None:
        return values
    n_groups, seats, n_rounds = values.shape[:3]
    by_subject = values.reshape(n_groups * seats, n_rounds, *values.shape[3:])
    others = meetings.partners[::seats, :, :n_rounds]
    met = by_subject[others, np.arange(n_rounds)]
    return np.concatenate([values[:, :1], met], axis=1)


def shares_of(categories: npt.NDArray[np.int16], n_categories: int) -> Floats:
    """How often each category occurs in simulations, [simulations, positions, rounds] -> [positions, rounds, C]."""
    return np.stack([(categories == category).mean(axis=0) for category in range(n_categories)], axis=-1)
