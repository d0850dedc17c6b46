"""`humanlike social` and `humanlike similarity`: whole runs, keys of --json, bad input."""

import json
import re
import sys

import numpy as np
import pytest

from humanlike.cli import main
from humanlike.core import Game, Play
from humanlike.datasets import write_plays

METRIC_KEYS = {
    "name", "time_dependent", "distance", "corrected", "interval", "corrected_divergence", "same_population_baseline",
    "p_at_floor", "verdict",
}  # fmt: skip
GAME = Game.from_matrices("pd", [[3, 0], [5, 1]], [[3, 5], [0, 1]], labels=("CD", "CD"))


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


@pytest.fixture
def traces(humanlike, tmp_path):
    path = tmp_path / "people.csv"
    code, out, _ = humanlike(
        "social", "play", "--agents", "attached", "--games", 40, "--rounds", 30, "--out", path
    )
    assert code == 0 and "attached" in out
    return path


def plays(path, seed, chance):
    generator = np.random.default_rng(seed)
    write_plays(path, [Play(GAME, (generator.random((60, 12)) < chance).astype(np.int16))])
    return path


def test_play_prints_every_seat(humanlike):
    words = (
        "--fairness",
        "5,3,4",
        "--reactivity",
        "0.5,0.2,0.25",
        "--exploration",
        "0",
        "--players",
        3,
        "--rounds",
        2,
    )
    code, out, _ = humanlike("social", "play", *words, "--targeting", "most", "--json")
    assert code == 0
    document = json.loads(out)
    assert [seat["earned"] for seat in document["seats"]] == [5, 9, 6]  # the worked trace


def test_the_bare_command_plays_and_says_who(humanlike):
    code, out, _ = humanlike("social", "play")
    assert code == 0 and "attached" in out and "synthetic population" in out and "no human data" in out
    code, out, _ = humanlike("social", "play", "--agents", "attached", "--json")
    assert code == 0 and json.loads(humanlike("social", "play", "--json")[1]) == json.loads(out)


def test_learn_then_play_mixed_tables(humanlike, traces, tmp_path):
    learned = tmp_path / "learned.json"
    code, out, _ = humanlike("social", "learn", traces, "--out", learned)
    assert code == 0 and "recipients by rank" in out
    code, out, _ = humanlike("social", "learn", traces, "--json")
    (group,) = json.loads(out)["groups"]
    assert sum(group["offers"]) == pytest.approx(1) and len(group["fairness"]) == 40
    mixed = "adaptive,dba,dbra,game-theoretic,attached"
    code, out, _ = humanlike(
        "social", "play", "--agents", mixed, "--learned", learned, "--games", 50, "--json"
    )
    assert code == 0
    assert [seat["agent"] for seat in json.loads(out)["seats"]] == mixed.split(",")


@pytest.fixture
def gappy(traces):
    """The same games; game 2 lacks an amount in its third round, game 5 an answer in its first."""
    lines = traces.read_text().splitlines()
    head = lines[0].split(",")
    for place, line in enumerate(lines):
        cells = dict(zip(head, line.split(","), strict=True))
        if (cells["game"], cells["round"], cells["proposer"]) == ("2", "3", "4"):
            cells["offer"] = ""
        if (cells["game"], cells["round"], cells["proposer"]) == ("5", "1", "2"):
            cells["accepted"] = ""
        lines[place] = ",".join(cells.values())
    traces.write_text("\n".join(lines) + "\n")
    return traces


LEFT_OUT = [
    {"game": "2", "round": 3, "why": "no offer by 4"},
    {"game": "5", "round": 1, "why": "2's offer was never answered"},
]


def test_what_is_missing_refuses_a_file_or_costs_rounds_or_games(humanlike, gappy, tmp_path):
    code, _, err = humanlike("social", "learn", gappy)
    assert code == 2 and "line 165 (game 2, round 3, proposer 4)" in err and "--missing drop-round" in err
    learned = tmp_path / "learned.json"
    code, out, _ = humanlike("social", "learn", gappy, "--missing", "drop-round", "--out", learned)
    assert (
        code == 0 and "Left out: 2 rounds (game 2: round 3, no offer by 4; game 5: round 1, 2's offer" in out
    )
    assert json.loads(learned.read_text())["left_out"] == LEFT_OUT
    code, _, _ = humanlike("social", "play", "--learned", learned, "--games", 3)
    assert code == 0
    words = ("--missing", "drop-game", "--chains", 2, "--resamples", 20, "--times", 1, "--agents", "dba")
    code, out, _ = humanlike("social", "compare", gappy, *words)
    assert code == 0 and "38 games, each played again 1 times" in out and "Left out: 2 games" in out
    words = ("--missing", "drop-round", "--metrics", "d_O", "--resamples", 20, "--json")
    code, out, _ = humanlike("similarity", gappy, gappy, *words)
    assert code == 0 and json.loads(out)["left_out"] == [LEFT_OUT, LEFT_OUT]
    code, _, err = humanlike("social", "compare", gappy, "--missing", "ignore")
    assert code == 2 and "refuse, drop-round or drop-game, not 'ignore'" in err


