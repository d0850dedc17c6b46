"""Intervals, baselines and tests: do they mean what they say?"""

import numpy as np
import pytest

from humanlike.core import BadRequest, Game, Play, Streams, UnknownName
from humanlike.similarity import (
    DistanceMethod,
    calibrate_distances,
    compare_bodies,
    distance,
    distances_to_reference,
    kullback_leibler,
    metric_named,
    portable_counts,
)

COIN = Game.from_matrices("coin", [[0, 1], [1, 0]], [[0, 1], [1, 0]], labels=("HT", "HT"))
ACTIONS = metric_named("learning")


def coins(seed, chance, matches=25, n_rounds=8, spread=0.15):
    """Matches differ in their chance, so rounds of one match are not independent."""
    generator = np.random.default_rng(seed)
    chances = np.clip(chance + spread * generator.standard_normal((matches, 1, 1)), 0.02, 0.98)
    return Play(
        COIN, (generator.random((matches, 2, n_rounds)) < chances).reshape(-1, n_rounds).astype(np.int16)
    )


@pytest.mark.slow
def test_intervals_cover_the_true_distance():
    method = DistanceMethod(n_resamples=200)
    truth = distance([coins(1, 0.3, 60_000)], [coins(2, 0.6, 60_000)], ACTIONS)
    hits = 0
    for seed in range(150):
        a, b = coins(10 + seed, 0.3), coins(1000 + seed, 0.6)
        (result,) = compare_bodies(Streams(seed), [a], [b], [ACTIONS], method)
        hits += result.interval[0] <= truth <= result.interval[1]
    assert 0.86 <= hits / 150 <= 0.99


@pytest.mark.slow
def test_the_permutation_test_keeps_its_promise():
    """Under the same population p is below 0.1 about one time in ten, although rounds depend on each other."""
    method = DistanceMethod(n_resamples=99)
    small = [
        compare_bodies(Streams(seed), [coins(seed, 0.5)], [coins(5000 + seed, 0.5)], [ACTIONS], method)[
            0
        ].p_value
        <= 0.1
        for seed in range(200)
    ]
    assert 0.04 <= np.mean(small) <= 0.16


def test_the_baseline_is_the_distance_of_halves():
    play = coins(1, 0.4, matches=60)
    (result,) = compare_bodies(
        Streams(1), [play], [coins(2, 0.8)], [ACTIONS], DistanceMethod(n_resamples=300)
    )
    generator = np.random.default_rng(7)
    by_hand = []
    for _ in range(200):
        order = generator.permutation(60)
        halves = [
            np.concatenate([[2 * match, 2 * match + 1] for match in part])
            for part in (order[:30], order[30:])
        ]
        by_hand.append(distance(*([Play(COIN, play.actions[half])] for half in halves), ACTIONS))
    assert result.same_population_baseline == pytest.approx(np.mean(by_hand), rel=0.15)
    assert result.distance > result.baseline_upper > result.same_population_baseline


def test_a_distance_inside_the_relabelled_range_is_no_surprise_and_one_beyond_it_is():
    """Few matches a side, so that halves of the first body are far apart: they would hide a real difference."""
    told = []
    for seed in range(12):
        bodies = [coins(seed, 0.4, matches=6)], [coins(100 + seed, 0.75, matches=30)]
        (result,) = compare_bodies(Streams(seed), *bodies, [ACTIONS], DistanceMethod(n_resamples=199))
        mean, upper = result.relabelled
        assert mean < upper and (result.distance > upper) == (result.p_value < 0.0501), (
            "ten of 199 are above the 95 %"
        )
        told.append((result.distance > upper, result.distance > result.baseline_upper))
    assert any(beyond and not further for beyond, further in told), "halves of six matches are no yardstick"


def test_distance_is_the_weighted_sum_of_its_parts():
    a, b = coins(1, 0.3), coins(2, 0.6)
    (result,) = compare_bodies(Streams(1), [a], [b], [metric_named("cells")], DistanceMethod(n_resamples=20))
    shares = [
        np.array([(p.actions == x) & (p.situations == y) for x in (0, 1) for y in (0, 1)]).mean(axis=(1, 2))
        for p in (a, b)
    ]
    assert result.distance == pytest.approx(float(kullback_leibler(*shares)))
    assert set(result.other_divergences) == {"jensen-shannon", "energy"}


