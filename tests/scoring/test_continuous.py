"""Densities: Brown's Uganda tables, exact integrals, agreement with quadrature."""

from itertools import pairwise

import numpy as np
import pytest
from scipy import integrate, stats

from humanlike.core import BadParameters, BadRecord
from humanlike.scoring import (
    DENSITY_SCORES,
    DistributionDensity,
    SampleDensity,
    crps_normal_loss,
    crps_samples_loss,
    crps_uniform_loss,
    density_from_percentiles,
    log_normal_density_score,
)

FIRST = density_from_percentiles([7, 12], [0, 1])
SECOND = density_from_percentiles([8, 9, 10, 11], [0, 0.2, 0.8, 1])
VALUES = np.array([6.5, 7.5, 8.5, 9.5, 10.5, 11.5, 12.5])
TABLES = {
    "quadratic": (
        [-0.2, 0.2, 0.2, 0.2, 0.2, 0.2, -0.2],
        [-0.44, -0.44, -0.04, 0.76, -0.04, -0.44, -0.44],
    ),
    "spherical": (
        [0, *[0.4472135955] * 5, 0],
        [0, 0, 0.3015113446, 0.9045340337, 0.3015113446, 0, 0],
    ),
    "logarithmic": (
        [-np.inf, *[-1.6094379124] * 5, -np.inf],
        [-np.inf, -np.inf, -1.6094379124, -0.5108256238, -1.6094379124, -np.inf, -np.inf],
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_the_uganda_tables(name):
    for density, table in zip((FIRST, SECOND), TABLES[name], strict=True):
        np.testing.assert_allclose(DENSITY_SCORES[name](density, VALUES), table, atol=5e-11)


def crps_by_quadrature(cdf, x, low, high):
    def below(t):
        return float(cdf(t)) ** 2

    def above(t):
        return (1 - float(cdf(t))) ** 2

    edges = np.unique(np.clip([low, 8, 9, 10, 11, x, high], low, high))
    return sum(integrate.quad(below if b <= x else above, a, b, epsabs=1e-12)[0] for a, b in pairwise(edges))


@pytest.mark.parametrize("x", [-3.0, 7.0, 8.0, 8.7, 9.5, 11.0, 14.0])
def test_crps_of_percentiles_is_exact_with_exponential_tails(x):
    density = density_from_percentiles([8, 9, 10, 11], [0.1, 0.3, 0.8, 0.95], tail="exponential")
    want = crps_by_quadrature(density.cdf, x, -40.0, 60.0)
    assert density.crps_loss(x) == pytest.approx(want, abs=1e-9)
    assert SECOND.crps_loss(x) == pytest.approx(crps_by_quadrature(SECOND.cdf, x, -40.0, 60.0), abs=1e-9)


def test_exponential_tails_hold_their_mass_without_a_jump():
    density = density_from_percentiles([8, 9, 11], [0.1, 0.5, 0.9], tail="exponential")
    assert integrate.quad(density.pdf, -30, 8)[0] == pytest.approx(0.1)
    assert integrate.quad(density.pdf, 11, 60)[0] == pytest.approx(0.1)
    assert density.pdf(8 - 1e-9) == pytest.approx(float(density.pdf(8.5)), abs=1e-6)
    squared = integrate.quad(lambda t: float(density.pdf(t)) ** 2, -30, 60, points=[8, 9, 11], limit=200)[0]
    assert density.squared_integral() == pytest.approx(squared, abs=1e-7)


def test_a_stated_range_closes_the_tails():
    density = density_from_percentiles([8, 11], [0.1, 0.9], bounds=(6, 12))
    np.testing.assert_allclose(density.pdf([5, 7, 9, 11.5, 13]), [0, 0.05, 0.8 / 3, 0.1, 0])
    assert density.cdf(6) == 0 and density.cdf(12) == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (dict(breaks=[8, 9], levels=[0.1, 0.9]), "Open tails"),
        (dict(breaks=[9, 8], levels=[0, 1]), "must increase"),
        (dict(breaks=[8, 9, 10], levels=[0, 0.7, 0.5]), "must not fall"),
        (dict(breaks=[8, 9], levels=[0, 1.2]), "between 0 and 1"),
        (dict(breaks=[8, 9], levels=[0.1, 0.9], bounds=(8.5, 10)), "does not hold"),
        (dict(breaks=[8], levels=[0.5]), "at least two"),
        (dict(breaks=[8, 9, 10], levels=[0.1, 0.1, 1.0], tail="exponential"), "outermost"),
    ],
)
def test_bad_percentiles_are_refused(arguments, sentence):
    with pytest.raises(BadRecord, match=sentence):
        density_from_percentiles(**arguments)


