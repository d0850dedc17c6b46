"""Calibration, uncertain parameters, horizons, predictive checks, and the paper's design as a whole."""

from dataclasses import replace

import numpy as np
import pytest

from humanlike.core import BadRequest, Play, Streams, UnsuitableGame
from humanlike.engine.replay import replay
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.prediction import (
    PAPER_RULES,
    WHOLE_GAME,
    CalibratedRule,
    Criterion,
    Settings,
    Wishes,
    assess_horizons,
    calibrated_rules,
    chances_at_horizons,
    compare_rules,
    conduct,
    parameter_draws,
    predictive_checks,
    published_rules,
    ranks_of,
    samples_of,
    simulated_experiment,
    split_of,
)
from humanlike.prediction.forecasts import one_step_chances, simulate_completely
from humanlike.prediction.observations import outcome_rows
from humanlike.prediction.splits import fitted_rows, predicted_rows

BM = RULES["bush-mosteller"]
MP = GAMES["matching-pennies"]


@pytest.fixture(scope="module")
def plays():
    return simulated_experiment(Streams(8), BM, n_pairs=40, n_rounds=20)


@pytest.mark.parametrize(
    ("fit_on", "test_on", "fit_role", "by", "tested", "word"),
    [
        ("role 1", None, 0, "pooled", (1,), "out of sample"),
        ("on role 2 by game", None, 1, "game", (0,), "out of sample"),
        ("pooled", "role 2", None, "pooled", (1,), "in sample"),
        ("game", None, None, "game", None, "in sample"),
        ("role 1", "all", 0, "pooled", None, "in sample"),
        ("published", None, None, "published", None, "nothing fitted"),
    ],
)
def test_splits_say_what_was_fitted_and_what_predicted(fit_on, test_on, fit_role, by, tested, word):
    split = split_of(fit_on, test_on, 2)
    assert (split.fit_role, split.by, split.test_roles) == (fit_role, by, tested)
    assert word in split.sentence


def test_half_the_matches_are_fitted_and_the_other_half_is_predicted(plays):
    split = split_of("half the matches by game", None, 2)
    assert split.halved and "out of sample" in split.sentence
    found = calibrated_rules([BM], plays, split)
    samples = samples_of(plays, tested=predicted_rows(plays, split))
    for sample, fitted in zip(samples, fitted_rows(plays, split), strict=True):
        assert not (sample.tested & fitted).any()
        assert (sample.tested | fitted).all()
        assert len(outcome_rows(sample).units) == sample.tested.sum() // 2
    last = plays[-1]
    turned = np.where(fitted_rows(plays, split)[-1][:, None], last.actions, 1 - last.actions)
    changed = [*plays[:-1], replace(last, actions=turned, situations=np.empty(0, dtype=np.int64))]
    again = calibrated_rules([BM], changed, split)
    assert (
        again["bush-mosteller", last.game.name].parameters
        == found["bush-mosteller", last.game.name].parameters
    )


def test_games_of_one_match_are_fitted_or_predicted_by_turns(plays):
    single = [Play(play.game, play.actions[:2]) for play in plays]
    settings = Settings(n_simulations=10, n_resamples=0)
    study = conduct(Streams(1), single, [BM], split_of("half the matches", None, 2), settings)
    assert [sample.name for sample in study.samples] == [play.game.name for play in plays[1::2]]
    assert set(study.left_out) == {play.game.name for play in plays[::2]}
    assert any("redrawn as wholes" in each for each in study.assessment.caveats)
    again = conduct(
        Streams(1), single, [BM, RULES["random"]], split_of("half the matches", None, 2),
        replace(settings, n_resamples=50, methods=("Y,P",)),
    )  # fmt: skip
    together = again.assessment.resamples[[each.game == "all" for each in again.assessment.criteria]]
    assert together[0, 0].std() > 0  # games of one match do vary, as wholes
    with pytest.raises(BadRequest, match="One match cannot be fitted and predicted"):
        conduct(Streams(1), single[:1], [BM], split_of("half the matches", None, 2), settings)


@pytest.mark.parametrize("wrong", ["role 3", "roles", "session", "role x"])
def test_an_unknown_split_is_explained(wrong):
    with pytest.raises(
        BadRequest, match=r"--fit does not understand .* Known: 'role 1', 'role 2', published"
    ):
        split_of(wrong, None, 2)


