"""What the agents' parts promise: stock is valued to be sold, plans never stop dead, curves save money."""

import numpy as np
import pytest

from humanlike.core import Streams
from humanlike.naming.agents import find_market_profile
from humanlike.worlds.market import PROFILE, Rules, Seeds, play_market, seat_agents
from humanlike.worlds.market.agents.books import Books
from humanlike.worlds.market.agents.planning import share_cycles
from humanlike.worlds.market.agents.supplier_curve import SupplierCurve
from humanlike.worlds.market.agents.valuation import component_values
from humanlike.worlds.market.catalogue import COMPONENT_BASE, N_COMPONENTS, N_PRODUCTS, PRODUCT_CYCLES
from humanlike.worlds.market.interface import ComponentOffer, Info
from humanlike.worlds.market.studies import MarketSetting
from humanlike.worlds.market.variants import play_variants


@pytest.fixture
def books():
    return Books(Info(0, ("me",), Rules(), 8, 4, 30, Streams(1)))


def quote(price, quantity=100, kind="full"):
    return ComponentOffer(0, 0, quantity, 9, price, 0, kind)


def test_every_quote_moves_the_replacement_cost_towards_it_and_large_ones_more(books):
    before = books.cost[0]
    assert books.take([quote(500, quantity=0)]) == []
    after_none = books.cost[0]
    assert 500 < after_none < before
    assert books.take([quote(500, quantity=600)]) == [0]
    assert after_none - books.cost[0] > before - after_none
    assert books.arrivals[0, 9] == 600


def test_alternatives_that_are_not_taken_teach_nothing(books):
    before = books.cost.copy()
    assert books.take([quote(500, kind="complete")]) == []
    assert (books.cost == before).all()


def test_a_full_store_is_worth_less_than_an_empty_one_whatever_was_paid(books):
    use = np.full(N_COMPONENTS, 50.0)
    empty, lean, full, overfull = (
        component_values(books, np.full(N_COMPONENTS, stock), use, 4.0, 0.1)
        for stock in (0.0, 500.0, 1000.0, 1e6)
    )
    assert empty == pytest.approx(1.1 * books.cost)
    assert lean == pytest.approx(books.cost)  # ten days of use: four wanted, six until new parts come
    assert full == pytest.approx(0.9 * books.cost)
    assert overfull == pytest.approx(0.8 * books.cost)


def test_plans_shrink_smoothly_and_never_to_nothing():
    wanted = np.full(N_PRODUCTS, 10.0)
    totals = [share_cycles(wanted, np.full(N_PRODUCTS, margin), 1e6).sum() for margin in range(-300, 301, 10)]
    assert totals[0] == pytest.approx(0.1 * wanted.sum())
    assert totals[-1] == pytest.approx(wanted.sum())
    steps = np.diff(totals)
    assert (steps >= 0).all() and steps.max() < 0.1 * wanted.sum()


def test_plans_keep_within_the_factory():
    plan = share_cycles(np.full(N_PRODUCTS, 100.0), np.linspace(-50, 500, N_PRODUCTS), 2000.0)
    assert plan @ PRODUCT_CYCLES == pytest.approx(2000.0)


def test_needs_move_to_cheaper_dates_only_as_far_as_the_price_allows():
    curve = SupplierCurve((5, 8, 12))
    missing = np.full((N_COMPONENTS, 3), 400.0)
    assert (curve.cheapest(missing, 0.002) == missing).all()  # equal prices: holding costs decide
    curve.price[:, 0] -= 0.05
    moved = curve.cheapest(missing, 0.002)
    assert moved.sum(axis=1) == pytest.approx(missing.sum(axis=1))
    assert (moved[:, 0] > missing[:, 0]).all() and (moved >= 0).all()
    units = (0.05 - 0.002 * 7) * 500 * 4  # half of what would close the gap on a single line
    assert moved[0, 2] == pytest.approx(400 - units)
    curve.price[:, 0] += 0.2
    assert (curve.cheapest(missing, 0.002) == missing).all()


def test_the_curve_follows_quotes_and_limits_what_is_paid():
    curve = SupplierCurve((5, 8, 12))
    for _ in range(40):
        curve.see([quote(600)], day=2)  # pays for delivery eight days after it was asked for
    assert curve.price[0, 1] == pytest.approx(600 / COMPONENT_BASE[0], abs=1e-3)
    assert curve.price[0, 0] == curve.price[1, 1] == 0.75
    limits = curve.limits(0.95)
    assert limits[0, 1] == pytest.approx(0.6 * 1.04 + 0.01, abs=1e-3)
    assert (limits <= 0.95).all()


@pytest.mark.slow
def test_none_of_the_selling_agents_leaves_the_market():
    """Once `tracking` and `inventory` stopped for weeks when recent purchases had been dear."""
    for seed in (3, 12):
        result = play_market(seat_agents(PROFILE), Seeds.same(seed))
        sales = result.entries[:4, 20:200, 0]
        assert (sales > 0).mean(axis=1).min() > 0.95


@pytest.mark.slow
def test_the_planners_parts_pay():
    """In pairs of markets the planner earns more with its supplier curve, and with its end game."""
    setting = MarketSetting(seed=31)
    for variant in ("planner-no-curve", "planner-no-endgame"):
        played = play_variants(setting, find_market_profile(f"planner,{variant}"), 4)
        gains = [a.scores[0] - b.scores[0] for a, b in zip(played.first, played.second, strict=True)]
        assert np.mean(gains) > 0
