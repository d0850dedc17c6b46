"""Fits by the measures themselves: by hand for a coin, by a grid laid out here for Bush and Mosteller's rule."""

import json
from itertools import product

import numpy as np
import pytest
from coin import RULE
from typer.testing import CliRunner

import humanlike as hl
from humanlike.cli import app
from humanlike.core import BadRequest, Play, Streams
from humanlike.engine import everybody, simulate
from humanlike.engine.replay import replay
from humanlike.fitting.derivative_free import SMALLEST
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.prediction import estimator_named
from humanlike.prediction.measured_fits import measured_fit

GAME = GAMES["mutual-fate-control"]
# two pairs; shares of B in the three rounds: 1/2, 3/4, 1
PLAY = Play(GAME, np.array([[0, 0, 1], [0, 1, 1], [1, 1, 1], [1, 1, 1]]))
BUSH = RULES["bush-mosteller"]


def fitted(criterion, play=PLAY, rule=RULE, **how):
    return hl.fit(play, rule, criterion=criterion, **how).rules[0]


def test_shares_per_round_are_met_by_their_mean():
    """By hand: sum (s_t - p)^2 is least at p = 3/4, where MSD = sqrt((1/16 + 0 + 1/16) / 3)."""
    (found,) = fitted("MSD(mY,mP)").fits
    assert found.parameters.chance == pytest.approx(0.75, abs=SMALLEST)
    assert found.loss == pytest.approx(np.sqrt(2 / 48), abs=1e-4)
    assert found.criterion == "MSD(mY,mP)" and np.isnan(found.covariance).all()
    by_hand = 9 * np.log(found.parameters.chance) + 3 * np.log(1 - found.parameters.chance)
    assert found.log_likelihood == pytest.approx(by_hand)


def test_complete_simulations_give_the_same_where_nothing_is_learned():
    """A coin's Q is its chance whatever the luck: the simulated fit is the one by hand; M(Y,Z) wants the surest bet."""
    assert fitted("MSD(mY,mQ)").fits[0].parameters.chance == pytest.approx(0.75, abs=SMALLEST)
    surest = fitted("MAD(Y,Z)").fits[0]
    assert (
        surest.parameters.chance == 1.0
        and surest.at_bound == ("chance",)
        and surest.loss == pytest.approx(0.25)
    )


def test_what_steps_leave_open_is_called_unidentified():
    """A coin that says B is wrong in 3 of 12 choices, whatever its chance above one half."""
    found = fitted("poi").fits[0]
    assert found.loss == pytest.approx(0.25) and found.parameters.chance > 0.5
    assert found.unidentified == ("chance",)


def test_a_known_parameter_comes_back_from_complete_simulations():
    play = simulate(
        Streams(5)["coins"], GAME, everybody(GAME, [(RULE, RULE.parameters(0.7))], 150), n_rounds=8
    )
    found = fitted("MSD(mY,mQ)", play).fits[0]
    assert found.parameters.chance == pytest.approx(0.7, abs=0.03)
    assert found.parameters.chance == pytest.approx(play.actions.mean(), abs=SMALLEST)


def test_the_search_is_no_worse_than_a_grid_laid_out_by_hand():
    truth = BUSH.parameters(0.6, 0.3)
    play = simulate(Streams(6)["bush"], GAME, everybody(GAME, [(BUSH, truth)], 40), n_rounds=10)

    def inaccuracy(parameters):
        chances = np.exp(replay(play, BUSH, parameters).log_probabilities)[..., 1]
        wrong = np.where(np.isclose(chances, 0.5, atol=1e-12), 0.5, (chances > 0.5) != (play.actions == 1))
        return wrong.mean()

    line = np.linspace(0, 1, 6)
    by_hand = min(inaccuracy(BUSH.parameters(*point)) for point in product(line, line))
    found = fitted("POI(Y,P)", play, BUSH).fits[0]
    assert found.loss == pytest.approx(inaccuracy(found.parameters), abs=1e-12)
    assert found.loss <= by_hand + 1e-12


def test_units_are_redrawn_for_measures_too():
    laid_out = measured_fit([PLAY], RULE, estimator_named("MSD(mY,mP)"), unit="match")
    draws = laid_out.bootstrap(np.array([[0.75]]), 20)[0, :, 0]
    by_hand = (0.5, 0.75, 1.0)  # the first pair twice, each once, the second twice
    nearest = [min(by_hand, key=lambda value: abs(value - draw)) for draw in draws]
    np.testing.assert_allclose(draws, nearest, atol=SMALLEST)
    assert set(nearest) == set(by_hand)


def test_documents_say_what_was_minimised_and_what_redrawing_says():
    told = hl.fit(PLAY, RULE, criterion="likelihood", bootstrap=20, unit="match")
    (document,) = told.document()
    assert document["bootstrap"]["resamples"] == 20 and len(document["bootstrap"]["intervals"]["chance"]) == 2
    assert "20 resamples of matches" in str(told)
    assert "--bootstrap N" in str(hl.fit(PLAY, RULE, criterion="poi"))
    json.dumps(document)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("LOG(Y,P)", "likelihood"),
        ("poi(y,x)", "mad"),
        ("ks", "KS(Y,P)"),
        ("MSD outcomes", "MSD(Y,P) outcomes"),
    ],
)
def test_words_of_estimators(word, name):
    assert estimator_named(word).name == name


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--criterion", "vibes"], "Nothing is estimated by 'vibes'"),
        (["--criterion", "LOG(Y,Z)"], "minus infinity"),
        (["--criterion", "KS outcomes"], "two alternatives"),
        (["--criterion", "MSD(Y,Q)"], "Y,Q"),
        (["--criterion", "MSD(all)"], "No method is called 'all'"),
        (["--criterion", "MSD(Y,P) usual"], "No level is called 'usual'"),
        (["--criterion", "MSD(Y,X) match", "--by", "subject"], "goes with its first member"),
        (["--criterion", "published"], "not fitted"),
        (["--criterion", "poi", "--held-out", "auto"], "identify --estimators"),
        (["--bootstrap", "3"], "at least 20 resamples"),
    ],
)
def test_bad_input_gets_a_sentence(words, said):
    found = CliRunner().invoke(app, ["fit", "simulated:random", "--rule", "cross", *words])
    assert said in str(found.exception)


def test_a_score_that_has_no_value_is_named():
    """Everybody plays B throughout: the Kuipers score is undefined for everybody."""
    with pytest.raises(BadRequest, match="KS\\(Y,P\\) has no value here"):
        fitted("KS(Y,P)", Play(GAME, np.ones((4, 3), dtype=np.int16)))


def test_complete_simulations_of_changing_partners_are_refused_and_one_step_is_fitted():
    (strangers,) = hl.play("mutual-fate-control", "random", matching="strangers", pairs=4, rounds=3).plays
    with pytest.raises(BadRequest, match="partners change: fit by a one-step way"):
        fitted("MSD(mY,mQ)", strangers)
    assert fitted("MSD(mY,mP)", strangers).fits
