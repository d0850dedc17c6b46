"""Fit as a study: words and objects alike, a user's own rule, rules whose parameters are fixed."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import humanlike as hl
from humanlike.cli import app
from humanlike.core import BadRequest, Play, UnknownName, UnsuitableGame
from humanlike.datasets import write_plays
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


def test_of_a_collection_what_does_not_apply_is_left_out_and_what_was_named_is_refused():
    three = Play(GAMES["rock-paper-scissors"], np.random.default_rng(2).integers(0, 3, (4, 5)))
    with pytest.raises(UnsuitableGame, match="memory-one is defined for 2 actions"):
        hl.fit(three, "random,memory-one")
    counts = []

    def stop_before_the_first(what, done, total):
        counts.append(total)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hl.fit(three, "paper", progress=stop_before_the_first)
    assert counts == [12 - 2]  # Mookherjee-Sopher's and Sarin-Vahid's rules know two actions only


@pytest.mark.parametrize(
    ("words", "error", "sentence"),
    [
        ({"rule": "ewwa"}, UnknownName, "Did you mean 'ewa'"),
        ({"rule": "ewa:fitted"}, BadRequest, "--people DATA"),
        ({"rule": "cross", "role": 0}, BadRequest, "Roles count from 1"),
        ({"rule": "cross", "options": ["lapses"]}, UnknownName, "Did you mean 'lapse'"),
        ({"rule": "cross", "unit": "planet"}, BadRequest, "clustered by match"),
        ({"rule": "cross", "held_out": "match", "fold_starts": 0}, BadRequest, "At least one start"),
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
