"""What a report says beyond the standings, against numbers worked by hand."""

import numpy as np
import pandas as pd
import pytest

from humanlike.games import GAMES
from humanlike.tournament import Plan, insights, provenance, run_tournament, scenes
from humanlike.tournament.standings import DETECTOR_SCHEMES

PLAN = Plan(
    emulators=("random", "cournot"),
    detectors=("random", "high-payoffs", "payoff-change"),
    games=("chicken", "prisoners-dilemma"),
    trials=11,
    until="fixed",
)


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    return run_tournament(PLAN, tmp_path_factory.mktemp("run"))


def test_spearman_between_schemes_by_hand():
    """Ranks 1 2 3 against 1 3 2: rho = 1 - 6 * 2 / (3 * 8) = .5; a scheme that ties all has none."""
    frame = pd.DataFrame({"a": [3.0, 2.0, 1.0], "b": [3.0, 1.0, 2.0], "c": [0.0, 0.0, 0.0]})
    found = insights.scheme_agreement(frame, ("a", "b", "c"))
    assert found.loc["a", "b"] == pytest.approx(0.5) and found.loc["a", "a"] == pytest.approx(1.0)
    assert found["c"].isna().all()


def test_reliability_weights_people_and_machines_equally():
    """One of one person and one of four machines were given .9: at even odds 1 / (1 + 1/4) = .8, raw 1/2."""
    table = pd.DataFrame(
        {
            "detector": "d",
            "probability": [0.9, 0.9, 0.1, 0.1, 0.1],
            "is_human": [True, False, False, False, False],
            "mark": "",
        }
    )
    low, high = insights.reliability(table, "d")
    assert low == (pytest.approx(0.1), 0.0, 0.0, 3)
    assert high == (pytest.approx(0.9), pytest.approx(0.8), 0.5, 2)


def test_a_certain_answer_falls_into_the_last_bin():
    table = pd.DataFrame({"detector": "d", "probability": [1.0, 0.0], "is_human": [True, False], "mark": ""})
    assert [each.answers for each in insights.reliability(table, "d")] == [1, 1]


def test_differences_of_features_in_pooled_deviations():
    """Means 3 and 1, variances 1 and 1: two deviations; unknown values are left out; no spread tells nothing."""
    machine = insights._moments(np.array([[2.0, 1.0, np.nan], [4.0, np.nan, np.nan]]))
    human = insights._moments(np.array([[0.0, 2.0, 1.0], [2.0, 2.0, 1.0]]))
    np.testing.assert_allclose(insights._standardised(machine, human), [2.0, np.nan, np.nan])


def test_hardly_any_spread_does_not_make_a_small_difference_huge():
    """Everybody at 1, the machine at 1.1: a hundred deviations, or a fifth of what people vary elsewhere."""
    machine, human = (np.array([1.1]), np.array([1e-6])), (np.array([1.0]), np.array([1e-6]))
    assert insights._standardised(machine, human)[0] == pytest.approx(100.0)
    assert insights._standardised(machine, human, np.array([0.5]))[0] == pytest.approx(0.2)


def test_balanced_scores_and_their_intervals(result):
    by_name = {each.name: each for each in insights.estimates(result)}
    chance = by_name["random"]
    assert chance.balanced == pytest.approx(np.log(0.5)) and not chance.above_chance
    assert chance.lower == pytest.approx(chance.upper) and np.isinf(chance.anytime_upper)
    varied = by_name["payoff-change"]
    assert varied.anytime_lower < varied.lower < varied.balanced < varied.upper < varied.anytime_upper
    for each in by_name.values():
        assert each.above_constant == (each.score > result.best_constant)


def test_differences_to_rivals_are_those_of_the_standings(result):
    scores = result.detectors.set_index("name")["score"]
    leader = result.leaderships["detectors"].leader
    found = insights.differences(result, "detectors")
    assert sorted(each.rival for each in found) == sorted(set(scores.index) - {leader})
    for each in found:
        assert each.mean == pytest.approx(scores[leader] - scores[each.rival])
        assert each.lower <= each.mean <= each.upper


def test_cournot_is_given_away_and_says_by_whom(result):
    features = insights.feature_differences(result)
    assert set(features.index) == {(each, game) for each in PLAN.emulators for game in PLAN.games}
    found = {each.emulator: each for each in insights.giveaways(result, features)}
    machines = result.scores.games[result.scores.games["source"] == "cournot"]
    assert found["cournot"].detector_score == machines.groupby("detector")["score"].mean().max()
    assert found["cournot"].easiest_score >= found["cournot"].hardest_score
    sizes = [trait.size for trait in found["cournot"].traits]
    assert len(sizes) == insights.TOP_TRAITS and sizes == sorted(sizes, reverse=True)


def test_clouds_are_those_on_record(result):
    people = scenes.pairs_of_people(result, "chicken")
    assert people is not None and people.points.shape == (23, 2)  # 16 + 14 + 16 subjects
    (name, cloud), *_ = scenes.pairs_of_machines(result, "chicken")
    known = result.datasets.query("trial == 1 and game == 'chicken'").set_index("source")
    row = known.loc[name]
    assert cloud.points.mean(axis=0) == pytest.approx([row["row_mean"], row["column_mean"]])
    assert cloud.centre == (row["row_centre"], row["column_centre"])
    assert scenes.pairs_of_people(result, "ochs") is None


def test_only_logarithmic_scores_have_logarithmic_references():
    assert insights.is_logarithmic(Plan()) and insights.is_logarithmic(
        Plan(system="quadratic", zero_constant=-9.0)
    )
    assert not insights.is_logarithmic(Plan(system="quadratic"))


def test_every_human_play_has_one_hash_and_other_games_other_ones(result):
    items = provenance.human_items(result)
    assert len(items) == 6 == len({item.digest for item in items})
    assert provenance.payoff_checksum(GAMES["chicken"]) != provenance.payoff_checksum(
        GAMES["prisoners-dilemma"]
    )
    assert len(insights.scheme_agreement(result.detectors, DETECTOR_SCHEMES)) == 3


def test_an_entrys_hash_follows_names_and_contents(tmp_path):
    (tmp_path / "entry.toml").write_text("a")
    first = provenance.directory_digest(tmp_path)
    (tmp_path / "entry.toml").rename(tmp_path / "other.toml")
    second = provenance.directory_digest(tmp_path)
    (tmp_path / "other.toml").write_text("b")
    assert len({first, second, provenance.directory_digest(tmp_path)}) == 3
