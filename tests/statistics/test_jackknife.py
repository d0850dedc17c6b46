"""Intervals of spreads and of ratios of variances: they hold what they say, also with few units."""

import numpy as np
import pytest

from humanlike.core import BadRecord, Streams
from humanlike.statistics import bootstrap, fixing_indices, log_jackknife, percentiles, positive_interval


def spread(values):
    return values.std(ddof=1)


def test_a_standard_deviation_of_twenty_scores_is_held():
    """Percentiles of the bootstrap hold it in 86 % of cases."""
    scores = Streams(3).generator().standard_normal((400, 20)) * 3
    found = [positive_interval(log_jackknife(each, spread)) for each in scores]
    assert 0.92 <= np.mean([low <= 3 <= high for _, low, high in found]) <= 0.98


def test_an_index_of_five_markets_is_held():
    generator = Streams(4).generator()
    held = 0
    for _ in range(300):
        varied = generator.standard_normal((5, 1, 10)) * 0.5
        found = fixing_indices(varied, generator.standard_normal(20))
        held += bool(found.lower[0] <= 0.25 <= found.upper[0])
    assert held / 300 >= 0.92  # percentiles: .88


def test_the_mean_of_eight_scores_is_held():
    """Plain percentiles hold it in 88 % of cases."""
    scores = Streams(5).generator().standard_normal((300, 8))
    found = [bootstrap(Streams(k)["mean"], each, n_resamples=400) for k, each in enumerate(scores)]
    assert np.mean([each.lower <= 0 <= each.upper for each in found]) >= 0.91


def test_where_nothing_varies_there_is_no_interval():
    assert np.isnan(positive_interval(log_jackknife(np.ones(5), spread)).estimate)
    alone = fixing_indices(np.ones((1, 2, 3)), np.arange(5.0))
    assert np.isnan(alone.lower).all()
    with pytest.raises(BadRecord, match="at least two"):
        log_jackknife([1.0], spread)
    with pytest.raises(BadRecord, match="two independent units"):
        percentiles(1)