def test_holm_never_lowers_a_p_value():
    results = compare_bodies(
        Streams(1), [coins(1, 0.5)], [coins(2, 0.6)], [ACTIONS, metric_named("cells"), metric_named("runs")]
    )
    assert all(each.p_value_holm >= each.p_value for each in results)


def test_results_repeat_with_the_seed_and_metrics_do_not_disturb_each_other():
    a, b = [coins(1, 0.5)], [coins(2, 0.6)]
    method = DistanceMethod(n_resamples=50)
    alone = compare_bodies(Streams(3), a, b, [ACTIONS], method)[0]
    among = compare_bodies(Streams(3), a, b, [metric_named("runs"), ACTIONS], method)[1]
    assert (alone.interval, alone.same_population_baseline, alone.p_value) == (
        among.interval,
        among.same_population_baseline,
        among.p_value,
    )


def test_one_match_has_no_interval():
    (result,) = compare_bodies(
        Streams(1), [coins(1, 0.5, 1)], [coins(2, 0.5)], [ACTIONS], DistanceMethod(n_resamples=20)
    )
    assert result.interval is None and result.same_population_baseline is None
    assert "one unit" in result.notes[0]


def test_unknown_divergences_are_named():
    with pytest.raises(UnknownName, match="energy"):
        compare_bodies(
            Streams(1), [coins(1, 0.5)], [coins(2, 0.5)], [ACTIONS], DistanceMethod(divergence="energie")
        )


def test_distances_become_calibrated_probabilities():
    people = [coins(seed, 0.3, 6) for seed in range(40)]
    machines = [coins(100 + seed, 0.6, 6) for seed in range(40)]
    distances = distances_to_reference(ACTIONS, people + machines, people)
    model = calibrate_distances(distances, [True] * 40 + [False] * 40)
    assert model.slope > 0
    fresh = (
        [coins(500 + seed, 0.3, 6) for seed in range(30)],
        [coins(700 + seed, 0.6, 6) for seed in range(30)],
    )
    said = [model.probabilities(distances_to_reference(ACTIONS, plays, people)) for plays in fresh]
    assert said[0].mean() > 0.75 and said[1].mean() < 0.25
    assert model.probabilities([np.nan]).tolist() == [0.5]
    calm = np.concatenate(said)
    truth = np.repeat([1.0, 0.0], 30)
    assert np.mean((calm - truth) ** 2) < 0.15


def test_a_play_is_not_measured_against_itself():
    people = [coins(seed, 0.5, 2) for seed in range(2)]
    itself = distances_to_reference(ACTIONS, people[:1], people)
    other = distance([people[0]], [people[1]], ACTIONS)
    assert itself[0] == pytest.approx(other)
    assert np.isnan(distances_to_reference(ACTIONS, people[:1], people[:1])[0])


def test_portable_metrics_pool_games_and_others_do_not():
    other = Game.from_matrices("other", [[0, 2], [1, 0]], [[1, 0], [0, 1]])
    play, elsewhere = coins(1, 0.5), Play(other, coins(2, 0.5).actions)
    assert np.isfinite(distances_to_reference(metric_named("runs"), [play], [elsewhere])[0])
    assert np.isnan(distances_to_reference(metric_named("cells"), [play], [elsewhere])[0])
    assert portable_counts(metric_named("switching"), elsewhere).shape == (2, 2)
    with pytest.raises(BadRequest, match="every game"):
        portable_counts(metric_named("cells"), play)


def test_useless_distances_say_one_half():
    generator = np.random.default_rng(2)
    model = calibrate_distances(generator.random(400), np.arange(400) % 2 == 0)
    assert np.all(np.abs(model.probabilities([0.01, 0.1, 0.5, 1.0]) - 0.5) < 0.12)
    with pytest.raises(BadRequest, match="both"):
        calibrate_distances([1.0, 2.0], [True, True])
