"""Comparisons of two variants: known answers, the gain from pairing, the sequential promise, bad input."""

import numpy as np
import pytest
from scipy import stats

from humanlike.core import BadRecord, Streams, UnknownName
from humanlike.statistics import (
    ASSUMED,
    BOUNDED,
    compare_many,
    compare_paired,
    compare_sequentially,
    confidence_sequence,
    together_bias,
)

STREAM = Streams(1)["test"]


def variants(seed, n, effect, shared=3.0, own=1.0):
    generator = Streams(seed)["variants"].generator()
    market = shared * generator.normal(size=n)
    return market + own * generator.normal(size=n) + effect, market + own * generator.normal(size=n)


def test_tests_equal_scipys():
    first, second = variants(1, 30, 0.8)
    result = compare_paired(STREAM, first, second)
    assert result.paired_p == pytest.approx(stats.ttest_rel(first, second).pvalue)
    assert result.wilcoxon_p == pytest.approx(stats.wilcoxon(first - second).pvalue)
    assert result.independent_p == pytest.approx(stats.ttest_ind(first, second, equal_var=False).pvalue)
    permuted = stats.permutation_test(
        (first - second,), np.mean, permutation_type="samples", n_resamples=9999, rng=np.random.default_rng(1)
    )
    assert result.permutation_p == pytest.approx(permuted.pvalue, abs=0.01)
    assert result.bootstrap_lower < result.difference < result.bootstrap_upper


def test_welch_matches_the_worked_example():
    """Means 2 and 0, variances 1 and 1, n = 3: t = sqrt(6) on 4 degrees, whose distribution has a closed form."""
    result = compare_paired(STREAM, [1.0, 2.0, 3.0], [1.0, -1.0, 0.0])
    assert result.independent_p == pytest.approx(1 - 2 * 3 / 8 * np.sqrt(6 / 2.5) * (1 - 6 / 30))
    half = 2.7764451 * np.sqrt(2 / 3)
    np.testing.assert_allclose((result.independent_lower, result.independent_upper), (2 - half, 2 + half))


def test_one_variant_may_be_constant():
    result = compare_paired(STREAM, [5.0, 5.0, 5.0, 5.0], [1.0, 2.0, 3.0, 4.0])
    assert result.difference == 2.5 and result.independent_p == pytest.approx(result.paired_p)


def test_pairing_removes_what_the_market_shares():
    """Shared sd 3, own sd 1: sd of a difference is sqrt(20) unpaired and sqrt(2) paired, ten times the variance."""
    result = compare_paired(STREAM, *variants(2, 1500, 0.0))
    assert result.sd_independent == pytest.approx(np.sqrt(20), rel=0.08)
    assert result.sd_paired == pytest.approx(np.sqrt(2), rel=0.08)
    assert result.variance_ratio == pytest.approx(10, rel=0.2)
    assert result.correlation == pytest.approx(0.9, abs=0.02)


def test_many_variants_are_corrected_by_holm():
    base = variants(3, 40, 0.0)[1]
    series = {"base": base} | {f"v{k}": base + variants(10 + k, 40, 0.1 * k, shared=0)[0] for k in range(4)}
    many = compare_many(STREAM, series, "base")
    raw = np.array([result.paired_p for result in many.comparisons])
    assert many.variants == ("v0", "v1", "v2", "v3")
    assert (many.adjusted_p >= raw).all() and many.adjusted_p[raw.argmin()] == pytest.approx(
        min(1, 4 * raw.min())
    )
    with pytest.raises(UnknownName):
        compare_many(STREAM, series, "bass")


def test_sequential_comparison_keeps_its_level_over_400_repetitions():
    false = sum(compare_sequentially(*variants(seed, 200, 0.0)).decided_after > 0 for seed in range(400))
    assert false <= 0.05 * 400


def test_sequential_comparison_reaches_the_fixed_decision_with_fewer_games():
    """Planned for half the effect there is (n for d = .35), as one does; the truth is d = .7."""
    planned = 67  # pairs for an effect of .35 at alpha .05, power .8
    used, agreed = [], []
    for seed in range(300):
        first, second = variants(1000 + seed, planned, 0.7 * np.sqrt(2))
        fixed = stats.ttest_rel(first, second)
        decision = (0 if fixed.statistic > 0 else 1) if fixed.pvalue < 0.05 else -1
        result = compare_sequentially(first, second)
        used.append(result.decided_after if result.decided_after > 0 else planned)
        agreed.append(result.winner == decision)
    assert np.mean(used) < 0.65 * planned
    assert np.mean(agreed) > 0.95


def test_the_bias_of_playing_together_is_found():
    first, second = variants(4, 60, 0.5)
    generator = Streams(9).generator()
    inside = first + 1.0 + 0.2 * generator.normal(size=60), second - 0.5
    bias = together_bias((first, second), inside)
    assert bias.bias == pytest.approx(1.5, abs=0.15) and bias.lower < 1.5 < bias.upper and bias.p_value < 1e-6


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ([1, 2], [1, 2], "at least 3"),
        ([1, 2, 3], [1, 2], "not paired"),
        ([1, 2, 3], [0, 1, 2], "without variance"),
        ([1, 2, np.nan], [0, 1, 5], "finite"),
        ([[1, 2, 3]], [[0, 1, 5]], "plain lists"),
    ],
)
def test_comparisons_that_cannot_be_made_say_why(first, second, words):
    with pytest.raises(BadRecord, match=words):
        compare_paired(STREAM, first, second)


def test_bounded_scores_are_compared_exactly_and_unbounded_ones_say_what_is_assumed():
    """A disaster in one of fifty pairs makes up for a small gain in all others: nobody is better."""
    generator = Streams(31)["rare"].generator()
    fooled = exact = 0
    for _ in range(200):
        gain = np.where(generator.random(100) < 0.02, -0.98, 0.02)
        fooled += compare_sequentially(gain, np.zeros(100)).decided_after > 0
        found = compare_sequentially(gain, np.zeros(100), reach=1.0)
        exact += found.decided_after > 0
        assert found.rests_on == BOUNDED
    assert exact <= 10 and fooled > 10
    plain = compare_sequentially(gain, np.zeros(100))
    assert plain.rests_on == ASSUMED
    np.testing.assert_allclose(plain.sequence.lower, confidence_sequence(gain).lower)


def test_the_second_may_win_and_the_sequence_is_first_minus_second():
    generator = Streams(31)["second"].generator()
    first, second = generator.random(80) / 2, 0.5 + generator.random(80) / 2
    found = compare_sequentially(first, second, reach=1.0)
    assert found.winner == 1 and found.sequence.upper[-1] < 0 and found.sequence.mean[-1] < 0
