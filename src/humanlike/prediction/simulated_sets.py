"""Complete simulations of one rule with many parameter sets side by side, in one pass of the engine.

The luck of a simulated group depends on its place alone, so the same call with other parameters, or another rule, meets
the same luck: common random numbers, without which no search over parameters could compare two of them.
"""

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, Play, Rule, Streams
from humanlike.engine import Block, Population, simulate_actions
from humanlike.engine.replay import replay
from humanlike.prediction.forecasts import Simulated, Simulations, shares_of
from humanlike.prediction.observations import MOST_OUTCOMES, Floats
from humanlike.scoring import outcome_categories, outcome_probabilities

NUMBERS_AT_ONCE = 20_000_000  # chances in memory while replaying simulated play


def simulate_sets(
    stream: Streams, game: Game, rule: Rule, points: Floats, *, n_rounds: int, n_simulations: int
) -> list[Simulations]:
    """For each parameter set of `points` [sets, parameters]: S groups that follow the rule from first round to last."""
    per_set = n_simulations * game.n_players * n_rounds * max(game.n_actions) * 2
    n_pieces = -(-len(points) * per_set // NUMBERS_AT_ONCE)
    found: list[Simulations] = []
    for number, piece in enumerate(np.array_split(points, min(n_pieces, len(points)))):
        found += _piece(stream[f"piece {number}"], game, rule, piece, n_rounds, n_simulations)
    return found


def _piece(
    stream: Streams, game: Game, rule: Rule, points: Floats, n_rounds: int, n_simulations: int
) -> list[Simulations]:
    seats, width, n_groups = game.n_players, max(game.n_actions), len(points) * n_simulations
    own = rule.parameters(*np.repeat(points, n_simulations, axis=0).T)
    blocks = [Block(rule, own, role, np.arange(n_groups) * seats + role) for role in range(seats)]
    moves = simulate_actions(stream, game, Population(tuple(blocks), n_groups, seats), n_rounds=n_rounds)
    actions = (
        np.ascontiguousarray(moves).reshape(len(points), n_simulations, seats, n_rounds).astype(np.int16)
    )
    everybody = rule.parameters(*np.repeat(points, n_simulations * seats, axis=0).T)
    played = replay(Play(game, actions.reshape(-1, n_rounds)), rule, everybody)
    chances = np.exp(played.log_probabilities).reshape(*actions.shape, width)
    joint = len(set(game.n_actions)) == 1 and width**seats <= MOST_OUTCOMES
    return [_described(own, chances[place], width, joint) for place, own in enumerate(actions)]


def _described(actions: npt.NDArray[np.int16], chances: Floats, width: int, joint: bool) -> Simulations:
    """One set: what was done [simulations, seats, rounds], with which chances [simulations, seats, rounds, actions]."""
    single = Simulated(actions, shares_of(actions, width), np.nan_to_num(chances.mean(axis=0)))
    if not joint:
        return Simulations(single, None)
    n_outcomes = width ** actions.shape[1]
    cells = outcome_categories(np.moveaxis(actions, 1, 2), width)[:, None, :].astype(np.int16)
    mean = outcome_probabilities(np.moveaxis(chances, 1, 2)).mean(axis=0)[None]
    return Simulations(single, Simulated(cells, shares_of(cells, n_outcomes), mean))
