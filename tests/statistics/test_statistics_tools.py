"""Tests, bootstrap, permutations, rankings, corrections, distributions: each against a known answer."""

import numpy as np
import pytest
from scipy import stats

from humanlike.core import BadParameters, BadRecord, Streams
from humanlike.statistics import (
    bootstrap,
    holm,
    label_permutation_test,
    midranks,
    paired_test,
    poisson_binomial,
    rank_with_uncertainty,
    sign_flip_test,
    unit_draws,
    units_of,
)

STREAM = Streams(21)["statistics"]


def test_the_paired_test_matches_the_worked_example():
    """Differences 1, 2, 3: t = 2 sqrt(3) on 2 degrees, p = 1 - t / sqrt(2 + t^2), half width 4.302653 / sqrt(3)."""
    test = paired_test([2.0, 4.0, 6.0], [1.0, 2.0, 3.0])
    assert test.p_value == pytest.approx(1 - np.sqrt(12 / 14))
    np.testing.assert_allclose(
        (test.lower, test.upper), (2 - 4.3026527 / np.sqrt(3), 2 + 4.3026527 / np.sqrt(3))
    )
    assert (
        paired_test([0.3] * 3, [0.1, 0.1, 0.1]).p_value == 0.0
    )  # one number, whatever rounding makes of its mean
    assert paired_test([1, 1], [1, 1]).p_value == 1.0 and paired_test([2, 2], [1, 1]).p_value == 0.0
    for bad in (([1], [1]), ([1, 2], [1]), ([1, -np.inf], [1, 2])):
        with pytest.raises(BadRecord):
            paired_test(*bad)
    with pytest.raises(BadParameters):
        paired_test([1, 2], [3, 4], alpha=0.0)


def test_holm_matches_the_worked_example():
    """Sorted .01 x 4, .02 x 3, .03 x 2 (not below its predecessor), .9 x 1."""
    np.testing.assert_allclose(holm([0.9, 0.02, 0.01, 0.03]), [0.9, 0.06, 0.04, 0.06])
    assert holm([]).shape == (0,) and holm([0.7, 0.8]).max() == 1.0
    with pytest.raises(BadRecord):
        holm([0.1, 1.2])


def test_holm_agrees_with_statsmodels():
    from statsmodels.stats.multitest import multipletests

    for size in (1, 2, 7, 40):
        p_values = np.round(np.random.default_rng(size).random(size) ** 3, 2)  # with ties
        np.testing.assert_allclose(holm(p_values), multipletests(p_values, method="holm")[1], rtol=1e-14)


def test_the_bootstrap_covers_a_mean():
    covered = 0
    for trial in range(200):
        values = STREAM[f"bootstrap {trial}"].generator().standard_normal(40)
        interval = bootstrap(STREAM[f"draws {trial}"], values, n_resamples=400)
        covered += int(interval.lower <= 0 <= interval.upper)
    assert 0.88 <= covered / 200 <= 0.99


def test_the_bootstrap_redraws_whole_units():
    values = np.repeat(np.arange(10.0)[:, None], 50, axis=1)  # fifty identical rounds in each of ten matches
    result = bootstrap(STREAM["units"], values, lambda resample: resample.mean())
    assert result.standard_error == pytest.approx(np.arange(10.0).std() / np.sqrt(10), rel=0.1)
    assert [rows.tolist() for rows in units_of(["b", "a", "b"])] == [[0, 2], [1]]
    assert unit_draws(STREAM["u"], 5, 3).shape == (3, 5)
    with pytest.raises(BadRecord):
        bootstrap(STREAM["u"], [1.0])
    with pytest.raises(BadParameters):
        unit_draws(STREAM["u"], 0, 3)


def test_sign_flips_are_exact_for_few_and_close_for_many_pairs():
    assert sign_flip_test(STREAM, [1.0, 2.0, 3.0]) == pytest.approx(2 / 8)
    x = STREAM["flips"].generator().standard_normal(200) + 0.15
    assert sign_flip_test(STREAM, x) == pytest.approx(stats.ttest_1samp(x, 0).pvalue, abs=0.02)
    with pytest.raises(BadRecord):
        sign_flip_test(STREAM, [np.inf])


def test_permutation_p_values_are_valid_under_the_null():
    small = 0
    for trial in range(200):
        values = STREAM[f"null {trial}"].generator().exponential(size=16)
        labels = np.arange(16) < 7
        small += label_permutation_test(STREAM[f"p {trial}"], values, labels, n_permutations=99) <= 0.1
    assert small / 200 <= 0.1 + 3 * np.sqrt(0.09 / 200)
    apart = label_permutation_test(STREAM, np.arange(16.0), np.arange(16) < 8, n_permutations=999)
    assert apart <= 0.005
    with pytest.raises(BadRecord):
        label_permutation_test(STREAM, [1.0, 2.0], [True, True])