def test_distributions_agree_with_closed_forms():
    normal, uniform = DistributionDensity(stats.norm(2, 3)), DistributionDensity(stats.uniform(1, 4))
    x = np.array([-5.0, 1.5, 2.0, 9.0])
    np.testing.assert_allclose(normal.crps_loss(x), crps_normal_loss(2.0, 3.0, x), atol=1e-11)
    np.testing.assert_allclose(uniform.crps_loss(x), crps_uniform_loss(1.0, 5.0, x), atol=1e-11)
    assert normal.squared_integral() == pytest.approx(1 / (2 * 3 * np.sqrt(np.pi)), abs=1e-12)
    np.testing.assert_allclose(
        DENSITY_SCORES["logarithmic"](normal, x), log_normal_density_score(2.0, 3.0, x), atol=1e-12
    )


def test_an_exponential_distribution_by_hand():
    """CRPS of the unit exponential at x >= 0: x - 2 (1 - e^-x) + 1/2 ... + tail = x + 2 e^-x - 3/2."""
    density = DistributionDensity(stats.expon())
    for x in (0.0, 0.5, 3.0):
        assert density.crps_loss(x) == pytest.approx(x + 2 * np.exp(-x) - 1.5, abs=1e-10)
    assert density.crps_loss(-2.0) == pytest.approx(2.5, abs=1e-10)


def test_samples_approach_their_distribution():
    samples = stats.norm(2, 3).ppf((np.arange(800) + 0.5) / 800)
    density = SampleDensity(samples)
    assert density.crps_loss(3.0) == pytest.approx(float(crps_normal_loss(2.0, 3.0, 3.0)), abs=3e-3)
    assert density.squared_integral() == pytest.approx(1 / (6 * np.sqrt(np.pi)), rel=0.08)
    assert density.pdf([2.0]) == pytest.approx(stats.norm(2, 3).pdf(2.0), rel=0.08)


def test_crps_of_samples_by_hand():
    """Samples 0 and 1, value 0: mean distance 1/2, half the mean distance between draws 1/4."""
    assert crps_samples_loss([0.0, 1.0], 0.0) == pytest.approx(0.25)
    assert crps_samples_loss([[3.0], [5.0]], [4.0, 4.0]).tolist() == [1.0, 1.0]  # absolute error


def test_honest_densities_expect_more():
    """Believing N(0,1), the quadratic, spherical and logarithmic scores and -CRPS are best for N(0,1)."""
    grid = np.linspace(-8, 8, 4001)
    belief = stats.norm.pdf(grid)
    for name, score in DENSITY_SCORES.items():
        honest, *lies = (
            np.trapezoid(belief * score(DistributionDensity(forecast), grid), grid)
            if name != "crps"
            else -np.trapezoid(belief * crps_normal_loss(*forecast.args, grid), grid)
            for forecast in (stats.norm(0, 1), stats.norm(0.3, 1), stats.norm(0, 0.7), stats.norm(0, 1.4))
        )
        assert honest > max(lies) + 1e-4


def test_bad_distributions_are_refused():
    with pytest.raises(BadParameters, match="positive"):
        crps_normal_loss(0.0, 0.0, 1.0)
    with pytest.raises(BadParameters, match="low < high"):
        crps_uniform_loss(1.0, 1.0, 1.0)
    with pytest.raises(BadRecord, match="two finite"):
        SampleDensity(np.array([1.0]))
    with pytest.raises(BadRecord, match="no density"):
        SampleDensity(np.array([1.0, 1.0])).pdf(1.0)
