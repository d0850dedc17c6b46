"""The market's four studies from Python: words, objects and users' own play alike; every result can be taken away."""

from pathlib import Path

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import BadRequest, UnknownName
from humanlike.worlds.market import MARKET_AGENTS, Actions
from humanlike.worlds.market.agents.buffered import Buffered

SMALL = {"agents": "planner,buffered+noise", "days": 20}
OWN = """
from humanlike.worlds.market.agents.buffered import Buffered


class Mine(Buffered):
    pass
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory) -> str:
    file: Path = tmp_path_factory.mktemp("own") / "mine.py"
    file.write_text(OWN)
    return f"{file}:Mine"


@pytest.fixture(scope="module")
def series():
    return hl.market.play(**SMALL, games=3, hold="supply")


@pytest.fixture(scope="module")
def compared():
    return hl.market.compare("planner", "buffered", **SMALL, games=6, together=True)


@pytest.fixture(scope="module")
def quiet():
    return hl.market.noise(**SMALL, markets=2, repeats=2, random_games=3)


@pytest.fixture(scope="module")
def sensitive():
    return hl.market.sensitivity(
        ["demand", "supply"], **SMALL, output="scores,all", markets=3, repeats=2, random_games=3
    )


def test_objects_and_words_play_the_same_games(series):
    noisy = MARKET_AGENTS["buffered"].with_noise()
    again = hl.market.play([MARKET_AGENTS["planner"], noisy], days=20, games=3, hold=range(2, 26))
    assert again.document() == series.document()
    assert hl.market.play("planner", days=12, seeds=series.seeds[1]).scores.shape == (1, 1)


def test_a_series_is_taken_away_as_a_table(series, tmp_path):
    frame = series.frame()
    assert list(frame.columns) == ["game", "seat", "agent", "profit"] and len(frame) == 6
    np.testing.assert_allclose(frame.pivot(index="game", columns="seat", values="profit"), series.scores)
    series.write_seeds(tmp_path / "seeds.txt")
    again = hl.market.play(**SMALL, seeds=tmp_path / "seeds.txt")
    np.testing.assert_array_equal(again.scores[0], series.scores[0])


def test_a_comparison_names_its_verdict_first_and_one_header_has_one_meaning(compared):
    story = list(compared.story())
    assert story[0] == compared.headline() and "profit in millions differs by" in story[0]
    assert "assumes that no disaster is rarer" in story[1] == compared.document()["rests_on"]
    assert list(story[2].columns)[:5] == ["method", "difference", "sd", "sd from", "sd to"]
    frame = compared.frame()
    np.testing.assert_allclose(frame["difference"].mean(), compared.document()["difference"])
    assert list(compared.plots()) == ["differences", "methods", "games_needed"]


def test_a_users_own_agent_enters_every_study(own):
    rules = {"days": 12, "workers": 2}
    named = hl.market.play(["planner", own], **rules, games=2)
    assert named.names == ("planner", "Mine")
    given = hl.market.play(["planner", Buffered], **rules, games=2)
    np.testing.assert_array_equal(named.scores, given.scores)
    compared = hl.market.compare("dummy", own, agents=["planner", own], games=3, days=12)
    assert compared.pairs.names == ("dummy", "Mine") and compared.document()["n"] == 3
    small = {"agents": [own, "dummy"], "days": 12, "markets": 3, "repeats": 2, "random_games": 3}
    assert hl.market.noise(**small).document()["rows"][0]["agent"] == "Mine"
    assert set(hl.market.sensitivity("demand", output="scores", **small).frame()["place"]) == {
        "Mine",
        "dummy",
    }


def test_noise_and_sensitivity_are_taken_away_as_tables(quiet, sensitive):
    assert quiet.frame()["agent"].tolist() == ["planner", "buffered+noise"]
    assert {"rows", "markets", "repeats", "lost_thoughts"} == set(quiet.document())
    frame = sensitive.frame()
    assert len(frame[frame["output"] == "scores"]) == 2 * 2 and len(frame[frame["output"] == "all"]) == 2 * 20
    assert list(sensitive.plots()) == [
        "sensitivity_bars_scores", "sensitivity_by_day_all", "sensitivity_bars_all",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["series", "compared", "quiet", "sensitive"])
def test_every_result_tells_and_draws_itself(name, request):
    result = request.getfixturevalue(name)
    assert repr(result) == f"<{type(result).__name__}: {result.headline()}>" and "\n" not in repr(result)
    assert str(result).splitlines()[0] == result.headline()
    assert "<table>" in result._repr_html_()
    assert result.plot().texts


def test_what_does_not_vary_has_no_index_and_no_picture():
    class Idle:
        def start(self, info):
            pass

        def day(self, observation):
            return Actions()

    still = hl.market.sensitivity(
        "ties", agents=Idle, output="scores", days=10, markets=3, repeats=2, random_games=3
    )
    assert still.headline() == "profit does not vary" and still.plots() == {}
    with pytest.raises(BadRequest, match="profit does not vary"):
        still.plot()


def test_wrong_words_are_refused_before_any_game():
    with pytest.raises(UnknownName, match="Did you mean 'planner'"):
        hl.market.compare("planner", "planer")
    with pytest.raises(UnknownName, match="Did you mean 'jansen'"):
        hl.market.sensitivity(design="jannsen")
    with pytest.raises(BadRequest, match="market agent or its name was expected"):
        hl.market.play([3])


TRIO = {"agents": "planner,dummy", "days": 16, "games": 4}


@pytest.fixture(scope="module")
def trio():
    return hl.market.compare("planner", "planner-no-curve", others=["buffered"], noise="both", **TRIO)


def test_three_variants_give_three_pairs_whose_claims_hold_together(trio):
    document = trio.document()
    assert [(pair["first"], pair["second"]) for pair in document["pairs"]] == [
        ("planner", "planner-no-curve"), ("planner", "buffered"), ("planner-no-curve", "buffered"),
    ]  # fmt: skip
    assert len(document["fresh"]) == 3 and document["games_played"] == 4 * 5
    two = hl.market.compare("planner", "buffered", noise="both", **TRIO).document()
    assert document["pairs"][1]["paired_p"] == two["paired_p"]
    assert document["pairs"][1]["adjusted_p"] >= two["paired_p"]
    assert document["pairs"][1]["simultaneous_lower"] < two["paired_lower"]
    assert set(trio.plots()) == {"pairs", "games_needed"} and len(trio.frame()) == 3


def test_both_kinds_of_noise_are_told_side_by_side(trio):
    titles = [part.title for part in trio.story() if not isinstance(part, str)]
    assert "Agents' own noise between the games of a pair" in titles
    two = hl.market.compare("planner", "planner-no-curve", noise="both", **TRIO)
    assert two.document()["noise"] == "both" and two.document()["fresh"]["n"] == 4
    told = next(
        part for part in two.story() if not isinstance(part, str) and part.title.startswith("Agents' own")
    )
    assert [row[0] for row in told.rows] == ["shared", "fresh"]
    fresh = hl.market.compare("planner", "planner-no-curve", noise="fresh", **TRIO)
    assert fresh.document()["difference"] == two.document()["fresh"]["difference"]
    assert any("noise of its own" in part for part in fresh.story() if isinstance(part, str))


def test_coefficients_are_stored_by_one_study_and_used_by_another(tmp_path):
    rules = {"agents": "planner,dummy", "days": 16}
    file = tmp_path / "coefficients.json"
    reference = hl.market.play(**rules, games=7, seed=5)
    reference.write_adjustment(file, "demand")
    adjusted = hl.market.play(**rules, games=3, seed=6, adjustment=file)
    assert list(adjusted.frame().columns) == ["game", "seat", "agent", "profit", "adjusted"]
    assert adjusted.document()["agents"][1]["adjusted"] == adjusted.adjusted[:, 1].tolist()
    compared = hl.market.compare("planner", "buffered", **rules, games=3, seed=6, adjustment=file)
    names = [method["name"] for method in compared.document()["methods"]]
    assert names == ["independent", "paired", "adjusted, stored", "paired and adjusted"]
    assert "stored for buffered: those of planner" in compared.notes[0]
    three = hl.market.compare(
        "planner", "buffered", others=["dummy"], **rules, games=3, seed=6, adjustment=file
    )
    test = three.document()["pairs"][0]["paired_and_adjusted"]
    assert test["p_value"] == compared.document()["adjusted"]["p_value"] <= test["adjusted_p"]
    with pytest.raises(BadRequest, match="another market"):
        hl.market.play(agents="planner,dummy", days=17, adjustment=file)


def test_only_two_are_played_together_or_until_decided():
    for given in ({"together": True}, {"until_decided": True}):
        with pytest.raises(BadRequest, match="Only two variants"):
            hl.market.compare("planner", "dummy", others=["buffered"], **TRIO, **given)


def test_factors_are_judged_against_the_agents_noise_and_a_seat_without_noise_does_nothing():
    found = hl.market.sensitivity(
        "demand,agents,seat 0", agents="buffered,dummy", days=24, markets=3, repeats=2, random_games=3,
        output="all,scores", periods=True, smoothing=1,
    )  # fmt: skip
    test = found.document()["against_noise"]["all"]
    assert test["ratio"][2] == 0 and test["p_value"][2] == 1 and np.isnan(test["p_value"][1])
    assert test["ratio"][0] > 1 and found.above_noise("all") == []
    assert any("so few games give no p below 0.12" in part for part in found.story() if isinstance(part, str))
    assert {row["factor"] for row in found.document()["periods"]} == {"demand"}
    assert any("No periods of seat 0 in all: Only 0 curves vary" in note for note in found.notes)
    drawn = found.plots()["sensitivity_by_day_all"]
    assert any("raw days" in text.get_text() for text in drawn.texts)


def test_periods_of_profits_and_odd_settings_are_refused_before_any_game():
    with pytest.raises(BadRequest, match="Only prices have days"):
        hl.market.sensitivity(output="scores", periods=True)
    with pytest.raises(BadRequest, match="smoothing 0 must be 1 day or more"):
        hl.market.sensitivity(smoothing=0)
    with pytest.raises(UnknownName, match="Did you mean 'product-7'"):
        hl.market.sensitivity(output="product-17")
    with pytest.raises(BadRequest, match="no seat 3 to vary"):
        hl.market.play("planner,dummy", vary="seat 3")
