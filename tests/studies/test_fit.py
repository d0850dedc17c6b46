"""Fit as a study: words and objects alike, a user's own rule, rules whose parameters are fixed."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import humanlike as hl
from humanlike.cli import app
from humanlike.core import BadRequest, Play, Streams, UnknownName, UnsuitableGame
from humanlike.datasets import write_plays
from humanlike.engine import everybody, simulate
from humanlike.games import GAMES
from humanlike.players import RULES

MINE = """
from dataclasses import replace
from humanlike.players import RULES
RULE = replace(RULES["memory-one"], name="mine")
"""


@pytest.fixture(scope="module")
def play():
    actions = np.random.default_rng(1).integers(0, 2, (16, 12))
    return Play(GAMES["chicken"], actions, provenance={"dataset": "mine"})


@pytest.fixture(scope="module")
def folder(tmp_path_factory, play):
    place = tmp_path_factory.mktemp("data") / "mine"
    write_plays(place, [play])
    return place


@pytest.fixture(scope="module")
def result(play):
    return hl.fit(play, "memory-one,random", by="role", held_out="match")


def test_words_objects_and_tables_give_the_same_document(play, folder, result):
    given = dict(by="role", held_out="match")
    objects = [RULES["memory-one"], RULES["random"]]
    assert hl.fit(str(folder), "memory-one,random", **given).document() == result.document()
    assert hl.fit([play], objects, **given).document() == result.document()
    assert hl.fit(play.to_frame(), objects, **given).document() == result.document()


def test_the_result_is_a_table_a_picture_and_a_story(result):
    assert list(result.frame()["rule"]) == ["memory-one"] * 2 + ["random"] * 2
    parameters = result.parameters()
    assert len(parameters) == 2 * len(RULES["memory-one"].parameter_names)
    assert repr(result).startswith("<FitResult: ") and "\n" not in repr(result)
    assert "<table>" in result._repr_html_() and "best of 2 rules" in str(result)
    assert len(result.plot().axes) >= 1


def test_a_rule_in_a_users_file_is_fitted_like_its_original(play, tmp_path, result):
    (tmp_path / "my_rule.py").write_text(MINE)
    (mine,) = hl.fit(play, f"{tmp_path}/my_rule.py:RULE").document()
    (shipped,) = hl.fit(play, "memory-one").document()
    assert mine.pop("rule") == "mine" and shipped.pop("rule") == "memory-one"
    assert mine == shipped


def test_a_named_set_and_other_people_leave_nothing_to_fit(play):
    fixed, fitted, free = hl.fit(play, "cross:mitropoulos-2001,cross:fitted,cross", people=play).document()
    assert fixed["parameters"] == fitted["parameters"] == {}
    assert free["nats_per_choice"] <= fixed["nats_per_choice"]
    assert fitted["nats_per_choice"] <= fixed["nats_per_choice"]


def test_options_are_taken_by_every_rule(play):
    documents = hl.fit(play, "random,cournot", options=["lapse"], starts=1).document()
    assert [each["rule"] for each in documents] == ["random+lapse", "cournot+lapse"]


@pytest.fixture(scope="module")
def three():
    return Play(GAMES["rock-paper-scissors"], np.random.default_rng(2).integers(0, 3, (4, 5)))


def test_rules_that_do_not_apply_are_named_before_the_first_is_fitted(three):
    told = []

    def stop_before_the_first(*words):
        told.append(words)
        if words[2]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hl.fit(three, "paper", progress=stop_before_the_first)
    why = "(defined for 2 actions; the row of 'rock-paper-scissors' has 3)"
    sentence = f"Left out, as they do not apply: mookherjee-sopher and sarin-vahid {why}."
    assert told == [(sentence, 0, 0), ("fitting", 0, 12 - 2)]


def test_of_several_rules_the_others_go_on_and_a_single_one_is_refused(three):
    found = hl.fit(three, "memory-one,random")
    assert [each["rule"] for each in found.document()] == ["random"]
    assert "memory-one (defined for 2 actions" in str(found)
    assert found.refused["memory-one"].startswith("memory-one is defined for 2 actions")
    with pytest.raises(UnsuitableGame, match="memory-one is defined for 2 actions"):
        hl.fit(three, "memory-one")
    with pytest.raises(BadRequest, match="None of the rules applies: memory-one and sarin-vahid"):
        hl.fit(three, ["memory-one", "sarin-vahid"])


def test_rules_that_need_what_the_data_do_not_record_are_left_out(play):
    unmet = Play(play.game, play.actions, situations=np.full(play.actions.shape, -1))
    found = hl.fit(unmet, "random,memory-one,cross")
    assert set(found.refused) == {"memory-one"} and "the others' actions" in found.refused["memory-one"]


def test_finished_rules_are_told_and_can_be_read_before_the_end(play, tmp_path):
    place, told = tmp_path / "run", []
    settings = {"held_out": "match", "starts": 1, "out": place, "workers": 1}

    def stop_after_two(what, done, total):
        told.append(what)
        if len([each for each in told if " fits: " in each]) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hl.fit(play, "random,cross,cournot", progress=stop_after_two, **settings)
    assert not (place / "result.json").exists()
    so_far = json.loads((place / "so_far.json").read_text())
    assert (so_far["stage"], so_far["finished"], so_far["of"]) == ("fitting", 2, 3)
    whole = hl.fit(play, "random,cross,cournot", **settings)
    random, cross, _ = json.loads((place / "result.json").read_text())
    assert so_far["rows"] == [[cross], [random]]  # whatever takes longest begins
    assert told[2].startswith("cross fits: ") and f"{whole.rules[1].held_out.nats_per_choice:.4f}" in told[2]
    assert not (place / "so_far.json").exists()


def test_a_blind_fold_is_told_in_words_in_the_table_and_in_the_document():
    repeated = np.repeat(np.random.default_rng(3).integers(0, 2, (18, 4)), 6, axis=1)
    alternating = (np.arange(24) + np.arange(2)[:, None]) % 2
    mixed = Play(GAMES["chicken"], np.concatenate([repeated, alternating]))
    found = hl.fit(mixed, "memory-one,random", held_out="match", folds=10)
    scored = found.document()[0]["held_out"]
    (blind,) = scored["blind_folds"]
    assert scored["by_fold"][blind - 1] > scored["blind_guessing"] > scored["nats_per_choice"]
    assert f"memory-one is blind in fold {blind} (of 10)" in str(found) and "blind folds: 1 of 10" in str(
        found
    )
    assert list(found.frame()["blind_folds"]) == [1, 0]


HABIT = """
from dataclasses import replace
from humanlike.core import Interval
from humanlike.players import RULES
cross = RULES["cross"]
RULE = replace(cross, name="mine", bounds=(Interval(0.0, 1.0, "money does not matter"), cross.bounds[1]))
"""


def test_a_winner_on_its_bound_is_called_what_it_is(tmp_path):
    """People who do by habit what they did, whatever it paid."""
    pennies, cross = GAMES["matching-pennies"], RULES["cross"]
    people = everybody(pennies, [(cross, cross.parameters(0.0, 0.1))], 20)
    habit = simulate(Streams(6)["habit"], pennies, people, n_rounds=20)
    found = hl.fit(habit, "cross,random", held_out="match")
    became = "its alpha lies on its lower bound, 0: payoffs change nothing, whatever was done becomes a habit"
    assert became in found.headline() and became in str(found)
    first, blind = found.document()
    assert first["bounds"][0] == {
        "parameter": "alpha",
        "value": 0.0,
        "bound": "lower",
        "limit": 0.0,
        "meaning": "payoffs change nothing, whatever was done becomes a habit",
    }
    assert blind["bounds"] == []
    (tmp_path / "mine.py").write_text(HABIT)
    assert (
        "alpha lies on its lower bound, 0: money does not matter"
        in hl.fit(habit, f"{tmp_path}/mine.py:RULE").headline()
    )


@pytest.mark.parametrize(
    ("words", "error", "sentence"),
    [
        ({"rule": "ewwa"}, UnknownName, "Did you mean 'ewa'"),
        ({"rule": "ewa:fitted"}, BadRequest, "--people DATA"),
        ({"rule": "cross", "role": 0}, BadRequest, "Roles count from 1"),
        ({"rule": "cross", "options": ["lapses"]}, UnknownName, "Did you mean 'lapse'"),
        ({"rule": "cross", "unit": "planet"}, UnknownName, "No unit is called 'planet'"),
        ({"rule": "cross", "held_out": "match", "starts": 0}, BadRequest, "At least one start"),
        ({"rule": "cross", "held_out": "session"}, BadRequest, "only one session"),
        ({"rule": "cross", "held_out": "moon"}, BadRequest, "held out by auto, person"),
    ],
)
def test_bad_requests_end_in_a_sentence(play, words, error, sentence):
    with pytest.raises(error, match=sentence):
        hl.fit(play, **words)


def test_two_rules_of_one_name_are_refused(play, tmp_path):
    (tmp_path / "other.py").write_text(MINE.replace('"mine"', '"cross"'))
    with pytest.raises(BadRequest, match="Two different rules are called 'cross'"):
        hl.fit(play, f"cross,{tmp_path}/other.py")


def test_a_table_without_its_game_is_told_so(play):
    table = play.to_frame().drop(columns="game")
    with pytest.raises(BadRequest, match="which game"):
        hl.fit(table, "random")
    assert hl.fit(table, "random", game="chicken").document() == hl.fit(play, "random").document()


def test_the_word_cluster_is_kept_for_a_scheduler(folder):
    refused = CliRunner().invoke(app, ["fit", str(folder), "--cluster", "match"])
    assert isinstance(refused.exception, BadRequest) and "--unit match" in str(refused.exception)
    words = ["fit", str(folder), "--rule", "cross", "--unit", "match", "--json"]
    (found,) = json.loads(CliRunner().invoke(app, words, catch_exceptions=False).stdout)
    assert found["clusters"] == 8


def test_a_rule_that_foretells_no_better_than_guessing_is_called_so():
    coins = Play(GAMES["chicken"], np.random.default_rng(3).integers(0, 2, (40, 30)))
    assert "no better than blind guessing" in hl.fit([coins], "random", held_out="match").headline()
    habits = Play(GAMES["chicken"], np.repeat(np.random.default_rng(3).integers(0, 2, (40, 1)), 30, axis=1))
    assert "guessing" not in hl.fit([habits], "cross", held_out="match", starts=1).headline()


def test_the_ceiling_stands_beside_the_rules(tmp_path, monkeypatch):
    """People who nearly always copy what they met last."""
    monkeypatch.setenv("HUMANLIKE_CACHE", str(tmp_path))
    rule, chicken = RULES["memory-one"], GAMES["chicken"]
    copying = rule.parameters(0.5, 0.8, 0.2, 0.8, 0.2)
    play = simulate(Streams(8)["copying"], chicken, everybody(chicken, [(rule, copying)], 50), n_rounds=12)
    found = hl.fit(play, "memory-one,random", ceiling=True, starts=1)
    by_name = {each["rule"]: each for each in found.document()}
    random = by_name["random"]["ceiling"]
    assert random["completeness"]["value"] == pytest.approx(0.0, abs=1e-9)  # it is the uniform guess
    assert random["restrictiveness"]["value"] == 1.0
    assert by_name["memory-one"]["ceiling"]["restrictiveness"]["value"] < 0.3
    assert by_name["memory-one"]["ceiling"]["completeness"]["value"] > 0.95
    scored = by_name["memory-one"]
    nats = scored["ceiling"]["nats_per_choice"]["value"]
    assert nats == pytest.approx(scored["held_out"]["nats_per_choice"])
    tables = [part for part in found.story() if not isinstance(part, str)]
    assert [row[0] for row in tables[1].rows] == [
        "ceiling",
        "memory-one",
        "random",
        "base rates",
        "blind guessing",
    ]
    json.dumps(found.document(), allow_nan=False)
    with pytest.raises(BadRequest, match="whole units"):
        hl.fit(play, "random", ceiling=True, held_out="role")
