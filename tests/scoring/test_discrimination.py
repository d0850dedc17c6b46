"""Discrimination: section 5.3, appendix D, and brute force."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from humanlike.core import BadParameters, BadRequest
from humanlike.scoring import LOGARITHMIC, QUADRATIC, SPHERICAL, SYSTEMS, discrimination_bounds, tell_apart


def test_the_memos_example():
    """Events of 1/2; one says 1/2, the other 3/5: ratio sqrt(n)/10; after 100 one chance in six."""
    result = tell_apart(QUADRATIC, 0.5, 0.5, 0.6, 100)
    assert result.better == 1
    assert result.ratio == pytest.approx(1.0) and result.worse_leads_normal == pytest.approx(
        0.1586552539, abs=5e-11
    )
    assert tell_apart(QUADRATIC, 0.5, 0.5, 0.6, 400).worse_leads_normal == pytest.approx(
        0.0227501319, abs=5e-11
    )
    np.testing.assert_allclose(result.bounds, (0.0, 2.0), atol=1e-12)


@pytest.mark.parametrize(
    ("system", "ratio"), [(QUADRATIC, 0.4166666667), (LOGARITHMIC, 0.2699711940), (SPHERICAL, 0.4969608623)]
)
def test_appendix_d(system, ratio):
    result = tell_apart(system, 0.9, 0.95, 0.6, 1)
    assert result.ratio == pytest.approx(ratio, abs=5e-11)
    np.testing.assert_allclose(result.bounds, (-1 / 6, 1.0), atol=5e-8)


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS.keys())
def test_the_bounds_hold_for_every_system(system):
    generator = np.random.default_rng(5)
    for p, y1, y2 in generator.uniform(0.02, 0.98, (200, 3)):
        result = tell_apart(system, p, y1, y2, 1)
        assert result.bounds[0] - 1e-9 < result.ratio < result.bounds[1] + 1e-9


def test_the_quadratic_system_lies_halfway():
    low, high = discrimination_bounds(0.9, 0.95, 0.6)
    assert tell_apart(QUADRATIC, 0.9, 0.95, 0.6, 1).ratio == pytest.approx((low + high) / 2)


@pytest.mark.parametrize("system", [QUADRATIC, LOGARITHMIC, SPHERICAL])
def test_exact_probabilities_equal_brute_force(system):
    p, y1, y2, n = 0.7, 0.6, 0.9, 9
    behind = tie = 0.0
    for pattern in product([0, 1], repeat=n):
        outcomes = np.array(pattern)
        first = system.score(np.tile([y1, 1 - y1], (n, 1)), outcomes).sum()
        second = system.score(np.tile([y2, 1 - y2], (n, 1)), outcomes).sum()
        chance = p ** (n - outcomes.sum()) * (1 - p) ** outcomes.sum()
        behind += chance * (first < second - 1e-12)
        tie += chance * (abs(first - second) <= 1e-12)
    result = tell_apart(system, p, y1, y2, n)
    assert result.better == 1
    assert result.worse_leads_exact == pytest.approx(behind, abs=1e-12)
    assert result.tie_exact == pytest.approx(tie, abs=1e-12)


def test_ties_are_recognised_in_spite_of_rounding():
    """n = 100: the difference is .22 n - .4 K, zero at K = 55."""
    result = tell_apart(QUADRATIC, 0.5, 0.5, 0.6, 100)
    assert result.tie_exact == pytest.approx(stats.binom.pmf(55, 100, 0.5), rel=1e-12)
    assert result.worse_leads_exact == pytest.approx(stats.binom.sf(55, 100, 0.5), rel=1e-12)


@pytest.mark.parametrize(("p", "y1", "y2"), [(0.5, 0.5, 0.6), (0.9, 0.95, 0.6), (0.2, 0.3, 0.21)])
def test_needed_is_where_the_better_leads_for_good(p, y1, y2):
    needed = tell_apart(QUADRATIC, p, y1, y2, 1).needed
    assert needed is not None

    def leads(n):
        result = tell_apart(QUADRATIC, p, y1, y2, n)
        return 1 - result.worse_leads_exact - result.tie_exact

    assert leads(needed - 1) < 0.95 or needed == 1
    assert all(leads(n) >= 0.95 for n in range(needed, needed + 40))


def test_certainty_under_the_logarithm():
    """Somebody who says 1 loses everything with the first failure."""
    result = tell_apart(LOGARITHMIC, 0.9, 0.9, 1.0, 10)
    assert result.better == 1
    assert result.worse_leads_exact == pytest.approx(0.9**10)
    assert result.needed == 29  # .9^29 < .05 <= .9^28


def test_questions_that_cannot_be_answered_are_refused():
    with pytest.raises(BadRequest, match="nothing to tell apart"):
        tell_apart(QUADRATIC, 0.5, 0.6, 0.6, 10)
    with pytest.raises(BadRequest, match="equally good"):
        tell_apart(QUADRATIC, 0.5, 0.4, 0.6, 10)
    with pytest.raises(BadParameters, match=r"p = 1\.5"):
        tell_apart(QUADRATIC, 1.5, 0.4, 0.6, 10)
    with pytest.raises(BadParameters, match="at least 1"):
        tell_apart(QUADRATIC, 0.5, 0.3, 0.6, 0)
