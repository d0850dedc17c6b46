"""Recovery as a study: words and objects alike, a user's own rule, what has nothing to recover."""

import json

import pytest
from typer.testing import CliRunner

import humanlike as hl
from humanlike.cli import app
from humanlike.core import BadRequest, UnsuitableGame
from humanlike.games import GAMES
from humanlike.players import RULES

SMALL = {"repetitions": 4, "pairs": 8, "rounds": 10, "starts": 1}


@pytest.fixture(scope="module")
def result():
    return hl.recover("cross", **SMALL, changes=["alpha=.3"])


def test_words_and_objects_give_the_same_document(result):
    again = hl.recover(RULES["cross"], game=GAMES["chicken"], changes={"alpha": 0.3}, **SMALL)
    assert again.document() == result.document()
    assert result.document()["parameters"]["alpha"]["truth"] == 0.3


def test_the_result_is_a_table_a_picture_and_a_story(result):
    assert list(result.frame()["parameter"]) == ["alpha", "beta"]
    assert len(result.plot().axes) == 2
    assert repr(result).startswith("<RecoveryResult: cross in chicken: ") and "holds the truth" in repr(
        result
    )
    assert "<table>" in result._repr_html_()


def test_progress_begins_at_nothing_and_ends_at_all():
    told = []
    hl.recover("cross", **SMALL, progress=lambda what, done, total: told.append((done, total)))
    assert told == [(0, 1), (1, 1)]  # batches


def test_a_users_rule_is_told_apart_from_one_that_ships(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from dataclasses import replace\nfrom humanlike.players import RULES\n"
        "RULE = replace(RULES['random'], name='mine')\n"
    )
    result = hl.confuse(f"{tmp_path}/mine.py:RULE,memory-one:tit-for-tat", **SMALL)
    assert result.document()["rules"] == ["mine", "memory-one:tit-for-tat"]
    assert result.document()["chosen"] == [[1.0, 0.0], [0.0, 1.0]]
    assert list(result.frame()["share"]) == [1.0, 0.0, 0.0, 1.0]
    assert len(result.plot().axes) >= 1 and "100 %" in repr(result)


def test_rules_that_do_not_apply_are_named_first_and_the_others_are_confused(tmp_path):
    told, place = [], tmp_path / "run"

    def stop_at_the_second(what, done, total):
        told.append(what)
        if done == 2:
            raise KeyboardInterrupt

    how = {**SMALL, "game": "rock-paper-scissors", "out": place, "workers": 1}
    with pytest.raises(KeyboardInterrupt):
        hl.confuse("random,memory-one,cournot+lapse", **how, progress=stop_at_the_second)
    why = "(defined for 2 actions; the row of 'rock-paper-scissors' has 3)"
    assert told[0] == f"Left out, as it does not apply: memory-one {why}."
    rows = json.loads((place / "so_far.json").read_text())["rows"]
    assert [(each["made_by"], each["fitted"]) for each in rows] == [("random", "random")]
    found = hl.confuse("random,memory-one,cournot+lapse", **how)
    assert found.document()["rules"] == ["random", "cournot+lapse"] and told[0] in str(found)
    assert set(found.document()["refused"]) == {"memory-one"}
    with pytest.raises(BadRequest, match=r"two rules\. Left out, as it does not apply: memory-one"):
        hl.confuse("random,memory-one", game="rock-paper-scissors")
    with pytest.raises(UnsuitableGame, match="memory-one is defined for 2 actions"):
        hl.recover("memory-one", game="rock-paper-scissors")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("ewa:mixed-model-a", "no parameters to recover"),
        ("cross,ewa", "One rule is recovered at a time"),
        ("ewa:fitted", "--people DATA"),
    ],
)
def test_what_cannot_be_recovered_is_told_so(words, sentence):
    with pytest.raises(BadRequest, match=sentence):
        hl.recover(words)


def test_the_command_knows_which_study_it_continues(tmp_path):
    def run(*words):
        return CliRunner().invoke(app, ["recover", *words, "--json"])

    kept = ["--out", str(tmp_path / "run"), "--workers", "1"]
    first = run("random,memory-one", "--confusion", "--repetitions", "2", "--pairs", "5", *kept)
    assert first.exit_code == 0 and run("--resume", str(tmp_path / "run")).stdout == first.stdout
    assert "RULE is missing" in str(run().exception)


def test_where_people_differ_three_ways_of_fitting_are_told_for_every_parameter():
    result = hl.recover("cross", spread=0.5, matches=2, repetitions=2, pairs=6, rounds=10, starts=1)
    document = result.document()
    assert document["persons"] == 12 and document["matches"] == 2
    alpha = document["parameters"]["alpha"]
    assert {"pooled", "by_person", "shrunk"} <= set(alpha) and alpha["pooled"]["correlation"] is None
    assert -1 <= alpha["shrunk"]["correlation"] <= 1 and alpha["given"] < alpha["population_mean"]
    assert len(result.frame()) == 6 and len(result.plot().axes) == 2
    assert "follow the truth with alpha correlation" in repr(result) and "<table>" in result._repr_html_()


def test_matches_of_one_person_need_persons_who_differ():
    with pytest.raises(BadRequest, match="--matches goes with --spread"):
        hl.recover("cross", matches=2, **SMALL)
    stop = CliRunner().invoke(app, ["recover", "cross,random", "--confusion", "--spread", ".3"])
    assert "leave out --spread" in str(stop.exception)
    with pytest.raises(BadRequest, match="is fitted with sensitivity up to"):
        hl.recover("ewa", spread=0.3, changes={"lambda": 1e6}, **SMALL)
