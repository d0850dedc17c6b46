"""`humanlike judge`, run as a user would."""

import json
import os
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from humanlike.cli import main
from humanlike.core import Play, Streams
from humanlike.datasets import read_plays, write_plays
from humanlike.detectors import DETECTORS, train
from humanlike.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("HUMANLIKE_DATA") or ROOT.parent / "shared" / "data")
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"no human data at {DATA}")


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def run(monkeypatch, capsys):
    """Run the command in this process."""

    def runner(*words: str | Path) -> Done:
        monkeypatch.setattr(sys, "argv", ["humanlike", "judge", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            main()
        shown = capsys.readouterr()
        return Done(int(stop.value.code or 0), shown.out, shown.err)

    return runner


@pytest.fixture
def dilemma(tmp_path: Path) -> Path:
    """Three pairs of a prisoner's dilemma, blind play, twenty rounds."""
    actions = Streams(1)["judge"].generator().integers(0, 2, size=(6, 20))
    write_plays(tmp_path / "pd", [Play(GAMES["prisoners-dilemma"], actions, provenance={"dataset": "mine"})])
    return tmp_path / "pd"


def test_json_has_a_probability_for_the_set_and_each_match(run, dilemma):
    done = run(dilemma, "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    (play,) = document["plays"]
    assert play["game"] == "prisoners-dilemma" and play["seats"] == 6
    answers = [play["probability"], *(match["probability"] for match in play["matches"])]
    assert len(answers) == 4 and all(0.01 <= answer <= 0.99 for answer in answers)
    assert document["trained_on"]["hash"]
    for entries in (play["for"], play["against"]):
        sizes = [abs(entry["log_odds"]) for entry in entries]
        assert sizes == sorted(sizes, reverse=True) and all(entry["meaning"] for entry in entries)


def test_the_table_names_what_speaks_for_and_against(run, dilemma):
    done = run(dilemma)
    assert done.returncode == 0, done.stderr
    assert "P(human)" in done.stdout and "against:" in done.stdout and "trained on" in done.stdout
    assert "On studies and families of machines it never met it scores" in " ".join(done.stdout.split())


def test_an_untrained_detector_of_the_catalogue_judges_too(run, dilemma):
    document = json.loads(run(dilemma, "--detector", "random", "--json").stdout)
    assert [match["probability"] for match in document["plays"][0]["matches"]] == [0.5] * 3


def test_any_saved_detector_judges_and_says_that_it_was_trained_on_this(run, dilemma, tmp_path):
    (known,) = read_plays(dilemma)
    fresh = [
        Play(known.game, Streams(seed)["x"].generator().integers(0, 2, size=(6, 9))) for seed in (1, 2, 3)
    ]
    plays = [known, *fresh]
    trained = train(DETECTORS["similarity-runs"], plays, [True, True, False, False], ["mine", "b", "c", "d"])
    trained.save(tmp_path / "saved.json")
    document = json.loads(run(dilemma, "--detector", tmp_path / "saved.json", "--json").stdout)
    assert document["detector"] == "similarity-runs" and document["trained_on"]["people"] == "b, mine"
    assert document["plays"][0]["for"] == document["plays"][0]["against"] == []
    assert document["plays"][0]["in_training"]["n_known"] == 3
    assert "not out of sample" in document["in_training"]["mine"]["warning"]
    done = run(dilemma, "--detector", tmp_path / "saved.json")
    assert "Warning: mine: 3 of the 3 matches" in " ".join(done.stdout.split())
    assert "never met was not measured" in " ".join(done.stdout.split())
    assert "Detector: similarity-runs, trained on 2 plays of people (b, mine)" in done.stdout


def test_a_game_unlike_the_training_games_is_refused(run, tmp_path):
    game = GAMES["public-goods"]
    write_plays(tmp_path / "pgg", [Play(game, np.zeros((game.n_players, 5), dtype=int))])
    done = run(tmp_path / "pgg")
    assert done.returncode == 2
    assert "unlike the games this detector was trained on" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("no-such-data",), "No file, folder or data set is called"),
        (("{play}", "--detector", "logistik"), "Did you mean 'logistic'?"),
        (("{play}", "--detector", "shape-only"), "needs training"),
        (("{play}", "--detector", "{play}/games.json"), "no trained detector"),
        (("{play}", "--seats", "some"), "No choice of seats"),
        (("{play}", "--score"), "does not say which seats are machines'"),
        (("{play}", "--guesses", "{play}/games.json"), "guesses"),
    ],
)
def test_bad_requests_are_one_sentence_and_exit_code_two(run, dilemma, words, sentence):
    done = run(*(word.replace("{play}", str(dilemma)) for word in words))
    assert done.returncode == 2
    assert sentence in done.stderr and "Traceback" not in done.stderr


@pytest.mark.human_data
@needs_data
def test_gpt4_against_people(run):
    place = DATA / "akata-human-vs-gpt4"
    done = run(place, "--score", "--guesses", place / "partner_guesses.csv", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    everything = document["scores"][0]
    assert everything["name"] == "all games" and everything["n_human_seats"] == everything["n_machine_seats"]
    low, value, high = (everything["balanced_score"][key] for key in ("lower", "value", "upper"))
    assert low < value < high
    people = document["people_as_detectors"][0]
    assert people["n_guesses"] == 390
    assert people["machine_accuracy"]["value"] == pytest.approx(199 / 390)


@pytest.mark.human_data
@needs_data
def test_people_against_bots(run):
    document = json.loads(run(DATA / "pennies-vs-bots", "--score", "--json").stdout)
    assert document["scores"][0]["n_people"] == 22
    assert document["scores"][0]["n_human_seats"] == 110
