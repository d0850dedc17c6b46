"""Variants in paired markets: noise shared or fresh, seats one by one, stored coefficients of other games."""

import json

import numpy as np
import pytest

from humanlike.core import BadFile, BadRecord, BadRequest, UnknownName
from humanlike.naming.agents import find_market_profile
from humanlike.worlds.market import Rules, Seeds, read_seed_file, varied_processes, write_seed_file
from humanlike.worlds.market.adjustment import Adjustment, Seated, fit_adjustment, read_adjustment
from humanlike.worlds.market.analysis import analyse_pair
from humanlike.worlds.market.processes import SEAT_NOISE, game_seeds
from humanlike.worlds.market.series import GameSummary
from humanlike.worlds.market.studies import MarketSetting
from humanlike.worlds.market.variants import VariantGames, play_variants
from humanlike.worlds.market.variates import expected_variates, variate_names, variates_of

RULES = Rules(days=16)
SMALL = MarketSetting(find_market_profile("planner,dummy,buffered+noise"), 2, RULES)
THREE = find_market_profile("planner,planner-no-curve,buffered")


@pytest.fixture(scope="module")
def both():
    return play_variants(SMALL, THREE, 3, noise="both")


def same(first: GameSummary, second: GameSummary) -> bool:
    return bool(np.array_equal(first.balances, second.balances))


def test_shared_and_fresh_noise_are_the_same_markets(both):
    assert len(both.all_games) == 3 * 5
    for shared, fresh in zip(both.games, both.fresh, strict=True):
        for one, other in zip(shared, fresh, strict=True):
            np.testing.assert_array_equal(one.requests, other.requests)
            np.testing.assert_array_equal(one.capacity, other.capacity)
    assert both.fresh[0] is both.games[0]
    assert not any(same(*pair) for pair in zip(both.games[1], both.fresh[1], strict=True))


def test_each_way_alone_plays_the_same_games(both):
    shared = play_variants(SMALL, THREE[:2], 2)
    fresh = play_variants(SMALL, THREE[:2], 2, noise="fresh")
    for variant in (0, 1):
        assert all(map(same, shared.games[variant], both.games[variant][:2]))
        assert all(map(same, fresh.games[variant], both.fresh[variant][:2]))


def test_a_variant_against_itself_differs_by_its_noise_alone():
    """Shared noise leaves nothing at all, fresh noise what agents' chance does."""
    twins = play_variants(SMALL, (THREE[0], THREE[0]), 2, noise="both")
    assert all(map(same, *twins.games)) and not any(map(same, *twins.fresh))


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(UnknownName, match="Did you mean 'fresh'"):
        play_variants(SMALL, THREE, 2, noise="frsh")
    with pytest.raises(BadRequest, match="two variants or more"):
        play_variants(SMALL, THREE[:1], 2)


def test_one_seats_noise_is_held_or_varied_alone():
    base = game_seeds(1, 0)
    moved = game_seeds(1, 3, varied_processes(vary="seat 2"))
    draws = [[seeds.agent_stream(seat).generator().random() for seat in range(4)] for seeds in (base, moved)]
    assert [one != other for one, other in zip(*draws, strict=True)] == [False, False, True, False]
    assert moved.market == base.market
    held = game_seeds(1, 3, varied_processes(hold="seat 2,supply"))
    again = [held.agent_stream(seat).generator().random() for seat in range(4)]
    assert [one != other for one, other in zip(draws[0], again, strict=True)] == [True, True, False, True]
    assert held.market[2:26] == base.market[2:26] and held.market[0] != base.market[0]


def test_varying_all_agents_forgets_single_seats_and_seeds_go_through_a_file(tmp_path):
    own = Seeds.same(4).with_varied([SEAT_NOISE["seat 1"]], 99)
    assert own.seats == ((1, 99),) and own.with_varied([37], 5).seats == ()
    write_seed_file(tmp_path / "seeds.txt", own)
    again = read_seed_file(tmp_path / "seeds.txt")
    for seat in (0, 1, 2):
        assert again.agent_stream(seat).generator().random() == own.agent_stream(seat).generator().random()
    (tmp_path / "seeds.txt").write_text("1\n" * 37 + "2\n7\n0\n")
    fresh = read_seed_file(tmp_path / "seeds.txt").with_fresh(3)
    assert fresh.seats[0] == (0, 7) and fresh.seats[1][1] > 0
    (tmp_path / "seeds.txt").write_text("1\n" * 60)
    with pytest.raises(BadFile, match="60 seeds; a seed file has 37"):
        read_seed_file(tmp_path / "seeds.txt")


def game(requests, capacity, score):
    """A game of which only conditions and one seat's score are known."""
    nothing = np.zeros(0)
    return GameSummary(np.array([score]), nothing, nothing, np.array(requests), np.array(capacity), 0, [], {})


