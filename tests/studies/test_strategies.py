"""What `strategies` and `classes` tell: the sentence first, who is which, and everything that must not be quiet."""

import json
import sys
from dataclasses import replace

import numpy as np
import pytest

import humanlike as hl
from humanlike.cli import main
from humanlike.core import BadRequest, Game, Play, UnknownName
from humanlike.games import GAMES
from humanlike.players.automata import Automaton, automaton

PRISONERS = GAMES["prisoners-dilemma"]
BLIND = np.random.default_rng(1).integers(0, 2, size=(40, 8))


def crowd(seed=1, n_persons=30, n_matches=4):
    """Half always play 1, half repeat what the other did, against partners who toss a coin; a slip in twenty."""
    generator = np.random.default_rng(seed)
    rows, subjects = [], []
    for person in range(n_persons):
        for _ in range(n_matches):
            other = generator.integers(0, 2, 6)
            own = np.ones(6, dtype=int) if person % 2 else np.concatenate([[0], other[:-1]])
            rows += [own ^ (generator.random(6) < 0.05), other]
            subjects += [f"p{person}", "coin"]
    kinds = ("human", "program") * (n_persons * n_matches)
    return Play(PRISONERS, np.array(rows), subjects=tuple(subjects), kinds=kinds)


def test_the_story_begins_with_who_follows_what_and_ends_with_what_is_independent():
    result = hl.strategies(crowd(), "ad,ac,tft")
    told = list(result.story())
    assert told[0].startswith("prisoners-dilemma: of 30 persons 50 % follow")
    assert "always-defect" in told[0] and "tit-for-tat" in told[0]
    assert (
        "Each person is one strategy in all matches of a group. Taken as independent: 30 persons." in told[-1]
    )
    assert "C is action 0" in str(result)
    (row,) = [
        each for each in result.document()["groups"][0]["classes"] if each["strategy"] == "always-cooperate"
    ]
    assert row["empty"] and row["standard_error"] is None and row["remark"] == "holds nobody"
    persons = result.persons()
    assert len(persons) == 30 and set(persons["strategy"]) == {"always-defect", "tit-for-tat"}
    followed = dict(zip(persons["person"].str.partition(":")[2], persons["strategy"], strict=True))
    assert all(
        followed[f"p{number}"] == ("always-defect" if number % 2 else "tit-for-tat") for number in range(30)
    )
    json.dumps(result.document())
    axis = result.plot().axes[0]
    assert [label.get_text() for label in axis.get_yticklabels()][-1] == "always-cooperate"


def test_an_own_strategy_is_an_object_a_text_or_a_line_of_a_file(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from humanlike.players.automata import automaton\nSTRATEGY = automaton('D0001-C0000', 'mine')\n"
    )
    words = [f"{tmp_path / 'mine.py'}:STRATEGY", "automaton:C0101-D0101", automaton("D0000", "stubborn")]
    result = hl.strategies(crowd(), words, starts=2)
    assert set(result.frame()["strategy"]) == {"mine", "automaton:C0101-D0101", "stubborn"}
    played = hl.play("prisoners-dilemma", f"{tmp_path / 'mine.py'}:STRATEGY", pairs=2, rounds=3)
    assert (played.plays[0].actions if hasattr(played, "plays") else np.ones((1, 1)))[0, 0] == 1
    assert hl.describe_rule("tft").headline().startswith("Begins with 0, then repeats")


def test_strategies_are_held_against_a_learning_rule():
    result = hl.strategies(crowd(), "ad,tft", rules="random", starts=2)
    bic, count = result.rules["random"]
    assert count == 0 and result.bic < bic and f"below random, with BIC {bic:.1f}" in str(result)


def test_what_must_be_minded_is_said():
    one_match = hl.strategies(Play(PRISONERS, BLIND), "ad,ac,tft", starts=4)
    assert "persons known by one match each" in str(one_match)
    own = hl.strategies(Play(PRISONERS, np.maximum(BLIND, BLIND[::-1])), "ac", trembles="own", starts=4)
    assert "errs as often as not: no strategy" in str(own)
    few = hl.strategies(Play(PRISONERS, BLIND[:2]), "ad,ac,tft", starts=2)
    assert "2 persons for 3 strategies" in str(few)
    alone = hl.strategies(crowd(n_persons=1), "ad,tft", starts=2)
    assert "one person: no shares of a population" in str(alone) and "nan" not in str(alone)
    peaceful = hl.strategies(Play(PRISONERS, np.zeros((20, 4), dtype=int)), "ad,ac,tft,grim", starts=2)
    assert "always-cooperate = tit-for-tat = grim" in str(peaceful)
    assert "prescribe the same in all these rounds" in str(peaceful)
    still = hl.strategies(crowd(), "ad,ac,tft", bootstrap=20, starts=2)
    assert "without --bootstrap the likelihood says what else is possible" in str(still)