def test_compare_prints_table_one(humanlike, traces, tmp_path):
    figure = tmp_path / "panels.png"
    words = ("social", "compare", traces, "--chains", 3, "--resamples", 30)
    code, out, _ = humanlike(*words, "--json", "--figure", figure)
    assert code == 0 and figure.stat().st_size > 20_000
    agents = json.loads(out)["agents"]
    assert list(agents) == ["adaptive", "dba", "dbra", "game-theoretic"]
    for document in agents.values():
        assert [entry["name"] for entry in document["metrics"]] == ["d_O", "d_R", "d_B", "d_Y", "d_Y3"]
        assert all(set(entry) == METRIC_KEYS for entry in document["metrics"])
        assert document["floor"] == 1e-6
    code, out, _ = humanlike(*words, "--agents", "dba")
    assert code == 0 and "floor 1e-06" in out and "learned from these same games" in out
    assert re.search(r"d_Y3 .* \d[.\d]* \[[\d.]+, [\d.]+\]", out), "every distance with its interval"


def test_similarity_of_matrix_games(humanlike, tmp_path):
    a, b = plays(tmp_path / "a", 1, 0.4), plays(tmp_path / "b", 2, 0.7)
    figure = tmp_path / "profile.png"
    code, out, _ = humanlike("similarity", a, b, "--resamples", 40, "--json", "--figure", figure)
    assert code == 0 and figure.stat().st_size > 20_000
    document = json.loads(out)
    assert all(set(entry) == METRIC_KEYS for entry in document["metrics"])
    by_name = {entry["name"]: entry for entry in document["metrics"]}
    assert by_name["cells"]["time_dependent"] is False and by_name["runs"]["time_dependent"] is True
    assert by_name["cells"]["distance"] > by_name["cells"]["same_population_baseline"]
    low, high = by_name["cells"]["interval"]
    assert 0 <= low <= high
    code, out, _ = humanlike("similarity", a, a, "--metrics", "cells,runs", "--resamples", 20)
    assert code == 0 and "halves of A" in out


def test_similarity_of_traces(humanlike, traces):
    code, out, _ = humanlike(
        "similarity", traces, traces, "--metrics", "d_O,d_Y3", "--resamples", 20, "--json"
    )
    assert code == 0
    assert [entry["distance"] for entry in json.loads(out)["metrics"]] == [0, 0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("social", "play", "--agents", "adaptiv"),
            "No social agent is called 'adaptiv'. Did you mean 'adaptive'?",
        ),
        (("social", "play", "--agents", "adaptive"), "need --learned"),
        (("social", "play", "--agents", "dba"), "needs parameters"),
        (("social", "play", "--agents", "attached", "--players", 2), "3 to 100 players"),
        (("social", "play", "--fairness", "5"), "together"),
        (("social", "play", "--fairness", "x", "--reactivity", "0", "--exploration", "0"), "must be numbers"),
        (
            ("social", "play", "--fairness", "1,2", "--reactivity", "0", "--exploration", "0"),
            "1 or 5 numbers",
        ),
        (("social", "play", "--agents", "attached", "--targeting", "all"), "proportional or most"),
        (("social", "learn", "absent.csv"), "no file"),
        (("similarity", "absent", "absent"), "No file, folder or data set is called 'absent'"),
    ],
)
def test_bad_input_is_one_sentence(humanlike, words, said):
    code, _, err = humanlike(*words)
    assert code == 2 and said in err and err.count("\n") == 1


def test_bad_comparisons_are_one_sentence(humanlike, traces, tmp_path):
    for words, said in (
        (("social", "compare", traces, "--chains", 40), "need 41 rounds"),
        (("similarity", traces, plays(tmp_path / "a", 1, 0.5)), "same games or group sizes"),
        (("similarity", traces, traces, "--metrics", "runs"), "looks at plays"),
        (("similarity", traces, traces, "--metrics", "d_Q"), "No metric is called 'd_Q'"),
        (("similarity", traces, traces, "--divergence", "kl"), "No divergence is called"),
        (("similarity", traces, traces, "--floor", "0"), "floor"),
        (("similarity", traces, traces, "--games", "6 players"), "No game in this body"),
    ):
        code, _, err = humanlike(*words)
        assert code == 2 and said in err and err.count("\n") == 1, (words, err)
