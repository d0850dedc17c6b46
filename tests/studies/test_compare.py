"""Comparing two of one kind from Python: the kind is found, words and objects give the same, users' own enter."""

from pathlib import Path

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import BadRequest, Streams, UnknownName, strict_json
from humanlike.detectors import DETECTORS, train
from humanlike.detectors.contract import small_plays
from humanlike.emulators import EMULATORS, PlayShape
from humanlike.emulators.trials import play_trials
from humanlike.games import GAMES
from humanlike.naming.rivals import kind_of
from humanlike.players import RULES
from humanlike.statistics import BOTH, BOUNDED
from humanlike.worlds.market import MARKET_AGENTS

SHORT = {"trials": 4, "pairs": 2, "rounds": 6}
OWN = """
from dataclasses import replace
from humanlike.detectors import DETECTORS
from humanlike.emulators import EMULATORS
from humanlike.players import RULES
from humanlike.worlds.market.agents.buffered import Buffered

RULE = replace(RULES["cournot"], name="mine")
EMULATOR = replace(EMULATORS["cournot"], name="mine")
DETECTOR = replace(DETECTORS["coordination"], name="mine")


class Mine(Buffered):
    pass
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory) -> Path:
    file: Path = tmp_path_factory.mktemp("own") / "mine.py"
    file.write_text(OWN)
    return file


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("ewa", "cournot", "emulators"),
        ("random", "ewa:mixed-model-a+lapse", "emulators"),
        ("random", "coordination", "detectors"),
        ("random", "random", "emulators"),
        ("planner", "planner+noise", "agents"),
        ("mix(ewa:.5,cournot:.5)", RULES["ewa"], "emulators"),
        ("judge.json", DETECTORS["random"], "detectors"),
        ("{own}:RULE", "{own}:EMULATOR", "emulators"),
        ("{own}:DETECTOR", "dates", "detectors"),
        ("{own}:Mine", MARKET_AGENTS["dummy"], "agents"),
        ("ewa:fitted", EMULATORS["cournot"], "emulators"),
    ],
)
def test_the_kind_is_what_both_can_be(own, first, second, kind):
    words = [word.format(own=own) if isinstance(word, str) else word for word in (first, second)]
    assert kind_of(*words) == kind_of(*words[::-1]) == kind


def test_two_of_different_kinds_are_one_sentence(own):
    for pair in (("ewa", "planner"), ("ewa", "nobody"), (RULES["ewa"], DETECTORS["random"]), (3, "ewa")):
        with pytest.raises(UnknownName, match="are not two of one kind"):
            kind_of(*pair)
    with pytest.raises(UnknownName, match=r"defines no 'RUL'"):
        kind_of(f"{own}:RUL", "ewa")


def test_emulators_by_word_and_object_share_their_chance():
    named = hl.compare("ewa", "cournot", game="chicken", **SHORT)
    given = hl.compare(EMULATORS["ewa"], RULES["cournot"], game=GAMES["chicken"], **SHORT)
    assert (
        strict_json(named.document()) == strict_json(given.document())
        and named.document()["measure"] == "mean payoff"
    )
    with pytest.raises(Exception, match="without variance"):
        hl.compare("ewa", "mix(ewa:1)", **SHORT)


def test_users_own_things_are_compared(own):
    emulators = hl.compare(f"{own}:RULE", "random", **SHORT)
    assert emulators.pairs.names == ("mine", "random")
    np.testing.assert_array_equal(emulators.pairs.first, hl.compare("cournot", "random", **SHORT).pairs.first)
    assert hl.compare(f"{own}:EMULATOR", "ewa", **SHORT).kind == "emulators"
    judged = hl.compare("ewa", "random", detector=f"{own}:DETECTOR", trials=4, rounds=10)
    assert judged.document()["measure"] == "P(human) by mine"
    detectors = hl.compare(f"{own}:DETECTOR", "high-payoffs", against=f"ewa,{own}:RULE", trials=4, rounds=10)
    assert detectors.pairs.names == ("mine", "high-payoffs")


@pytest.mark.slow
def test_users_own_market_agents_are_compared(own):
    result = hl.compare(f"{own}:Mine", "dummy", trials=3)
    assert result.kind == "agents" and result.pairs.names == ("Mine", "dummy")


def test_a_saved_detector_judges_and_people_balance_the_score(tmp_path):
    plays = small_plays(GAMES["chicken"])
    people = [play for play in plays if play.provenance["source"].startswith("people")]
    is_human = np.array([play in people for play in plays])
    trained = train(DETECTORS["similarity-switching"], plays, is_human)
    trained.save(tmp_path / "saved.json")
    words = {"game": "chicken", "human": people, "trials": 4, "pairs": 2, "rounds": 12}
    saved = hl.compare(str(tmp_path / "saved.json"), "high-payoffs", **words)
    given = hl.compare(trained, "high-payoffs", **words)
    assert strict_json(saved.document()) == strict_json(given.document())
    assert saved.document()["measure"] == "balanced mean log score"
    with pytest.raises(BadRequest, match="needs training"):
        hl.compare("similarity-switching", "high-payoffs", **words)


def test_fitted_rules_need_people():
    with pytest.raises(BadRequest, match="--people DATA"):
        hl.compare("ewa:fitted", "random", **SHORT)
    people = [hl.play(game, "ewa", pairs=4, rounds=8).plays[0] for game in ("chicken", "prisoners-dilemma")]
    assert hl.compare("ewa:fitted", "random", people=people, **SHORT).pairs.names[0] == "ewa:fitted"


def test_the_result_is_taken_away_as_table_document_picture_and_story():
    result = hl.compare("ewa", "cournot", trials=12, pairs=2, rounds=6)
    frame = result.frame()
    assert list(frame.columns) == ["pair", "first", "second", "difference"] and len(frame) == 12
    np.testing.assert_allclose(frame["difference"].mean(), result.document()["difference"])
    assert str(result).splitlines()[0] == result.headline() and "To find this difference" in str(result)
    assert repr(result) == f"<CompareResult: {result.headline()}>" and "<table>" in result._repr_html_()
    assert result.plot().texts and strict_json(result.document())


def test_a_difference_nobody_could_find_is_told_and_not_refused():
    result = hl.compare("ewa", "cournot", trials=3, pairs=2, rounds=6, difference=1e-12)
    assert result.document()["plan"]["paired"] is None
    assert "To find a difference of 1e-12: more than 1,000,000,000 pairs" in str(result)


def test_trials_beyond_one_piece_are_the_same_trials(tmp_path):
    few = hl.compare("ewa", "cournot", game="chicken", **SHORT).frame()
    many = hl.compare("ewa", "cournot", game="chicken", **SHORT | {"trials": 13}, out=tmp_path / "run")
    assert many.frame().head(4).equals(few) and len(many.frame()) == 13
    assert len(list((tmp_path / "run" / "pieces" / "trials").iterdir())) == 2


def test_what_a_decision_rests_on_stands_beside_it():
    paid = hl.compare("ewa", "cournot", game="chicken", **SHORT | {"trials": 30})
    assert paid.pairs.sequential.rests_on == BOTH and BOTH in paid.document()["rests_on"]
    assert paid.pairs.assumption in str(paid).replace("\n", " ")
    judged = hl.compare("ewa", "random", detector="coordination", trials=4, rounds=10)
    assert judged.pairs.sequential.rests_on == BOUNDED


def test_the_mean_of_the_groups_is_the_mean_payoff():
    result = hl.compare("ewa", "cournot", game="chicken", **SHORT)
    shape = PlayShape.full(SHORT["pairs"] * 2, SHORT["rounds"])
    (plays,) = play_trials(Streams(1), [EMULATORS["ewa"]], GAMES["chicken"], shape, [2], shared=True)
    assert result.pairs.first[2] == pytest.approx(plays[0].payoffs().mean())
