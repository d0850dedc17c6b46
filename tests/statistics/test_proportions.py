"""Binomial intervals against those of SciPy, found by another way."""

import numpy as np
import pytest
from scipy.stats import binomtest

from humanlike.statistics import exact_interval


@pytest.mark.parametrize(("hits", "trials"), [(0, 20), (1, 20), (19, 20), (20, 20), (216, 240), (7, 9)])
def test_ends_are_those_of_the_exact_test(hits, trials):
    there = binomtest(hits, trials).proportion_ci(0.95, method="exact")
    np.testing.assert_allclose(exact_interval(hits, trials), (there.low, there.high), atol=1e-9)
