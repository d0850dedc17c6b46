"""The traced logit branch: fixed points everywhere, known ends, known middles."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from humanlike.core import BadParameters, Game
from humanlike.games import (
    GAMES,
    logit_equilibrium,
    make_minimum_effort,
    make_public_goods,
    random_game,
    trace_logit,
)
from humanlike.games.expected_payoffs import payoff_array

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
two_player = [game for game in GAMES.values() if game.n_players == 2]


def softmax(values):
    weights = np.exp(values - values.max())
    return weights / weights.sum()


def residual(game, choices, precision):
    """How far the choices of a two-player game are from answering each other."""
    row, column = game.matrices
    answers = softmax(precision * row @ choices[1]), softmax(precision * choices[0] @ column)
    return max(np.abs(choice - answer).max() for choice, answer in zip(choices, answers, strict=True))


@every_game
def test_nobody_discriminates_at_precision_zero(game):
    for choice in logit_equilibrium(game, 0.0):
        np.testing.assert_allclose(choice, 1 / choice.size, rtol=1e-14)


@pytest.mark.parametrize("game", two_player, ids=lambda game: game.name)
def test_every_traced_point_is_a_fixed_point(game):
    precisions = [0.05, 0.3, 1.0, 2.0, 7.0, 40.0, 200.0]
    traced = trace_logit(game, precisions)
    for k, precision in enumerate(precisions):
        assert residual(game, [choice[:, k] for choice in traced], precision) < 1e-10


@settings(deadline=None, derandomize=True, max_examples=25)
@given(st.integers(0, 2**32 - 1), st.integers(2, 3), st.integers(2, 4))
def test_random_games_are_traced_to_any_precision(seed, n_rows, n_columns):
    game = random_game(np.random.default_rng(seed), n_rows, n_columns)
    precisions = [0.1, 1.0, 10.0, 300.0]
    traced = trace_logit(game, precisions)
    for k, precision in enumerate(precisions):
        assert residual(game, [choice[:, k] for choice in traced], precision) < 1e-10


def test_asking_alone_or_in_any_order_gives_the_same_branch():
    game = GAMES["centipede-3"]
    row, column = trace_logit(game, [5.0, 0.2, 1.0])
    for k, precision in enumerate([5.0, 0.2, 1.0]):
        alone = logit_equilibrium(game, precision)
        np.testing.assert_allclose(alone[0], row[:, k], atol=1e-12)
        np.testing.assert_allclose(alone[1], column[:, k], atol=1e-12)


def test_the_branch_of_the_dilemma_ends_in_defection():
    for choice in logit_equilibrium(GAMES["prisoners-dilemma"], 1e4):
        np.testing.assert_allclose(choice, [0.0, 1.0], atol=1e-12)


def test_the_dilemma_is_a_plain_logit_because_defecting_always_pays_one_more():
    for choice in logit_equilibrium(GAMES["prisoners-dilemma"], 1.7):
        np.testing.assert_allclose(choice[1], 1 / (1 + np.exp(-1.7)), rtol=1e-12)


def test_ochs_solves_the_pair_of_equations_written_by_hand():
    """p = 1/(1+exp(-l(20q-2))), q = 1/(1+exp(-l(2-4p))): solved here by bisection in p."""
    precision = 2.0

    def gap(p):
        q = 1 / (1 + np.exp(-precision * (2 - 4 * p)))
        return 1 / (1 + np.exp(-precision * (20 * q - 2))) - p

    low, high = 0.0, 1.0  # the gap falls in p, so the root is the only one
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if gap(middle) > 0 else (low, middle)
    assert abs(logit_equilibrium(GAMES["ochs"], precision)[0][0] - low) < 1e-12


def test_a_unique_mixed_equilibrium_is_approached():
    row, column = logit_equilibrium(GAMES["ochs"], 1e5)
    np.testing.assert_allclose(row, [0.5, 0.5], atol=1e-4)
    np.testing.assert_allclose(column, [0.1, 0.9], atol=1e-4)


def test_doubling_payoffs_halves_the_precision():
    game = GAMES["stag-hunt-3"]
    doubled = Game.from_matrices("doubled", *(2 * matrix for matrix in game.matrices))
    for one, other in zip(logit_equilibrium(game, 0.8), logit_equilibrium(doubled, 0.4), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-12)


def test_a_branch_that_turns_back_is_followed_through_its_folds():
    """Nearly symmetric coordination: beyond the fork two more curves exist; the first one is kept."""
    game = Game.from_matrices("tilted", [[1.01, 0], [0, 1]], [[1.01, 0], [0, 1]])
    traced = trace_logit(game, np.linspace(0, 20, 200))[0][0]
    assert np.all(np.diff(traced) > 0) and traced[-1] > 0.999


def as_normal_form(game):
    tables = [
        np.moveaxis(payoff_array(game, player), player, 0).reshape(game.n_actions[player], -1)
        for player in range(game.n_players)
    ]
    return Game(game.name, tuple(np.ascontiguousarray(table) for table in tables), game.labels)


@pytest.mark.parametrize(
    "game",
    [
        make_public_goods("pgg", players=3, endowment=2, multiplier=1.7),
        make_minimum_effort("effort", players=4, levels=3),
    ],
    ids=lambda game: game.name,
)
def test_aggregate_games_have_the_logit_equilibrium_of_their_normal_form(game):
    precisions = [0.5, 2.0, 6.0]
    for one, other in zip(
        trace_logit(game, precisions), trace_logit(as_normal_form(game), precisions), strict=True
    ):
        np.testing.assert_allclose(one, other, atol=1e-10)


def test_public_goods_are_a_plain_logit_in_the_price_of_giving():
    game = make_public_goods("large", players=17, endowment=20, multiplier=11.3)
    price = 1 - 11.3 / 17
    np.testing.assert_allclose(
        logit_equilibrium(game, 0.5)[3], softmax(-0.5 * price * np.arange(21)), rtol=1e-10
    )


@pytest.mark.parametrize("precision", [-1.0, np.nan, np.inf])
def test_impossible_precisions_are_refused(precision):
    with pytest.raises(BadParameters, match="precision"):
        logit_equilibrium(GAMES["ochs"], precision)


def test_shorter_steps_follow_the_same_branch(monkeypatch):
    games = [random_game(np.random.default_rng(seed), 3, 3) for seed in range(8)]
    precisions = np.geomspace(0.05, 50, 12)
    usual = [trace_logit(game, precisions) for game in games]
    monkeypatch.setattr("humanlike.games.logit.SHARPEST_TURN", 0.995)
    monkeypatch.setattr("humanlike.games.logit.FURTHEST_CORRECTION", 0.01)
    for game, expected in zip(games, usual, strict=True):
        for one, other in zip(trace_logit(game, precisions), expected, strict=True):
            np.testing.assert_allclose(one, other, atol=1e-10)
