"""The commands data, fit and recover: exact keys, clear refusals."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from humanlike.cli import app
from humanlike.core import BadRecord, HumanlikeError, Play
from humanlike.datasets import write_plays
from humanlike.games import GAMES

RUN = CliRunner()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("data") / "mine"
    actions = np.random.default_rng(1).integers(0, 2, (16, 12))
    write_plays(place / "play.csv", [Play(GAMES["chicken"], actions, provenance={"dataset": "mine"})])
    return place


def _json(*words):
    result = RUN.invoke(app, [*map(str, words), "--json"], catch_exceptions=False)
    assert result.exit_code == 0
    return json.loads(result.stdout)


def test_fit_prints_one_entry_for_each_rule_and_group(folder):
    found = _json("fit", folder, "--rule", "memory-one,cournot", "--by", "role", "--held-out", "match")
    assert [(each["rule"], each["group"]) for each in found] == [
        ("memory-one", "role 1"),
        ("memory-one", "role 2"),
        ("cournot", "role 1"),
        ("cournot", "role 2"),
    ]
    first = found[0]
    assert {"rule", "group", "choices", "nats_per_choice", "parameters", "standard_errors"} <= set(first)
    assert first["choices"] == 96 and set(first["parameters"]) == set(first["standard_errors"])
    assert first["held_out"]["unit"] == "match"


def test_fit_shows_a_table_and_a_figure(folder, tmp_path):
    words = [
        "fit",
        str(folder),
        "--rule",
        "random,bush-mosteller",
        "--lapse",
        "--figure",
        str(tmp_path / "f.png"),
    ]
    result = RUN.invoke(app, words, catch_exceptions=False)
    assert result.exit_code == 0 and "bush-mosteller+lapse" in result.stdout
    assert (tmp_path / "f.png").stat().st_size > 1000


def test_data_commands_check_summarise_and_convert(folder, tmp_path):
    assert _json("data", "check", folder) == {"file": "play.csv", "usable": True, "problems": []}
    (summary,) = _json("data", "summary", folder)
    assert summary["n_choices"] == 192 and set(summary["cells"]) == {"UL", "UR", "DL", "DR"}
    made = _json("data", "convert", folder, tmp_path / "out.parquet")
    assert made["choices"] == 192 and (tmp_path / "games.json").exists()
    assert any(entry["name"] == "ipd-lab" for entry in _json("data", "list"))


def test_data_check_lists_errors_and_refuses(folder, tmp_path):
    text = (folder / "play.csv").read_text().splitlines()
    (tmp_path / "games.json").write_text((folder / "games.json").read_text())
    (tmp_path / "play.csv").write_text("\n".join([*text, text[-1]]) + "\n")
    result = RUN.invoke(app, ["data", "check", str(tmp_path), "--json"])
    assert isinstance(result.exception, BadRecord)
    document = json.loads(result.stdout)
    assert not document["usable"] and document["problems"][0]["line"] == len(text) + 1


def test_recover_prints_coverage(folder):
    found = _json("recover", "cross", "--repetitions", 4, "--pairs", 10, "--rounds", 15, "--starts", 1)
    assert found["repetitions"] == 4 and set(found["parameters"]) == {"alpha", "beta"}
    matrix = _json(
        "recover", "random,memory-one", "--confusion", "--repetitions", 2, "--pairs", 5, "--rounds", 10
    )
    assert np.allclose(np.sum(matrix["chosen"], axis=1), 1.0)


@pytest.mark.parametrize(
    "words",
    [
        ["fit", "no-such-data"],
        ["fit", "FOLDER", "--rule", "ewwa"],
        ["fit", "FOLDER", "--rule", "ewa", "--by", "weather"],
        ["fit", "FOLDER", "--rule", "ewa", "--criterion", "vibes"],
        ["recover", "cournot", "--repetitions", "1"],
        ["data", "summary", "nowhere/play.csv"],
    ],
)
def test_bad_requests_end_in_a_sentence(folder, words):
    result = RUN.invoke(app, [str(folder) if word == "FOLDER" else word for word in words])
    assert isinstance(result.exception, HumanlikeError)


@pytest.mark.human_data
def test_the_winner_on_bos_conventions_ignores_payoffs_and_is_called_so():
    root = Path(os.environ.get("HUMANLIKE_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data")
    if not (root / "bos-conventions").is_dir():
        pytest.skip("bos-conventions is not here; set HUMANLIKE_DATA to the folder that holds it")
    words = ["fit", str(root / "bos-conventions"), "--rule", "cross,memory-one", "--held-out", "match"]
    first = RUN.invoke(app, words, catch_exceptions=False).stdout.splitlines()[0]
    assert first.startswith("cross fits ") and "best of 2 rules: 0.5653 nats per choice, held out" in first
    assert "its alpha lies on its lower bound, 0: payoffs change nothing" in first


@pytest.mark.human_data
@pytest.mark.parametrize(("rule", "limit"), [("ewa", 0.433), ("memory-one", 0.342)])
def test_the_published_baselines_on_ipd_lab_are_reached(rule, limit):
    root = Path(os.environ.get("HUMANLIKE_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data")
    if not (root / "ipd-lab").is_dir():
        pytest.skip("ipd-lab is not here; set HUMANLIKE_DATA to the folder that holds it")
    found = _json("fit", root / "ipd-lab", "--rule", rule, "--by", "game")
    choices = sum(each["choices"] for each in found)
    assert choices == 72_782
    assert sum(each["nats_per_choice"] * each["choices"] for each in found) / choices <= limit
    assert all(each["converged"] for each in found)
