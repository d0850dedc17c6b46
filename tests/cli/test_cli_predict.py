"""`humanlike predict`: the document, the screen, the page, the figures, and bad input."""

import json
import os
import sys
from pathlib import Path

import pytest

from humanlike.cli import main
from humanlike.core import Streams
from humanlike.datasets import write_plays
from humanlike.players import RULES
from humanlike.prediction import simulated_experiment

DATA = Path(os.environ.get("HUMANLIKE_DATA") or Path(__file__).parents[2].parent / "shared" / "data")
QUICK = ("--simulations", 100, "--resamples", 60)


@pytest.fixture
def humanlike(monkeypatch, capsys):
    """Run the command in this process; returns exit code, output, errors."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["humanlike", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            main()
        shown = capsys.readouterr()
        return stop.value.code or 0, shown.out, shown.err

    return run


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("play")
    write_plays(place, simulated_experiment(Streams(2), RULES["bush-mosteller"], n_pairs=32, n_rounds=15))
    return place


def test_the_document_holds_every_criterion_with_ranks_and_intervals(humanlike, folder):
    code, out, _ = humanlike("predict", folder, "--rules", "BM,random", "--horizons", "1,T", *QUICK, "--json")
    document = json.loads(out)
    assert code == 0 and "out of sample" in document["split"]
    assert len(document["criteria"]) == 6 * 5 * 2 * 5
    first = next(each for each in document["criteria"] if each["measure"] == "LOG" and each["game"] == "all")
    assert [each["rule"] for each in first["rules"]] == ["bush-mosteller", "random"]
    assert first["rules"][0]["rank"] == 1 and 1 <= first["rules"][0]["rank_upper"] <= 2
    undefined = [each for each in document["criteria"] if each["undefined"]]
    assert undefined and all(rule["value"] is None for each in undefined for rule in each["rules"])
    assert {each["method"] for each in document["horizons"]} == {"h=1", "h=T"}
    assert {each["game"] for each in document["concordance"]} == {
        each["game"] for each in document["games"]
    } | {"all"}
    assert document["rules"][0]["parameters"]["coordination"].keys() == {"alpha", "beta"}
    assert any("BM" == each["symbol"] for each in document["rules"])


def test_the_same_seed_gives_the_same_document(humanlike, folder):
    words = (
        "predict",
        folder,
        "--rules",
        "BM",
        "--methods",
        "Y,P Y,Z",
        "--levels",
        "actions",
        *QUICK,
        "--json",
    )
    assert humanlike(*words)[1] == humanlike(*words)[1]


def test_the_screen_says_what_may_be_said(humanlike, folder):
    code, out, _ = humanlike(
        "predict", folder, "--rules", "BM,RAND", "--fit", "published", "--test", "role 2", *QUICK
    )
    words = " ".join(out.split())
    assert code == 0 and "Published parameters; role 2 predicted" in words
    assert (
        words.startswith("bush-mosteller predicts") and "nats a choice (0.693 is guessing blindly)" in words
    )
    assert "Next choices, one step ahead" in words and "blind guessing" in words.split("Ranks by")[0]
    assert "MSD(Y,P)" in words and "predicts best" in words and "Kendall's W" not in words
    code, out, _ = humanlike(
        "predict", folder, "--rules", "BM,RAND", "--fit", "published", "--tables", *QUICK
    )
    assert code == 0 and "Kendall's W" in out and "Table 6" in out and "RAND random" in out


def test_the_ceiling_stands_beside_the_rules_unless_it_is_left_out(humanlike, folder):
    words = (
        "predict",
        folder,
        "--rules",
        "BM,RAND",
        "--games",
        "matching-pennies,coordination",
        *QUICK,
        "--json",
    )
    first = json.loads(humanlike(*words)[1])["first"]
    assert [each["rule"] for each in first["rules"]] == ["bush-mosteller", "random"]
    blind, ceiling = first["blind"], first["ceiling"]["nats"]["value"]
    for each in first["rules"]:
        share = (blind - each["nats"]["value"]) / (blind - ceiling)
        assert each["completeness"]["value"] == pytest.approx(share)
    assert first["rules"][1]["accuracy"]["value"] == 0.5 and first["rules"][1]["nats"][
        "value"
    ] == pytest.approx(blind)
    without = json.loads(humanlike(*words, "--no-ceiling")[1])["first"]
    assert without["ceiling"] is None and without["rules"][0]["completeness"] is None
    assert without["rules"][0]["nats"] == first["rules"][0]["nats"]


def test_transfer_answers_in_json_with_a_picture_and_refuses_what_means_nothing(humanlike, folder, tmp_path):
    words = (
        "predict",
        folder,
        "--transfer",
        "--rules",
        "BM,RAND",
        "--games",
        "matching-pennies,coordination",
    )
    code, out, _ = humanlike(*words, "--figure", tmp_path / "carried.png", "--json")
    document = json.loads(out)
    assert code == 0 and (tmp_path / "carried.png").stat().st_size > 1000
    assert [each["rule"] for each in document["summary"]] == ["bush-mosteller", "random"]
    assert len(document["cells"]) == 2 * 2 * 2
    code, _, error = humanlike(*words, "--simulations", 5)
    assert code == 2 and "--simulations has no meaning with --transfer" in error
    code, _, error = humanlike("predict", folder, "--transfer", "--games", "coordination")
    assert code == 2 and "there is one only: 'coordination'" in error


def test_the_page_is_self_contained_and_the_figures_appear(humanlike, folder, tmp_path):
    page, figure = tmp_path / "report.html", tmp_path / "ranks.png"
    words = (
        "--rules",
        "BM,CR,RAND",
        "--games",
        "coordination,matching-pennies",
        "--horizons",
        "1,3,T",
        "--uncertain",
    )
    code, _, _ = humanlike("predict", folder, *words, *QUICK, "--report", page, "--figure", figure)
    text = page.read_text()
    assert code == 0 and "As Table 4" in text and "As Table 13" in text and "uncertain parameters" in text
    assert text.count("<figure") == 4 == text.count("role='img'") and "http" not in text.replace(
        "http-equiv", ""
    )
    first = text.index("<figure")
    assert "predicts best in all games together" in text[:first] and text.count("<p", 0, first) == 2
    assert text.index("<dt>M(Y,P)</dt><dd>one-step-ahead probabilities</dd>") < text.index("Kendall")
    for name in ("ranks", "ranks-games", "ranks-paths", "ranks-horizons"):
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("nowhere.csv",), "nowhere"),
        (("simulated:bush-mostler",), "Did you mean 'bush-mosteller'?"),
        (("simulated:cross", "--rules", "BM,nonsense"), "No rule is called 'nonsense'"),
        (("simulated:cross", "--fit", "role 7"), "--fit does not understand 'role 7'"),
        (("simulated:cross", "--test", "role two"), "--test does not understand"),
        (("simulated:cross", "--measures", "MSE"), "No measure is called 'MSE'"),
        (("simulated:cross", "--methods", "Y,W"), "No method is called 'Y,W'"),
        (("simulated:cross", "--horizons", "0"), "A horizon is a number of rounds from 1 up"),
        (("simulated:cross", "--unit", "round"), "No unit is called 'round'"),
        (("simulated:cross", "--games", "chicken"), "No game in this body of play is called 'chicken'"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(humanlike, words, sentence):
    code, out, err = humanlike("predict", *words)
    assert code == 2 and out == "" and sentence in err and "Traceback" not in err


@pytest.mark.slow
@pytest.mark.human_data
@pytest.mark.skipif(not DATA.is_dir(), reason="no human data: set HUMANLIKE_DATA to the folder that holds it")
@pytest.mark.parametrize("name", ["bos-conventions", "rps-dyads", "rps-groups", "pennies-vs-bots"])
def test_real_play_is_predicted(humanlike, name):
    words = ("--rules", "BM,RAND", "--measures", "LOG,MSD", "--fit", "pooled")
    code, out, err = humanlike(
        "predict", DATA / name, *words, "--simulations", 200, "--resamples", 50, "--json"
    )
    assert code == 0, err
    document = json.loads(out)
    assert "in sample" in document["split"]
    where = document["criteria"][-1]["game"]
    log = next(
        e
        for e in document["criteria"]
        if e["measure"] == "LOG" and e["method"] == "Y,P" and e["game"] == where
    )
    values = {each["rule"]: each["value"] for each in log["rules"]}
    assert values["bush-mosteller"] >= values["random"] - 1e-9  # steps of size 0 would be blind guessing
