"""A language model is an emulator like any other: by its word in play, compare and a tournament, by name and family."""

import json
import pickle
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
from loopback import in_chances, serving

import humanlike as hl
from humanlike.cli import main
from humanlike.core import BadFile, BadRequest, Streams, UnknownName
from humanlike.emulators import PlayShape, check_emulator
from humanlike.emulators.language_model import language_model_emulator
from humanlike.games import GAMES
from humanlike.language_models import SHIPPED, ModelTrouble, answers_of
from humanlike.language_models.labels import LETTERS
from humanlike.naming.emulators import find_emulator
from humanlike.naming.language_models import digest_of_model, find_language_model
from humanlike.naming.unsandboxed import places_of
from humanlike.samples import write_sample

BOOK = Path(__file__).parent / "stored" / "smollm2.jsonl"
SMALL = {"pairs": 2, "rounds": 3}


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """What smollm2 answered once, in the place where its book is looked for."""
    monkeypatch.setenv("HUMANLIKE_CACHE", str(tmp_path))
    place = answers_of(SHIPPED["smollm2"])
    place.parent.mkdir(parents=True)
    shutil.copy(BOOK, place)


def test_a_play_repeats_from_the_answers_of_another_day_and_machine(stored):
    """Asked live once on a processor of 2026; nobody is asked here."""
    result = hl.play("prisoners-dilemma", "llm:smollm2/plain+stored", **SMALL)
    told = json.loads((BOOK.parent / "moves.json").read_text())
    assert result.plays[0].actions.tolist() == told["plain"]
    assert (
        hl.play("prisoners-dilemma", "llm:smollm2/predict-then-act+stored", **SMALL).plays[0].actions.tolist()
        == (told["predict-then-act"])
    )


def test_the_result_says_how_much_of_the_probability_labels_held(stored):
    remarks = hl.play("prisoners-dilemma", "llm:smollm2+stored", **SMALL).remarks
    assert any("drawn from the chances of labels, which held 0." in remark for remark in remarks)


def test_what_is_not_in_the_book_is_a_sentence_and_nobody_is_asked(stored):
    with pytest.raises(ModelTrouble, match=r"does not hold an answer .* without \+stored the model is asked"):
        hl.play("chicken", "llm:smollm2+stored", **SMALL)


@pytest.fixture
def of_a_file(tmp_path, monkeypatch):
    """A model file of somebody whose server flips a fair coin."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HUMANLIKE_CACHE", str(tmp_path / "cache"))
    with serving(lambda body, count: in_chances(**dict.fromkeys(LETTERS, 1 / len(LETTERS)))) as server:
        (tmp_path / "coin.toml").write_text(f'name = "coin"\nmodel = "gpt-coin"\nurl = "{server.url}"\n')
        yield server


def test_a_model_is_compared_like_anybody_and_again_from_its_book(of_a_file):
    words = {"game": "chicken", "trials": 3, **SMALL}
    first = hl.compare("llm:coin.toml", "random", **words)
    asked = len(of_a_file.requests)
    again = hl.compare("llm:coin.toml+stored", "random", **words)
    assert first.document() == again.document()
    assert len(of_a_file.requests) == asked > 0


@pytest.mark.slow
def test_a_model_competes_in_a_tournament_and_any_match_is_played_again_from_its_book(of_a_file):
    words = {"detectors": "dates,random", "games": "chicken", "trials": 1, "until": "fixed"}
    result = hl.compete(emulators="random,llm:coin.toml", out="run", **words)
    assert "llm:coin/plain" in str(result)
    assert "Not sandboxed" not in str(result)
    asked = len(of_a_file.requests)
    again = hl.play("chicken", "llm:coin.toml", like="run", trial=1)
    assert again.plays[0].n_subjects >= 14
    assert len(of_a_file.requests) == asked > 0


def test_the_command_says_what_it_may_cost_before_it_asks(stored, monkeypatch, capsys):
    words = ["play", "prisoners-dilemma", "llm:smollm2", "--pairs", "2", "--rounds", "3", "--json"]
    monkeypatch.setattr(sys, "argv", ["humanlike", *words])
    main_exit(main)
    printed = capsys.readouterr()
    assert "up to 12 requests" in printed.err
    assert json.loads(printed.out)["players"] == ["llm:smollm2/plain"]


def main_exit(command):
    with pytest.raises(SystemExit) as stop:
        command()
    assert stop.value.code in (0, None)


def test_ways_of_one_model_are_one_family_and_names_forget_where_answers_come_from():
    plain, persona = (find_emulator(f"llm:smollm2/{way}") for way in ("plain", "persona"))
    assert plain.families == persona.families == {"smollm"}
    assert (plain.name, persona.name) == ("llm:smollm2/plain", "llm:smollm2/persona")
    assert find_emulator("llm:smollm2+stored").name == "llm:smollm2/plain"


def test_an_emulator_travels_to_workers_and_is_one_of_ours():
    emulator = find_emulator("llm:smollm2/akata")
    assert pickle.loads(pickle.dumps(emulator)) == emulator
    assert check_emulator(emulator) is emulator
    assert places_of("llm:smollm2", {}) == ()


@pytest.mark.parametrize(
    ("word", "error", "told"),
    [
        ("llm:", BadRequest, "names no model"),
        ("llm:smollm", UnknownName, "Did you mean 'smollm2'"),
        ("llm:smollm2/persna", UnknownName, "Did you mean 'persona'"),
        ("llm:smollm2+lapse", UnknownName, "option of a language model"),
        ("llm:nowhere.toml", BadFile, "No such file"),
    ],
)
def test_a_wrong_word_is_told_what_there_is(word, error, told):
    with pytest.raises(error, match=told):
        find_emulator(word)


def test_a_model_sits_in_every_seat_or_in_none():
    with pytest.raises(BadRequest, match="seat by seat"):
        hl.play("chicken", "llm:smollm2", "ewa", pairs=1, rounds=1)


def test_a_model_of_a_file_is_what_the_file_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_sample("model", tmp_path)
    player = find_language_model("llm:my_model.toml/fontana")
    assert (player.name, player.way.name) == ("llm:my-model/fontana", "fontana")
    assert answers_of(player.description) == tmp_path / "my_model.answers.jsonl"


def test_a_budget_may_be_raised_in_a_run_and_a_prompt_may_not_change(tmp_path):
    write_sample("model", tmp_path)
    file = tmp_path / "my_model.toml"
    before = digest_of_model(str(file))
    file.write_text(file.read_text().replace("requests = 2000", "requests = 9000"))
    assert digest_of_model(str(file)) == before
    file.write_text(file.read_text().replace("window = 0", "window = 5"))
    assert digest_of_model(str(file)) != before


def test_matches_end_where_the_shape_says(stored):
    made = np.ones((4, 3), dtype=np.bool_)
    made[2:, 2] = False
    emulator = language_model_emulator(find_language_model("llm:smollm2+stored"))
    stream = Streams(1)["trial 1"]["entrant llm:smollm2/plain"]
    play = emulator.play(stream, GAMES["prisoners-dilemma"], PlayShape(made))
    assert (play.actions >= 0).tolist() == made.tolist()
