"""The evidence of own moves: worked by hand, blind to names and to the other, pooled inside the mixture."""

from dataclasses import replace

import numpy as np
import pytest

from humanlike.core import BadRequest, Game, Play
from humanlike.detectors.own_moves import (
    knows,
    learn_side,
    log_chances,
    log_ratio,
    pooled_evidence,
    resembles,
)
from humanlike.detectors.seat_forms import seat_form
from humanlike.games import GAMES

DILEMMA = GAMES["prisoners-dilemma"]
SWAPPED = Game.from_matrices("swapped", *(7 * table[::-1, ::-1] for table in DILEMMA.matrices))
BATTLE = GAMES["battle-of-the-sexes"]


def always(action, game=DILEMMA, rows=4, rounds=1):
    return Play(game, np.full((rows, rounds), action))


def random_play(seed, game=DILEMMA, rows=8, rounds=6, chance=0.5):
    draws = np.random.default_rng(seed).random((rows, rounds))
    return Play(game, (draws > chance).astype(np.int64))


@pytest.fixture(scope="module")
def sides():
    kind, unkind = learn_side({"kind": [always(0)]}), learn_side({"unkind": [always(1)]})
    return kind, unkind


def test_one_move_is_worth_what_backing_off_by_hand_says(sides):
    """Four choices of 0, strength 8, at four levels: 1/2 -> 2/3 -> 7/9 -> 23/27 -> 73/81."""
    found = log_ratio(*sides, always(0, rows=2))
    np.testing.assert_allclose(found, np.log(73 / 8), rtol=1e-12)


def test_evidence_adds_up_round_by_round_and_missing_moves_add_nothing(sides):
    play = Play(DILEMMA, np.array([[0, 1, -1], [0, -1, -1]]))
    found = log_ratio(*sides, play)
    chances = [log_chances(side, play)[0] for side in sides]
    np.testing.assert_allclose(found, np.cumsum(chances[0] - chances[1], axis=1), atol=1e-12)
    assert found[0, 2] == found[0, 1] and found[1, 2] == found[1, 0]


def test_names_of_actions_units_and_seats_do_not_matter():
    people, machines, judged = random_play(1, chance=0.7), random_play(2, chance=0.3), random_play(3)

    def swapped(play):
        return Play(SWAPPED, 1 - play.actions)

    plain = log_ratio(learn_side({"h": [people]}), learn_side({"m": [machines]}), judged)
    renamed = log_ratio(learn_side({"h": [swapped(people)]}), learn_side({"m": [machines]}), swapped(judged))
    np.testing.assert_allclose(plain, renamed, atol=1e-12)


def test_seats_of_a_battle_of_the_sexes_have_one_form_but_no_dilemmas():
    forms = {seat_form(game, role).name for game in (BATTLE, SWAPPED) for role in (0, 1)}
    assert len(forms) == 2


def test_what_the_other_does_later_changes_no_evidence(sides):
    judged = random_play(4)
    others = judged.situations.copy()
    others[:, -1] = 1 - others[:, -1]
    changed = replace(judged, situations=others)
    people, machines = (learn_side({"x": [random_play(seed, chance=0.2 * seed)]}) for seed in (1, 4))
    np.testing.assert_array_equal(log_ratio(people, machines, judged), log_ratio(people, machines, changed))


def test_a_mixture_is_at_most_its_best_source_and_bayes_finds_it():
    sources = {"kind": [always(0, rounds=8)], "unkind": [always(1, rounds=8)]}
    side, judged = learn_side(sources), always(1, rounds=8, rows=2)
    assert resembles(side, judged)[0].argmax() == 1
    np.testing.assert_allclose(resembles(side, judged).sum(axis=1), 1.0)
    alone = learn_side({"unkind": sources["unkind"]})
    against = log_ratio(side, alone, judged)[:, -1]
    assert (np.log(0.5) <= against).all() and (against < 0).all()
    np.testing.assert_allclose(log_ratio(side.reweighed({"unkind": 2.0}), alone, judged), 0.0, atol=1e-12)
    np.testing.assert_allclose(log_ratio(side.without(["kind"]), alone, judged), 0.0, atol=1e-12)


def test_a_player_is_one_source_in_all_matches():
    """Two sources, likelihoods multiplied inside the sum: not the sum of the two matches' evidence."""
    side = learn_side({"kind": [always(0)], "unkind": [always(1)]})
    coin = learn_side({"coin": [random_play(5, rows=40)]})
    first, second = always(0, rows=2), always(1, rows=2)
    found = pooled_evidence(side, coin, [first, second], [["ann", "bob"], ["ann", "bob"]])
    likely, unlikely = 73 / 81, 8 / 81
    by_coin = sum(log_chances(coin, play)[0, 0, 0] for play in (first, second))
    assert found["ann"] == pytest.approx(np.log(likely * unlikely) - by_coin)
    alone = [float(log_ratio(side, coin, play)[0, -1]) for play in (first, second)]
    assert found["ann"] < sum(alone)


def test_a_seat_nobody_met_gives_no_evidence(sides):
    strange = Play(GAMES["rock-paper-scissors"], np.array([[0, 1], [2, 2]]))
    assert not knows(sides[0], strange).any()
    assert (log_ratio(*sides, strange) == 0).all()
    assert pooled_evidence(*sides, [strange], [["ann", "bob"]]) == {"ann": 0.0, "bob": 0.0}


def test_a_step_up_from_rock_is_known_from_paper_too():
    game = GAMES["rock-paper-scissors"]
    side = learn_side({"turning": [Play(game, np.array([[0, 1]] * 8))]})
    up, down = (log_chances(side, Play(game, np.array([[1, after]] * 2)))[0, 0, 1] for after in (2, 0))
    assert up > np.log(0.5) > down


def test_a_side_of_nobody_is_refused():
    with pytest.raises(BadRequest, match="one source at least"):
        learn_side({})
    with pytest.raises(BadRequest, match="no source is left"):
        learn_side({"kind": [always(0)]}).without(["kind"])