def test_midranks_share_ties():
    assert midranks([[3, 1, 2], [5, 5, 1]]).tolist() == [[1, 3, 2], [1.5, 1.5, 3]]


@pytest.mark.parametrize("shape", [(1,), (9,), (3, 7), (2, 3, 9), (0, 3), (0,)])
def test_midranks_are_scipys_with_ties_infinities_and_gaps(shape):
    generator = STREAM["midranks"].generator()
    for largest in (3, 1000):
        scores = generator.integers(0, largest, shape).astype(float)
        assert np.array_equal(midranks(scores), stats.rankdata(-scores, axis=-1))
        for odd in (-np.inf, np.nan):
            scores.reshape(-1)[:2] = odd
            assert np.array_equal(midranks(scores), stats.rankdata(-scores, axis=-1), equal_nan=True)


def test_rankings_say_how_sure_they_are():
    generator = STREAM["ranking"].generator()
    scores = generator.standard_normal((4, 60)) + np.array([[3.0], [0.0], [0.0], [-3.0]])
    result = rank_with_uncertainty(STREAM["boot"], scores, n_resamples=500)
    assert result.rank[0] == 1 and result.rank[3] == 4
    assert (result.rank_lower[0], result.rank_upper[0]) == (1, 1) and result.first[0] == 1.0
    assert result.rank_lower[1] == 2 and result.rank_upper[1] == 3
    assert result.first.sum() == pytest.approx(1.0)


def test_rankings_cope_with_gaps_and_infinite_scores():
    scores = np.array([[1.0, np.nan, 1.0], [0.0, -np.inf, 0.5], [np.nan, np.nan, 2.0]])
    result = rank_with_uncertainty(STREAM["gaps"], scores, n_resamples=50)
    assert result.rank.tolist() == [2, 3, 1] and result.mean[1] == -np.inf
    for bad in (np.full((2, 2), np.nan), np.zeros(3)):
        with pytest.raises(BadRecord):
            rank_with_uncertainty(STREAM, bad)


def test_one_unit_leaves_every_rank_possible():
    result = rank_with_uncertainty(STREAM, [[1.0], [2.0], [3.0]])
    assert result.rank.tolist() == [3, 2, 1] and np.isnan(result.first).all()
    assert result.rank_lower.tolist() == [1, 1, 1] and result.rank_upper.tolist() == [3, 3, 3]


def test_without_resamples_ranks_stand_and_first_places_are_unknown():
    """Resamples serve shares of first places alone: whoever does not show them need not draw any."""
    scores = STREAM["plain"].generator().random((3, 40)) + np.array([[0.0], [0.5], [0.0]])
    many, none = (rank_with_uncertainty(STREAM, scores, reach=2.0, n_resamples=n) for n in (50, 0))
    assert np.isnan(none.first).all() and not np.isnan(many.first).any()
    for part in ("mean", "rank", "rank_lower", "rank_upper"):
        assert getattr(many, part).tolist() == getattr(none, part).tolist()


def test_poisson_binomial_equals_the_binomial_and_brute_force():
    np.testing.assert_allclose(
        poisson_binomial(np.full(50, 0.3)), stats.binom.pmf(np.arange(51), 50, 0.3), rtol=1e-10
    )
    p = np.array([0.1, 0.7, 0.4])
    by_hand = [
        0.9 * 0.3 * 0.6,
        0.1 * 0.3 * 0.6 + 0.9 * 0.7 * 0.6 + 0.9 * 0.3 * 0.4,
        0.1 * 0.7 * 0.6 + 0.1 * 0.3 * 0.4 + 0.9 * 0.7 * 0.4,
        0.1 * 0.7 * 0.4,
    ]
    np.testing.assert_allclose(poisson_binomial(p), by_hand, rtol=1e-12)
    assert poisson_binomial([]).tolist() == [1.0]
    with pytest.raises(BadRecord):
        poisson_binomial([1.2])


def test_poisson_binomial_of_many_events_uses_the_fast_transform_faithfully():
    p = STREAM["many"].generator().random(20_000)
    pmf = poisson_binomial(p)
    k = np.arange(pmf.size)
    assert pmf.sum() == pytest.approx(1.0, abs=1e-9)
    assert (k * pmf).sum() == pytest.approx(p.sum(), rel=1e-9)
    assert ((k - p.sum()) ** 2 * pmf).sum() == pytest.approx((p * (1 - p)).sum(), rel=1e-6)