def test_fitting_role_1_finds_the_parameters_and_never_sees_role_2(plays):
    split = split_of("role 1", None, 2)
    found = calibrated_rules([BM, RULES["random"]], plays, split)
    assert {name for name, _ in found} == {"bush-mosteller", "random"}
    calibration = found["bush-mosteller", MP.name]
    np.testing.assert_allclose(calibration.parameters, BM.default, atol=0.08)
    scrambled = [
        Play(
            play.game,
            np.where(play.roles[:, None] == 1, play.actions[::-1], play.actions),
            situations=play.situations,
            roles=play.roles,
            partners=play.partners,
        )
        for play in plays
    ]
    again = calibrated_rules([BM], scrambled, split)["bush-mosteller", MP.name]
    np.testing.assert_allclose(again.parameters, calibration.parameters, atol=1e-6)


def test_parameter_draws_have_the_fits_covariance_and_stay_in_bounds():
    covariance = np.array([[0.0004, 0.0001], [0.0001, 0.0001]])
    draws = np.array(parameter_draws(Streams(1), CalibratedRule(BM, BM.default, covariance), 20_000))
    np.testing.assert_allclose(np.cov(draws), covariance, rtol=0.06)
    wild = np.array(parameter_draws(Streams(1), CalibratedRule(BM, BM.default, covariance * 1e4), 500))
    assert wild.min() >= 0 and wild.max() <= 1
    unknown = parameter_draws(Streams(1), CalibratedRule(BM, BM.default, np.full((2, 2), np.nan)), 5)
    assert np.ptp(unknown.alpha) == 0


def test_uncertain_predictions_are_averages_over_draws(plays):
    play = plays[0]
    sure = CalibratedRule(BM, BM.default, np.zeros((2, 2)))
    plug_in = one_step_chances(play, CalibratedRule(BM, BM.default))
    np.testing.assert_allclose(one_step_chances(play, sure, stream=Streams(1)), plug_in, atol=1e-12)
    unsure = one_step_chances(play, CalibratedRule(BM, BM.default, np.diag([0.02, 0.02])), stream=Streams(1))
    np.testing.assert_allclose(unsure.sum(axis=-1), 1.0, atol=1e-9)
    assert 0.001 < np.abs(unsure - plug_in).max() < 0.3


def test_complete_simulations_know_nothing_of_the_record_and_their_chances_match_their_choices():
    found = simulate_completely(
        Streams(2), MP, CalibratedRule(BM, BM.default), n_rounds=12, n_simulations=4000
    )
    assert found.actions.categories.shape == (4000, 2, 12)
    np.testing.assert_allclose(found.actions.shares, found.actions.chances, atol=0.03)
    np.testing.assert_allclose(found.outcomes.shares, found.outcomes.chances, atol=0.03)
    np.testing.assert_allclose(found.outcomes.chances.sum(axis=-1), 1.0, atol=1e-9)
    varied = simulate_completely(
        Streams(2),
        MP,
        CalibratedRule(BM, BM.default, np.diag([0.01, 0.01])),
        n_rounds=12,
        n_simulations=400,
        uncertain=True,
    )
    assert varied.actions.categories.shape == (400, 2, 12)


def test_a_horizon_of_one_is_replay_and_the_whole_game_ignores_the_record(plays):
    play = plays[0]
    calibration = CalibratedRule(BM, BM.default)
    found = chances_at_horizons(Streams(1), play, calibration, (1, 2, 5, WHOLE_GAME), n_simulations=4000)
    np.testing.assert_allclose(found[1], np.exp(replay(play, BM, BM.default).log_probabilities), atol=1e-12)
    same = found[WHOLE_GAME][play.roles == 0]
    assert np.ptp(same, axis=0).max() == 0
    np.testing.assert_allclose(found[5][:, 0], 0.5)  # nothing is known before the first round
    for chances in found.values():
        np.testing.assert_allclose(chances.sum(axis=-1), 1.0, atol=1e-9)


def test_two_steps_ahead_is_the_average_over_what_may_happen_next():
    """Matching pennies, one round known: by hand from Bush-Mosteller's update."""
    play = Play(MP, np.array([[0, 0, 0], [0, 1, 1]]))
    alpha, beta = BM.default
    after_win = 0.5 - alpha * 0.5  # the row player chose A and won
    after_loss = 0.5 + beta * 0.5  # the column player chose A and lost
    p, q = after_win, after_loss  # chances of B in round 2
    meets = q  # the row player wins by matching
    win_b, lose_b = p + alpha * (1 - p), p - beta * p
    win_a, lose_a = p - alpha * p, p + beta * (1 - p)
    expected = p * (meets * win_b + (1 - meets) * lose_b) + (1 - p) * ((1 - meets) * win_a + meets * lose_a)
    found = chances_at_horizons(
        Streams(1), play, CalibratedRule(BM, BM.default), (2,), n_continuations=20_000
    )[2]
    assert found[0, 2, 1] == pytest.approx(expected, abs=0.005)
    np.testing.assert_allclose(found[0, 1], 0.5, atol=0.01)


