"""Consensus: the memo's example, and equilibria checked against their definition."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from humanlike.core import BadParameters, BadRecord, UnknownName
from humanlike.scoring import (
    LOGARITHMIC,
    disagreement,
    disagreement_of_methods,
    parimutuel_prices,
    pool_forecasts,
    score_weights,
)

PANEL = [[0.5, 0.5], [0.1, 0.9]]


def test_the_memos_example():
    np.testing.assert_allclose(pool_forecasts(PANEL, "parimutuel"), [0.5, 0.5], atol=1e-12)
    np.testing.assert_allclose(pool_forecasts(PANEL, "average"), [0.3, 0.7], atol=1e-12)
    np.testing.assert_allclose(pool_forecasts(PANEL, "log-odds"), [0.25, 0.75], atol=1e-12)


def money_that_finds_no_stake(panel, weights, prices):
    """By the definition alone: everybody bets on the best ratios only, and bets add up to the prices."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.where(panel > 0, panel / prices, 0.0)
    best = ratios >= ratios.max(axis=1, keepdims=True) * (1 - 1e-9)
    expert, alternative = np.nonzero(best & (weights[:, None] > 0))
    rows = np.zeros((len(weights) + len(prices), len(expert)))
    rows[expert, np.arange(len(expert))] = 1
    rows[len(weights) + alternative, np.arange(len(expert))] = 1
    return 1 + linprog(-np.ones(len(expert)), A_ub=rows, b_ub=np.concatenate([weights, prices])).fun


@settings(deadline=None, derandomize=True, max_examples=80)
@given(seed=st.integers(0, 10**6), n_experts=st.integers(1, 9), n=st.integers(2, 6), coarse=st.booleans())
def test_parimutuel_prices_are_an_equilibrium(seed, n_experts, n, coarse):
    generator = np.random.default_rng(seed)
    panel = generator.dirichlet(np.full(n, 0.6), size=n_experts)
    if coarse:  # ties and zeros
        panel = np.round(panel * 5) + (panel == panel.max(axis=1, keepdims=True))
        panel = panel / panel.sum(axis=1, keepdims=True)
    weights = generator.dirichlet(np.ones(n_experts))
    prices = parimutuel_prices(panel, weights)
    assert prices.sum() == pytest.approx(1.0, abs=1e-12) and np.all(prices >= 0)
    assert money_that_finds_no_stake(panel, weights, prices) < 1e-9


def two_way_prices(first, weights):
    """Two alternatives: the price at which the money of those above it meets it."""
    order = np.argsort(first)[::-1]
    above = 0.0
    for expert in order:
        if above >= first[expert]:
            return above
        above += weights[expert]
        if above >= first[expert]:
            return first[expert]
    return above


@pytest.mark.parametrize("seed", range(20))
def test_parimutuel_of_two_alternatives_equals_the_direct_solution(seed):
    generator = np.random.default_rng(seed)
    first, weights = generator.random(7), generator.dirichlet(np.ones(7))
    prices = parimutuel_prices(np.stack([first, 1 - first], axis=1), weights)
    assert prices[0] == pytest.approx(two_way_prices(first, weights), abs=1e-9)


def test_a_large_panel_and_agreement():
    panel = np.random.default_rng(1).dirichlet(np.ones(8), size=150)
    assert money_that_finds_no_stake(panel, np.full(150, 1 / 150), pool_forecasts(panel, "parimutuel")) < 1e-9
    same = np.tile([0.2, 0.3, 0.5], (4, 1))
    for method in ("average", "log-odds", "parimutuel"):
        np.testing.assert_allclose(pool_forecasts(same, method), [0.2, 0.3, 0.5], atol=1e-9)


def test_what_nobody_believes_costs_nothing():
    np.testing.assert_allclose(pool_forecasts([[0.6, 0.4, 0.0], [0.3, 0.7, 0.0]], "parimutuel")[2], 0.0)


def test_weights_count():
    np.testing.assert_allclose(pool_forecasts(PANEL, "average", [3, 1]), [0.4, 0.6])
    np.testing.assert_allclose(pool_forecasts(PANEL, "log-odds", [1, 0]), [0.5, 0.5])
    assert pool_forecasts(PANEL, "parimutuel", [0.2, 0.8])[1] == pytest.approx(0.8)


def test_weights_from_log_scores_are_posterior_weights():
    forecasts = np.array([[[0.8, 0.2], [0.6, 0.4]], [[0.5, 0.5], [0.5, 0.5]]])
    totals = LOGARITHMIC.score(forecasts, [0, 1]).sum(axis=1)
    likelihood = np.array([0.8 * 0.4, 0.25])
    np.testing.assert_allclose(score_weights(totals), likelihood / likelihood.sum())
    np.testing.assert_allclose(score_weights([0.0, -np.inf]), [1.0, 0.0])


def test_disagreement_is_total_variation():
    result = disagreement(PANEL, [0.3, 0.7])
    assert result.mean_from_consensus == pytest.approx(0.2)
    assert result.largest_between_experts == pytest.approx(0.4)


def test_the_methods_disagree_as_in_the_memo():
    assert disagreement_of_methods(PANEL) == pytest.approx(0.25)
    assert disagreement_of_methods([[1.0, 0.0], [0.0, 1.0]]) == pytest.approx(
        0.0
    )  # no log odds, the others agree


def test_what_cannot_be_pooled_is_refused():
    with pytest.raises(BadRecord, match="exclude every"):
        pool_forecasts([[1.0, 0.0], [0.0, 1.0]], "log-odds")
    with pytest.raises(UnknownName, match="parimutuel"):
        pool_forecasts(PANEL, "pari-mutuel")
    with pytest.raises(BadParameters, match="weights"):
        pool_forecasts(PANEL, "average", [1, -1])
    with pytest.raises(BadRecord, match="sums to"):
        pool_forecasts([[0.5, 0.4]])
