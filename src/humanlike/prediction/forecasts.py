r"""What a rule predicts: chances one step ahead (P), complete simulations (Z) and their chances (Q).

One step ahead the rule is led through the recorded history. A complete simulation lets a group of players who
all follow the rule play from round 1; Z holds what they did, Q the chances with which they did it, obtained
by replaying the simulated play. Averages of Q are better estimates of the same path than averages of Z,
because the last random step is integrated out. A recorded subject is compared with the simulated player in
the same role. Where partners change (`company`) whole experiments are simulated, and an outcome is what a player in the
first role and those whom it meets in the round do.

With uncertain parameters P is averaged over draws of the parameters, and every simulated group plays with a
draw of its own.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, Meetings, Play, Streams
from humanlike.engine import alike, simulate_actions
from humanlike.engine.replay import replay
from humanlike.prediction.calibration import CalibratedRule, parameter_draws
from humanlike.prediction.observations import MOST_OUTCOMES, Floats
from humanlike.scoring import outcome_categories, outcome_probabilities

PARAMETER_DRAWS = 32
NUMBERS_AT_ONCE = 20_000_000  # chances in memory while replaying simulated play


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
    moves = simulate_actions(stream["choice"], game, population, n_rounds=n_rounds, meetings=meetings)
    actions = np.ascontiguousarray(moves).reshape(n_groups, seats, n_rounds).astype(np.int16)
    width = max(game.n_actions)
    joint = len(set(game.n_actions)) == 1 and width**seats <= MOST_OUTCOMES and not everybody_first
    chances, joint_chances = _mean_chances(
        game, calibration, parameters, actions, meetings, with_outcomes=joint
    )
    by_action = Simulated(actions, shares_of(actions, width), chances)
    if not joint:
        return Simulations(by_action, None)
    tables = _at_tables(actions, meetings)
    cells = outcome_categories(np.moveaxis(tables, 1, 2), width)[:, None, :].astype(np.int16)
    return Simulations(by_action, Simulated(cells, shares_of(cells, width**seats), joint_chances[None]))


def _at_tables(values: npt.NDArray[Any], meetings: Meetings | None) -> npt.NDArray[Any]:
    """From values of those seated together [groups, seats, rounds, ...] to those of whom the first of them meets."""
    if meetings is None:
        return values
    n_groups, seats, n_rounds = values.shape[:3]
    by_subject = values.reshape(n_groups * seats, n_rounds, *values.shape[3:])
    others = meetings.partners[::seats, :, :n_rounds]
    met = by_subject[others, np.arange(n_rounds)]
    return np.concatenate([values[:, :1], met], axis=1)


def _mean_chances(
    game: Game,
    calibration: CalibratedRule,
    parameters: tuple[object, ...],
    actions: npt.NDArray[np.int16],
    meetings: Meetings | None,
    *,
    with_outcomes: bool,
) -> tuple[Floats, Floats]:
    """The mean of Q over simulations, for actions [seats, rounds, A] and for outcomes [rounds, A^I]."""
    n_groups, seats, n_rounds = actions.shape
    width = max(game.n_actions)
    together = 1 if meetings is None else meetings.pool // seats  # groups that meet each other
    per_group = seats * n_rounds * width + (width**seats * n_rounds if with_outcomes else 0)
    n_pieces = min(-(-n_groups * per_group // NUMBERS_AT_ONCE), n_groups // together)
    single = np.zeros((seats, n_rounds, width))
    joint = np.zeros((n_rounds, width**seats if with_outcomes else 0))
    for pools in np.array_split(np.arange(n_groups // together), n_pieces):
        piece = np.arange(pools[0] * together, (pools[-1] + 1) * together)
        values = [
            value[piece].repeat(seats) if np.ndim(value) else value for value in map(np.asarray, parameters)
        ]
        met = None if meetings is None else meetings.part(range(pools[0], pools[-1] + 1))
        moves = actions[piece].reshape(-1, n_rounds)
        groups = Play(game, moves) if met is None else met.play(game, moves)
        played = replay(groups, calibration.rule, calibration.rule.parameters(*values))
        chances = np.exp(played.log_probabilities).reshape(len(piece), seats, n_rounds, width)
        single += chances.sum(axis=0)
        if with_outcomes:
            joint += _summed_outcomes(_at_tables(chances, met))
    return np.nan_to_num(single) / n_groups, joint / n_groups


def _summed_outcomes(chances: Floats) -> Floats:
    """Chances of every outcome [rounds, A^I], summed over groups; `chances` are [groups, members, rounds, A]."""
    if chances.shape[1] == 2:  # without an array of all groups' outcomes in between
        pairs = np.einsum("gta,gtb->tab", chances[:, 0], chances[:, 1])
        return np.asarray(pairs.reshape(len(pairs), -1))
    return np.asarray(outcome_probabilities(np.moveaxis(chances, 1, 2)).sum(axis=0))


def shares_of(categories: npt.NDArray[np.int16], n_categories: int) -> Floats:
    """How often each category occurs in simulations, [simulations, positions, rounds] -> [positions, rounds, C]."""
    return np.stack([(categories == category).mean(axis=0) for category in range(n_categories)], axis=-1)
