"""Whole games: the ledger, control of chance, the referee, the agents."""

import time

import numpy as np
import pytest

from humanlike.core import BadFile, BadRequest, Streams, UnknownName
from humanlike.naming.agents import find_market_agent, find_market_profile
from humanlike.work import Effort, Workforce
from humanlike.worlds.market import (
    MARKET_AGENTS,
    PROFILE,
    Actions,
    Rules,
    Seeds,
    game_seeds,
    play_market,
    read_seed_file,
    seat_agents,
    select_processes,
    varied_processes,
    write_seed_file,
)
from humanlike.worlds.market.agents.demand_filter import DemandFilter
from humanlike.worlds.market.agents.dummy import Dummy
from humanlike.worlds.market.analysis import analyse_pair, noise_table
from humanlike.worlds.market.catalogue import PRODUCT_BASE
from humanlike.worlds.market.exogenous import Requests, draw_world
from humanlike.worlds.market.factors import sensitivity_by_fixing, sensitivity_by_jansen
from humanlike.worlds.market.interface import ComponentRequest, Info
from humanlike.worlds.market.studies import (
    GROUP_FACTORS,
    MarketSetting,
    factors_named,
    jansen_seeds,
    play_fixing,
    play_jansen,
    play_noise,
    play_series,
)
from humanlike.worlds.market.variants import play_variants

SHORT = Rules(days=30)
DETERMINISTIC = ("planner", "marginal", "tracking", "inventory", "buffered")


def seated(names):
    return seat_agents(find_market_profile(names))


@pytest.fixture(scope="module")
def game():
    return play_market(seat_agents(PROFILE), Seeds.same(3), Rules(days=60))


def test_every_balance_change_is_in_the_ledger(game):
    np.testing.assert_array_equal(game.entries.sum(axis=2).cumsum(axis=1), game.balances)
    np.testing.assert_array_equal(game.entries.sum(axis=(1, 2)), game.scores)


def test_ledger_kinds_have_their_signs(game):
    sale, penalty, component, storage, _ = np.moveaxis(game.entries, 2, 0)
    assert (sale >= 0).all() and (penalty <= 0).all() and (component <= 0).all() and (storage <= 0).all()
    assert sale.sum() > 0 and component.sum() < 0 and storage.sum() < 0


def test_the_house_agents_never_act_illegally(game):
    assert game.refusals == ()


def test_factories_respect_their_capacity(game):
    assert (game.utilisation >= 0).all() and (game.utilisation <= 1).all() and game.utilisation.max() > 0.5


def test_same_seeds_same_scores():
    first, again = (play_market(seat_agents(PROFILE), Seeds.same(9), SHORT) for _ in range(2))
    np.testing.assert_array_equal(first.balances, again.balances)


def test_exogenous_paths_do_not_depend_on_who_plays():
    profiles = (PROFILE, [MARKET_AGENTS["dummy"]] * 6, find_market_profile("buffered,planner"))
    games = [play_market(seat_agents(each), Seeds.same(4), Rules(days=12)).exogenous for each in profiles]
    for other in games[1:]:
        np.testing.assert_array_equal(games[0].capacity, other.capacity)
        for one, two in zip(games[0].requests, other.requests, strict=True):
            np.testing.assert_array_equal(np.array(one), np.array(two))


def test_agents_noise_alone_moves_stochastic_profiles_and_no_others():
    base = Seeds.same(6)
    other = base.with_varied([37], 777)
    fixed = [play_market(seated(DETERMINISTIC), seeds, SHORT).scores for seeds in (base, other)]
    np.testing.assert_array_equal(*fixed)
    noisy = [
        play_market(seated(("planner", "buffered+noise")), seeds, SHORT).scores for seeds in (base, other)
    ]
    assert (noisy[0] != noisy[1]).all()


def test_varying_supply_changes_scores_while_demand_stays():
    base = Seeds.same(8)
    first, second = (
        play_market(seated(("buffered",)), s, SHORT)
        for s in (base, base.with_varied(select_processes(["supply"]), 5))
    )
    np.testing.assert_array_equal(first.exogenous.counts, second.exogenous.counts)
    assert first.scores[0] != second.scores[0]


