"""Held-out scores use nothing they should not; what was put in comes back."""

import numpy as np
import pytest

from humanlike.core import BadRequest, Play, Streams
from humanlike.engine import everybody, simulate
from humanlike.engine.replay import replay
from humanlike.fitting import (
    confusion_matrix,
    fit_groups,
    fit_one,
    held_out,
    held_out_difference,
    recover_parameters,
)
from humanlike.games import GAMES
from humanlike.players import RULES

CHICKEN, MEMORY, BUSH = GAMES["chicken"], RULES["memory-one"], RULES["bush-mosteller"]


@pytest.fixture(scope="module")
def play():
    truth = MEMORY.parameters(0.7, 0.9, 0.3, 0.6, 0.2)
    return simulate(Streams(2)["held out"], CHICKEN, everybody(CHICKEN, [(MEMORY, truth)], 20), n_rounds=20)


def test_a_fold_is_scored_with_parameters_fitted_to_the_others(play):
    """By hand for the split by role: fit players 1, test players 2, and the other way round."""
    found = held_out(play, MEMORY, unit="role")
    total = 0.0
    for role in (0, 1):
        other = fit_one(play, MEMORY, role=1 - role)
        total -= np.nansum(replay(play, MEMORY, other.parameters).chosen[play.roles == role])
    assert found.n_folds == 2 and found.n_choices == play.actions.size
    assert found.nats_per_choice == pytest.approx(total / play.actions.size, abs=1e-6)


def test_changing_a_match_changes_its_score_but_not_the_parameters_that_predict_it(play):
    before = held_out(play, MEMORY, unit="match", n_folds=20)
    actions = play.actions.copy()
    actions[0:2] = 1 - actions[0:2]
    after = held_out(Play(CHICKEN, actions), MEMORY, unit="match", n_folds=20)
    assert after.nats[0] != pytest.approx(before.nats[0])
    pairs = zip(after.parameters, before.parameters, strict=True)
    assert sum(np.allclose(new, old, atol=1e-6) for new, old in pairs) == 1  # the fold that predicts it


def test_the_generating_rule_wins_on_held_out_matches(play):
    truth, other = held_out(play, MEMORY), held_out(play, BUSH)
    gap, error = held_out_difference(truth, other)
    assert gap > 2 * error > 0


def test_folds_are_searched_as_often_as_the_whole():
    """From two starts every search ends in blind replies (log 3 exactly); the third finds the sight."""
    rule, game = RULES["noisy-best-reply"], GAMES["rock-paper-scissors"]
    players = everybody(game, [(rule, rule.parameters(2.6, 3.0))], 20)
    play = simulate(Streams(2)["held out"], game, players, n_rounds=20)
    whole, scored = fit_groups(play, rule), held_out(play, rule)
    assert whole.nats_per_choice < 1.04 and scored.nats_per_choice < 1.05
    assert scored.whole == whole.nats_per_choice and scored.guessing_per_choice == pytest.approx(np.log(3))
    known = held_out(play, rule, whole=whole)
    assert known.nats_per_choice == scored.nats_per_choice and known.parameters == scored.parameters


def test_a_fold_finds_what_only_the_whole_was_searched_for():
    """One start of its own ends blind; the optimum of all data is one start more."""
    rule, game = RULES["noisy-best-reply"], GAMES["rock-paper-scissors"]
    players = everybody(game, [(rule, rule.parameters(2.6, 3.0))], 20)
    play = simulate(Streams(2)["held out"], game, players, n_rounds=20)
    alone = held_out(play, rule, n_starts=1)
    assert alone.nats_per_choice == pytest.approx(np.log(3), abs=1e-6)
    helped = held_out(play, rule, n_starts=1, whole=fit_groups(play, rule, n_starts=4))
    assert helped.nats_per_choice < 1.05


def test_what_training_says_nothing_about_is_not_taken_from_what_is_held_out():
    """Only match 0 ever leaves the cell 00: whoever predicts it has not seen what follows the other cells."""
    actions = np.zeros((20, 30), dtype=np.int64)
    actions[0], actions[1] = np.arange(30) % 2, 1  # after 01 and 10 always 1
    found = held_out(Play(CHICKEN, actions), MEMORY, n_folds=10, n_starts=1)
    (blind,) = [values for fold, values in enumerate(found.parameters) if fold == found.folds[0]]
    published = np.clip(MEMORY.default, 0.02, 0.98)  # where every search begins
    np.testing.assert_allclose(blind[2:], published[2:])
    other = found.parameters[(found.folds[0] + 1) % 10]
    assert other.after_10 < 0.02 < 0.9 < blind.after_10


