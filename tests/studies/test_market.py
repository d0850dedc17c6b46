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
