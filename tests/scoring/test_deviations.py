"""MSD, MAD, POI and the Kuipers score: Table 12 of paper 000, its identities, its undefined cases."""

import numpy as np
import pytest

from humanlike.core import BadRecord, UnsuitableGame
from humanlike.scoring import (
    kuipers_score,
    mean_absolute_deviation,
    mean_squared_deviation,
    one_hot,
    outcome_categories,
    outcome_probabilities,
    point_predictions,
    proportion_of_inaccuracy,
)

OBSERVED = np.ones((2, 4), dtype=int)  # both players always take action 1
POINT = one_hot([[0, 1, 0, 1], [1, 0, 1, 0]], 2)  # Table 11, the point-predicting rule
HALVES = np.full((2, 4, 2), 0.5)  # the probabilistic rule


def group(predictions):
    return outcome_probabilities(np.moveaxis(predictions, 0, -2))


@pytest.mark.parametrize(
    ("predictions", "by_action", "by_outcome"),
    [
        (POINT, (0.7071067812, 0.5), (0.7071067812, 0.5)),
        (HALVES, (0.5, 0.5), (0.4330127019, 0.375)),
    ],
)
def test_table_12(predictions, by_action, by_outcome):
    actions = one_hot(OBSERVED, 2)
    outcomes = one_hot(outcome_categories(OBSERVED.T, 2), 4)
    joint = group(predictions)
    measures = (mean_squared_deviation, mean_absolute_deviation)
    for measure, action, outcome in zip(measures, by_action, by_outcome, strict=True):
        assert measure(actions, predictions) == pytest.approx(action, abs=5e-11)
        assert measure(outcomes, joint) == pytest.approx(outcome, abs=5e-11)


@pytest.mark.parametrize(("n_categories", "ratio"), [(2, 1.0), (4, 0.5)])
def test_for_simulated_choices_the_measures_agree(n_categories, ratio):
    """MSD^2 = MAD = POI for two actions, POI/2 for four outcomes, simulation by simulation."""
    generator = np.random.default_rng(7)
    observed = one_hot(generator.integers(0, n_categories, (20, 30)), n_categories)
    simulated = one_hot(generator.integers(0, n_categories, (6, 20, 30)), n_categories)
    squared = mean_squared_deviation(observed, simulated, n_batch_axes=1) ** 2
    absolute = mean_absolute_deviation(observed, simulated, n_batch_axes=1)
    inaccuracy = proportion_of_inaccuracy(observed, simulated, n_batch_axes=1)
    assert squared.shape == (6,)
    np.testing.assert_allclose(squared, absolute, atol=1e-14)
    np.testing.assert_allclose(absolute, ratio * inaccuracy, atol=1e-14)


def test_mad_of_probabilities_is_the_expected_mad_of_simulations():
    """In any number of states (the paper's contrary claim for outcomes is wrong)."""
    observed = one_hot([2], 4)
    prediction = np.array([[0.1, 0.2, 0.3, 0.4]])
    expected = sum(
        chance * mean_absolute_deviation(observed, one_hot([outcome], 4))
        for outcome, chance in enumerate(prediction[0])
    )
    assert mean_absolute_deviation(observed, prediction) == pytest.approx(float(expected))


def test_ties_are_shared():
    np.testing.assert_allclose(point_predictions([0.1 + 0.2, 0.3, 0.4 - 0.1, 0.1]), [1 / 3, 1 / 3, 1 / 3, 0])
    assert proportion_of_inaccuracy(one_hot([0], 2), [[0.5, 0.5]]) == 0.5


def test_missing_moves_are_left_out():
    observed = one_hot([[0, -1], [1, 1]], 2)
    predicted = [[[1, 0], [1, 0]], [[1, 0], [0, 1]]]
    assert proportion_of_inaccuracy(observed, predicted) == pytest.approx(1 / 3)
    assert mean_absolute_deviation(observed, predicted) == pytest.approx(1 / 3)
    assert outcome_categories([[0, -1], [1, 1]], 2).tolist() == [-1, 3]


def test_kuipers_score_by_hand():
    """Player 1: B in rounds 2, 4; predicted B in rounds 2, 3: 1/2 - 1/2 = 0. Player 2 never took B."""
    observed = one_hot([[0, 1, 0, 1], [0, 0, 0, 0]], 2)
    predicted = one_hot([[0, 1, 1, 0], [0, 1, 0, 1]], 2)
    result = kuipers_score(observed, predicted)
    assert result.score == 0.0 and result.n_undefined == 1
    assert result.by_player[0] == 0.0 and np.isnan(result.by_player[1])


def test_kuipers_perfect_constant_uniform_and_undefined():
    observed = one_hot([[0, 1, 1, 0, 1]], 2)
    assert kuipers_score(observed, observed).score == 1.0
    assert kuipers_score(observed, np.full((1, 5, 2), 0.5)).score == 0.0
    assert kuipers_score(observed, one_hot([[1] * 5], 2)).score == 0.0
    nobody = kuipers_score(one_hot([[1, 1]], 2), one_hot([[1, 0]], 2))
    assert np.isnan(nobody.score) and nobody.n_undefined == 1


def test_ties_in_prediction_go_to_action_1_unless_told_otherwise():
    observed = one_hot([[0, 1]], 2)
    predicted = np.array([[[0.9, 0.1], [0.5, 0.5]]])
    assert kuipers_score(observed, predicted).score == 1.0
    assert kuipers_score(observed, predicted, tie_action=0).score == 0.0


def test_what_does_not_fit_is_refused():
    with pytest.raises(UnsuitableGame, match="two actions"):
        kuipers_score(one_hot([[0, 3]], 4), np.full((1, 2, 4), 0.25))
    with pytest.raises(BadRecord, match="same categories"):
        mean_squared_deviation(one_hot([0], 2), [[0.2, 0.3, 0.5]])
    with pytest.raises(BadRecord, match="between 0 and 1"):
        one_hot([2], 2)
