"""Prediction as a study: words and objects alike, fixed and a user's own rules, progress that counts and ends."""

import json
from dataclasses import replace

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import BadRequest, Play, Streams, UnknownName, UnsuitableGame
from humanlike.datasets import write_plays
from humanlike.engine import everybody, simulate
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.prediction import Settings, Wishes, simulated_experiment
from humanlike.reports.prediction_page import write_page
from humanlike.studies.predict import settings_of, wishes_of
from humanlike.studies.predict_pictures import pictures_of

QUICK = {"settings": Settings(methods=("Y,P",), n_simulations=10, n_resamples=30)}


@pytest.fixture(scope="module")
def plays():
    games = [GAMES["coordination"], GAMES["matching-pennies"]]
    made = simulated_experiment(Streams(2), RULES["bush-mosteller"], games=games, n_pairs=20, n_rounds=12)
    return [  # other people in each game, also when read from files
        replace(play, subjects=tuple(f"{play.game.name} {name}" for name in play.subjects)) for play in made
    ]


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
    assert [words for words in told if words[2]] == [("rules", 0, 2), ("rules", 1, 2), ("rules", 2, 2)]


def test_finished_rules_are_told_and_can_be_read_before_the_end(plays, told, result, tmp_path):
    sentences = [what for what, _, total in told if not total]
    assert (
        sentences[0]
        == f"bush-mosteller predicts: {result.findings.best.value:.4f} by LOG(Y,P), actions, all games"
    )

    def stop_after_the_first(what, done, total):
        if what.startswith("bush-mosteller predicts"):
            raise KeyboardInterrupt

    place = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        hl.predict(plays, "BM,random", **QUICK, out=place, workers=1, progress=stop_after_the_first)
    so_far = json.loads((place / "so_far.json").read_text())
    assert [row["rule"] for row in so_far["rows"]] == ["bush-mosteller"] and so_far["of"] == 2
    hl.predict(plays, "BM,random", **QUICK, out=place, workers=1)
    kept = json.loads((place / "result.json").read_text())["criteria"]
    values = [each["rules"][0]["value"] for each in kept]
    assert [each["value"] for each in so_far["rows"][0]["values"]] == values
    assert not (place / "so_far.json").exists()


def test_rules_that_do_not_apply_are_named_first_and_the_others_go_on():
    three = Play(GAMES["rock-paper-scissors"], np.random.default_rng(2).integers(0, 3, (8, 6)))
    said = []
    found = hl.predict(three, "memory-one,random", **QUICK, progress=lambda *words: said.append(words))
    assert said[0] == (
        "Left out, as it does not apply: memory-one (defined for 2 actions; the row of 'rock-paper-scissors' has 3).",
        0,
        0,
    )
    assert [each["rule"] for each in found.document()["rules"]] == ["random"] and said[0][0] in str(found)
    with pytest.raises(UnsuitableGame, match="memory-one is defined for 2 actions"):
        hl.predict(three, "memory-one")


def test_a_winner_on_its_bound_is_called_what_it_is(tmp_path):
    pennies, cross = GAMES["matching-pennies"], RULES["cross"]
    people = everybody(pennies, [(cross, cross.parameters(0.0, 0.1))], 20)
    habit = simulate(Streams(6)["habit"], pennies, people, n_rounds=20)
    found = hl.predict(habit, "cross,random", **QUICK)
    became = "its alpha lies on its lower bound, 0: payoffs change nothing, whatever was done becomes a habit"
    assert became in found.headline() and f"Mind cross: {became}." in str(found)
    (reached,) = found.document()["rules"][0]["at_bound"].values()
    assert [each["parameter"] for each in reached if each["bound"] == "lower"] == ["alpha"]
    write_page(found.findings, tmp_path / "page.html", title="habit")
    assert f"Mind cross: {became}" in (tmp_path / "page.html").read_text()


def test_the_result_is_a_table_a_picture_and_a_story(result, tmp_path):
    frame = result.frame()
    assert len(frame) == len(result.document()["criteria"]) * 2
    log = frame.query("measure == 'LOG' and game == 'all' and level == 'actions'")
    assert log.set_index("rule")["rank"].to_dict() == {"bush-mosteller": 1, "random": 2}
    assert list(result.plots()) == ["ranks", "games"] and len(result.plot().axes) >= 1
    assert [path.name for path in result.draw(tmp_path / "r.png")] == ["r.png", "r-games.png"]
    assert repr(result).startswith("<PredictionResult: bush-mosteller predicts the given play, best of")
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
