"""judge from Python: names, files, tables and objects; a detector of one's own; who passes for human."""

from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure

import humanlike as hl
from humanlike.core import BadFile, BadRequest, Game, Play, Streams, UnknownName
from humanlike.datasets import read_plays, write_plays
from humanlike.detectors import DETECTORS, Detector, TrainedDetector, train
from humanlike.detectors.judging import judge_play
from humanlike.detectors.match_means import match_mean
from humanlike.games import GAMES
from humanlike.naming.detectors import find_judge

EXAMPLES = Path(hl.__file__).parent / "samples" / "files" / "entries"
GAME = GAMES["prisoners-dilemma"]
MINE = """
import numpy as np
from humanlike.detectors import Detector, TrainedDetector


def share(model, game, plays):
    return np.array([(play.actions == 0).mean() for play in plays])


def fit(plays, is_human) -> float:
    return float(np.mean(is_human))


DETECTOR = Detector("mine", share, description="How often the first action is chosen")
LEARNER = Detector("learner", lambda model, game, plays: np.full(len(plays), model), fit)
READY = TrainedDetector(LEARNER, 0.25)
NUMBER = 7
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with three pairs' play, blind, ten rounds, and a file with detectors."""
    actions = Streams(1)["judge"].generator().integers(0, 2, size=(6, 10))
    write_plays(tmp_path / "pd", [Play(GAME, actions, provenance={"dataset": "mine"})])
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def with_machines(n_matches=4):
    """People first in each match, who choose 1, 0, 1, 0 ... match by match; machines choose 1 throughout."""
    actions = np.ones((2 * n_matches, 5), dtype=int)
    actions[::4] = 0
    people = [f"p{match // 2}" for match in range(n_matches)]  # two matches each
    return Play(
        GAME,
        actions,
        subjects=[name for person in people for name in (person, "bot")],
        matches=[f"m{match}" for match in range(n_matches) for _ in range(2)],
        studied=np.arange(2 * n_matches) % 2 == 0,
        provenance={"dataset": "mixed"},
    )


def test_words_files_tables_and_objects_give_the_same_document(place):
    (play,) = read_plays("pd")
    by_word = hl.judge("pd").document()
    assert hl.judge(play).document() == hl.judge([Path("pd")]).document() == by_word
    assert hl.judge(play.to_frame()).document() == by_word
    assert hl.judge("pd", "logistic").document() == by_word
    by_name = hl.judge("pd", "coordination").document()
    assert hl.judge("pd", DETECTORS["coordination"]).document() == by_name
    assert hl.judge("pd", TrainedDetector(DETECTORS["coordination"])).document() == by_name


def test_a_result_is_a_table_of_matches_a_picture_and_a_story(place):
    result = hl.judge("pd")
    table = result.frame()
    assert list(table["match"]) == ["1", "2", "3"] and table["kind"].isna().all()
    assert table["together"].nunique() == 1 and table["probability"].between(0.01, 0.99).all()
    figure = result.plot()
    assert isinstance(figure, Figure)
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["mine prisoners-dilemma"]
    assert repr(result).startswith("<JudgeResult: mine prisoners-dilemma: P(human) = 0.")
    assert "most against" in str(result) and "<table>" in result._repr_html_()


def test_a_detector_of_ones_own_judges_from_its_file_and_as_an_object(place):
    (play,) = read_plays("pd")
    by_file = hl.judge("pd", "mine.py:DETECTOR").document()
    assert by_file["detector"] == "mine"
    assert by_file["plays"][0]["probability"] == pytest.approx((play.actions == 0).mean())
    shares = [(play.actions[rows] == 0).mean() for rows in ([0, 1], [2, 3], [4, 5])]
    assert [each["probability"] for each in by_file["plays"][0]["matches"]] == pytest.approx(shares)
    own = Detector("mine", lambda model, game, plays: [(each.actions == 0).mean() for each in plays])
    assert hl.judge(play, own).document()["plays"] == by_file["plays"]


def test_a_saved_model_of_ones_own_detector_stands_after_its_name(place):
    (play,) = read_plays("pd")
    trained = train(
        find_judge("mine.py:READY").detector, [play] * 4, [True, True, True, False], ["a", "b", "c", "d"]
    )
    trained.save("model.json")
    assert hl.judge("pd", "mine.py:LEARNER:model.json").judged[0].verdict.probability == 0.75
    assert hl.judge("pd", "mine.py:READY").judged[0].verdict.probability == 0.25
    with pytest.raises(BadRequest, match="somebody's own detector"):
        hl.judge("pd", "model.json")
    with pytest.raises(BadRequest, match="saved by detector 'learner', not by 'mine'"):
        hl.judge("pd", "mine.py:DETECTOR:model.json")


