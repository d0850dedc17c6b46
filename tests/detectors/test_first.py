"""First that knows: who answers, what the combination sees, learns and keeps, and what is no combination."""

import numpy as np
import pytest

from humanlike.core import BadRequest, Play, Streams, UnknownName, UnsuitableGame
from humanlike.detectors import (
    DETECTORS,
    Detector,
    TrainedDetector,
    check_detector,
    detector_of_files,
    first_that_knows,
    members_of,
    train,
)
from humanlike.detectors.contract import small_plays
from humanlike.games import GAMES
from humanlike.naming.detectors import DETECTOR_SETS, find_detector, find_judge
from humanlike.naming.rivals import find_rivals

CHICKEN, SEXES = GAMES["chicken"], GAMES["battle-of-the-sexes"]
PAPERS = DETECTORS["coordination-then-payoff-change"]


def says(name, answers, **more):
    """A detector that answers plays by their number of subjects: `answers[n]`, else one half."""

    def judge(model, game, plays):
        return np.array([answers.get(play.n_subjects, 0.5) for play in plays])

    return Detector(name, judge, **more)


def of_size(n_subjects, game=CHICKEN):
    return Play(game, np.zeros((n_subjects, 3), dtype=int))


def test_the_first_with_an_opinion_answers_and_nobody_after_it():
    plays = [of_size(2), of_size(4), of_size(6), of_size(8)]
    one, two = says("one", {2: 0.9}), says("two", {2: 0.1, 4: 0.2})
    three = says("three", {2: 0.3, 4: 0.3, 6: 0.3})
    found = first_that_knows([one, two, three]).probabilities(None, CHICKEN, plays)
    assert found.tolist() == [0.9, 0.2, 0.3, 0.5]
    assert first_that_knows([two, one]).probabilities(None, CHICKEN, plays).tolist() == [0.1, 0.2, 0.5, 0.5]


def test_a_refused_game_is_no_opinion():
    def refuse(model, game, plays):
        raise UnsuitableGame("not this one")

    combined = first_that_knows([Detector("refuses", refuse), says("knows", {2: 0.8})])
    assert combined.probabilities(None, CHICKEN, [of_size(2)]).tolist() == [0.8]


@pytest.mark.parametrize(
    "game", [CHICKEN, SEXES, GAMES["ochs"], GAMES["stag-hunt-2"]], ids=lambda game: game.name
)
def test_the_papers_combination_is_coordination_where_it_speaks_and_payoff_change_elsewhere(game):
    plays = small_plays(game)
    first, second = (
        DETECTORS[name].probabilities(None, game, plays) for name in ("coordination", "payoff-change")
    )
    assert PAPERS.probabilities(None, game, plays).tolist() == np.where(first == 0.5, second, first).tolist()
    spoken = first_that_knows([DETECTORS["coordination"], DETECTORS["payoff-change"]])
    assert find_detector("first(coordination, payoff-change)").judge == spoken.judge == PAPERS.judge


def test_it_is_available_by_name_and_in_no_set():
    assert PAPERS.looks_at == "the whole set" and PAPERS.fit is None
    assert [each.name for each in members_of(PAPERS)] == ["coordination", "payoff-change"]
    assert not any(PAPERS.name in names for names in DETECTOR_SETS.values())
    assert check_detector(PAPERS) is PAPERS


def test_who_learns_in_it_learns_from_the_same_plays_and_is_kept(tmp_path):
    plays = [play for game in (CHICKEN, SEXES) for play in small_plays(game)]
    human = [play.provenance["source"].startswith("people") for play in plays]
    combined = find_detector("first(coordination,shape-only)")
    trained = train(combined, plays, human)
    alone = train(DETECTORS["shape-only"], plays, human)
    own = small_plays(CHICKEN)  # coordination does not know chicken
    assert trained.judge(own).tolist() == alone.judge(own).tolist()
    assert (
        trained.judge(small_plays(SEXES)).tolist()
        == find_judge("coordination").judge(small_plays(SEXES)).tolist()
    )
    trained.save(tmp_path / "both.json")
    again = TrainedDetector.load(tmp_path / "both.json", combined)
    assert again.judge(own).tolist() == trained.judge(own).tolist()
    with pytest.raises(BadRequest, match="must be trained"):
        combined.probabilities(None, CHICKEN, own)


def test_judge_takes_combinations_of_those_that_are_ready():
    judge = find_judge("first(coordination,logistic)")
    play = small_plays(GAMES["rock-paper-scissors"])[0]
    assert judge.judge(play).tolist() == find_judge("logistic").judge(play).tolist()
    with pytest.raises(UnsuitableGame, match=r"'chicken' .* is unlike the games"):  # as logistic itself does
        judge.judge(small_plays(CHICKEN)[0])
    assert judge.judge(small_plays(SEXES)[0]) != 0.5  # coordination knows it
    assert judge.trained_on.digest == find_judge("logistic").trained_on.digest
    assert find_rivals("first(coordination,random)", "coordination").kind == "detectors"
    with pytest.raises(BadRequest, match="'shape-only' needs training"):
        find_judge("first(coordination,shape-only)")


@pytest.mark.parametrize(
    ("word", "error", "said"),
    [
        ("first(coordination,nobody)", UnknownName, "No detector is called 'nobody'"),
        ("first(coordination,payof-change)", UnknownName, "Did you mean 'payoff-change'"),
        ("first(coordination)", BadRequest, r"combines one detector; .* first\(coordination,payoff-change\)"),
        ("first()", BadRequest, "combines nobody"),
        ("first(random,random)", BadRequest, "asks somebody twice"),
        ("first(coordination,logistic:x)", BadRequest, "takes nothing after a colon"),
        ("first(coordination,missing/entry)", Exception, "There is no detector at 'missing/entry'"),
    ],
)
def test_what_is_no_combination_is_told(word, error, said):
    with pytest.raises(error, match=said):
        find_detector(word)


def test_a_detector_of_files_has_no_place_in_it():
    files = detector_of_files("seer", lambda model, files: np.full(len(files), 0.6))
    with pytest.raises(BadRequest, match="'seer' sees all games in one file"):
        first_that_knows([DETECTORS["coordination"], files])


def test_members_are_asked_only_about_what_is_still_open():
    asked = []

    def judge(model, game, plays):
        asked.extend(play.n_subjects for play in plays)
        return np.full(len(plays), 0.4)

    plays = [of_size(2), of_size(4)]
    combined = first_that_knows([says("one", {2: 0.9}), Detector("two", judge)])
    assert combined.probabilities(None, CHICKEN, plays).tolist() == [0.9, 0.4]
    assert asked == [4]


def test_streams_do_not_matter():
    play = small_plays(SEXES)[0]
    order = Streams(3).generator().permutation(len(play.groups()))
    shuffled = play.rows(play.groups()[order].ravel())
    others = list(small_plays(SEXES))[1:]
    one, two = (PAPERS.probabilities(None, SEXES, [each, *others])[0] for each in (play, shuffled))
    assert one == pytest.approx(two, abs=1e-12)
