"""Power analysis against published values and against simulation."""

import numpy as np
import pytest
from scipy import stats

from humanlike.core import BadParameters, BadRecord, BadRequest, Streams
from humanlike.statistics import plan_from_pilot, power_of, solve_power


@pytest.mark.parametrize(
    ("effect", "independent", "paired"), [(0.2, 394, 199), (0.5, 64, 34), (0.8, 26, 15), (1.0, 17, 10)]
)
def test_sample_sizes_equal_the_published_ones(effect, independent, paired):
    assert solve_power("independent", effect=effect, alpha=0.05, power=0.8).n == independent
    assert solve_power("paired", effect=effect, alpha=0.05, power=0.8).n == paired


def test_tactex_needs_486_games_a_group_for_a_million():
    assert solve_power("independent", effect=1 / 5.558, alpha=0.05, power=0.8).n == 486


@pytest.mark.parametrize("design", ["independent", "paired"])
def test_any_three_quantities_give_the_fourth_back(design):
    plan = solve_power(design, effect=0.4, n=50, alpha=0.05)
    assert solve_power(design, n=50, alpha=0.05, power=plan.power).effect == pytest.approx(0.4)
    assert solve_power(design, effect=0.4, n=50, power=plan.power).alpha == pytest.approx(0.05)
    assert solve_power(design, effect=0.4, alpha=0.05, power=plan.power - 1e-9).n == 50
    assert solve_power(design, effect=-0.4, n=50, alpha=0.05).power == pytest.approx(plan.power)


def test_power_equals_simulated_rejections():
    draws = Streams(3)["power"].generator().normal(0.5, 1.0, (20_000, 20))
    rejected = (stats.ttest_1samp(draws, 0.0, axis=1).pvalue < 0.05).mean()
    assert abs(rejected - power_of("paired", 0.5, 20, 0.05)) < 4 * np.sqrt(0.25 / 20_000)


def test_pairs_need_about_one_minus_the_correlation_as_many_games():
    generator = Streams(5)["pilot"].generator()
    market = generator.normal(size=400) * 3
    first, second = market + generator.normal(size=400), market + generator.normal(size=400)
    plan = plan_from_pilot(first, second, 0.5)
    assert plan.paired / plan.independent == pytest.approx(1 - plan.correlation, rel=0.1)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"effect": 0.5}, BadRequest),
        ({"effect": 0.5, "n": 10, "alpha": 0.05, "power": 0.8}, BadRequest),
        ({"effect": 0.0, "alpha": 0.05, "power": 0.8}, BadParameters),
        ({"effect": float("nan"), "alpha": 0.05, "power": 0.8}, BadParameters),
        ({"effect": 0.5, "alpha": 1.5, "power": 0.8}, BadParameters),
        ({"effect": 0.5, "alpha": 0.05, "power": 0.04}, BadParameters),
        ({"effect": 0.5, "n": 1, "alpha": 0.05}, BadParameters),
        ({"effect": 1e-6, "alpha": 0.05, "power": 0.8}, BadRequest),
    ],
)
def test_bad_quantities_are_explained(given, error):
    with pytest.raises(error):
        solve_power("paired", **given)


def test_bad_pilots_are_explained():
    with pytest.raises(BadRecord, match="at least 3"):
        plan_from_pilot([1, 2], [1, 2], 1.0)
    with pytest.raises(BadRecord, match="do not vary"):
        plan_from_pilot([1, 1, 1], [1, 1, 1], 1.0)
    with pytest.raises(BadParameters, match="difference of 0"):
        plan_from_pilot([1, 2, 3], [1, 2, 4], 0.0)