def test_games_of_any_number_of_agents_and_days():
    result = play_market(seated(("buffered", "dummy", "inventory")), Seeds.same(1), Rules(days=15))
    assert result.scores.shape == (3,) and result.balances.shape == (3, 16)
    with pytest.raises(BadRequest, match="at least one agent"):
        play_market([], Seeds.same(1))


def test_as_coded_commitments_play_too():
    rules = Rules(days=25, commitments="as-coded")
    clean = play_market(seated(DETERMINISTIC), Seeds.same(2), Rules(days=25))
    coded = play_market(seated(DETERMINISTIC), Seeds.same(2), rules)
    np.testing.assert_array_equal(coded.entries.sum(axis=(1, 2)), coded.scores)
    assert (clean.scores != coded.scores).any()


class Vandal:
    """Does everything that is not allowed."""

    def start(self, info):
        self.info = info

    def day(self, seen):
        if seen.day == 3:
            raise RuntimeError("boom")
        if seen.day == 4:
            return "not actions"
        if seen.day == 5:
            while time.process_time():
                pass
        return Actions(
            bid_requests=[0, 0, 10**6, 1],
            bid_prices=[float("nan"), -5, 100, float("inf")],
            accept=[123456, "x"],
            component_requests=[
                ComponentRequest(99, 5, seen.day + 5, 0),
                ComponentRequest(0, -5, seen.day + 5, 0),
                ComponentRequest(0, 5, seen.day + 1, 0),
                ComponentRequest(0, 5.5, seen.day + 5, 0),
                *[ComponentRequest(1, 1, seen.day + 5, 0)] * 6,
            ],
            production=[(99, 1), (0, -1), ("a", 2), 7],
            deliveries=[-1, None],
        )


class Wordy(Vandal):
    """Returns things of the wrong kind inside proper actions."""

    def day(self, seen):
        return Actions(
            bid_requests="abc", bid_prices="abc", accept=5, component_requests=None, production="xyz"
        )


def test_illegal_actions_cost_the_agent_but_never_the_game():
    names = ("vandal", "wordy", "buffered")
    seated = [("vandal", Vandal()), ("wordy", Wordy()), ("buffered", MARKET_AGENTS["buffered"].make())]
    result = play_market(seated, Seeds.same(1), Rules(days=20, patience=0.2))
    reasons = {(names[refusal.seat], refusal.action): refusal.reason for refusal in result.refusals}
    assert result.scores[0] == result.scores[1] == 0
    assert {"bid", "accept", "component request", "production", "delivery", "day"} <= {
        action for name, action in reasons if name == "vandal"
    }
    day = [refusal.reason for refusal in result.refusals if refusal.action == "day" and refusal.seat == 0]
    assert any("boom" in reason for reason in day)
    assert any("str, not Actions" in reason for reason in day)
    assert any("longer than 0.2 s" in reason for reason in day)
    assert {"bid", "accept", "component request", "production"} == {a for n, a in reasons if n == "wordy"}
    assert "buffered" not in {name for name, _ in reasons}
    per_day = [
        refusal for refusal in result.refusals if refusal.day == 7 and refusal.action == "component request"
    ]
    assert sum(refusal.seat == 0 for refusal in per_day) == 5  # four illegal ones and the sixth on a line
    accepted = [r.reason for r in result.refusals if r.day == 7 and r.seat == 0 and r.action == "accept"]
    assert len(accepted) == 2 and any("'x'" in r for r in accepted)  # each is refused by name


