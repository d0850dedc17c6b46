"""Intervals, baselines and tests: do they mean what they say?"""

from dataclasses import replace

import numpy as np
import pytest

from humanlike.core import BadRequest, Game, Play, Streams, UnknownName
from humanlike.similarity import (
    DistanceMethod,
    calibrate_distances,
    compare_bodies,
    distance,
    distances_to_reference,
    distributions,
    kullback_leibler,
    metric_named,
    portable_counts,
)

COIN = Game.from_matrices("coin", [[0, 1], [1, 0]], [[0, 1], [1, 0]], labels=("HT", "HT"))
ACTIONS, PAYOFFS = metric_named("learning"), metric_named("payoffs")


def coins(seed, chance, matches=25, n_rounds=8, spread=0.15):
    """Matches differ in their chance, so rounds of one match are not independent."""
    generator = np.random.default_rng(seed)
    chances = np.clip(chance + spread * generator.standard_normal((matches, 1, 1)), 0.02, 0.98)
    return Play(
        COIN, (generator.random((matches, 2, n_rounds)) < chances).reshape(-1, n_rounds).astype(np.int16)
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cells", "payoffs"])
def test_intervals_cover_the_true_distance(name):
    """With the basic bootstrap, 70 to 85 % held; empty bins alone set `payoffs` a third of a nat apart."""
    metric, method = metric_named(name), DistanceMethod(n_resamples=300)
    huge = [[coins(seed, chance, 30_000)] for seed, chance in ((1, 0.4), (2, 0.5))]
    truths = {
        name: distance(*huge, metric, DistanceMethod(divergence=name, floor=1e-9))
        for name in ("kullback-leibler", "jensen-shannon")
    }
    hits = 0
    for seed in range(60):
        a, b = coins(10 + seed, 0.4, 50), coins(1000 + seed, 0.5, 50)
        (result,) = compare_bodies(Streams(seed), [a], [b], [metric], method)
        hits += result.interval[0] <= truths[result.corrected_divergence] <= result.interval[1]
    assert hits >= 52, "99 % of binomials with 95 % are at least this"


def test_empty_bins_do_not_set_bodies_of_one_population_apart():
    method = DistanceMethod(n_resamples=60)
    found = [
        compare_bodies(
            Streams(seed), [coins(seed, 0.5, 50)], [coins(900 + seed, 0.5, 50)], [PAYOFFS], method
        )[0]
        for seed in range(8)
    ]
    assert np.mean([each.distance for each in found]) > 0.1, "the plain estimate sees the floor"
    assert np.mean([each.corrected for each in found]) < 0.02
    assert {each.corrected_divergence for each in found} == {"jensen-shannon"}
    assert all(each.interval[0] <= each.corrected <= each.interval[1] for each in found)


def test_the_corrected_distance_of_many_matches_is_the_plain_one():
    bodies = [coins(1, 0.3, 3000)], [coins(2, 0.6, 3000)]
    (result,) = compare_bodies(Streams(1), *bodies, [ACTIONS], DistanceMethod(n_resamples=60))
    assert result.corrected_divergence == "kullback-leibler"
    assert result.corrected == pytest.approx(result.distance, rel=0.03)
    low, high = result.interval
    assert low < result.distance < high and high - low < 0.25 * result.distance


def test_a_body_is_at_no_distance_from_itself():
    play = coins(1, 0.4)
    (result,) = compare_bodies(Streams(1), [play], [play], [ACTIONS], DistanceMethod(n_resamples=60))
    assert result.distance == 0 and result.corrected == 0 and result.interval[0] == 0 < result.interval[1]
    assert result.verdict == "not told apart"


@pytest.mark.slow
def test_the_permutation_test_keeps_its_promise():
    """Under the same population p is below 0.1 about one time in ten, although rounds depend on each other."""
    method = DistanceMethod(n_resamples=99)
    small = [
        compare_bodies(Streams(seed), [coins(seed, 0.5)], [coins(5000 + seed, 0.5)], [ACTIONS], method)[
            0
        ].p_value
        <= 0.1
        for seed in range(100)
    ]
    assert 0.01 <= np.mean(small) <= 0.18


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


def test_the_interval_the_grey_and_p_never_contradict_each_other():
    """Few matches a side, so that halves of the first body are far apart: they would hide a real difference."""
    told = []
    for seed in range(24):
        bodies = [coins(seed, 0.4, matches=6)], [coins(100 + seed, 0.65, matches=30)]
        for each in compare_bodies(
            Streams(seed), *bodies, [ACTIONS, PAYOFFS], DistanceMethod(n_resamples=99)
        ):
            apart = each.p_value <= 0.05
            assert (each.interval[0] > 0) == apart and (each.corrected > each.relabelled) == apart
            assert (each.verdict == "not told apart") == (not apart)
            told.append((apart, each.distance > each.baseline_upper))
    assert {apart for apart, _ in told} == {True, False}
    assert any(apart and not further for apart, further in told), "halves of six matches are no yardstick"


def people(seed, persons=20, meeting="machines", spread=0.25, chance=0.5, names="p"):
    """Persons who differ and play five matches each; their moves depend on nobody else."""
    generator = np.random.default_rng(seed)
    chances = np.clip(chance + spread * generator.standard_normal(persons), 0.02, 0.98)
    seats = np.tile(np.arange(persons), 5)
    if meeting == "machines":
        seats = np.stack([seats, np.full_like(seats, -1)], axis=1).ravel()
    own = np.where(seats < 0, 0.5, chances[seats])
    moves = (generator.random((len(seats), 8)) < own[:, None]).astype(np.int16)
    return Play(
        COIN,
        moves,
        subjects=[f"{names}{seat}" if seat >= 0 else "machine" for seat in seats],
        kinds=["human" if seat >= 0 else "program" for seat in seats],
    )


@pytest.mark.parametrize("meeting", ["machines", "partners"])
def test_people_who_play_several_matches_are_relabelled_as_a_whole(meeting):
    """Matches as units found a difference between bodies of one population in a third of these."""
    rejected = {"auto": 0, "match": 0}
    for seed in range(24):
        bodies = [people(seed, meeting=meeting)], [people(500 + seed, meeting=meeting, names="q")]
        for unit in rejected:
            (result,) = compare_bodies(
                Streams(seed), *bodies, [ACTIONS], DistanceMethod(n_resamples=39, unit=unit)
            )
            rejected[unit] += result.p_value <= 0.05
            if unit == "auto":
                words = "persons" if meeting == "machines" else "sets of people who play together"
                assert result.footing.words == (words,) * 2 and result.footing.caveat == ""
    assert rejected["auto"] <= 4 < rejected["match"]
    assert "too narrow" in result.footing.caveat, "matches of the same people are not independent"


def test_people_who_meet_strangers_are_redrawn_with_their_matches():
    """Everybody meets everybody: whom a person meets moves too."""
    generator = np.random.default_rng(5)
    rejected = 0
    for seed in range(30):
        bodies = []
        for side in "pq":
            chances = generator.random(24)
            seats = np.concatenate([generator.permutation(24) for _ in range(5)])
            first = generator.random((60, 8)) < np.repeat(chances[seats[::2]], 1)[:, None]
            moves = np.repeat(first, 2, axis=0).astype(np.int16)  # the second of a pair copies the first
            bodies.append([Play(COIN, moves, subjects=[f"{side}{seat}" for seat in seats])])
        (result,) = compare_bodies(Streams(seed), *bodies, [ACTIONS], DistanceMethod(n_resamples=39))
        rejected += result.p_value <= 0.05
        assert result.footing.words == ("persons",) * 2 and "partners" in result.footing.caveat
    assert rejected <= 5


def test_units_of_two_kinds_are_not_dealt_out_together():
    """Few persons with five matches each, many matches of people who play once: each body keeps its own spread."""
    rejected = 0
    for seed in range(20):
        bodies = [people(seed, persons=15)], [coins(700 + seed, 0.5, matches=60, spread=0.25)]
        (result,) = compare_bodies(Streams(seed), *bodies, [ACTIONS], DistanceMethod(n_resamples=39))
        assert result.footing.words == ("persons", "matches") and result.footing.n_units == (15, 60)
        assert (result.p_value <= 0.05) == (result.interval[0] > 0)
        rejected += result.p_value <= 0.05
    assert rejected <= 4


def test_a_person_in_two_games_is_one_unit():
    other = Game.from_matrices("other", [[0, 2], [1, 0]], [[1, 0], [0, 1]], labels=("HT", "HT"))
    rejected = 0
    for seed in range(20):
        bodies = []
        for side, draw in (("p", seed), ("q", 800 + seed)):
            play = people(draw, persons=16, names=side).from_source({"dataset": side})
            again = people(draw, persons=16, names=side)
            bodies.append([play, replace(again, game=other, provenance={"dataset": side})])
        (result,) = compare_bodies(Streams(seed), *bodies, [ACTIONS], DistanceMethod(n_resamples=39))
        assert result.footing.n_units == (16, 16)
        rejected += result.p_value <= 0.05
    assert rejected <= 4


def test_people_in_both_bodies_are_noticed():
    bodies = [[people(seed).from_source({"dataset": "one"})] for seed in (1, 2)]
    (result,) = compare_bodies(Streams(1), *bodies, [ACTIONS], DistanceMethod(n_resamples=20))
    assert "20 people are in both bodies" in result.footing.caveat and "too wide" in result.footing.caveat


def test_a_p_at_the_floor_is_marked():
    bodies = [coins(1, 0.1, 40)], [coins(2, 0.9, 40)]
    (apart,) = compare_bodies(Streams(1), *bodies, [ACTIONS], DistanceMethod(n_resamples=49))
    assert apart.p_value == pytest.approx(1 / 50) and apart.p_at_floor and apart.verdict == "told apart"
    (same,) = compare_bodies(Streams(1), bodies[0], bodies[0], [ACTIONS], DistanceMethod(n_resamples=49))
    assert not same.p_at_floor


def test_a_crowd_of_clones_is_told_from_people_with_the_same_mean():
    """Means agree in every metric that counts rounds; only how people differ does not."""
    generator = np.random.default_rng(3)
    mixed = np.repeat([0.2, 0.8], 60)[generator.permutation(120)]
    crowd, clones = (
        Play(COIN, (generator.random((120, 20)) < chance[:, None]).astype(np.int16))
        for chance in (mixed, np.full(120, 0.5))
    )
    differ, learning = compare_bodies(
        Streams(1),
        [crowd],
        [clones],
        [metric_named("between-persons"), ACTIONS],
        DistanceMethod(n_resamples=99),
    )
    assert differ.verdict == "told apart" and learning.verdict == "not told apart"


def test_a_person_is_one_case_however_many_matches_she_plays():
    (seen,) = distributions([people(1, persons=20)], metric_named("between-persons"))
    assert seen.cases.tolist() == [20.0]


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


def test_few_units_are_said_with_what_can_still_be_concluded():
    method = DistanceMethod(n_resamples=20)
    (one,) = compare_bodies(Streams(1), [coins(1, 0.5, 1)], [coins(2, 0.5)], [ACTIONS], method)
    assert one.interval is None and one.corrected is None and one.same_population_baseline is None
    assert one.p_value is not None and "how unusual that unit is among the 25" in one.notes[0]
    (both,) = compare_bodies(Streams(1), [coins(1, 0.5, 1)], [coins(2, 0.5, 1)], [ACTIONS], method)
    assert both.p_value is None and both.distance is not None and "no test" in both.notes[0]
    assert both.verdict == "not tested"
    (two,) = compare_bodies(Streams(1), [coins(1, 0.1, 2)], [coins(2, 0.9, 3)], [ACTIONS], method)
    assert "10 ways only" in two.notes[0] and two.interval is not None


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
