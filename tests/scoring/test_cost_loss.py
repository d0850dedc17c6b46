"""A proper score is a crowd of decisions: weights over cost-loss ratios, and scores rebuilt from decisions."""

import numpy as np
import pytest

from humanlike.core import BadParameters, BadRequest
from humanlike.naming.scoring_systems import find_system
from humanlike.scoring import (
    LOGARITHMIC,
    QUADRATIC,
    SPHERICAL,
    Generator,
    asymmetric_gambling_house,
    cost_loss_weight,
    cumulated_weight,
    decision_worth,
    mean_ratio,
    power_generator,
    score_from_decisions,
    spherical_pair,
    truncated_generator,
    truncated_logarithmic,
)

RATIOS = np.array([0.003, 0.05, 0.2, 0.45, 0.5, 0.6, 0.9, 0.99])
WORDS = (
    "logarithmic",
    "quadratic",
    "spherical",
    "truncated-logarithmic:K=10",
    "power:exponent=3",
    "beta:left=1,right=2",
    "threshold:at=0.3,width=0.02,weight=5",
)


def test_the_weights_of_the_shipped_systems_in_closed_form():
    t = RATIOS
    np.testing.assert_allclose(cost_loss_weight(QUADRATIC, t), 4.0, rtol=1e-8)
    np.testing.assert_allclose(cost_loss_weight(LOGARITHMIC, t), 1 / (t * (1 - t)), rtol=1e-8)
    np.testing.assert_allclose(cost_loss_weight(SPHERICAL, t), (t**2 + (1 - t) ** 2) ** -1.5, rtol=1e-7)


@pytest.mark.parametrize(
    ("system", "generator"),
    [
        (QUADRATIC, power_generator(1.0, 2.0)),
        (LOGARITHMIC, power_generator(0.0)),
        (SPHERICAL, spherical_pair()),
        (truncated_logarithmic(10.0), truncated_generator(10.0, 2)),
    ],
    ids=lambda each: each.name,
)
def test_the_generator_is_the_weight(system, generator):
    """w(t) = phi(t)/t + phi(1-t)/(1-t), symmetric generator or not."""
    t = RATIOS[RATIOS != 0.05]  # the truncated one has a kink there
    np.testing.assert_allclose(
        cost_loss_weight(system, t), generator.phi(t) / t + generator.phi(1 - t) / (1 - t), rtol=1e-7
    )


@pytest.mark.parametrize("word", WORDS)
def test_decisions_weighed_rebuild_the_score(word):
    system, reports = find_system(word), np.array([0.02, 0.2, 0.5, 0.7, 0.97])
    table = np.stack([reports, 1 - reports], axis=-1)
    for happened, outcome in ((True, 0), (False, 1)):
        rebuilt = score_from_decisions(system, reports, happened)
        np.testing.assert_allclose(rebuilt, system.score(table, outcome), atol=2e-6)


def test_decisions_of_an_asymmetric_house_rebuild_its_score():
    system = asymmetric_gambling_house(
        [Generator("1", lambda x: np.ones_like(x)), Generator("x", lambda x: x)]
    )
    reports = np.array([0.1, 0.8])
    table = np.stack([reports, 1 - reports], axis=-1)
    np.testing.assert_allclose(
        score_from_decisions(system, reports, True, 1000), system.score(table, 0), atol=1e-4
    )
    np.testing.assert_allclose(
        score_from_decisions(system, reports, False, 1000), system.score(table, 1), atol=1e-4
    )


def test_an_improper_score_is_no_crowd_of_decisions():
    linear = find_system("quadratic")
    crooked = type(linear)(
        "linear", "Linear", lambda p, y: np.take_along_axis(p, np.asarray(y)[..., None], -1)[..., 0]
    )
    assert abs(float(score_from_decisions(crooked, 0.9, True)) - float(crooked.score([0.9, 0.1], 0))) > 0.1


def test_worth_by_hand_and_the_mean_ratio():
    np.testing.assert_allclose(decision_worth(0.3, [True, False], [0.2, 0.2]), [0.8, -0.2])
    assert float(decision_worth(0.2, True, 0.2)) == 0.0  # indifferent
    assert mean_ratio(QUADRATIC, 0.95, 0.6) == pytest.approx(0.775)
    weight = cumulated_weight(LOGARITHMIC, [0.6, 0.95])
    log_odds = np.log(0.95 / 0.05) - np.log(0.6 / 0.4)
    assert np.diff(weight) == pytest.approx(log_odds)
    assert mean_ratio(LOGARITHMIC, 0.95, 0.6) == pytest.approx(
        np.log(0.4 / 0.05) / log_odds
    )  # int t w = -log(1-t)


def test_what_has_no_weight_is_refused():
    with pytest.raises(BadParameters, match="between 0 and 1"):
        cost_loss_weight(QUADRATIC, [0.5, 1.0])
    with pytest.raises(BadRequest, match="no finite weight"):
        mean_ratio(LOGARITHMIC, 1.0, 0.5)