def games_of(slopes, n, seed, noise=0.1):
    """Games whose score is a line in the conditions, and noise."""
    generator = np.random.default_rng(seed)
    centre = np.array(expected_variates(RULES, ("demand",)))
    made = []
    for _ in range(n):
        requests = centre + generator.normal(0, 10, 3)
        score = 5 + (requests - centre) @ slopes + noise * generator.normal()
        made.append(game(requests, generator.normal(500, 50, 16), score))
    return made


def stored(variants, words=("demand",)):
    return fit_adjustment(
        [Seated(name, 0, games) for name, games in variants.items()], ["a"], 1, RULES, words
    )


def test_variates_are_what_the_market_drew():
    assert variate_names(["demand", "capacity"])[3:] == tuple(
        f"capacity {part}" for part in ("processors", "motherboards", "memory", "disks")
    )
    lines = np.arange(16.0)
    table = variates_of([game([1.0, 2.0, 3.0], lines, 0.0)], ("demand", "capacity"))
    assert table.tolist() == [
        [1, 2, 3, sum(range(4)), sum(range(4, 8)), sum(range(8, 12)), sum(range(12, 16))]
    ]
    known = expected_variates(Rules(days=16), ("demand", "capacity"))
    assert known == expected_variates(Rules(days=16), ("demand", "capacity"))
    np.testing.assert_allclose(
        known[:3], [62.5, 75, 62.5], rtol=0.08
    )  # walks begin in the middle of their bounds


def test_stored_coefficients_reduce_the_variance_of_other_games(tmp_path):
    slopes = np.array([0.1, 0.05, -0.02])
    adjustment = stored({"a": games_of(slopes, 60, 1)})
    adjustment.write(tmp_path / "coefficients.json")
    again = read_adjustment(tmp_path / "coefficients.json")
    assert again == adjustment
    np.testing.assert_allclose(again.agents[0].coefficients, slopes, atol=0.01)
    others = games_of(slopes, 50, 2)
    adjusted = again.adjusted("a", 0, others)
    raw = np.array([each.scores[0] for each in others])
    assert adjusted.var() < 0.05 * raw.var() and adjusted.mean() == pytest.approx(5, abs=0.1)
    assert again.agents[0].variance_removed > 0.9


def test_pairs_are_adjusted_by_coefficients_of_both_variants():
    """The same markets; the second gains more from demand, which pairing alone leaves in the difference."""
    flat, steep = np.array([0.05, 0.05, 0.05]), np.array([0.1, 0.1, 0.1])
    adjustment = stored({"a": games_of(flat, 60, 1), "b": games_of(steep, 60, 2)})
    played = VariantGames((games_of(flat, 12, 3), games_of(steep, 12, 3)), (), [], 0, 0)
    report = analyse_pair(played, adjustment=adjustment, names=("a", "b"))
    assert report.method("paired and adjusted").sd < 0.5 * report.method("paired").sd
    assert report.method("adjusted, stored").sd < 0.5 * report.method("independent").sd
    assert report.adjusted is not None and report.adjusted.lower < 0 < report.adjusted.upper
    borrowed = adjustment.borrowed(["a", "c"], 0)
    assert "stored for c: those of a" in borrowed and adjustment.borrowed(["a", "b"], 0) == ""


def test_coefficients_of_another_market_or_seat_are_refused_with_what_can_be_done(tmp_path):
    adjustment = stored({"a": games_of(np.zeros(3), 12, 1)})
    with pytest.raises(BadRequest, match=r"another market .days 16 instead of 220.*--save-adjustment"):
        adjustment.check_market(Rules())
    assert adjustment.check_market(Rules(days=16, patience=3.0)) is adjustment
    with pytest.raises(BadRequest, match="not of seat 2"):
        adjustment.fit_of("a", 2)
    assert "other opponents" in adjustment.opponents_differ(["a", "b"], 0)
    with pytest.raises(BadRecord, match="9 games are too few to fit 7 coefficients"):
        stored({"a": games_of(np.zeros(3), 9, 1)}, ("demand", "capacity"))
    held = [each._replace(requests=np.ones(3)) for each in games_of(np.zeros(3), 12, 1)]
    with pytest.raises(BadRecord, match="never varies explains nothing; leave it out"):
        stored({"a": held})
    file = tmp_path / "no.json"
    adjustment.write(file)
    kept = json.loads(file.read_text())
    spoilt = [
        {**kept, "centre": [*kept["centre"], 1.0]},
        {**kept, "centre": [float("nan")] * len(kept["centre"])},
    ]
    others = [{"kind": "seeds"}, {"kind": "market adjustment"}, *spoilt]
    for text in ("{", *map(json.dumps, others)):
        file.write_text(text)
        with pytest.raises(BadFile, match="holds no stored coefficients"):
            read_adjustment(file)
    assert isinstance(adjustment, Adjustment)
