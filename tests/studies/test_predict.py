"""Prediction as a study: words and objects alike, fixed and a user's own rules, progress that counts and ends."""

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import BadRequest, Play, Streams, UnknownName
from humanlike.datasets import write_plays
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.prediction import Settings, Wishes, simulated_experiment
from humanlike.studies.predict import settings_of, wishes_of
from humanlike.studies.predict_pictures import pictures_of

QUICK = {"settings": Settings(methods=("Y,P",), n_simulations=10, n_resamples=30)}


@pytest.fixture(scope="module")
def plays():
    games = [GAMES["coordination"], GAMES["matching-pennies"]]
    return simulated_experiment(Streams(2), RULES["bush-mosteller"], games=games, n_pairs=20, n_rounds=12)


@pytest.fixture(scope="module")
def told():
    return []


@pytest.fixture(scope="module")
def result(plays, told):
    return hl.predict(plays, "BM,random", **QUICK, progress=lambda *words: told.append(words))


def test_words_objects_and_tables_give_the_same_document(plays, tmp_path, result):
    write_plays(tmp_path / "mine", plays)
    files = hl.predict(tmp_path / "mine", [RULES["bush-mosteller"], "RAND"], **QUICK)
    assert {**files.document(), "data": ""} == {**result.document(), "data": ""}
    settings = settings_of(methods="Y,P", simulations=10, resamples=30)
    assert settings == QUICK["settings"] and wishes_of() == Wishes()


def test_progress_counts_rules_and_ends(told, result):
    assert told == [("rules", 0, 2), ("rules", 1, 2), ("rules", 2, 2)]


def test_the_result_is_a_table_a_picture_and_a_story(result, tmp_path):
    frame = result.frame()
    assert len(frame) == len(result.document()["criteria"]) * 2
    log = frame.query("measure == 'LOG' and game == 'all' and level == 'actions'")
    assert log.set_index("rule")["rank"].to_dict() == {"bush-mosteller": 1, "random": 2}
    assert list(result.plots()) == ["ranks", "games"] and len(result.plot().axes) >= 1
    assert [path.name for path in result.draw(tmp_path / "r.png")] == ["r.png", "r-games.png"]
    assert repr(result).startswith("<PredictionResult: bush-mosteller predicts the given play best")
    assert "<table>" in result._repr_html_()


def test_rules_with_fixed_parameters_and_a_users_own_are_predicted_with(plays, tmp_path):
    (tmp_path / "mine.py").write_text(
        "from dataclasses import replace\nfrom humanlike.players import RULES\n"
        "RULE = replace(RULES['random'], name='mine')\n"
    )
    words = f"cross:mitropoulos-2001,cross:fitted,{tmp_path}/mine.py:RULE"
    document = hl.predict(plays[0], words, people=plays[1], **QUICK).document()
    assert {each["rule"]: each["source"] for each in document["rules"]} == {
        "cross:mitropoulos-2001": "published: mitropoulos-2001",
        "cross:fitted": "fitted to other people before",
        "mine": "published: only",
    }
    assert all(parameters == {} for each in document["rules"] for parameters in each["parameters"].values())


def test_blind_guessing_among_three_actions_costs_log_three():
    three = Play(GAMES["rock-paper-scissors"], np.random.default_rng(2).integers(0, 3, (8, 6)))
    settings = Settings(measures=("LOG",), methods=("Y,P",), levels=("actions",), n_resamples=20)
    study = hl.predict(three, "cournot+lapse", fit="published", settings=settings).study
    (axis,) = [axis for axis in pictures_of(study)["games"].axes if axis.get_visible()]
    lines = [float(line.get_xdata()[0]) for line in axis.lines if len(set(line.get_xdata())) == 1]
    assert any(np.isclose(place, -np.log(3)) for place in lines)


@pytest.mark.parametrize(
    ("words", "error", "sentence"),
    [
        ({"rules": "BM,nonsense"}, UnknownName, "No rule is called 'nonsense'"),
        ({"games": "chicken"}, UnknownName, "No game in this body of play"),
        ({"fit": "role 7"}, BadRequest, "does not understand 'role 7'"),
        ({"rules": "ewa:fitted"}, BadRequest, "--people DATA"),
    ],
)
def test_bad_requests_end_in_a_sentence(plays, words, error, sentence):
    with pytest.raises(error, match=sentence):
        hl.predict(plays, **words)
