"""Factors against the floor: a worked example, the rate of false claims, and what so few games can show."""

from itertools import permutations

import numpy as np
import pytest

from humanlike.core import BadRecord, Streams
from humanlike.statistics import against_floor, fixing_pieces, jansen_pieces


def test_pieces_are_unbiased_variances():
    draws = np.random.default_rng(1).normal(5.0, 3.0, size=(1, 1, 40_000))
    assert fixing_pieces(draws).mean() == pytest.approx(9.0, rel=0.05)
    assert jansen_pieces([[1.0, 4.0, 1.0]]).tolist() == [[[4.5], [0.0]]]


def test_the_p_value_is_the_share_of_shuffles_by_hand():
    """One condition, pieces (5, 4) against (1, 2): of six ways to deal them one is as large."""
    pieces = np.array([[[5.0, 4.0], [1.0, 2.0]]])
    found = against_floor(Streams(1), pieces, 1, n_permutations=20_000)
    deals = [sum(order[:2]) - sum(order[2:]) for order in permutations([5.0, 4.0, 1.0, 2.0])]
    assert found.p_value[0] == pytest.approx(np.mean([deal >= 6 for deal in deals]), abs=0.01)
    assert found.ratio[0] == 3.0 and found.least_p == pytest.approx(1 / 6)
    assert np.isnan(found.p_value[1])


def test_a_factor_that_does_no_more_than_noise_is_seldom_claimed():
    """Long tails and spreads of their own in every market; one in twenty, corrected over three factors."""
    generator = np.random.default_rng(2)
    claims = 0
    for number in range(300):
        spread = generator.exponential(size=(5, 1, 1, 1))
        outputs = generator.normal(size=(5, 4, 1, 2)) + spread * generator.standard_t(3, size=(5, 4, 6, 2))
        found = against_floor(Streams(number), fixing_pieces(outputs), 3, n_permutations=199)
        claims += bool((found.adjusted_p[:3] <= 0.05).any())
    assert claims <= 25  # 15 expected; the chance of more than 25 is below .01


def test_a_factor_that_does_more_is_found_and_missing_outputs_are_left_out():
    generator = np.random.default_rng(3)
    outputs = generator.normal(size=(6, 3, 6, 8)) * np.array([5.0, 1.0, 1.0])[:, None, None]
    outputs[0, :, :, 2] = np.nan
    found = against_floor(Streams(1), fixing_pieces(outputs), 2, scale=np.r_[np.nan, np.ones(7)])
    assert found.adjusted_p[0] < 0.01 < found.adjusted_p[1] and found.ratio[0] > 10


def test_what_is_no_design_is_refused():
    with pytest.raises(BadRecord, match="conditions, factors, pieces"):
        against_floor(Streams(1), np.ones((3, 2)), 0)
