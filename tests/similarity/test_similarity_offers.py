"""Metrics of the Social Ultimatum Game: counts by hand, properties, thin chains."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from humanlike.core import BadRequest, OfferTable, Streams, UnknownName, UnsuitableGame
from humanlike.similarity import (
    OFFER_METRICS,
    DistanceMethod,
    chain_counts,
    chains,
    compare_bodies,
    distance,
    distributions,
    metric_named,
    metrics_for,
    recipients_by_rank,
)

QUICK = DistanceMethod(n_resamples=60)


def table_of(recipients, offers=None, accepted=None):
    recipients = np.array(recipients, dtype=np.int8)
    offers = np.full(recipients.shape, 4) if offers is None else offers
    accepted = np.ones(recipients.shape) if accepted is None else accepted
    return OfferTable(recipients, np.array(offers, dtype=np.int16), np.array(accepted, dtype=bool))


def random_table(seed, n_games=8, n_players=4, n_rounds=15):
    generator = np.random.default_rng(seed)
    shape = (n_games, n_rounds, n_players)
    steps = generator.integers(1, n_players, shape)
    return table_of(
        (np.arange(n_players) + steps) % n_players,
        generator.integers(0, 11, shape),
        generator.random(shape) < 0.7,
    )


def slow_chain_counts(table, longest):
    """Straight from the definition."""
    counts = np.zeros((table.n_games, longest, 2))
    for g in range(table.n_games):
        moves = table.recipients[g]
        for k in range(len(moves) - 1):
            for n in range(table.n_players):
                m = moves[k, n]
                if m < 0 or moves[k + 1, m] < 0:
                    continue
                returned = int(moves[k + 1, m] == n)
                for c in range(1, longest + 1):
                    if k - c + 1 < 0:
                        break
                    sender, receiver = (n, m) if c % 2 else (m, n)
                    if moves[k - c + 1, sender] != receiver:
                        break
                    counts[g, c - 1, returned] += 1
    return counts


def test_chains_by_hand():
    """1 and 2 answer each other by turns; 3 always writes to 1."""
    table = table_of([[[1, 2, 0], [2, 0, 0], [1, 2, 0], [2, 0, 0]]])
    np.testing.assert_array_equal(chain_counts(table, 3)[0], slow_chain_counts(table, 3)[0])
    assert chain_counts(table, 3)[0, 0].sum() == 9  # three offers in three rounds that have a next one


@settings(derandomize=True, deadline=None, max_examples=20)
@given(seed=some.integers(0, 10_000), longest=some.integers(1, 8))
def test_chains_are_counted_as_defined(seed, longest):
    table = random_table(seed, n_games=3, n_players=3)
    counts = chain_counts(table, longest)
    np.testing.assert_array_equal(counts, slow_chain_counts(table, longest))
    cases = counts.sum(axis=(0, 2))
    assert np.all(np.diff(cases) <= 0)
    returned = counts[..., 1].sum(axis=0)
    assert np.all((returned >= 0) & (returned <= cases))


def test_chains_stop_where_a_game_ends():
    full = random_table(3, n_games=2)
    recipients = full.recipients.copy()
    recipients[1, 9:] = -1
    accepted = full.accepted & (recipients >= 0)
    table = OfferTable(recipients, full.offers, accepted)
    np.testing.assert_array_equal(chain_counts(table, 4), slow_chain_counts(table, 4))


def test_recipients_by_hand():
    table = table_of([[[1, 2, 0], [1, 2, 0], [2, 0, 0], [1, 0, 0]]])
    np.testing.assert_allclose(recipients_by_rank(table)[0], [[0.75, 0.25], [0.5, 0.5], [1, 0]])
    (seen,) = distributions([table], metric_named("d_R"))
    np.testing.assert_allclose(seen.probabilities[0], [0.75, 0.25])


def test_rejections_and_offers_by_hand():
    table = table_of([[[1, 2, 0], [1, 2, 0]]], [[[5, 5, 2], [2, 2, 5]]], [[[1, 1, 0], [0, 1, 0]]])
    (offers,) = distributions([table], metric_named("d_O"))
    assert offers.probabilities[0, [2, 5]].tolist() == [0.5, 0.5]
    (refused,) = distributions([table], metric_named("d_B"))
    np.testing.assert_allclose(refused.probabilities[[2, 5], 1], [2 / 3, 1 / 3])
    assert np.isnan(refused.probabilities[3, 1])


@pytest.mark.parametrize("metric", OFFER_METRICS, ids=lambda metric: metric.name)
def test_every_metric_is_zero_on_itself_symmetric_and_sums_to_one(metric):
    a, b = random_table(1, 60), random_table(2, 60, n_rounds=20)
    metric = chains(3) if metric.name == "d_Y8" else metric
    assert distance([a], [a], metric) == 0
    assert distance([a], [b], metric) == pytest.approx(distance([b], [a], metric), rel=1e-12)
    for seen in distributions([a], metric):
        known = seen.cases > 0
        np.testing.assert_allclose(seen.probabilities[known].sum(axis=1), 1)
        assert np.all((seen.probabilities[known] >= 0) & (seen.probabilities[known] <= 1))


def test_the_distance_of_reciprocity_by_hand():
    """Always returned against never returned, floor f: twice (1 - 2f) log((1 - f)/f) in all."""
    always = table_of([[[1, 0, 0]] * 12])
    (seen,) = distributions([always], metric_named("d_Y"))
    assert seen.probabilities[0, 1] == pytest.approx(2 / 3)
    cycle = table_of([[[1, 2, 0]] * 12])
    (seen,) = distributions([cycle], metric_named("d_Y"))
    assert seen.probabilities[0, 1] == 0
    p, q, f = 2 / 3, 1e-6 / (1 + 1e-6), 1e-6
    expected = (p - q) * (np.log(p / q) - np.log((1 - p) / (1 - q)))
    assert distance([always], [cycle], metric_named("d_Y"), DistanceMethod(floor=f)) == pytest.approx(
        expected, rel=1e-6
    )


def test_too_few_cases_for_a_chain_are_said():
    """A cycle never starts a chain of 2: no distance, and the reason."""
    cycle = table_of(np.tile([1, 2, 0], (3, 12, 1)))
    pairs = table_of(np.tile([1, 0, 0], (3, 12, 1)))
    (result,) = compare_bodies(Streams(1), [pairs], [cycle], [chains(3)], QUICK)
    assert result.distance is None and result.interval is None and result.p_value is None
    assert "chain 2: 60 and 0 cases" in result.notes[0] and "at least 5 cases" in result.notes[0]
    assert np.isnan(distance([pairs], [cycle], chains(3)))


def test_offers_only_one_body_makes_are_left_out_and_named():
    a = table_of(np.tile([1, 2, 0], (4, 5, 1)), np.tile([3, 4, 5], (4, 5, 1)))
    b = table_of(np.tile([1, 2, 0], (4, 5, 1)), np.tile([3, 4, 4], (4, 5, 1)))
    (result,) = compare_bodies(Streams(1), [a], [b], [metric_named("d_B")], QUICK)
    assert result.distance == 0 and "offer 5: 20 and 0 cases" in result.notes[0]


def test_chains_longer_than_the_game_are_refused():
    table = random_table(1)
    with pytest.raises(BadRequest, match=r"chain of 15 .* need 16 rounds; the longest game has 15"):
        compare_bodies(Streams(1), [table], [table], [chains(15)], QUICK)
    with pytest.raises(BadRequest, match="at least 1 link"):
        chains(0)


def test_group_sizes_are_compared_like_with_like():
    small, large = random_table(1), random_table(1, n_players=5)
    with pytest.raises(BadRequest, match="only the second has: 5 players"):
        distance([small], [small, large], metric_named("d_O"))
    (result,) = compare_bodies(Streams(1), [small, large], [large, small], [metric_named("d_R")], QUICK)
    assert result.distance == 0 and {part.stratum for part in result.parts} == {"4 players", "5 players"}


def test_unlike_bodies_are_refused():
    table = random_table(1)
    with pytest.raises(BadRequest, match="empty"):
        distance([], [table], metric_named("d_O"))
    other = OfferTable(table.recipients, table.offers * 2, table.accepted, endowment=20, step=2)
    with pytest.raises(BadRequest, match="different endowments"):
        distance([table], [other], metric_named("d_O"))
    with pytest.raises(BadRequest, match="twice"):
        distance([table, table], [table], metric_named("d_O"))
    with pytest.raises(BadRequest, match="No metric"):
        compare_bodies(Streams(1), [table], [table], [])


def test_metrics_by_name():
    assert metric_named("d_Y12").name == "d_Y12"
    assert [metric.name for metric in metrics_for("offers")] == ["d_O", "d_R", "d_B", "d_Y", "d_Y8"]
    with pytest.raises(UnknownName, match="d_O"):
        metric_named("dO")
    with pytest.raises(UnsuitableGame, match="looks at plays"):
        metrics_for("offers", ["runs"])


def test_accepted_offers_alone_can_be_asked_for():
    """Two rounds of three: 1 -> 2 refused and returned, 2 -> 1 accepted and returned, 3 -> 1 accepted, not returned."""
    table = table_of([[[1, 0, 0], [1, 0, 1]]], accepted=[[[False, True, True], [True, True, True]]])
    assert chain_counts(table, 1)[0, 0].tolist() == [1, 2]
    assert chain_counts(table, 1, accepted_only=True)[0, 0].tolist() == [1, 1]
    found = distributions([table], metric_named("d_Ya"))[0]
    np.testing.assert_allclose(found.probabilities, [[0.5, 0.5]])
    assert "d_Ya" not in {metric.name for metric in metrics_for("offers")}, "second readings only on request"


def test_persons_weigh_the_same_however_often_they_play():
    """Ann addresses one other always, in three games; everybody else both alike: her 1 counts once, not three times."""
    recipients = np.zeros((3, 2, 3), dtype=np.int8)
    recipients[:, :, 0] = 1
    recipients[:, :, 1] = [0, 2]
    recipients[:, :, 2] = [0, 1]
    persons = np.array([["ann", "b", "c"], ["ann", "d", "e"], ["ann", "f", "g"]])
    table = replace(table_of(recipients), persons=persons)
    by_seat, by_person = (
        distributions([table], metric_named(name))[0].probabilities[0] for name in ("d_R", "d_Rp")
    )
    np.testing.assert_allclose(by_seat, [(3 * 1 + 6 * 0.5) / 9, 6 * 0.5 / 9])
    np.testing.assert_allclose(by_person, [(1 + 6 * 0.5) / 7, 6 * 0.5 / 7])


def test_chains_that_never_occur_are_unknown_or_never_returned():
    """Nobody returns anything in the first body: by the paper's reading its chains of 2 count as never returned."""
    silent = table_of([[[1, 2, 0]] * 8] * 3)
    lively = random_table(3, n_players=3)
    assert np.isnan(distance([lively], [silent], chains(2)))
    floor = 2.0**-52
    method = DistanceMethod(floor=floor)
    found = distance([lively], [silent], chains(2, "never returned"), method)
    shares = distributions([lively], chains(2))[0].probabilities[:, 1]
    by_hand = sum(
        p * np.log(p / floor) + (1 - p) * np.log(1 - p) - floor * np.log(p / floor) - np.log(1 - p)
        for p in shares
    )
    assert found == pytest.approx(by_hand, rel=1e-6)


def test_persons_are_redrawn_with_all_of_their_games():
    people, agents = random_table(1), random_table(2)
    persons = np.array(
        [[f"{game}{seat}" if seat else f"p{game // 2}" for seat in range(4)] for game in range(8)]
    )
    known = replace(people, persons=persons)
    found = {
        unit: compare_bodies(Streams(1), [known], [agents], [OFFER_METRICS[0]], replace(QUICK, unit=unit))[0]
        for unit in ("match", "person")
    }
    assert found["person"].footing.words == ("persons", "games") and found["person"].footing.n_units == (
        28,
        8,
    )
    assert found["person"].distance == found["match"].distance
    assert found["person"].interval != found["match"].interval
    with pytest.raises(BadRequest, match="Nobody recorded who sat in which game"):
        compare_bodies(Streams(1), [people], [agents], [OFFER_METRICS[0]], replace(QUICK, unit="person"))
