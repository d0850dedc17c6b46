"""Control variates: the mean stays, the explained variance goes, and only out of sample."""

import numpy as np
import pytest
from scipy import stats

from humanlike.core import BadRecord, Streams
from humanlike.statistics import adjusted_test, cross_fitted, fit_control_variate, one_slope


def scores(seed, n=400, explained=2.0):
    generator = Streams(seed)["demand"].generator()
    demand = generator.normal(180, 20, n)
    return explained * (demand - 180) / 20 + generator.normal(8, 1, n), demand


def test_adjustment_keeps_the_mean_and_removes_what_demand_explains():
    train, test = scores(1), scores(2)
    fitted = fit_control_variate(*train, centre=180)
    adjusted = fitted.adjust(*test)
    assert adjusted.var(ddof=1) == pytest.approx(1.0, rel=0.2)
    assert adjusted.mean() == pytest.approx(8, abs=0.15)


def test_cross_fitting_does_not_flatter_useless_variates():
    """Twenty variates of noise for thirty games: fitted in sample they remove most variance, cross-fitted none."""
    generator = Streams(3)["noise"].generator()
    ratio_inside, ratio_outside = [], []
    for _ in range(30):
        values, variates = generator.normal(size=30), generator.normal(size=(30, 15))
        inside = fit_control_variate(values, variates).adjust(values, variates)
        outside = cross_fitted(Streams(4), values, variates)
        ratio_inside.append(inside.var() / values.var())
        ratio_outside.append(outside.var() / values.var())
    assert np.mean(ratio_inside) < 0.6 and np.mean(ratio_outside) > 1.0


def test_several_variates_and_known_mean():
    generator = Streams(5).generator()
    variates = generator.normal(size=(500, 2))
    values = variates @ [1.0, -2.0] + 0.1 * generator.normal(size=500)
    fitted = fit_control_variate(values, variates, centre=[0.0, 0.0])
    np.testing.assert_allclose(fitted.coefficients, [1, -2], atol=0.03)


def test_adjusted_pairs_have_the_intercept_and_its_error_as_by_leaving_each_pair_out():
    generator = Streams(6).generator()
    variates = generator.normal(4.0, 1.0, size=(12, 2))
    values = variates @ [1.0, -1.0] + generator.normal(size=12)
    test = adjusted_test(values, variates, [4.0, 4.0])
    inputs = np.column_stack([np.ones(12), variates - 4.0])
    line = np.linalg.solve(inputs.T @ inputs, inputs.T @ values)
    left_out = []
    for pair in range(12):
        rest = np.delete(np.arange(12), pair)
        without = np.linalg.lstsq(inputs[rest], values[rest], rcond=None)[0]
        left_out.append(values[pair] - inputs[pair] @ without)
    weights = np.linalg.solve(inputs.T @ inputs, inputs.T)[0]
    error = np.sqrt(((weights * left_out) ** 2).sum())
    assert test.mean == pytest.approx(line[0])
    assert test.p_value == pytest.approx(2 * stats.t.sf(abs(line[0]) / error, 9))
    assert test.upper - test.lower == pytest.approx(2 * error * stats.t.isf(0.025, 9))
    once = np.eye(12)[:, :1]  # known of one pair alone
    assert adjusted_test(values, once, [0.1]) is None
    exact = adjusted_test(2.0 + variates[:, 0] - 4.0, variates[:, :1], [4.0])
    assert exact.mean == pytest.approx(2.0) and exact.p_value < 1e-12


def test_adjusted_pairs_claim_nothing_too_often():
    """Nobody is better, differences follow a skewed variate and spread with it: at most .05 of claims, 8 pairs each."""
    generator = Streams(7).generator()
    claims = 0
    for _ in range(400):
        variate = generator.gamma(4.0, 1.0, size=8)
        values = variate - 4.0 + generator.normal(size=8) * (0.3 + 0.2 * variate)
        claims += adjusted_test(values, variate, [4.0]).p_value <= 0.05
    assert claims <= 31  # 20 expected at most; the chance of more than 31 is below .01


def test_one_slope_for_all_keeps_a_centre_nobody_knows_out_of_the_difference():
    """The slopes differ, nobody is better; adjusted each by its own slope, one in four would be claims."""
    generator, claims = Streams(8).generator(), 0
    for _ in range(200):
        luck = generator.normal(size=(2, 12, 1))
        groups = [
            (slope * own[:, 0] + 0.3 * generator.normal(size=12), own)
            for slope, own in zip((1, 0), luck, strict=True)
        ]
        first, second = one_slope(Streams(1), groups)
        claims += stats.ttest_ind(first, second, equal_var=False).pvalue <= 0.05
    assert claims <= 18  # 10 expected; the chance of more than 18 is below .01


def test_bad_tables_are_explained():
    with pytest.raises(BadRecord, match="needs its variates"):
        fit_control_variate([1, 2, 3], [1, 2])
    with pytest.raises(BadRecord, match="at least 3 games"):
        fit_control_variate([1, 2], [1, 2])
    with pytest.raises(BadRecord, match="never varies"):
        fit_control_variate([1, 2, 3], [1, 1, 1])
    with pytest.raises(BadRecord, match="finite"):
        fit_control_variate([1, np.nan, 3], [1, 2, 3])
    with pytest.raises(BadRecord, match="folds"):
        cross_fitted(Streams(1), [1, 2, 3], [1, 2, 3], n_folds=9)
    with pytest.raises(BadRecord, match="Fitted on 1"):
        fit_control_variate([1, 2, 4], [1, 2, 3]).adjust([1.0], [[1.0, 2.0]])