def test_a_game_whose_actions_stand_the_other_way_round_is_noticed():
    turned = Game.from_matrices("turned", [[1, 5], [0, 3]], [[1, 0], [5, 3]])
    told = str(hl.strategies(Play(turned, BLIND), "ad,tft", starts=2))
    assert "action 1 is the cooperative one" in told
    assert "cooperative one" not in str(hl.strategies(Play(PRISONERS, BLIND), "ad,tft", starts=2))


@pytest.mark.parametrize(
    ("call", "kind", "said"),
    [
        (lambda: hl.strategies(crowd(), "tat"), UnknownName, "sets: df2011, frd2012, all"),
        (lambda: hl.strategies(crowd(), ""), BadRequest, "No strategy was named"),
        (lambda: hl.strategies(crowd(), "tft", trembles="some"), UnknownName, "kind of trembles"),
        (lambda: hl.strategies(crowd(), "tft", starts=0), BadRequest, "at least once"),
        (
            lambda: hl.strategies(crowd(), ["tft", automaton("D0000", "tit-for-tat")]),
            BadRequest,
            "rename one",
        ),
        (lambda: hl.strategies(crowd(), 3), BadRequest, "expected"),
        (lambda: hl.strategies(crowd(), "tft", by="weather"), BadRequest, "grouped by"),
        (lambda: hl.classes(crowd(), "random"), BadRequest, "no parameters"),
        (lambda: hl.classes(crowd(), "cross", number=1), BadRequest, "2 to 8"),
        (lambda: hl.classes(crowd(), "cross", member="game"), BadRequest, "has a class"),
    ],
)
def test_bad_requests_are_answered_in_a_sentence(call, kind, said):
    with pytest.raises(kind, match=said):
        call()


def test_classes_of_rules_are_told_with_their_members_and_their_flags():
    result = hl.classes(crowd(), "tft,ad", starts=2)
    assert result.headline().startswith("prisoners-dilemma: 2 classes fit better than")
    frame = result.frame().set_index("class")
    assert frame.loc["tit-for-tat", "share"] == pytest.approx(0.5, abs=0.02)
    assert frame.loc["tit-for-tat", "lower"] < 0.5 < frame.loc["tit-for-tat", "upper"]
    assert len(result.members_frame()) == 30 and not result.remarks()
    assert result.plot().axes
    found = result.mixture
    twins = replace(found, rules=found.rules[:1] * 2, parameters=found.parameters[:1] * 2)
    assert "are one class: their parameters agree" in str(replace(result, mixture=twins))
    empty = replace(found, shares=np.array([0.99, 0.01]), n_agreeing=1, converged=False)
    said = " ".join(replace(result, mixture=empty).remarks())
    assert "holds less than half a subject" in said and "Only one start" in said and "did not end" in said


def test_commands_print_and_refuse(monkeypatch, capsys):
    def run(*words):
        monkeypatch.setattr(sys, "argv", ["humanlike", *words])
        with pytest.raises(SystemExit) as stop:
            main()
        return stop.value.code or 0, capsys.readouterr()

    code, printed = run("strategies", "simulated:tft", "--strategies", "ad,tft", "--starts", "2", "--json")
    found = json.loads(printed.out)
    assert code == 0 and [each["classes"][1]["share"] for each in found["groups"]] == [1.0] * 4
    code, printed = run("strategies", "simulated:tft", "--strategies", "automaton:X")
    assert code == 2 and "is no automaton" in printed.err
    code, printed = run("classes", "simulated:tft", "--rule", "random")
    assert code == 2 and "no parameters in which classes could differ" in printed.err


def test_a_user_automaton_of_three_actions_is_estimated_in_its_own_game():
    def still(action, name):
        chances = tuple(1.0 if each == action else 0.0 for each in range(3))
        return Automaton(name, (chances,), (((0, 0, 0),) * 3,))

    moves = np.repeat([[0], [2], [0], [0]], 5, axis=1)
    result = hl.strategies(
        Play(GAMES["rock-paper-scissors"], moves), [still(0, "rock"), still(2, "scissors")]
    )
    shares = dict(zip(result.frame()["strategy"], result.frame()["share"], strict=True))
    assert shares == pytest.approx({"rock": 0.75, "scissors": 0.25}, abs=1e-6)
