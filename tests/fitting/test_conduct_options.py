"""Habits and taking turns by hand, on rules that learn nothing else, and in a chain of options."""

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import Game, Play, Streams, UnsuitableGame, double_precision
from humanlike.engine import replay
from humanlike.fitting.conduct_options import with_habit, with_turn_taking
from humanlike.games import GAMES
from humanlike.players import RULES

CHICKEN = GAMES["chicken"]
MOVES = Play(CHICKEN, np.array([[0, 0, 1], [1, 0, 0]]))


def chances(rule, *values: float) -> np.ndarray:
    """Of the second action, by the first player."""
    return np.exp(replay(MOVES, rule, rule.parameters(*values)).log_probabilities)[0, :, 1]


@double_precision()
def test_habit_by_hand():
    """Rate 1/5: traces (.5, .5), (.6, .4), (.68, .32); weights exp(habit (2 h - 1)) with habit 2."""
    found = chances(with_habit(RULES["random"]), 2.0, 0.2)
    np.testing.assert_allclose(found, [0.5, 1 / (1 + np.exp(0.8)), 1 / (1 + np.exp(1.44))], atol=1e-12)


@double_precision()
def test_turn_taking_by_hand():
    """The other did 1, then 0: what it did last is exp(2) times as likely."""
    found = chances(with_turn_taking(RULES["random"]), 2.0)
    np.testing.assert_allclose(found, [0.5, 1 / (1 + np.exp(-2)), 1 / (1 + np.exp(2))], atol=1e-12)


@double_precision()
def test_habits_outlast_a_match_and_turns_do_not():
    play = Play(CHICKEN, np.array([[0, -1, 1], [1, -1, 1]]))
    habit, turns = with_habit(RULES["random"]), with_turn_taking(RULES["random"])
    found = np.exp(replay(play, habit, habit.parameters(2.0, 0.2)).log_probabilities)[0, 2, 1]
    assert found == pytest.approx(1 / (1 + np.exp(0.8)))
    assert np.exp(replay(play, turns, turns.parameters(2.0)).log_probabilities)[0, 2, 1] == pytest.approx(0.5)


def test_turns_need_as_many_actions_for_both():
    rule = with_turn_taking(RULES["random"])
    wide = Game.from_matrices("wide", [[1, 2, 3], [3, 2, 1]], [[1, 1, 1], [2, 2, 2]])
    with pytest.raises(UnsuitableGame, match="as many actions"):
        replay(Play(wide, np.array([[0, 1], [2, 0]])), rule, rule.default)


def test_options_stand_in_a_chain_and_are_fitted():
    """Who repeats seven times in ten has a habit or sticks to what was done."""
    luck = Streams(9)["habit"].generator()
    moves = np.cumsum(luck.random((12, 20)) < 0.3, axis=1) % 2
    found = hl.fit([Play(CHICKEN, moves)], "random+stickiness+habit", starts=1)
    (fit,) = found.rules[0].fits
    assert found.rules[0].fits.rule.parameter_names == ("stickiness", "habit", "habit_rate")
    assert fit.nats_per_choice < 0.64 < np.log(2)