def test_success_fades_as_the_forecast_reaches_further_ahead(plays):
    samples = samples_of(plays, test_roles=[1])
    rules = ("bush-mosteller", "random")
    calibrations = published_rules([RULES[name] for name in rules], plays)
    found = assess_horizons(
        Streams(1),
        samples,
        rules,
        calibrations,
        Settings(measures=("LOG",), n_simulations=2000, n_resamples=50),
    )
    assert found.settings.methods == ("h=1", "h=2", "h=5", "h=10", "h=T")
    scores = [found.of(Criterion("LOG", method, "actions", "all")) for method in found.settings.methods]
    assert all(np.diff([score[0] for score in scores]) < 0)
    np.testing.assert_allclose([score[1] for score in scores], -np.log(2))


def test_horizons_refuse_what_they_are_not_worked_out_for():
    play = Play(GAMES["minimum-effort"], np.zeros((GAMES["minimum-effort"].n_players, 3), int))
    with pytest.raises(UnsuitableGame, match="two players who stay together"):
        chances_at_horizons(Streams(1), play, CalibratedRule(RULES["random"], RULES["random"].default), (2,))


def test_checks_accept_the_true_rule_and_reject_a_wrong_one():
    play = simulated_experiment(Streams(5), BM, games=[GAMES["coordination"]], n_pairs=80)[0]
    sample = samples_of([play])[0]
    true = predictive_checks(Streams(1), sample, CalibratedRule(BM, BM.default))
    wrong = predictive_checks(Streams(1), sample, CalibratedRule(RULES["random"], RULES["random"].default))
    assert {each.kind for each in true} == {"learning curve", "cell path"} and len(true) == 2 + 4
    assert min(each.p_value for each in true) > 0.02
    cells = {each.label: each for each in wrong if each.kind == "cell path"}
    assert cells["AB"].p_value < 0.01 and cells["AB"].outside > 0.5


def test_p_values_of_the_true_rule_are_spread_evenly():
    p_values = []
    for seed in range(40):
        play = simulated_experiment(Streams(seed), BM, games=[MP], n_pairs=12, n_rounds=10)[0]
        checks = predictive_checks(
            Streams(seed)["check"], samples_of([play])[0], CalibratedRule(BM, BM.default), n_replicates=99
        )
        p_values.append(checks[0].p_value)
    assert 0.3 < np.mean(p_values) < 0.7 and np.mean(np.array(p_values) < 0.2) < 0.45


@pytest.mark.slow
def test_the_papers_design_on_play_simulated_from_bush_mosteller():
    """240 pairs x 40 rounds: the generating rule wins out of sample, and the paper's finding appears."""
    plays = simulated_experiment(Streams(21), BM)
    assert sum(play.n_subjects for play in plays) == 480 and plays[0].n_rounds == 40
    study = conduct(
        Streams(21),
        plays,
        [RULES[name] for name in PAPER_RULES.values()],
        split_of("role 1", None, 2),
        Settings(methods=("Y,P", "Y,X"), n_resamples=500),
        Wishes(),
    )
    found = study.assessment
    by_log = Criterion("LOG", "Y,P", "actions", "all")
    assert compare_rules(found, by_log).best == "bush-mosteller"
    assert {"random", "win-stay-lose-change", "boergers-sarin"} <= set(compare_rules(found, by_log).apart)

    ranks = {
        method: dict(
            zip(
                found.rules,
                ranks_of(found.of(Criterion("MSD", method, "actions", "all")), "MSD"),
                strict=True,
            )
        )
        for method in ("Y,P", "Y,X")
    }
    point_rules, cautious = (
        ("win-stay-lose-change", "win-stay-lose-randomise", "karandikar"),
        ("roth-erev", "sarin-vahid"),
    )
    for rule in point_rules:  # rules that make sure predictions gain when chances are realised ...
        assert ranks["Y,X"][rule] <= ranks["Y,P"][rule] - 5
    for rule in cautious:  # ... at the expense of those that hedge, the true rule among them
        assert ranks["Y,X"][rule] > ranks["Y,P"][rule]
    assert ranks["Y,P"]["bush-mosteller"] == 1 and ranks["Y,X"]["bush-mosteller"] > 1
