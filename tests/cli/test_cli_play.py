"""The commands players, play and next, as a user types them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from humanlike.players import RULES
from humanlike.players.automata import STRATEGIES

PROGRAM = [sys.executable, "-m", "humanlike"]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *words], capture_output=True, text=True, check=False)


def as_json(*words: str) -> object:
    result = run(*words, "--json")
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_help_is_instant_because_it_loads_no_jax() -> None:
    code = (
        "import sys; from humanlike.cli import app; sys.exit('jax' in sys.modules or 'scipy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_players_are_listed_and_described() -> None:
    assert [each["name"] for each in as_json("players")] == [*RULES, *STRATEGIES]
    ewa = as_json("players", "ewa")
    assert [each["name"] for each in ewa["parameters"]] == list(RULES["ewa"].parameter_names)
    assert ewa["parameters"][4] == {
        "name": "sensitivity",
        "symbol": "lambda",
        "value": 0.35,
        "lower": 0,
        "upper": 100,
        "at_lower": "it chooses blindly, whatever it has learned",
        "at_upper": "it always takes what seems best",
    }
    cross = as_json("players", "cross")
    assert [(each["name"], each["value"]) for each in cross["parameters"]] == [
        ("alpha", 0.18),
        ("beta", 0.03),
    ]


def test_next_prints_the_readings_numbers() -> None:
    document = as_json("next", "cross", "--history", "A1 A0 B1 B0 A1")
    expected = [0.5, 0.395, 0.38315, 0.5126885, 0.527307845, 0.4165731975]
    assert [each["probabilities"]["B"] for each in document["rounds"]] == pytest.approx(expected, abs=1e-9)
    assert document["parameters"] == {"alpha": 0.18, "beta": 0.03}


def test_next_shows_both_roles_of_a_full_information_rule() -> None:
    document = as_json("next", "ewa", "--game", "ochs", "--history", "UL", "--set", "lambda=.35")
    assert document["row"]["rounds"][1]["probabilities"]["U"] == pytest.approx(0.9651085915, abs=1e-9)
    assert document["column"]["rounds"][0]["probabilities"] == pytest.approx({"L": 0.5, "R": 0.5})


def test_next_reads_payoffs_of_a_named_game() -> None:
    document = as_json("next", "roth-erev", "--game", "ochs", "--history", "U21 D3")
    assert [each["round"] for each in document["rounds"]] == [1, 2, 3]
    column = as_json("next", "roth-erev", "--game", "ochs", "--history", "L3 R5", "--role", "column")
    assert set(column["rounds"][0]["probabilities"]) == {"L", "R"}


def test_play_reproduces_a_published_row() -> None:
    document = as_json("play", "battle-of-the-sexes", "fictitious-play", "--first", "UL,DL,DL,DR,DR,DR,DR,DR")
    assert document["mean"] == pytest.approx({"row": 10.05, "column": 13.41}, abs=0.005)
    assert document["sd"] == pytest.approx({"row": 5.2543, "column": 5.9266}, abs=1e-4)
    assert document["pairs"] == 8


@pytest.mark.parametrize("suffix", ["csv", "parquet", "txt"])
def test_play_can_be_written_and_read_back(tmp_path: Path, suffix: str) -> None:
    from humanlike.core import Streams
    from humanlike.datasets import read_plays
    from humanlike.games import GAMES

    target = tmp_path / "folder" / f"play.{suffix}"
    as_json("play", "chicken", "ewa", "--seed", "5", "--rounds", "7", "--out", str(target))
    again = tmp_path / f"again.{suffix}"
    as_json("play", "chicken", "ewa", "--seed", "5", "--rounds", "7", "--out", str(again))
    assert target.read_bytes() == again.read_bytes()
    game = GAMES["chicken"] if suffix == "txt" else None
    (play,) = read_plays(target, game=game)
    assert play.actions.shape == (16, 7)
    assert Streams(5)  # the seed that made it


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["play", "chiken", "ewa"], "Did you mean 'chicken'?"),
        (["play", "chicken", "ewwa"], "Did you mean 'ewa'?"),
        (["play", "chicken", "ewa", "--set", "lambda=-1"], "lies outside 0 to 100"),
        (["play", "chicken", "ewa", "--set", "lambda"], "should be name=number"),
        (["play", "chicken", "ewa", "--set", "kappa=1"], "No parameter of ewa is called 'kappa'"),
        (["play", "chicken", "ewa", "--first", "UX"], "'UX' is no cell of 'chicken'"),
        (["play", "chicken", "ewa", "--first", "UL,DR", "--pairs", "3"], "names 2 pairs, but 3 play"),
        (["play", "chicken", "ewa", "--rounds", "0"], "count from 1 up"),
        (["play", "stag-hunt-3", "memory-one"], "defined for 2 actions"),
        (["play", "public-goods", "alg1"], "defined for 2 players"),
        (["play", "chicken", "ewa", "--seed", "-2"], "seed"),
        (["next", "ewa", "--history", "UL"], "name the game with --game"),
        (["next", "cross", "--history", "A1 C0"], "should begin with an action"),
        (["next", "cross", "--history", "A1 B2"], "pays 0, 1, never 2"),
        (["next", "cross", "--history", "A"], "an action and its payoff"),
        (["next", "ewa", "--game", "chicken", "--history", "UL XX"], "no cell"),
        (["players", "nobody"], "No rule is called 'nobody'"),
    ],
)
def test_bad_input_gets_a_sentence_and_exit_code_2(words: list[str], sentence: str, tmp_path: Path) -> None:
    out = tmp_path / "never.csv"
    result = run(*words, *(["--out", str(out)] if words[0] == "play" else []))
    assert result.returncode == 2
    assert sentence in result.stderr and "Traceback" not in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert not out.exists()
