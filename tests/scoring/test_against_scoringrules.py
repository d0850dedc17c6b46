"""Where the PyPI package scoringrules computes the same thing, the two agree to 1e-10."""

import numpy as np
import pytest
from scipy import stats

from humanlike.scoring import (
    DistributionDensity,
    binary_brier_loss,
    binary_log_loss,
    brier_loss,
    crps_normal_loss,
    crps_samples_loss,
    crps_uniform_loss,
    half_brier_loss,
    ignorance_loss,
    log_loss,
    log_normal_density_score,
    ranked_probability_loss,
)

scoringrules = pytest.importorskip("scoringrules")
GENERATOR = np.random.default_rng(8)
CHANCE = GENERATOR.random(300)
HAPPENED = (GENERATOR.random(300) < CHANCE).astype(int)
FORECASTS = GENERATOR.dirichlet(np.ones(5), 300)
OUTCOMES = GENERATOR.integers(0, 5, 300)
MEAN, DEVIATION, VALUE = (
    GENERATOR.normal(size=300),
    GENERATOR.uniform(0.2, 3, 300),
    GENERATOR.normal(size=300),
)
SAMPLES = GENERATOR.normal(size=(300, 15))


def agree(ours, theirs):
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-10)


def test_brier_and_logarithm_of_binary_events():
    agree(binary_brier_loss(CHANCE, HAPPENED), scoringrules.brier_score(HAPPENED, CHANCE))
    agree(binary_log_loss(CHANCE, HAPPENED), scoringrules.log_score(HAPPENED, CHANCE))
    pairs, index = np.stack([1 - CHANCE, CHANCE], axis=-1), HAPPENED
    agree(half_brier_loss(pairs, index), scoringrules.brier_score(HAPPENED, CHANCE))
    agree(log_loss(pairs, index), scoringrules.log_score(HAPPENED, CHANCE))


def test_ranked_probability_loss():
    one_hot = np.eye(5)[OUTCOMES]
    agree(
        ranked_probability_loss(FORECASTS, OUTCOMES), scoringrules.rps_score(one_hot, FORECASTS, onehot=True)
    )


def test_continuous_forecasts():
    agree(crps_normal_loss(MEAN, DEVIATION, VALUE), scoringrules.crps_normal(VALUE, MEAN, DEVIATION))
    agree(-log_normal_density_score(MEAN, DEVIATION, VALUE), scoringrules.logs_normal(VALUE, MEAN, DEVIATION))
    agree(
        crps_uniform_loss(MEAN, MEAN + DEVIATION, VALUE),
        scoringrules.crps_uniform(VALUE, MEAN, MEAN + DEVIATION),
    )
    agree(crps_samples_loss(SAMPLES, VALUE), scoringrules.crps_ensemble(VALUE, SAMPLES))


def test_any_distribution_by_quadrature():
    x = np.array([0.2, 1.0, 2.5])
    agree(DistributionDensity(stats.gamma(2.0)).crps_loss(x), scoringrules.crps_gamma(x, 2.0, rate=1.0))
    agree(DistributionDensity(stats.logistic(1, 2)).crps_loss(x), scoringrules.crps_logistic(x, 1.0, 2.0))


def test_the_literatures_forms_relate_as_they_should():
    agree(brier_loss(FORECASTS, OUTCOMES), ((FORECASTS - np.eye(5)[OUTCOMES]) ** 2).sum(axis=-1))
    agree(ignorance_loss(FORECASTS, OUTCOMES), -np.log2(FORECASTS[np.arange(300), OUTCOMES]))
    assert binary_log_loss([0.0], [1])[0] == np.inf
