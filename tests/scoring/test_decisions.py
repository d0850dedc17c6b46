"""Forecasts turned into actions: worked by hand, and honesty is never worse."""

import numpy as np
import pytest

from humanlike.core import BadRequest
from humanlike.scoring import (
    PayoffTable,
    action_regions,
    best_actions,
    climatology_worth,
    decision_worth,
    relative_value,
)

UMBRELLA = PayoffTable(("take", "leave"), ("rain", "dry"), np.array([[-1.0, -1.0], [-4.0, 0.0]]))


def test_the_umbrella_by_hand():
    """Leaving it costs 4 r, taking it 1: take it from r = 1/4 on; at 1/4 the first listed wins."""
    action, worth = best_actions(UMBRELLA.payoffs, [[0.1, 0.9], [0.25, 0.75], [0.6, 0.4]])
    assert action.tolist() == [1, 0, 0]
    np.testing.assert_allclose(worth, [-0.4, -1.0, -1.0])
    assert [(one.action, one.upper) for one in action_regions(UMBRELLA)] == [("leave", 0.25), ("take", 1.0)]


def test_an_action_that_is_never_best_has_no_region_and_one_that_always_is_has_all():
    three = PayoffTable(("a", "b", "c"), ("yes", "no"), np.array([[1.0, 0.0], [0.45, 0.45], [0.0, 1.0]]))
    assert [one.action for one in action_regions(three)] == ["c", "a"]
    middle = PayoffTable(("a", "b", "c"), ("yes", "no"), np.array([[1.0, 0.0], [0.75, 0.75], [0.0, 1.0]]))
    assert [(one.action, one.lower) for one in action_regions(middle)] == [
        ("c", 0.0),
        ("b", 0.25),
        ("a", 0.75),
    ]
    better = PayoffTable(("a", "b"), ("yes", "no"), np.array([[1.0, 1.0], [0.0, 1.0]]))
    assert [one.action for one in action_regions(better)] == ["a"]
    with pytest.raises(BadRequest, match="two alternatives, not 3"):
        action_regions(PayoffTable(("a", "b"), ("x", "y", "z"), np.zeros((2, 3))))


def test_honesty_is_never_worse_whatever_actions_pay():
    generator = np.random.default_rng(2)
    for _ in range(200):
        payoffs = generator.normal(size=(4, 3))
        belief, lie = generator.dirichlet(np.ones(3), 2)
        (honest, lied), _ = best_actions(payoffs, [belief, lie])
        assert payoffs[honest] @ belief >= payoffs[lied] @ belief - 1e-12


def test_a_cost_loss_table_is_the_elementary_decision():
    """Acting pays 1 - t or -t, waiting 0: the worth of the table is `decision_worth`."""
    generator = np.random.default_rng(3)
    for ratio, said in generator.random((50, 2)):
        table = np.array([[1 - ratio, -ratio], [0.0, 0.0]])
        (action,), _ = best_actions(table, [[said, 1 - said]])
        for outcome, happened in ((0, True), (1, False)):
            assert table[action, outcome] == pytest.approx(float(decision_worth(said, happened, ratio)))


def test_relative_value_and_climatology_by_hand():
    paid = np.array([[-1.0, -4.0, np.nan], [-1.0, 0.0, np.nan], [5.0, 1.0, 2.0]])
    group = np.array([0, 0, 1])
    once = np.ones((1, 3))
    assert climatology_worth(paid, group, once).tolist() == [-2.0 + 5.0]
    assert climatology_worth(paid, group, np.array([[0.0, 2.0, 1.0]])).tolist() == [0.0 + 5.0]
    np.testing.assert_allclose(relative_value(np.array([1.0]), np.array([0.0]), np.array([4.0])), [0.25])
    assert np.isnan(relative_value(np.array([1.0]), np.array([1.0]), np.array([1.0]))).all()
