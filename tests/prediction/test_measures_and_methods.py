"""Table 12, the identities of READINGS, and the grid against formulas written out by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from humanlike.core import Game, Play, Streams
from humanlike.engine.replay import FLOOR, replay
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.prediction import Criterion, Settings, assess, published_rules, samples_of
from humanlike.prediction.expectations import (
    expected_root,
    expected_root_by_moments,
    miss_distribution,
    simulate_misses,
)
from humanlike.prediction.forecasts import Simulated
from humanlike.prediction.observations import ObservedRows, chances_of_outcomes, outcome_rows
from humanlike.prediction.tallies import observe_rows, tally_rows
from humanlike.prediction.values import PredictedPart, Reweighted, value
from humanlike.scoring import kuipers_score, mean_absolute_deviation, mean_squared_deviation, one_hot

MP = GAMES["matching-pennies"]


def part_of(categories, chances, n_categories, simulated=None):
    """One unit for each row, everybody in position 0."""
    count = len(categories)
    rows = ObservedRows(np.asarray(categories), np.zeros(count, int), np.arange(count), n_categories, 1)
    return PredictedPart(
        observe_rows(rows, count), tally_rows(rows, np.asarray(chances, float), count, FLOOR), simulated
    )


def measured(measure, method, part):
    data = Reweighted((part,), (np.ones((1, part.observed.known.size)),))
    return float(value(measure, method, data, floor=FLOOR)[0])


# Table 11: both players use B in all four rounds.
PLAYED = [[1, 1, 1, 1], [1, 1, 1, 1]]
POINT = np.array([[0.0, 1, 0, 1], [1.0, 0, 1, 0]])  # chance of B
EVEN = np.full((2, 4), 0.5)


@pytest.mark.parametrize(
    ("measure", "level", "of_point_rule", "of_probabilistic_rule"),
    [
        ("MSD", "actions", 0.7071067812, 0.5),
        ("MSD", "outcomes", 0.7071067812, 0.4330127019),
        ("MAD", "actions", 0.5, 0.5),
        ("MAD", "outcomes", 0.5, 0.375),
    ],
)
def test_table_12_exactly(measure, level, of_point_rule, of_probabilistic_rule):
    for chance_of_b, expected in ((POINT, of_point_rule), (EVEN, of_probabilistic_rule)):
        chances = np.stack([1 - chance_of_b, chance_of_b], axis=-1)
        if level == "actions":
            part = part_of(PLAYED, chances, 2)
        else:
            sample = samples_of([Play(MP, np.array(PLAYED))])[0]
            part = part_of(outcome_rows(sample).categories, chances_of_outcomes(sample, chances), 4)
        assert measured(measure, "Y,P", part) == pytest.approx(expected, abs=5e-11)


def play_and_chances(seed, n_pairs=4, n_rounds=9):
    generator = np.random.default_rng(seed)
    actions = generator.integers(0, 2, (2 * n_pairs, n_rounds))
    chances = generator.dirichlet([0.7, 0.7], (2 * n_pairs, n_rounds))
    return samples_of([Play(MP, actions)])[0], chances


seeds = st.integers(0, 10_000)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(seed=seeds)
def test_each_realisation_has_squared_msd_equal_to_mad_and_poi(seed):
    """Two actions: MSD^2 = MAD = POI; four outcomes: MSD^2 = MAD = POI / 2."""
    sample, _ = play_and_chances(seed)
    drawn = one_hot(np.random.default_rng(seed + 1).integers(0, 2, sample.play.actions.shape), 2)
    for part, factor in (
        (part_of(sample.play.actions, drawn, 2), 1.0),
        (part_of(outcome_rows(sample).categories, chances_of_outcomes(sample, drawn), 4), 0.5),
    ):
        squared = measured("MSD", "Y,P", part) ** 2
        assert squared == pytest.approx(measured("MAD", "Y,P", part), abs=1e-12)
        assert squared == pytest.approx(factor * measured("POI", "Y,P", part), abs=1e-12)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(seed=seeds)
def test_mad_of_chances_is_the_expected_mad_of_realisations_in_any_number_of_states(seed):
    sample, chances = play_and_chances(seed)
    outcomes = part_of(outcome_rows(sample).categories, chances_of_outcomes(sample, chances), 4)
    for part in (part_of(sample.play.actions, chances, 2), outcomes):
        assert measured("MAD", "Y,P", part) == pytest.approx(measured("MAD", "Y,X", part), abs=1e-12)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(seed=seeds)
def test_the_papers_closed_form_of_expected_msd_is_only_an_upper_bound(seed):
    sample, chances = play_and_chances(seed)
    part = part_of(sample.play.actions, chances, 2)
    misses = part.predicted.misses
    exact = np.sqrt(1 / misses.size) * expected_root(miss_distribution([misses]))
    closed_form = np.sqrt(misses.sum() / misses.size)  # sqrt(v + 1'P) over J T A, v = Y'Y - 2 Y'P
    y, p = one_hot(sample.play.actions, 2).ravel(), chances.ravel()
    assert closed_form == pytest.approx(np.sqrt((y @ y - 2 * y @ p + p.sum()) / y.size), abs=1e-12)
    assert exact < closed_form
    assert exact == pytest.approx(
        measured("MSD", "Y,X", part), rel=2e-3
    )  # the expansion, even for 72 choices


@settings(max_examples=20, deadline=None, derandomize=True)
@given(seed=seeds)
def test_expected_msd_exceeds_that_of_the_chances_most_for_cautious_rules(seed):
    """Section 6.1: the difference grows as predictions move to the middle, the expected hits staying equal."""
    sample, _ = play_and_chances(seed)
    played = one_hot(sample.play.actions, 2)
    gaps = []
    for sure in (0.5, 0.8):
        side = np.where(np.arange(played.shape[1])[:, None] % 2 == 0, played, 1 - played)  # half right
        chances = sure * side + (1 - sure) * (1 - side)
        part = part_of(sample.play.actions, chances, 2)
        gaps.append(measured("MSD", "Y,X", part) - measured("MSD", "Y,P", part))
    assert gaps[0] > gaps[1] > 0


def test_the_expansion_of_the_mean_root_meets_the_exact_one():
    chances = np.random.default_rng(3).uniform(0, 0.6, 2000)
    moments = np.array(
        [chances.sum(), (chances * (1 - chances)).sum(), (chances * (1 - chances) * (1 - 2 * chances)).sum()]
    )
    assert expected_root_by_moments(moments) == pytest.approx(
        expected_root(miss_distribution([chances])), rel=1e-8
    )
    assert expected_root_by_moments(np.zeros(3)) == 0.0


def test_simulated_misses_agree_with_the_exact_distribution():
    chances = np.random.default_rng(4).uniform(0, 1, (2, 300))
    drawn = simulate_misses(Streams(1)["draws"], chances, n_simulations=4000)
    for counts, each in zip(drawn.counts, chances, strict=True):
        error = counts.std() / np.sqrt(counts.size)
        assert abs(counts.mean() - each.sum()) < 4 * error
        root = np.sqrt(counts)
        assert abs(root.mean() - expected_root(miss_distribution([each]))) < 4 * root.std() / np.sqrt(
            root.size
        )
        assert counts.var() == pytest.approx((each * (1 - each)).sum(), rel=0.1)


RULE_NAMES = ("bush-mosteller", "karandikar", "random")


@pytest.fixture(scope="module")
def small():
    """Two games, six pairs each, with gaps, predicted in every way."""
    generator = np.random.default_rng(11)
    plays = []
    for name in ("matching-pennies", "mutual-fate-control"):
        actions = generator.integers(0, 2, (12, 10))
        actions[3, 7:] = actions[2, 7:] = -1
        plays.append(Play(GAMES[name], actions))
    samples = samples_of(plays, test_roles=[1])
    calibrations = published_rules([RULES[name] for name in RULE_NAMES], plays)
    exact = assess(
        Streams(5), samples, RULE_NAMES, calibrations, Settings(n_simulations=3000, n_resamples=50)
    )
    drawn = assess(
        Streams(5),
        samples,
        RULE_NAMES,
        calibrations,
        Settings(n_simulations=3000, n_resamples=0, expectation="simulated"),
    )
    return plays, exact, drawn


def test_one_step_values_equal_the_plain_formulas(small):
    plays, exact, _ = small
    for place, name in enumerate(RULE_NAMES):
        all_observed, all_chances = [], []
        for play in plays:
            chances = np.exp(replay(play, RULES[name], RULES[name].default).log_probabilities)[
                play.roles == 1
            ]
            observed = one_hot(play.actions[play.roles == 1], 2)
            where = play.game.name
            for measure, function in (("MSD", mean_squared_deviation), ("MAD", mean_absolute_deviation)):
                expected = float(function(observed, chances))
                assert exact.of(Criterion(measure, "Y,P", "actions", where))[place] == pytest.approx(expected)
            expected = kuipers_score(observed, chances).score
            assert exact.of(Criterion("KS", "Y,P", "actions", where))[place] == pytest.approx(expected)
            all_observed.append(observed)
            all_chances.append(chances)
        together = np.concatenate(all_observed), np.concatenate(all_chances)
        expected = float(mean_squared_deviation(*together))
        assert exact.of(Criterion("MSD", "Y,P", "actions", "all"))[place] == pytest.approx(expected)
        shares = (
            np.nanmean(together[0], axis=0),
            np.nanmean(np.where(np.isnan(together[0]), np.nan, together[1]), axis=0),
        )
        expected = float(mean_squared_deviation(*shares))
        assert exact.of(Criterion("MSD", "mY,mP", "actions", "all"))[place] == pytest.approx(expected)


def test_exact_and_simulated_expectations_agree(small):
    _, exact, drawn = small
    compared = 0
    for each in exact.defined:
        if each.method == "Y,X":
            assert drawn.of(each) == pytest.approx(exact.of(each), abs=0.02), each.title
            compared += 1
    assert compared == 3 * (5 + 4)  # no log score; no Kuipers score of outcomes


def test_complete_simulation_values_equal_the_plain_average():
    generator = np.random.default_rng(2)
    observed = generator.integers(0, 2, (5, 6))
    z = generator.integers(0, 2, (40, 1, 6)).astype(np.int16)
    shares = np.stack([(z == category).mean(axis=0) for category in (0, 1)], axis=-1)
    part = part_of(observed, np.full((5, 6, 2), 0.5), 2, Simulated(z, shares, shares))
    vectors = one_hot(observed, 2)
    for measure, function in (("MSD", mean_squared_deviation), ("MAD", mean_absolute_deviation)):
        plain = np.mean([float(function(vectors, one_hot(each[0], 2)[None])) for each in z])
        assert measured(measure, "Y,Z", part) == pytest.approx(plain, abs=1e-6)
    plain = np.mean(
        [kuipers_score(vectors, np.broadcast_to(one_hot(each[0], 2), vectors.shape)).score for each in z]
    )
    assert measured("KS", "Y,Z", part) == pytest.approx(plain, abs=1e-12)


def test_undefined_is_said_and_never_zero(small):
    _, exact, _ = small
    kuipers = Criterion("KS", "Y,P", "outcomes", "all")
    assert np.isnan(exact.of(kuipers)).all() and "two alternatives" in exact.undefined[kuipers]
    logs = Criterion("LOG", "Y,X", "actions", "all")
    assert np.isnan(exact.of(logs)).all() and "minus infinity" in exact.undefined[logs]
    constant = Play(MP, np.array([[0, 0, 0], [0, 1, 0]]))
    found = assess(
        Streams(1),
        samples_of([constant]),
        ["random"],
        published_rules([RULES["random"]], [constant]),
        Settings(measures=("KS",), methods=("Y,P",), levels=("actions",), n_resamples=0),
    )
    assert found.kuipers_undefined == {"matching-pennies": 1}


def test_more_actions_and_larger_groups_are_measured_too():
    generator = np.random.default_rng(6)
    tables = tuple(generator.uniform(0, 1, (3, 9)) for _ in range(3))
    game = Game("three-by-three", tables, (("a", "b", "c"),) * 3)
    play = Play(game, generator.integers(0, 3, (9, 5)))
    found = assess(
        Streams(1),
        samples_of([play]),
        ["random", "win-stay-lose-randomise"],
        published_rules([RULES["random"], RULES["win-stay-lose-randomise"]], [play]),
        Settings(n_simulations=200, n_resamples=10),
    )
    assert found.of(Criterion("MAD", "Y,P", "actions", "three-by-three"))[0] == pytest.approx(4 / 9)
    assert found.of(Criterion("POI", "Y,X", "outcomes", "three-by-three"))[0] == pytest.approx(26 / 27)
    assert found.of(Criterion("LOG", "Y,P", "outcomes", "three-by-three"))[0] == pytest.approx(-3 * np.log(3))
