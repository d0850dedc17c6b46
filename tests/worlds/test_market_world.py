"""The world without agents' cleverness: catalogue, chance, suppliers, customers, factory."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from humanlike.core import Streams
from humanlike.worlds.market.catalogue import (
    BILL,
    COMPONENT_BASE,
    N_LINES,
    PRODUCT_BASE,
    PRODUCT_CYCLES,
    SEGMENT_PRODUCTS,
    Rules,
)
from humanlike.worlds.market.customers import Customers
from humanlike.worlds.market.exogenous import Requests, draw_world
from humanlike.worlds.market.factory import Factory
from humanlike.worlds.market.interface import ComponentRequest, Order
from humanlike.worlds.market.pricing import Asked, carried, quote
from humanlike.worlds.market.processes import PROCESS_GROUPS, PROCESSES, Seeds, fresh_seed
from humanlike.worlds.market.suppliers import Suppliers

RULES = Rules()
N_WORLDS = 200
LUCK = np.array([0.5])
BASES = [1650, 1750, 1750, 1850, 2150, 2250, 2250, 2350]


def test_base_prices_are_the_sum_of_the_parts():
    assert PRODUCT_BASE.tolist() == BASES * 2
    np.testing.assert_array_equal(BILL @ COMPONENT_BASE, PRODUCT_BASE)
    assert BILL.sum(axis=1).tolist() == [4] * 16
    assert PRODUCT_CYCLES.tolist() == [4, 5, 5, 6, 5, 6, 6, 7] * 2
    assert sorted(np.concatenate(SEGMENT_PRODUCTS).tolist()) == list(range(16))


def test_there_are_37_processes_in_three_groups():
    assert len(PROCESSES) == 37
    assert {group: len(numbers) for group, numbers in PROCESS_GROUPS.items()} == {
        "supply": 24,
        "demand": 10,
        "other": 3,
    }
    assert PROCESSES[36].name == "ties" and PROCESSES[27].name == "level high"


@pytest.fixture(scope="module")
def many_worlds():
    return [draw_world(Seeds.same(seed), RULES) for seed in range(1, N_WORLDS + 1)]


def test_demand_has_the_published_calibration(many_worlds):
    """4000 games gave 56.9, 68.1, 56.8 (sd between games 11.1, 13.2, 11.2), total 181.9 (21.0)."""
    counts = np.array([world.counts[:, 1:].mean(axis=1) for world in many_worlds])
    spread = np.array([11.1, 13.2, 11.2])
    np.testing.assert_allclose(counts.mean(axis=0), [56.9, 68.1, 56.8], atol=4 * 13.2 / np.sqrt(N_WORLDS))
    np.testing.assert_allclose(counts.std(axis=0, ddof=1), spread, rtol=4 / np.sqrt(2 * N_WORLDS))
    total = counts.sum(axis=1)
    assert abs(total.mean() - 181.9) < 4 * 21.0 / np.sqrt(N_WORLDS)
    assert abs(total.std(ddof=1) - 21.0) < 4 * 21.0 / np.sqrt(2 * N_WORLDS)
    levels = np.array([world.level[:, 1:] for world in many_worlds])
    on_bound = (levels[:, 0] == 25) | (levels[:, 0] == 100)
    assert 0.03 < on_bound.mean() < 0.07


def test_demand_in_units_nearly_fills_six_factories(many_worlds):
    units = np.mean([sum(day.quantity.sum() for day in world.requests) / 219 for world in many_worlds])
    cycles = np.mean(
        [
            sum((day.quantity * PRODUCT_CYCLES[day.product]).sum() for day in world.requests)
            for world in many_worlds
        ]
    )
    assert abs(units - 1910) < 60
    assert abs(cycles / 219 - 10_500) < 350


def test_capacity_is_dragged_below_nominal_by_the_truncation(many_worlds):
    """Game mean 521, sd of the game mean 81, sd on the last day 112; 16 lines a game are independent."""
    paths = np.concatenate([world.capacity[:, 1:] for world in many_worlds])
    means = paths.mean(axis=1)
    assert abs(means.mean() - 521) < 5 * 81 / np.sqrt(len(means))
    assert abs(means.std() - 81) < 4
    assert abs(paths[:, -1].std() - 112) < 6
    starts = np.array([world.capacity[:, 0] for world in many_worlds])
    assert starts.min() >= 357 and starts.max() <= 743


def test_requests_have_the_rules_ranges(many_worlds):
    world = many_worlds[0]
    assert len(world.requests[0].product) == 0
    for day, requests in enumerate(world.requests[1:], start=1):
        assert requests.quantity.min() >= 1 and requests.quantity.max() <= 20
        assert (requests.due - day).min() >= 3 and (requests.due - day).max() <= 12
        ratio = requests.reserve / PRODUCT_BASE[requests.product]
        assert ratio.min() > 0.749 and ratio.max() <= 1.25
        share = requests.penalty / (requests.quantity * requests.reserve)
        assert share.min() > 0.049 and share.max() <= 0.15


def test_rates_have_the_published_range():
    rates = [draw_world(Seeds.same(seed), Rules(days=3)) for seed in range(1, 200)]
    debt = np.array([world.debt_rate for world in rates])
    assert set(debt) == {6, 7, 8, 9, 10, 11, 12}
    assert [world.deposit_rate for world in rates] == [rate // 2 for rate in debt]
    assert {world.storage_rate for world in rates} <= set(range(25, 51))


@pytest.mark.parametrize("group", ["supply", "demand", "other"])
def test_changing_one_group_leaves_every_other_draw_identical(group):
    base = Seeds.same(5)
    before, after = draw_world(base, RULES), draw_world(base.with_varied(PROCESS_GROUPS[group], 99), RULES)
    same_supply = np.array_equal(before.capacity, after.capacity)
    same_demand = all(
        np.array_equal(one, two)
        for first, second in zip(before.requests, after.requests, strict=True)
        for one, two in zip(first, second, strict=True)
    )
    same_rates = (before.debt_rate, before.storage_rate) == (after.debt_rate, after.storage_rate)
    assert (same_supply, same_demand) == (group != "supply", group != "demand")
    assert same_rates == (group != "other") or group == "other"


@pytest.mark.parametrize("number", range(36))
def test_each_exogenous_process_changes_only_its_own_part(number):
    base = Seeds.same(7)
    before, after = draw_world(base, RULES), draw_world(base.with_varied([number], 1234), RULES)
    lines = np.flatnonzero((before.capacity != after.capacity).any(axis=1)).tolist()
    if 2 <= number < 10:
        assert lines == [2 * (number - 2), 2 * (number - 2) + 1]
    elif 10 <= number < 26:
        assert lines == [number - 10]
    else:
        assert lines == []
    changed = (before.counts != after.counts).any(axis=1).tolist()
    expected = [number == 26 or number == 27 + segment for segment in range(3)]
    assert all(hope or not found for hope, found in zip(expected, changed, strict=True))
    if 27 <= number < 30:
        assert changed[number - 27]


def test_everything_free_costs_half_the_base_price():
    """One unit asked of empty lines: 1 - (nC - q)/(2nC) is a hair above one half."""
    offer = _answers([ComponentRequest(0, 0, 12, 0)])[0]
    assert offer.price == 500 and offer.quantity == 0 and offer.kind == "full"


def test_price_rises_with_quantity_as_the_formula_says():
    """n = 10 days of C = 500 ahead: 2500 units use half of it, so the price is .75 of base."""
    offer = _answers([ComponentRequest(0, 2500, 12, 0)])[0]
    assert offer.price == 750 and offer.quantity == 2500 and offer.due == 12


def test_reserve_price_cuts_the_request():
    """At reserve .6 only a fifth of the 5000 units may be used: the price then meets the reserve."""
    offer = _answers([ComponentRequest(0, 2500, 12, 600)])[0]
    assert 950 <= offer.quantity <= 1000 and offer.price <= 600


def test_beyond_capacity_the_price_exceeds_base_and_the_offer_splits():
    offers = _answers([ComponentRequest(0, 1000, 3, 0)])
    assert [offer.kind for offer in offers] == ["partial", "complete"]
    assert offers[0].price == offers[1].price == 1500  # one day of 500 free, 1000 asked: 1 + .5
    assert offers[0].quantity == 500 and offers[1].quantity == 1000 and offers[1].due == 4


def _answers(requests, n_agents=1, seat=0, days=60):
    capacity = np.full((N_LINES, days + 1), 500)
    suppliers = Suppliers(capacity, n_agents, Rules(days=days, nominal_capacity=500))
    asked = [[] for _ in range(n_agents)]
    asked[seat] = requests
    return suppliers.answer(2, asked)[seat]


def test_better_reputation_is_priced_first():
    suppliers = Suppliers(np.full((N_LINES, 61), 500), 2, Rules(days=60, nominal_capacity=500))
    suppliers.offered[1, 0] *= 10
    request = [ComponentRequest(0, 1000, 12, 0)]
    good, bad = suppliers.answer(2, [request, request])
    assert good[0].price == 600 and bad[0].price == 700  # 1000, then 2000, of 10 days of 500


def test_reputation_follows_orders_and_offers():
    """Endowment 2000/2000; an untouched full offer of 1000 adds to offered only."""
    suppliers = Suppliers(np.full((N_LINES, 61), 500), 1, Rules(days=60, nominal_capacity=500))
    suppliers.answer(2, [[ComponentRequest(0, 1000, 12, 0)]])
    suppliers.settle()
    assert suppliers.ordered[0, 0] == 2100 and suppliers.offered[0, 0] == 3100
    assert suppliers.reputation()[0, 0] == pytest.approx(2100 / 3100 / 0.75)
    suppliers.answer(3, [[ComponentRequest(0, 0, 12, 0)]])
    suppliers.settle()
    assert suppliers.offered[0, 0] == 3200  # a price probe costs nothing


def test_supplier_delivers_whole_orders_in_due_date_order():
    suppliers = Suppliers(np.full((N_LINES, 61), 100), 1, Rules(days=60, nominal_capacity=100))
    offers = suppliers.answer(1, [[ComponentRequest(0, 150, 4, 0), ComponentRequest(0, 40, 5, 0)]])[0]
    numbers = [offer.number for offer in offers if offer.kind == "full" or offer.quantity]
    paid = [suppliers.accept(0, [number])[0] for number in numbers]
    assert all(amount > 0 for amount in paid)
    suppliers.produce(2)
    assert suppliers.deliver(3) == []
    suppliers.produce(3)
    handed = suppliers.deliver(4) + suppliers.deliver(5)
    assert [delivery.due for _, delivery, _ in handed] == sorted(delivery.due for _, delivery, _ in handed)


@pytest.mark.parametrize("version", ["clean", "as-coded"])
def test_commitments_never_exceed_expected_capacity(version):
    suppliers = Suppliers(
        np.full((N_LINES, 61), 300), 1, Rules(days=60, nominal_capacity=300, commitments=version)
    )
    suppliers.owed[0, 10] = 2000
    suppliers.owed[0, 30] = 500
    suppliers.inventory[0] = 100
    expected = suppliers.expected_capacity(3)
    committed = suppliers.commitments(3, expected)
    assert (committed <= expected + 1e-9).all() and (committed >= 0).all()
    assert committed[0].sum() == {"clean": 2400, "as-coded": 2500}[version]


@given(st.lists(st.floats(-20, 20), min_size=1, max_size=30))
def test_carry_equals_its_recursion(values):
    excess = np.array([values])
    carry, expected = 0.0, []
    for value in values:
        carry = max(0.0, carry + value)
        expected.append(carry)
    np.testing.assert_allclose(carried(excess)[0], expected, atol=1e-9)


@given(st.lists(st.integers(0, 900), min_size=2, max_size=12), st.integers(0, 400), st.integers(0, 800))
def test_commitments_are_made_as_late_as_possible_and_the_rest_on_the_earliest_free_days(
    owed, stock, overdue
):
    days = len(owed) + 3
    suppliers = Suppliers(np.full((N_LINES, days + 1), 300), 1, Rules(days=days, nominal_capacity=300))
    suppliers.owed[0, 3 : 3 + len(owed)] = owed
    suppliers.owed[0, 1], suppliers.inventory[0] = overdue, stock
    need = []
    for quantity in (overdue, *owed):  # inventory serves the earliest due dates
        need.append(quantity - min(quantity, stock))
        stock -= min(quantity, stock)
    made = [0] * len(owed)
    left = need[0]
    for due in reversed(range(len(owed))):
        open_units = need[1 + due]
        for day in reversed(range(due + 1)):
            units = min(300 - made[day], open_units)
            made[day], open_units = made[day] + units, open_units - units
        left += open_units
    for day in range(len(owed)):
        units = min(300 - made[day], left)
        made[day], left = made[day] + units, left - units
    assert suppliers.commitments(2, suppliers.expected_capacity(2))[0].tolist() == made


@settings(max_examples=40)
@given(st.data())
def test_promises_fit_into_what_the_supplier_is_willing_to_make(data):
    """Whatever is asked, the sum promised by any day fits into willing capacity less commitments."""
    slots, days = 6, 25
    numbers = st.lists(st.integers(0, 3000), min_size=slots, max_size=slots)
    quantity = np.tile(data.draw(numbers), (N_LINES, 1)).astype(float)
    horizon = np.tile(data.draw(st.lists(st.integers(1, days), min_size=slots, max_size=slots)), (N_LINES, 1))
    ratio = st.sampled_from([0.0, 0.6, 0.8, 1.0])
    reserve = np.tile(data.draw(st.lists(ratio, min_size=slots, max_size=slots)), (N_LINES, 1))
    rank = np.tile(
        np.sort(data.draw(st.lists(st.integers(0, 2), min_size=slots, max_size=slots))), (N_LINES, 1)
    )
    asked = Asked(np.ones(quantity.shape, bool), quantity, horizon, reserve, rank, 1 - 0.1 * rank)
    capacity, committed = np.full(N_LINES, 500.0), np.full((N_LINES, days), 100.0)
    expected = np.full((N_LINES, days), 500.0)
    answer = quote(asked, capacity, committed, expected, np.zeros(N_LINES), RULES)
    assert (answer.offered <= answer.wanted).all() and (answer.wanted <= quantity).all()
    for day in range(1, days + 1):
        room = sum(500 * (1 - 0.005 * max(0, d - 20)) - 100 for d in range(1, day + 1))
        assert answer.offered[0][horizon[0] <= day].sum() <= room + 1e-6
    limited = (reserve > 0) & (answer.wanted > 0)
    assert (answer.price[limited] <= reserve[limited] + 1e-6).all()


def _one_request(quantity=5, due=10, reserve=2000, penalty=100, count=1):
    return Requests(*(np.full(count, value) for value in (3, quantity, due, reserve, penalty)))


def test_delivery_on_due_plus_four_counts_and_due_plus_five_is_void():
    customers = Customers(1, RULES)
    order = customers.choose(_one_request(), np.array([[1500.0]]), LUCK).won[0][0]
    charged = [customers.morning(day).penalties[0] for day in range(11, 15)]
    assert charged == [100] * 4
    assert customers.receive(14, 0, order.number) == 5 * 1500
    other = customers.choose(_one_request(), np.array([[1500.0]]), LUCK).won[0][0]
    assert [customers.morning(day).void for day in range(11, 15)] == [[]] * 4
    last = customers.morning(15)
    assert last.penalties == [100] and last.void == [(0, other.number)] and not customers.open[0]


def test_early_delivery_is_paid_on_the_due_date():
    customers = Customers(1, RULES)
    order = customers.choose(_one_request(), np.array([[1500.0]]), LUCK).won[0][0]
    assert customers.receive(8, 0, order.number) == 0
    assert [customers.morning(day).payments[0] for day in (9, 10, 11)] == [0, 7500, 0]


def test_a_bid_above_the_reserve_price_does_not_count():
    customers = Customers(2, RULES)
    trade = customers.choose(_one_request(reserve=1400), np.array([[1401.0], [1400.0]]), LUCK)
    assert not trade.won[0] and trade.won[1][0].price == 1400


def test_ties_are_shared_equally():
    customers = Customers(3, RULES)
    trade = customers.choose(
        _one_request(count=6000), np.full((3, 6000), 1500.0), Streams(11).generator().random(6000)
    )
    shares = np.array([len(won) for won in trade.won]) / 6000
    np.testing.assert_allclose(shares, 1 / 3, atol=4 * np.sqrt(2 / 9 / 6000))


def test_factory_makes_and_ships_whole_items_only():
    factory = Factory(RULES, 0.001)
    factory.components = [100] * 10
    factory.assemble([(0, 101), (0, 60), (7, 300), (0, 40)])
    assert factory.products[0] == 100 and factory.products[7] == 0
    assert factory.utilisation == pytest.approx(400 / 2000)
    orders = [Order(1, 0, 70, 9, 1, 1), Order(2, 0, 40, 9, 1, 1), Order(3, 0, 30, 9, 1, 1)]
    assert [order.number for order in factory.ship(orders)] == [1, 3]


def test_fresh_seeds_are_never_zero_and_follow_from_names():
    assert fresh_seed(1, "a") == fresh_seed(1, "a") != fresh_seed(1, "b")
    assert all(fresh_seed(seed, "x") > 0 for seed in range(50))