class Schemer:
    """A working agent that also tries to break the world."""

    def __init__(self):
        self.agent = MARKET_AGENTS["buffered"].make()

    def start(self, info):
        self.agent.start(info)

    def day(self, seen):
        for shared in (seen.requests.reserve, seen.lowest_price):
            try:
                shared[:] = 0
                raise AssertionError("the world let itself be changed")
            except ValueError:
                pass
        actions = self.agent.day(seen)
        if seen.day % 7 == 6:
            return 1 // 0
        evil = (1 // zero for zero in [0])
        return actions._replace(
            deliveries=[*actions.deliveries, *actions.deliveries],
            component_requests=[
                *actions.component_requests,
                ComponentRequest(0, 10**30, seen.day + 5, 10**30),
            ],
            production=[*actions.production, (0, 10**40)] if seen.day % 2 else evil,
        )


def test_nobody_can_ship_twice_overflow_or_change_what_others_see():
    result = play_market(
        [("schemer", Schemer()), ("buffered", MARKET_AGENTS["buffered"].make())],
        Seeds.same(2),
        Rules(days=40),
    )
    np.testing.assert_array_equal(result.entries.sum(axis=(1, 2)), result.scores)
    reasons = " ".join(refusal.reason for refusal in result.refusals)
    assert "named twice" in reasons and "between 0 and" in reasons and "division" in reasons
    assert {refusal.seat for refusal in result.refusals} == {0}


def test_an_agent_that_fails_at_the_start_still_only_hurts_itself():
    class Broken(Vandal):
        def start(self, info):
            raise ValueError("no")

        def day(self, seen):
            return Actions()

    result = play_market(
        [("broken", Broken()), ("buffered", MARKET_AGENTS["buffered"].make())], Seeds.same(1), Rules(days=12)
    )
    assert result.refusals[0].action == "start" and result.scores[0] == 0


def test_a_replaced_seat_draws_the_same_numbers():
    """Common random numbers: whoever sits in a seat draws from the seat's stream."""
    seeds = Seeds.same(5)
    draws = [
        stream.generator().random(3).tolist()
        for stream in (seeds.agent_stream(2), Seeds.same(5).agent_stream(2), seeds.agent_stream(1))
    ]
    assert draws[0] == draws[1] != draws[2]


def test_hold_and_vary_are_two_ways_to_say_one_thing():
    everything = frozenset(range(38))
    assert varied_processes("supply,demand,27") == everything - select_processes(["supply", "demand"])
    assert varied_processes(vary="ties,agents") == {36, 37}
    assert varied_processes() == everything
    with pytest.raises(BadRequest, match="not both"):
        varied_processes("supply", "demand")
    with pytest.raises(UnknownName, match="Did you mean 'demand'"):
        select_processes(["demnd"])
    with pytest.raises(UnknownName, match="from 0 to 36"):
        select_processes(["40"])


def test_held_processes_keep_their_seeds_through_a_series():
    varied = varied_processes("supply")
    series = [game_seeds(11, game, varied) for game in range(3)]
    for number in range(37):
        seeds = {each.market[number] for each in series}
        assert len(seeds) == (1 if number in select_processes(["supply"]) else 3)


def test_seed_files_go_out_and_in(tmp_path):
    seeds = game_seeds(3, 2)
    write_seed_file(tmp_path / "seeds.txt", seeds)
    assert read_seed_file(tmp_path / "seeds.txt") == seeds
    (tmp_path / "fresh.txt").write_text("0\n" * 37)
    fresh = read_seed_file(tmp_path / "fresh.txt")
    first, second = (game_seeds(1, game, frozenset(), fresh) for game in (0, 1))
    assert 0 not in first.market and first.market != second.market
    for content in ("1\n2\n", "x\n" * 37, "-1\n" * 37):
        (tmp_path / "bad.txt").write_text(content)
        with pytest.raises(BadFile):
            read_seed_file(tmp_path / "bad.txt")
    with pytest.raises(BadFile):
        read_seed_file(tmp_path / "absent.txt")


def test_unknown_agents_are_named():
    with pytest.raises(UnknownName, match="Did you mean 'planner'"):
        find_market_agent("planer")


@pytest.mark.parametrize("name", [*MARKET_AGENTS, "buffered+noise"])
def test_every_agent_plays_a_short_game_legally_and_sells(name):
    result = play_market(seated((name, "buffered")), Seeds.same(12), Rules(days=35))
    assert result.refusals == () and result.entries[0, :, 0].sum() > 0


def test_dummy_bids_by_its_published_rule():
    dummy = Dummy()
    dummy.start(Info(0, ("dummy",), Rules(), 8, 4, 30, Streams(1)))
    product, count = 3, 4000
    base = PRODUCT_BASE[product]
    due = np.tile([15, 16, 217, 219], count // 4)
    reserve = np.tile([base, int(1.2 * base), int(1.2 * base), base], count // 4)
    requests = Requests(np.full(count, product), np.full(count, 5), due, reserve, np.full(count, 100))
    chosen, prices = dummy._bid(10, requests, free=0.5)
    assert set(due[chosen]) == {16, 217}  # six days ahead or more, no later than day 218
    share = (prices - 0.9 * base) / (0.3 * base)
    assert share.min() >= 1 - 0.2 - 1e-2 and share.max() <= 1
    assert abs(share.mean() - 0.9) < 0.01  # uniform between .8 and 1
    dummy.coin = 0.25
    assert abs(len(dummy._bid(10, requests, free=0.5)[0]) / 2000 - 0.25) < 0.06


def test_demand_filter_finds_the_level():
    world = draw_world(Seeds.same(21), Rules(days=120))
    belief = DemandFilter()
    errors = []
    for day in range(1, 120):
        belief.see(world.requests[day])
        errors.append(np.abs(belief.levels() - world.level[:, day]) / world.level[:, day])
    naive = np.abs(world.counts[:, 1:] - world.level[:, 1:]) / world.level[:, 1:]
    assert np.mean(errors[20:]) < 0.75 * naive[:, 20:].mean()


def test_workers_change_nothing():
    profile = find_market_profile("buffered,dummy")
    one, two = (
        play_series(MarketSetting(profile, 5, Rules(days=12), Effort(Workforce(workers))), 3)
        for workers in (1, 2)
    )
    for first, second in zip(one, two, strict=True):
        np.testing.assert_array_equal(first.balances, second.balances)


def test_series_report_progress():
    seen = []
    play_series(
        MarketSetting(
            find_market_profile("buffered"),
            1,
            Rules(days=10),
            Effort(progress=lambda *told: seen.append(told)),
        ),
        2,
    )
    assert seen == [("games", 0, 2), ("games", 1, 2), ("games", 2, 2)]


SMALL = MarketSetting(find_market_profile("planner,buffered+noise"), 2, Rules(days=20))


def test_paired_variants_share_markets_and_opponents_seats():
    played = play_variants(SMALL, find_market_profile("planner,planner-no-curve"), 5, together=True)
    for first, second, both in zip(played.first, played.second, played.together, strict=True):
        np.testing.assert_array_equal(first.requests, second.requests)
        np.testing.assert_array_equal(first.requests, both.requests)
    report = analyse_pair(played)
    assert [method.name for method in report.methods] == [
        "independent",
        "demand-adjusted",
        "paired",
        "together",
    ]
    assert report.bias is not None
    with pytest.raises(BadRequest, match="no seat 9"):
        play_variants(SMALL, find_market_profile("planner,planner"), 3, seat=9)


def test_noise_and_sensitivity_run_end_to_end():
    noise = play_noise(SMALL, markets=2, repeats=2, random_games=3)
    rows = noise_table(SMALL.names, noise)
    assert [row.agent for row in rows] == list(SMALL.names)
    assert all(
        row.sd_controlled > 0 and row.ratio_lower <= row.ratio <= row.ratio_upper * 1.5 for row in rows
    )
    fixed = play_fixing(SMALL, GROUP_FACTORS, markets=2, repeats=2, random_games=3)
    assert sensitivity_by_fixing(fixed, "scores").total.shape == (4, 2)
    jansen = play_jansen(SMALL, factors_named("demand,27"), 3)
    assert sensitivity_by_jansen(jansen, "pintel-5").total.shape == (2, 20)


def test_jansen_design_exchanges_one_factor_at_a_time():
    table = jansen_seeds(1, 2, GROUP_FACTORS)
    for base, *exchanged in table:
        for (_, numbers), seeds in zip(GROUP_FACTORS, exchanged, strict=True):
            changed = {number for number in range(37) if seeds.market[number] != base.market[number]}
            changed |= {37} if seeds.agents != base.agents else set()
            assert changed == set(numbers)


@pytest.mark.slow
def test_skill_pays_and_nobody_earns_absurdly():
    """Over random markets profits rise with skill, from the dummy to the planner, and stay in the low millions."""
    scores = np.array([game.scores for game in play_series(MarketSetting(seed=101), 6)])
    planner, _, tracking, inventory, buffered, dummy = scores.mean(axis=0)
    assert dummy < buffered < inventory < tracking < planner < 15
    assert dummy > -4
