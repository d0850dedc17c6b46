"""Cognitive hierarchy and level-k as what a rule does in round 1."""

import numpy as np
import pytest

from humanlike.core import BadRequest, Game, Information, Play, UnsuitableGame
from humanlike.engine import check_rule, replay
from humanlike.games import GAMES
from humanlike.naming.rules import find_player, find_rule
from humanlike.players import RULES

CHICKEN = GAMES["chicken"]
# Two thirds of the average, in small: the row's dominated action A, then the column's B, fall to thought.
STEPS = Game.from_matrices("steps", [[0, 1], [2, 2]], [[2, 0], [0, 1]])
ROUNDS = Play(STEPS, np.array([[1, 0, 1], [1, 1, 0]]))
SHARP = {"tau": 1.5, "lambda_1": 100.0}


def chances(word: str, play: Play = ROUNDS, **changes: float) -> np.ndarray:
    rule = find_rule(word)
    return np.exp(replay(play, rule, rule.with_parameters(changes)).log_probabilities)


def test_a_cognitive_hierarchy_by_hand():
    """The row's B is dominant: all but level 0 take it, 1 - e^-1.5 / 2. The column's level 1 takes A (2 against 1 of
    even); level 2 thinks 1 in 2.5 blind, 1.5 in 2.5 at B: A promises .4, B .8; deeper ones see still more B."""
    f = np.exp(-1.5) * np.array([1.0, 1.5])
    first = chances("ewa+cognitive-hierarchy", **SHARP)[:, 0]
    np.testing.assert_allclose(first[0], [f[0] / 2, 1 - f[0] / 2], atol=1e-9)
    np.testing.assert_allclose(first[1], [f[0] / 2 + f[1], 1 - f[0] / 2 - f[1]], atol=1e-6)


def test_quantal_levels_by_hand():
    """From 0 to 1 the row's table is ((0, .5), (1, 1)), the column's ((1, 0), (0, .5)): lambda 2 times .75 and .25 of
    even for level 1; level 2's column expects the row's B with 1 / (1 + e^-1.5)."""
    first = chances("ewa+level-k", s0=0.2, s1=0.6, lambda_1=2.0)[:, 0]
    down = 1 / (1 + np.exp(-1.5))
    one = 1 / (1 + np.exp(-2 * (0.5 * 0.5 - 0.5)))
    two = 1 / (1 + np.exp(-2 * (0.5 * down - (1 - down))))
    np.testing.assert_allclose(first[1, 1], 0.1 + 0.8 * (0.6 * one + 0.4 * two), atol=1e-9)
    expects = 1 / (1 + np.exp(2 * (0.5 * 0.5 - 0.5)))  # the column's level 1 takes A
    deep = 1 / (1 + np.exp(-2 * (1 - 0.5 * (1 - expects))))
    np.testing.assert_allclose(first[0, 1], 0.1 + 0.8 * (0.6 * down + 0.4 * deep), atol=1e-9)


@pytest.mark.parametrize("option", ["cognitive-hierarchy", "level-k"])
def test_afterwards_the_choice_is_the_rules_own(option):
    np.testing.assert_allclose(chances(f"ewa+{option}")[:, 1:], chances("ewa")[:, 1:], atol=1e-12, rtol=0)


def test_nobody_thinking_is_blind():
    np.testing.assert_allclose(chances("ewa+cognitive-hierarchy", tau=0.0)[:, 0], 0.5, atol=1e-12)
    np.testing.assert_allclose(chances("ewa+level-k", s0=1.0)[:, 0], 0.5, atol=1e-12)


@pytest.mark.parametrize("option", ["cognitive-hierarchy", "level-k"])
def test_they_keep_the_contract_of_rules(option):
    rule = find_rule(f"random+{option}")
    assert check_rule(rule, [CHICKEN]) is rule


def test_they_need_the_other_players_payoffs_and_two_players():
    rule = find_rule("ewa+cognitive-hierarchy")
    with pytest.raises(UnsuitableGame, match="2 players"):
        rule.check_setting(GAMES["market-entry"], 0, Information.GAME)
    with pytest.raises(Exception, match="information 'game' is enough"):
        rule.check_setting(CHICKEN, 0, Information.ACTIONS)


def test_one_first_choice_is_enough_and_an_option_is_said_once():
    with pytest.raises(BadRequest, match="first choice already"):
        find_rule("ewa+level-k+cognitive-hierarchy")
    with pytest.raises(BadRequest, match="said once"):
        find_rule("ewa+lapse+lapse")


def test_a_named_set_leaves_only_the_first_choice_free():
    assert find_rule("ewa:camerer-ho-3+level-k").parameter_names == ("level_0", "level_1", "first_precision")
    assert find_player("ewa+level-k").rule.name == "ewa+level-k" and RULES["ewa"].needs < Information.GAME
