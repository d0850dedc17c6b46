"""Completeness and restrictiveness: hand-worked numbers, the truth, the blind, and what fits anything."""

import numpy as np
import pytest

from humanlike.core import BadRequest, Game, Play, Streams
from humanlike.engine import replay
from humanlike.fitting import named_units
from humanlike.players import RULES
from humanlike.prediction.completeness import base_rates, completeness, share_of_gain
from humanlike.prediction.random_conduct import random_conduct
from humanlike.prediction.restrictiveness import restrictiveness, some_rows
from humanlike.prediction.scored_chances import UnitScores, score_chances

COINS = Game.from_matrices("coins", [[1, 0], [0, 1]], [[0, 1], [1, 0]])
DILEMMA = Game.from_matrices("dilemma", [[3, 0], [5, 1]], [[3, 5], [0, 1]])


def scores(nats, guessing):
    return UnitScores(np.array(nats), np.zeros(len(nats)), np.array(guessing), np.full(len(nats), 10.0))


def test_completeness_worked_by_hand():
    """Blind 10 + 10, rule 8 + 6, ceiling 5 + 5: 6 of 10; without a unit 4 of 5 and 2 of 5."""
    found = completeness(scores([8.0, 6.0], [10.0, 10.0]), scores([5.0, 5.0], [10.0, 10.0]))
    assert found.value == pytest.approx(0.6)
    error = np.sqrt(0.5 * (0.2**2 + 0.2**2))
    assert found.upper - found.value == pytest.approx(12.706 * error, rel=1e-4)


def test_nothing_to_explain_has_no_completeness():
    found = share_of_gain(np.ones(3), np.array([1.0, -1.0, 0.0]), np.ones(3))
    assert np.isnan(found.value)
    one = share_of_gain(np.ones(1), np.full(1, 2.0), np.ones(1))
    assert one.value == 0.5 and np.isnan(one.lower)


def test_other_choices_are_not_compared():
    with pytest.raises(BadRequest, match="same held-out choices"):
        completeness(scores([1.0, 1.0], [2.0, 2.0]), scores([1.0], [2.0]))


def test_base_rates_come_from_other_folds():
    """Fold 0 saw 0 0, fold 1 saw 1 1: one each was added."""
    play = Play(COINS, np.array([[0, 0], [0, 0], [1, 1], [1, 1]]))
    (chances,) = base_rates([play], [np.array([0, -1, 1, -1])])
    np.testing.assert_allclose(chances[0], [[0.25, 0.75]] * 2)
    np.testing.assert_allclose(chances[2], [[0.75, 0.25]] * 2)
    assert np.isnan(chances[[1, 3]]).all()


def test_the_truth_is_complete_and_the_blind_is_not():
    """Random conduct of memory one is what memory-one with the right parameters says, choice by choice."""
    play = Play(DILEMMA, Streams(5)["met"].generator().integers(0, 2, (60, 40)))
    conduct = random_conduct(Streams(6), [play], "draw")
    (drawn,) = conduct.plays
    numbers = named_units([drawn]).numbers
    truth = score_chances([drawn], conduct.chances, numbers)
    blind = np.exp(replay(drawn, RULES["random"], RULES["random"].default).log_probabilities)
    assert completeness(score_chances([drawn], [blind], numbers), truth).value == pytest.approx(
        0.0, abs=1e-12
    )
    assert completeness(truth, truth).value == 1.0


def test_restrictiveness_tells_what_fits_anything_from_what_fits_nothing():
    play = Play(DILEMMA, Streams(5)["met"].generator().integers(0, 2, (40, 30)))
    flexible = restrictiveness(RULES["memory-one"], play, n_draws=4, most_choices=600, n_starts=1)
    assert 0.0 <= flexible.value < 0.05 and flexible.error < 0.05
    nothing = restrictiveness(RULES["random"], play, n_draws=3, most_choices=600, n_starts=1)
    assert nothing.value == 1.0 and nothing.error == 0.0
    learner = restrictiveness(RULES["cross"], play, n_draws=4, most_choices=600, n_starts=1)
    assert flexible.value < learner.value < 1.0


def test_restrictiveness_is_the_same_again_and_takes_few_rows():
    play = Play(COINS, Streams(5)["met"].generator().integers(0, 2, (40, 10)))
    (some,) = some_rows([play], 100)
    assert some.n_subjects == 10 and some.actions[0].tolist() == play.actions[0].tolist()
    first, again = (restrictiveness(RULES["random"], play, n_draws=2, n_starts=1) for _ in range(2))
    assert first == again
