"""Learning theories of the field against brute force, published equilibria and each other."""

from itertools import product

import jax.numpy as jnp
import numpy as np
import pytest

from humanlike.core import Game, Information, Play, Streams, UnsuitableGame, double_precision
from humanlike.engine import everybody, replay, simulate
from humanlike.games import GAMES
from humanlike.naming.rules import find_rule
from humanlike.players import RULES
from humanlike.players.sampling import answers_to_samples, weighted_answers

GAME_1 = Game.from_matrices("selten-chmura-1", [[10, 0], [9, 10]], [[8, 18], [9, 8]])  # constant sum


def chances(word: str, play: Play, **changes: float) -> np.ndarray:
    rule = find_rule(word)
    return np.exp(replay(play, rule, rule.with_parameters(changes)).log_probabilities)


def by_brute_force(payoffs, odds, size, grand=0.0, weight=0.0):
    found = np.zeros(len(payoffs))
    for draws in product(range(len(odds)), repeat=size):
        values = (1 - weight) * payoffs[:, draws].mean(axis=1) + weight * grand
        best = values >= values.max() - 1e-9
        found += np.prod(odds[list(draws)]) * best / best.sum()
    return found


@double_precision()
def test_samples_are_summed_as_one_by_one():
    payoffs, odds = np.array([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]]), np.array([0.5, 0.2, 0.3])
    two, three = (by_brute_force(payoffs, odds, size) for size in (2, 3))
    for size, expected in ((2.0, two), (3.0, three), (2.25, 0.75 * two + 0.25 * three)):
        np.testing.assert_allclose(answers_to_samples(payoffs, odds, size, 4), expected, atol=1e-12)
    grand = np.array([0.1, 0.9, 0.3])
    ends = [by_brute_force(payoffs, odds, 2, grand, weight) for weight in (0.4, 0.5)]
    for weight, expected in ((0.4, ends[0]), (0.47, 0.3 * ends[0] + 0.7 * ends[1])):
        found = weighted_answers(jnp.asarray(payoffs), jnp.asarray(odds), 2.0, 3, jnp.asarray(grand), weight)
        np.testing.assert_allclose(found, expected, atol=1e-12)


def late_frequencies(word: str) -> list[float]:
    """How often the first action is played by rows and columns in game 1, late in a long match."""
    rule = find_rule(word)
    seats = everybody(GAME_1, [(rule, rule.default)], 200)
    play = simulate(Streams(3)["late"], GAME_1, seats, n_rounds=1500)
    return [float((play.actions[play.roles == role, 1000:] == 0).mean()) for role in (0, 1)]


def test_impulse_matching_settles_where_impulses_balance():
    """Security levels 9 and 8: impulses .5 and 9.5 of the row, 5 and .5 of the column. U : D is (L : R) / 19 and
    L : R is (D : U) / 10, so U : D = 190^-.5: .068 and .580."""
    odds = 190**-0.5
    balance = odds / (1 + odds), 1 / (1 + 10 * odds)
    assert [round(each, 3) for each in balance] == [0.068, 0.58]
    np.testing.assert_allclose(late_frequencies("impulse-matching"), balance, atol=0.02)


@double_precision()
def test_action_sampling_settles_where_samples_reproduce_themselves():
    row, column = 0.5, 0.5
    for _ in range(400):  # small steps towards what samples of twelve would answer
        answer = answers_to_samples(
            jnp.asarray(GAME_1.tables[0]) / 10, jnp.array([column, 1 - column]), 12, 12
        )
        reply = answers_to_samples(jnp.asarray(GAME_1.tables[1]) / 18, jnp.array([row, 1 - row]), 12, 12)
        row, column = row + 0.05 * (float(answer[0]) - row), column + 0.05 * (float(reply[0]) - column)
    np.testing.assert_allclose(late_frequencies("action-sampling"), (row, column), atol=0.02)


def test_sophistication_is_strategy_without_foresight():
    random = RULES["random"]
    play = simulate(
        Streams(4)["blind"],
        GAMES["ochs"],
        everybody(GAMES["ochs"], [(random, random.default)], 5),
        n_rounds=10,
    )
    changes = {"share": 0.3, "perceived_share": 0.6}
    plain = chances("strategic-ewa", play, foresight=0.0, **changes)
    np.testing.assert_allclose(chances("sophisticated-ewa", play, **changes), plain, atol=1e-12)


def test_a_window_of_one_round_forgets_sooner():
    """Chicken has pure equilibria: W = 1. After L and R h = (.5, .5), r = (0, 1), phi = .75, N = 2.5."""
    play = Play(GAMES["chicken"], np.array([[0, 1, 0], [0, 1, 0]]))
    by_hand = 1 / (1 + np.exp(0.35 * (3.35 - 3.25)))
    np.testing.assert_allclose(chances("self-tuning-ewa", play)[:, 2, 1], by_hand, atol=1e-12)
    start = chances("self-tuning-ewa+attractions-2", play, A1=0.0, A2=1.0)[0, 0, 1]
    np.testing.assert_allclose(start, 1 / (1 + np.exp(-0.35 * 5)), atol=1e-12)


@pytest.mark.parametrize("word", ["i-saw:market-entry", "self-tuning-ewa"])
def test_they_play_the_market_entry_game(word):
    game, rule = GAMES["market-entry"], find_rule(word)
    play = simulate(Streams(2)["entry"], game, everybody(game, [(rule, rule.default)], 50), n_rounds=8)
    first = np.exp(replay(play, rule, rule.default).log_probabilities)[:, 0, 1]
    expected = 0.66 if word.startswith("i-saw") else 1 / (1 + np.exp(-0.35 * 2.5))
    np.testing.assert_allclose(first, expected, atol=1e-9)


def test_too_many_situations_are_refused_in_a_sentence():
    with pytest.raises(UnsuitableGame, match=r"at most 4 situations.* meets 7"):
        RULES["action-sampling"].check_setting(GAMES["minimum-effort"], 0, Information.GAME)