@pytest.mark.parametrize(
    ("word", "kind", "sentence"),
    [
        ("shape-only", BadRequest, "needs training .* ready without training are random, dates"),
        ("mine.py:LEARNER", BadRequest, "'learner' needs training .*learner:FILE.json"),
        ("mine.py:NUMBER", BadRequest, "is a int, not a detector"),
        ("mine.py", BadRequest, "defines several"),
        ("mine.py:READY:pd/games.json", BadRequest, "takes nothing after a colon"),
        ("random+lapse", UnknownName, "option of a detector"),
        ("absent.json", BadFile, "Cannot read the detector file"),
        ("pd", BadFile, "holds no finished tournament"),
        ("runs/absent", BadFile, "There is no detector at"),
    ],
)
def test_a_judge_that_cannot_be_had_is_refused_in_a_sentence(place, word, kind, sentence):
    with pytest.raises(kind, match=sentence):
        hl.judge("pd", word)


def test_a_name_that_is_also_a_directory_is_refused(place):
    (place / "random").mkdir()
    with pytest.raises(BadRequest, match="also a place here"):
        hl.judge("pd", "random")


def test_an_entry_directory_judges(place):
    result = hl.judge("pd", EXAMPLES / "detector-shell", trust=True)
    assert result.detector.name == "example-detector-shell" and len(result.judged[0].matches) == 3


def test_people_and_machines_are_judged_apart_and_drawn_in_their_colours(place):
    result = hl.judge(with_machines(), "mine.py:DETECTOR", seats="both")
    assert [each.is_human for each in result.judged] == [True, False]
    assert [each.verdict.probability for each in result.judged] == [0.5, 0.0]
    assert [each["kind"] for each in result.document()["plays"]] == ["human", "machine"]
    people = "mixed prisoners-dilemma, human seats"
    assert result.headline().startswith(f"Most human: {people}: P(human) = 0.500 (4 seats, 4 matches)")
    labels = result.plot().axes[0].get_yticklabels()
    assert labels[0].get_text() == people
    assert labels[0].get_color() != labels[1].get_color()
    alone = hl.judge(with_machines(), "mine.py:DETECTOR", seats="all").judged[0]
    assert alone.is_human is None and alone.n_seats == 8


def test_the_interval_redraws_people_with_all_their_matches():
    """Each of two people plays one match given 1 and one given 0: whoever is redrawn, the mean is one half."""
    judge = TrainedDetector(Detector("share", lambda _, __, plays: [(p.actions == 0).mean() for p in plays]))
    play = with_machines()
    judged = judge_play(judge, play, np.flatnonzero(play.studied))
    assert [each.verdict.probability for each in judged.matches] == [1.0, 0.0, 1.0, 0.0]
    assert [each.units for each in judged.matches] == [
        (0,),
        (0,),
        (1,),
        (1,),
    ] and judged.units.unit == "person"
    assert match_mean(Streams(1)["x"], judged) == (0.5, 0.5, 0.5)
    machines = judge_play(judge, play, np.flatnonzero(~play.studied))
    assert [each.units for each in machines.matches] == [
        (0,),
        (0,),
        (1,),
        (1,),
    ]  # whom the machine met, not the machine
    alone = match_mean(Streams(1)["x"], judged._replace(matches=judged.matches[:2]))
    assert alone.value == 0.5 and np.isnan([alone.lower, alone.upper]).all()


def test_a_unit_can_be_chosen_and_is_named_in_story_and_document():
    by_person = hl.judge(with_machines(), "random", score=True)
    by_match = hl.judge(with_machines(), "random", score=True, unit="match")
    found = [result.document()["scores"][0] for result in (by_person, by_match)]
    assert [(each["unit"], each["n_people"]) for each in found] == [("person", 2), ("match", 4)]
    assert [bool(each["caveat"]) for each in found] == [False, True]
    assert "redraw matches. Some of them are the same people" in str(by_match)
    with pytest.raises(UnknownName, match="unit"):
        hl.judge(with_machines(), "random", unit="seat")


def test_one_study_as_the_unit_leaves_the_interval_open():
    result = hl.judge(with_machines(), "random", score=True, unit="study")
    score = result.document()["scores"][0]["balanced_score"]
    assert np.isfinite(score["value"]) and np.isnan([score["lower"], score["upper"]]).all()


def test_two_bodies_that_hold_the_same_matches_are_noticed_under_any_name(place):
    moves = Streams(4)["x"].generator().integers(0, 2, size=(40, 30))
    first = Play(GAMES["prisoners-dilemma"], moves, provenance={"dataset": "first"})
    renamed = Game.from_matrices("other", *(3 * each + 1 for each in first.game.matrices))
    swapped = 1 - moves[:16].reshape(8, 2, 30)[:, ::-1].reshape(16, 30)  # seats exchanged, actions renamed
    second = Play(renamed, np.concatenate([swapped, 1 - moves[:8, ::-1]]), provenance={"dataset": "second"})
    result = hl.judge([first, second], "mine.py:DETECTOR")
    (shared,) = result.shared
    assert (shared.dataset, shared.other, shared.n_shared, shared.n_recognisable) == (
        "second",
        "first",
        8,
        12,
    )
    assert "8 of the 12 matches of second" in str(result)
    assert result.document()["shared_matches"][0]["n_shared"] == 8
    fresh = Play(first.game, 1 - moves[20:, ::-1], provenance={"dataset": "second"})
    assert hl.judge([first, fresh], "mine.py:DETECTOR").shared == ()
