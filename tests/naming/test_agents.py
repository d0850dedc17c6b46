"""Agents of the worlds: words, objects and users' own, in this process and in others; broken ones are named."""

from pathlib import Path

import pytest

from humanlike.core import BadRequest, BrokenContract, HumanlikeError, UnknownName
from humanlike.naming.agents import find_market_agent, find_market_profile, find_social_agent
from humanlike.work import Effort, Workforce
from humanlike.worlds.market import MARKET_AGENTS, PROFILE, Manufacturer, Rules
from humanlike.worlds.market.agents.buffered import Buffered
from humanlike.worlds.market.studies import MarketSetting, play_series
from humanlike.worlds.social_ultimatum import SOCIAL_AGENTS

OWN = """
from functools import partial
from humanlike.worlds.market import Actions, Manufacturer
from humanlike.worlds.market.agents.buffered import Buffered


class Patient(Buffered):
    def __init__(self, first=3):
        super().__init__()
        self.first = first

    def day(self, seen):
        actions = super().day(seen)
        return actions if seen.day >= self.first else Actions()


def hasty():
    return Patient(1)


slow = Manufacturer("slow", partial(Patient, 6))
number = 7
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "my_agent.py"
    file.write_text(OWN)
    return file


def scores(*profile, workers=1):
    games = play_series(
        MarketSetting(find_market_profile(profile), 3, Rules(days=20), Effort(Workforce(workers))), 2
    )
    return [game.scores.tolist() for game in games]


def test_words_name_manufacturers_in_their_seats():
    named = find_market_profile("planner, planner+noise, planner")
    assert [each.name for each in named] == ["planner", "planner+noise", "planner"]
    assert named[0] is MARKET_AGENTS["planner"] and find_market_profile("") == PROFILE
    assert find_market_agent(named[1]) is named[1]
    assert find_market_profile(MARKET_AGENTS["dummy"]) == (MARKET_AGENTS["dummy"],)


def test_a_class_an_object_a_factory_and_a_manufacturer_play_alike():
    expected = scores("buffered", "dummy")
    for thing in (Buffered, Buffered(), lambda: Buffered(), Manufacturer("mine", Buffered)):
        assert scores(thing, "dummy") == expected
    assert find_market_agent(Buffered).name == find_market_agent(Buffered()).name == "Buffered"


def test_users_own_agents_play_here_and_in_other_processes(own):
    names = [f"{own}:Patient", f"{own}:hasty+noise", f"{own}:slow", "buffered"]
    assert [each.name for each in find_market_profile(",".join(names))] == [
        "Patient", "hasty+noise", "slow", "buffered",
    ]  # fmt: skip
    alone = scores(*names)
    assert scores(*names, workers=2) == alone
    assert (
        len({first for first, *_ in (scores(f"{own}:{name}", "dummy")[0] for name in ("hasty", "slow"))}) == 2
    )


def test_an_agent_given_as_an_object_starts_every_game_afresh():
    class Remembering(Buffered):
        games = 0

        def start(self, info):
            self.games += 1
            assert self.games == 1
            super().start(info)

    assert scores(Remembering(), "dummy") == scores("buffered", "dummy")


@pytest.mark.parametrize(
    ("word", "error", "sentence"),
    [
        ("planer", UnknownName, "No market agent is called 'planer'. Did you mean 'planner'?"),
        ("planner+lapse", UnknownName, "No option of a market agent is called 'lapse'.*Known: noise"),
        ("planner:fast", BadRequest, "takes nothing after a colon"),
        ("{own}:Patent", UnknownName, "defines no 'Patent'; it has .*Patient"),
        ("{own}:number", BadRequest, "is a int, not a market agent"),
        ("{own}", BadRequest, "defines several: say which"),
    ],
)
def test_wrong_words_are_one_sentence(own, word, error, sentence):
    with pytest.raises(error, match=sentence):
        find_market_agent(word.format(own=own))


BROKEN = {
    "def day(self, seen): return 1 / 0": r"day\(observation\) on day 0 raises ZeroDivisionError.*own.py, line 4",
    "def day(self, seen): raise SystemExit": "ends the program",
    "def day(self, seen): pass": "returns None, not Actions",
    "def day(self, seen): return Actions(production=[(0, 1.5)])": r"production of day 0 cannot be read: \(0, 1.5\)",
    "def day(self, seen): return Actions(bid_requests=[0])": "1 requests but 0 prices",
    "def day(self, seen): return Actions((), (), (), (), [(0, random.randrange(10**6))])": "acts differently on day 0",
}


@pytest.mark.parametrize("day", BROKEN)
def test_a_market_agent_that_breaks_its_contract_is_told_where(tmp_path, day):
    head = "import random\nfrom humanlike.worlds.market import Actions\nclass Own:\n    "
    (tmp_path / "own.py").write_text(f"{head}{day}\n    def start(self, info): pass\n")
    with pytest.raises(HumanlikeError, match=BROKEN[day]) as told:
        find_market_agent(f"{tmp_path}/own.py")
    assert str(tmp_path / "own.py") in str(told.value) and "\n" not in str(told.value)


def test_what_makes_no_agent_is_told_so():
    with pytest.raises(BrokenContract, match=r"gives a int without start"):
        find_market_agent(lambda: 3)
    with pytest.raises(BadRequest, match="market agent or its name was expected, not 3"):
        find_market_agent(3)


SOCIAL = """
from dataclasses import replace
import numpy as np
from humanlike.worlds.social_ultimatum import SOCIAL_AGENTS

generous = replace(
    SOCIAL_AGENTS["game-theoretic"], name="generous",
    propose=lambda setting, parameters, state, draws: SOCIAL_AGENTS["game-theoretic"].propose(
        setting, parameters, state, draws)._replace(offer=np.full(draws.target.shape, {offer}, dtype=np.int16)))
"""


def test_social_agents_are_found_by_word_object_and_file(tmp_path):
    assert find_social_agent("dbra") is SOCIAL_AGENTS["dbra"] is find_social_agent(SOCIAL_AGENTS["dbra"])
    (tmp_path / "kind.py").write_text(SOCIAL.format(offer=4))
    assert find_social_agent(f"{tmp_path}/kind.py").name == "generous"
    (tmp_path / "unkind.py").write_text(SOCIAL.format(offer=5))
    with pytest.raises(BadRequest, match=r"unkind.py.*offers 5 where multiples of 2 up to 12"):
        find_social_agent(f"{tmp_path}/unkind.py:generous")
    for name, agent in SOCIAL_AGENTS.items():
        assert find_social_agent(name) == agent
    with pytest.raises(UnknownName, match="Did you mean 'attached'"):
        find_social_agent("atached")


def test_the_agents_that_ship_keep_the_contract():
    from humanlike.worlds.market import check_manufacturer
    from humanlike.worlds.social_ultimatum import check_social_agent

    for manufacturer in PROFILE:
        assert check_manufacturer(manufacturer) is manufacturer
    for agent in SOCIAL_AGENTS.values():
        assert check_social_agent(agent) is agent


def test_markets_are_named_without_jax():
    import subprocess
    import sys

    code = "import sys, humanlike.naming.agents; sys.exit('jax' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
