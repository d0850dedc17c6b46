"""Features of play: worked by hand, blind to names and units, silent where nothing is defined."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simulated_sources import played, sticky

from humanlike.core import Game, Play, Streams
from humanlike.detectors.features import FEATURES, OUTCOMES, features_of, own_features, studied_features
from humanlike.games import GAMES

PD = GAMES["prisoners-dilemma"]


def found(game: Game, *rows: list[int]) -> dict[str, float]:
    return dict(zip(FEATURES, features_of(Play(game, np.array(rows)))[0], strict=True))


def test_a_cooperator_who_is_cheated():
    """C C D D against D D D D: 8/1/9/2 paid, so payoffs 0, 0, 1/8, 1/8 of the way from 1 to 9."""
    seat = found(PD, [0, 0, 1, 1], [1, 1, 1, 1])
    assert seat["variety"] == pytest.approx(1.0)
    assert seat["giving"] == pytest.approx(0.5)
    assert seat["first giving"] == 1.0
    assert seat["payoff"] == pytest.approx(1 / 16)
    assert seat["regret"] == pytest.approx(1 / 16)
    assert seat["change of giving"] == pytest.approx(-1.0)
    assert seat["last giving"] == pytest.approx(-2 / 3)
    assert seat["longest run"] == pytest.approx(0.5)
    assert seat["stay"] == pytest.approx((2 + 0.5) / (3 + 1))
    assert seat["give after give-take"] == pytest.approx((1 + 0.5) / (2 + 1))
    assert seat["give after take-take"] == pytest.approx(0.5 / 2)
    assert np.isnan(seat["give after give-give"])
    assert seat["best reply"] == pytest.approx((2 + 0.5) / (3 + 1))


def test_turn_takers_alternate_together():
    turns = [round_ % 2 for round_ in range(10)]
    seat = found(GAMES["battle-of-the-sexes"], turns, turns)
    assert seat["turn-taking"] == seat["alternation"] == pytest.approx(8 / 9)
    assert seat["stay"] == pytest.approx(0.5 / 10)
    assert seat["run irregularity"] == 0.0
    assert seat["slips"] == 0.0
    assert seat["predictability"] == pytest.approx(1.0, abs=0.02)
    assert seat["efficiency"] == pytest.approx(1.0)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), name=st.sampled_from(["ochs", "stag-hunt-3", "centipede-3"]))
def test_features_do_not_depend_on_names_units_or_seats(seed, name):
    generator = Streams(seed)["features"].generator()
    game = GAMES[name]
    rows, columns = game.n_actions
    actions = np.stack([generator.integers(-1, n, size=12) for n in (rows, columns) * 3])
    row_names, column_names = generator.permutation(rows), generator.permutation(columns)
    row, column = game.matrices
    renamed = np.empty_like(row), np.empty_like(column)
    for new, old in zip(renamed, (row, column), strict=True):
        new[np.ix_(row_names, column_names)] = 3.0 * old + 7.0
    recoded = actions.copy()
    for role, names in ((0, row_names), (1, column_names)):
        here = actions[role::2]
        recoded[role::2] = np.where(here >= 0, names[here], -1)
    swapped = Game.from_matrices("swapped", renamed[1].T, renamed[0].T)  # seats exchanged as well
    order = np.arange(6) ^ 1
    before = features_of(Play(game, actions))
    after = features_of(Play(swapped, recoded[order]))[order]
    np.testing.assert_allclose(before, after, atol=1e-9)


def test_gaps_and_early_ends_only_remove_evidence():
    """A match padded with missing rounds has the features of the match itself."""
    play = played(PD, sticky(0.7), Streams(2)["x"], n_rounds=9)
    padded = np.hstack([play.actions, np.full((len(play.actions), 5), -1)])
    np.testing.assert_allclose(features_of(play), features_of(Play(PD, padded)))
    nothing = features_of(Play(PD, np.full((2, 3), -1)))
    assert np.isnan(nothing).all()


def test_games_without_giving_leave_it_undefined():
    seat = found(GAMES["rock-paper-scissors"], [0, 1, 2, 0], [2, 2, 1, 0])
    assert np.isnan(seat["giving"]) and np.isnan(seat["give after give-give"])
    assert np.isfinite(seat["best reply"])


def test_groups_larger_than_pairs_have_what_can_be_defined():
    game = GAMES["public-goods"]
    generator = Streams(4)["groups"].generator()
    features = features_of(
        Play(game, generator.integers(0, game.n_actions[0], size=(2 * game.n_players, 10)))
    )
    seat = dict(zip(FEATURES, features[0], strict=True))
    assert np.isfinite(seat["variety"]) and np.isfinite(seat["best reply"]) and np.isnan(seat["lead"])


def test_only_seats_under_study_count():
    play = played(PD, sticky(0.7), Streams(2)["x"], n_subjects=4)
    half = Play(PD, play.actions, studied=np.array([True, False, True, False]))
    np.testing.assert_array_equal(studied_features(half), own_features(play)[::2])
    assert own_features(play).shape[1] == len(FEATURES) - len(OUTCOMES)
