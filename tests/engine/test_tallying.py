"""Chances summed while a population plays are those that a replay of its moves finds."""

import numpy as np
import pytest

from humanlike.core import Game, Play, Streams
from humanlike.engine import alike, pieces, replay, simulate_actions, simulate_and_tally
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.scoring import outcome_probabilities

STREAM, ROUNDS, GROUPS = Streams(31), 9, 7
TRIPLE = Game(
    "triple",
    (np.arange(8.0).reshape(2, 4), np.arange(8.0)[::-1].reshape(2, 4), np.eye(2, 4)),
    (("a", "b"),) * 3,
)
UNEQUAL = Game.from_matrices("unequal", [[3, 0, 1], [1, 2, 0]], [[0, 1, 2], [2, 0, 1]])


@pytest.mark.parametrize("largest", [100, 3])  # with 3 groups at most the last piece reaches back over two
@pytest.mark.parametrize(
    ("game", "rule"),
    [
        (GAMES["chicken"], "ewa"),
        (GAMES["matching-pennies"], "cross"),
        (TRIPLE, "roth-erev"),
        (UNEQUAL, "ewa"),
    ],
    ids=lambda each: getattr(each, "name", each),
)
def test_sums_are_those_of_a_replay(monkeypatch, game: Game, rule: str, largest: int) -> None:
    monkeypatch.setattr(pieces, "LARGEST", largest)
    learner, seats = RULES[rule], game.n_players
    population = alike(game, learner, learner.default, GROUPS)
    equal = len(set(game.n_actions)) == 1
    found = simulate_and_tally(STREAM["a"], game, population, n_rounds=ROUNDS, with_outcomes=equal)
    moves = simulate_actions(STREAM["a"], game, population, n_rounds=ROUNDS)
    np.testing.assert_array_equal(found.actions, moves)
    logs = replay(Play(game, np.ascontiguousarray(moves)), learner, learner.default).log_probabilities
    chances = np.nan_to_num(np.exp(logs)).reshape(GROUPS, seats, ROUNDS, -1)
    np.testing.assert_allclose(found.chances, chances.mean(axis=0), rtol=1e-12)
    if equal:
        joint = outcome_probabilities(np.moveaxis(chances, 1, 2)).mean(axis=0)
        np.testing.assert_allclose(found.outcomes, joint, rtol=1e-12)
    else:
        assert found.outcomes is None


def test_each_group_has_parameters_of_its_own() -> None:
    rule = RULES["ewa"]
    spread = rule.parameters(*(np.linspace(0.5, 1.0, GROUPS) * value for value in rule.default))
    population = alike(GAMES["chicken"], rule, spread, GROUPS)
    found = simulate_and_tally(
        STREAM["b"], GAMES["chicken"], population, n_rounds=ROUNDS, with_outcomes=False
    )
    by_seat = rule.parameters(*(np.repeat(value, 2) for value in spread))
    logs = replay(
        Play(GAMES["chicken"], np.ascontiguousarray(found.actions)), rule, by_seat
    ).log_probabilities
    mean = np.exp(logs).reshape(GROUPS, 2, ROUNDS, 2).mean(axis=0)
    np.testing.assert_allclose(found.chances, mean, rtol=1e-12)
