"""Equitable scores: worked by hand, their defining properties, and Peirce's score where there are two states."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from humanlike.core import BadRecord
from humanlike.scoring import (
    cuts_of_each,
    equitable_matrix,
    equitable_score,
    kuipers_score,
    one_hot,
    ordered_cuts,
)

FAMILIES = {"Gerrity": ordered_cuts, "each": cuts_of_each}
careful = settings(deadline=None, derandomize=True, max_examples=60)
either_family = pytest.mark.parametrize("cuts_of", FAMILIES.values(), ids=FAMILIES)


def test_gerritys_matrix_of_three_states_by_hand():
    """Rates .5, .3, .2: a1 = .5/.5 = 1, a2 = .2/.8 = 1/4; s13 = (-1 - 1)/2, s33 = (1/a1 + 1/a2)/2 = 2.5, ..."""
    by_hand = [
        [(1 + 0.25) / 2, (-1 + 0.25) / 2, -1],
        [-0.375, (1 + 0.25) / 2, (1 - 1) / 2],
        [-1, 0, (1 + 4) / 2],
    ]
    np.testing.assert_allclose(equitable_matrix([0.5, 0.3, 0.2], ordered_cuts(3)), by_hand)


def test_each_state_against_the_others_by_hand():
    """Rates .5, .25, .25: odds of the cuts 1, 3, 3; s11 = (1 + 1/3 + 1/3)/3, s12 = (-1 - 1 + 1/3)/3, ..."""
    same, first, others = (1 + 3 + 1 / 3) / 3, (1 + 2 / 3) / 3, (1 - 2) / 3
    by_hand = [[first, -5 / 9, -5 / 9], [-5 / 9, same, others], [-5 / 9, others, same]]
    np.testing.assert_allclose(equitable_matrix([0.5, 0.25, 0.25], cuts_of_each(3)), by_hand)


def test_a_table_of_ten_forecasts_by_hand():
    """Observed 5, 3, 2 times; 4, 2, 1 of them hit, one far miss from 1 to 3, one near miss each from 2 and 3."""
    table = np.array([[4, 0, 1], [1, 2, 0], [0, 1, 1]])
    hits, misses = 4 * 0.625 + 2 * 0.625 + 2.5, 1 * -1 + 1 * -0.375 + 1 * 0
    assert equitable_score(table, ordered_cuts(3)).score == pytest.approx((hits + misses) / 10)


counts = st.integers(2, 6).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, 20), min_size=n, max_size=n), min_size=n, max_size=n)
)


@either_family
@careful
@given(rows=counts)
def test_the_score_is_the_table_times_the_matrix(cuts_of, rows):
    table = np.array(rows, dtype=float)
    cuts = cuts_of(len(table))
    if (table.sum(axis=1) > 0).sum() < 2:
        assert np.isnan(equitable_score(table, cuts).score)
        return
    matrix = equitable_matrix(table.sum(axis=1) / table.sum(), cuts)
    np.testing.assert_allclose(matrix, matrix.T)
    expected = (table * matrix).sum() / table.sum()
    assert equitable_score(table, cuts).score == pytest.approx(expected, abs=1e-9)


@either_family
@careful
@example(happened=[0, 0, 1, 1, 0], seed=0)  # sums that rounding leaves a little off 2
@given(happened=st.lists(st.integers(0, 9), min_size=2, max_size=6), seed=st.integers(0, 99))
def test_no_skill_scores_0_and_perfect_foresight_1_whatever_the_base_rates(cuts_of, happened, seed):
    rates = np.array(happened, dtype=float)
    if (rates > 0).sum() < 2:
        return
    cuts, n = cuts_of(len(rates)), len(rates)
    blind = np.random.default_rng(seed).dirichlet(np.ones(n))  # said by chance, whatever happens
    said = [np.eye(n)[each] for each in range(n)] + [np.full(n, 1 / n), blind]
    scores = [equitable_score(np.outer(rates, each), cuts).score for each in said]
    np.testing.assert_allclose(scores, 0, atol=1e-12)
    assert equitable_score(np.diag(rates), cuts).score == pytest.approx(1)


@either_family
def test_with_two_states_both_are_the_kuipers_score(cuts_of):
    rng = np.random.default_rng(5)
    did, said = rng.integers(0, 2, (2, 60))
    table = np.zeros((2, 2))
    np.add.at(table, (did, said), 1)
    kuipers = kuipers_score(one_hot(did, 2)[None], one_hot(said, 2)[None]).score
    assert equitable_score(table, cuts_of(2)).score == pytest.approx(kuipers)


def test_renaming_states_changes_gerritys_score_but_not_that_of_each_against_the_others():
    table = np.array([[4.0, 0, 1], [1, 2, 0], [0, 1, 1]])
    renamed = table[[2, 0, 1]][:, [2, 0, 1]]
    each, gerrity = cuts_of_each(3), ordered_cuts(3)
    assert equitable_score(renamed, each).score == pytest.approx(equitable_score(table, each).score)
    assert equitable_score(renamed, gerrity).score != pytest.approx(equitable_score(table, gerrity).score)


def test_cuts_without_a_base_rate_are_counted_and_left_out_never_scored_0():
    never_third = np.array([[3.0, 1, 1], [1, 4, 0], [0, 0, 0]])
    found = equitable_score(never_third, cuts_of_each(3))
    assert found.n_undefined == 1
    hits, alarms = np.array([3 / 5, 4 / 5]), np.array([1 / 5, 1 / 5])
    assert found.score == pytest.approx((hits - alarms).mean())
    nothing = equitable_score(np.diag([5.0, 0, 0]), ordered_cuts(3))
    assert np.isnan(nothing.score) and nothing.n_undefined == 2


@pytest.mark.parametrize("rates", [[0.5, 0.6, 0.1], [0.5, 0.5], [1.0, 0.0, 0.0], [1.5, -0.5, 0.0]])
def test_rates_that_are_none_are_refused(rates):
    with pytest.raises(BadRecord):
        equitable_matrix(rates, ordered_cuts(3))
