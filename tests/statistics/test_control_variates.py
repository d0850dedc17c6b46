"""Control variates: the mean stays, the explained variance goes, and only out of sample."""

import numpy as np
import pytest

from humanlike.core import BadRecord, Streams
from humanlike.statistics import cross_fitted, fit_control_variate


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