def test_a_fold_that_is_foretold_blindly_under_a_sighted_whole_is_flagged():
    """Nine matches of people who repeat themselves, one of people who alternate: nobody foretells the tenth."""
    rng = np.random.default_rng(3)
    repeated = np.repeat(rng.integers(0, 2, (18, 4)), 6, axis=1)
    alternating = (np.arange(24) + np.arange(2)[:, None]) % 2
    play = Play(CHICKEN, np.concatenate([repeated, alternating]))
    found = held_out(play, MEMORY, n_folds=10)
    assert found.blind_folds == (found.folds[-1] + 1,)
    assert found.fold_nats[found.folds[-1]] > found.fold_guessing[found.folds[-1]] == pytest.approx(np.log(2))
    noise = Play(CHICKEN, rng.integers(0, 2, (20, 24)))
    assert held_out(noise, MEMORY, n_folds=10).blind_folds == ()  # the whole sees nothing either


def test_the_role_and_the_criterion_of_the_fit_are_those_of_its_folds(play):
    first = Play(CHICKEN, play.actions, studied=play.roles == 0)
    assert held_out(play, MEMORY, role=0).nats_per_choice == held_out(first, MEMORY).nats_per_choice
    squared = held_out(play, BUSH, criterion="msd", unit="role")
    expected = [fit_one(play, BUSH, role=1 - role, criterion="msd").parameters for role in (0, 1)]
    np.testing.assert_allclose(squared.parameters, expected, atol=1e-4)


def test_what_cannot_be_held_out_is_refused(play):
    with pytest.raises(BadRequest, match="only one session"):
        held_out(play, MEMORY, unit="session")
    with pytest.raises(BadRequest, match="held out by"):
        held_out(play, MEMORY, unit="moon")
    with pytest.raises(BadRequest, match="two folds"):
        held_out(play, MEMORY, n_folds=1)
    with pytest.raises(BadRequest, match="without any choices"):
        held_out(play, MEMORY, unit="match", by="match")


def test_recovery_is_unbiased_and_repeats_itself():
    truth = BUSH.parameters(0.3, 0.1)
    options = {"n_repetitions": 20, "n_pairs": 40, "n_rounds": 30, "n_starts": 1}
    found = recover_parameters(Streams(1)["r"], BUSH, truth, GAMES["matching-pennies"], **options)
    again = recover_parameters(Streams(1)["r"], BUSH, truth, GAMES["matching-pennies"], **options)
    np.testing.assert_array_equal(found.estimates, again.estimates)
    spread = found.estimates.std(axis=0) / np.sqrt(found.n_repetitions)
    assert np.all(np.abs(found.bias) < 4 * spread)
    assert np.all(found.covered >= 0.7)
    with pytest.raises(BadRequest, match="no parameters"):
        recover_parameters(Streams(1), RULES["cournot"], RULES["cournot"].default, CHICKEN)


def test_rules_that_differ_are_not_confused():
    players = [
        (MEMORY, MEMORY.parameters(0.5, 0.9, 0.2, 0.7, 0.1)),
        (RULES["random"], RULES["random"].default),
    ]
    found = confusion_matrix(Streams(3), players, CHICKEN, n_repetitions=5, n_pairs=10, n_rounds=20)
    np.testing.assert_array_equal(found.chosen, np.eye(2))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bush-mosteller", "cross", "sarin-vahid", "memory-one"])
def test_intervals_cover_the_truth_as_often_as_they_say(name):
    """80 repetitions of 200 pairs and 50 rounds: at least 90 % less three binomial standard errors."""
    rule = RULES[name]
    truth = MEMORY.parameters(0.6, 0.9, 0.3, 0.6, 0.2) if rule is MEMORY else rule.default
    found = recover_parameters(Streams(1)["coverage"], rule, truth, CHICKEN, n_repetitions=80, n_starts=1)
    assert np.all(found.covered >= 0.90 - 3 * np.sqrt(0.9 * 0.1 / 80))
