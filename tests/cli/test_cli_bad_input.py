"""What once crashed or hung answers with one sentence and exit code 2, at once."""

import json
import sys

import numpy as np
import pytest

from humanlike.cli import main
from humanlike.core import BadFile, BadParameters, BadRecord, BadRequest, check_writable, write_atomically
from humanlike.engine import check_size
from humanlike.naming.scoring_systems import find_incentive
from humanlike.scoring import density_from_percentiles

PANEL = """expert,round,question,alternative,probability
ann,1,q1,yes,0.5
ann,1,q1,no,0.5
ann,²,q1,yes,0.5
ann,²,q1,no,0.5
"""


@pytest.fixture
def refusal(monkeypatch, capsys):
    """The sentence a command is refused with."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["humanlike", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            main()
        shown = capsys.readouterr()
        assert stop.value.code == 2, shown.out + shown.err
        assert "humanlike: " in shown.err and "Traceback" not in shown.err and not shown.out
        return shown.err

    return run


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("propriety top-dog:n_questions=2.5", "n_questions = 2.5 must be a whole number from 1 to"),
        ("propriety top-dog:n_questions=-1", "n_questions = -1 must be a whole number"),
        ("propriety top-dog:n_questions=1e9", "n_questions = 1e+09 must be a whole number from 1 to 1000"),
        ("propriety top-dog:n_rivals=nan", "n_rivals = nan must be a whole number"),
        ("discriminate --p .5 --y1 .5 --y2 .6 --n 100000000000", "at most 1,000,000,000"),
        ("run --trials -1 --out never", "trials: input should be greater than or equal to 1"),
        ("market compare --games -1", "-1 games cannot be played; name a number from 1 to"),
        ("market sensitivity --factors ²", "No process or group is called '²'"),
        ("play chicken ewa --rounds 99999999999", "16 players x 99,999,999,999 rounds are too many choices"),
        ("play chicken ewa --pairs 999999999999", "1,999,999,999,998 players x 50 rounds are too many"),
        ("play chicken ewa --trials 99999999999", "too many choices"),
        ("play chicken ewa --first UL:99999999999", "too many choices"),
        ("play chicken ewa --first UL:²", "should be a cell and how many pairs start there"),
        ("tournament --games random:²", "should be random: and a number from 1 to 1000"),
    ],
)
def test_impossible_numbers_are_refused(refusal, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    assert sentence in refusal(*words.split())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "wrong", [{"emulators": "nope"}, {"detectors": "nope,dates"}, {"games": "nope"}, {"system": "nope"}]
)
def test_no_rule_is_fitted_for_a_tournament_that_cannot_be_held(refusal, tmp_path, monkeypatch, wrong):
    """The fit takes minutes and nobody asked for it: it is made to fail the test instead."""
    monkeypatch.setattr("humanlike.emulators.fitted.fit_one", lambda *_: pytest.fail("fitted in vain"))
    words = {"emulators": "alg1", **wrong}
    options = [word for name, value in words.items() for word in (f"--{name}", value)]
    options[options.index("--emulators") + 1] += ",ewa:fitted"
    assert "'nope'" in refusal("tournament", *options, "--out", tmp_path / "run")


def test_an_empty_list_of_rules_is_refused(refusal):
    assert "RULE is missing" in refusal("recover", "")
    assert "rule" in refusal("recover", " , ")


def test_a_raised_digit_is_no_round(refusal, tmp_path):
    (tmp_path / "panel.csv").write_text(PANEL, encoding="utf-8")
    sentence = refusal("delphi", tmp_path / "panel.csv")
    assert "panel.csv, line 4: expert 'ann', question 'q1': round '²' is not a whole number." in sentence


def test_percentiles_beyond_all_numbers_are_refused(refusal, tmp_path):
    with pytest.raises(BadRecord, match=r"between -1e\+100 and 1e\+100, not at -1e\+308"):
        density_from_percentiles([-1e308, 1e308], [0.1, 0.9], tail="exponential")
    rows = "ann,1,q1,-1e308,0.1\nann,1,q1,1e308,0.9\n"
    (tmp_path / "panel.csv").write_text("expert,round,question,percentile,probability\n" + rows)
    (tmp_path / "outcomes.csv").write_text("question,value\nq1,3\n")
    sentence = refusal("delphi", tmp_path / "panel.csv", "--outcomes", tmp_path / "outcomes.csv")
    assert "1e+308" in sentence


def test_whole_counts_written_as_fractions_are_taken():
    assert find_incentive("top-dog:n_questions=5.0").name == "top-dog"
    with pytest.raises(BadParameters, match="n_rivals = 0 must"):
        find_incentive("top-dog:n_rivals=0")


def test_a_hundred_million_questions_are_answered_exactly(monkeypatch, capsys):
    """p = .5 against .5 and .5002: mean/SD is 2, so about Phi(-2); the exact tail differs by 1e-5."""
    words = "discriminate --p .5 --y1 .5 --y2 .5002 --n 100000000 --json"
    monkeypatch.setattr(sys, "argv", ["humanlike", *words.split()])
    with pytest.raises(SystemExit):
        main()
    found = json.loads(capsys.readouterr().out)
    assert found["ratio"] == pytest.approx(2, rel=1e-6)
    assert found["worse_leads_exact"] == pytest.approx(0.0227501, abs=1e-5)


@pytest.mark.parametrize(
    "words",
    [
        "propriety quadratic --figure {file}/picture.svg",
        "market play --days 10 --agents planner,buffered --save-seeds {file}/seeds.txt",
        "market play --days 10 --agents planner,buffered --figures {file}/figures",
        "tournament --out {file}/run --trials 1",
    ],
)
def test_a_folder_that_cannot_be_is_named(refusal, tmp_path, words):
    (tmp_path / "file").write_text("in the way")
    sentence = refusal(*words.format(file=tmp_path / "file").split())
    assert "cannot be written" in sentence and str(tmp_path / "file") in sentence
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_cannot_be_written_is_known_beforehand(tmp_path):
    (tmp_path / "file").write_text("in the way")
    check_writable(tmp_path / "new" / "folder" / "file.svg")
    assert not (tmp_path / "new").exists()
    with pytest.raises(BadFile, match="is no folder"):
        check_writable(tmp_path / "file" / "deeper" / "picture.svg")
    with pytest.raises(BadFile, match="is a folder"):
        check_writable(tmp_path)
    with pytest.raises(BadFile, match="cannot be written"):
        write_atomically(tmp_path / "file" / "picture.svg", "x")


def test_a_play_as_large_as_memory_allows_is_not_refused():
    check_size(2, 1_000_000_000)
    with pytest.raises(BadRequest, match="too many choices"):
        check_size(np.iinfo(np.int64).max, 2)
