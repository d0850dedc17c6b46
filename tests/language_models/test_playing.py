"""What a model is shown, and what becomes of its answers, against a server that is a known player."""

import numpy as np
import pytest
from loopback import described, in_chances, in_words, serving

from humanlike.core import BadRequest, Streams
from humanlike.emulators import PlayShape
from humanlike.emulators.language_model import (
    LanguageModelPlayer,
    language_model_emulator,
    language_model_suspect,
)
from humanlike.emulators.program import play_or_ending
from humanlike.games import GAMES
from humanlike.language_models import WAYS, Interview, answer_recorded, asked_model, play_matches
from humanlike.programs import Ending

PD, BOS = GAMES["prisoners-dilemma"], GAMES["battle-of-the-sexes"]
FIXED = "game"  # the games' own labels: U and D, L and R


def tit_for_tat(body, count):
    """Does what the other did last (L is U, R is D, for the row), read from the last line of the past."""
    told = body["messages"][1]["content"].splitlines()
    rounds = [line for line in told if line.startswith("Round ") and "points" in line]
    labels = {"L": "U", "R": "D", "U": "L", "D": "R"}
    theirs = rounds[-1].split("the other player ")[1][0] if rounds else None
    own = labels[theirs] if theirs else ("U" if " U or D" in told[-1] or " D or U" in told[-1] else "L")
    return in_chances(**{own: 1.0})


@pytest.fixture
def answering(tmp_path):
    with serving(tit_for_tat) as server:
        yield LanguageModelPlayer(described(server.url, tmp_path / "book.jsonl", labels=FIXED), WAYS["plain"])


def test_a_model_that_answers_like_tit_for_tat_cooperates_with_itself(answering):
    moves = play_matches(Streams(1), answering.interview, PD, (4, 2))
    assert moves.tolist() == [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, -1, -1], [0, 0, -1, -1]]


def test_against_recorded_opponents_it_sees_a_round_only_after_it(answering):
    """Tit-for-tat by hand: cooperate, then copy what was recorded one round before."""
    others = np.array([[[0], [1], [1], [0]], [[1], [0], [-1], [-1]]])
    own = answer_recorded(Streams(1), answering.interview, PD, 0, others)
    assert own.tolist() == [[0, 0, 1, 1], [0, 1, -1, -1]]
    assert own.dtype == np.int8


def test_a_gap_in_the_record_is_no_move_and_play_goes_on_after_it(answering):
    own = answer_recorded(Streams(1), answering.interview, PD, 1, np.array([[[1], [-1], [0]]]))
    assert own.tolist() == [[0, -1, 1]]


def test_what_stands_later_in_the_record_changes_nothing_before(answering):
    long = np.array([[[0], [1], [0], [1], [1]]])
    first = answer_recorded(Streams(1), answering.interview, PD, 0, long)
    short = answer_recorded(Streams(1), answering.interview, PD, 0, long[:, :3])
    assert first[:, :3].tolist() == short.tolist()


def test_a_suspect_answers_with_the_agreed_signature(answering):
    suspect = language_model_suspect(answering)
    assert (suspect.name, suspect.family, suspect.kind) == ("llm:mine/plain", "tiny", "language model")
    assert suspect.answer(Streams(1), PD, 0, np.array([[[1], [1]]])).tolist() == [[0, 1]]


def test_records_of_another_shape_are_refused(answering):
    for role, others in ((2, np.zeros((1, 1, 1))), (0, np.zeros((1, 1, 2))), (0, np.full((1, 1, 1), 2))):
        with pytest.raises(BadRequest):
            answer_recorded(Streams(1), answering.interview, PD, role, others.astype(int))


def test_a_seat_that_stops_answering_makes_no_further_move_and_is_counted(tmp_path):
    with serving(lambda body, count: in_words("no" if count else "U")) as server:
        about = described(server.url, tmp_path / "b", labels=FIXED, logprobs=False)
        interview = Interview(asked_model(about), WAYS["plain"])
        own = answer_recorded(Streams(1), interview, PD, 0, np.array([[[0], [0], [0]]]))
    assert own.tolist() == [[0, -1, -1]]
    assert interview.conduct.failed_seats == 1


def test_a_model_that_does_not_choose_fails_in_a_tournament_as_programs_do(tmp_path):
    with serving(lambda body, count: in_words("never")) as server:
        about = described(server.url, tmp_path / "b", logprobs=False)
        emulator = language_model_emulator(LanguageModelPlayer(about, WAYS["plain"]))
        ending = play_or_ending(Streams(1), emulator, PD, PlayShape.full(4, 3))
    assert isinstance(ending, Ending)
    assert ending.mark.startswith("failed: in prisoners-dilemma, round 1, 4 of 4 seats")


def test_chances_of_labels_become_shares_of_moves(tmp_path):
    """Given J .6, F .2 of the mass: three quarters of J, whatever it stands for; 200 choices, four standard errors."""
    with serving(lambda body, count: in_chances(J=0.6, F=0.2, The=0.2)) as server:
        about = described(server.url, tmp_path / "b")
        interview = Interview(asked_model(about), WAYS["plain"])
        moves = play_matches(Streams(1), interview, BOS, (1,) * 100)
        asked = len(server.requests)
    from humanlike.language_models import draw_labelling

    labels = [draw_labelling(Streams(1)[f"match {match}"], BOS, ("J", "F")) for match in range(100)]
    said = [labels[row // 2].names[row % 2][action] for row, action in enumerate(moves[:, 0].tolist())]
    assert abs(said.count("J") / 200 - 0.75) < 4 * (0.75 * 0.25 / 200) ** 0.5
    assert asked <= 16  # two labellings, two orders of each role, two roles: equal questions are asked once
    assert interview.conduct.mass / interview.conduct.masses == pytest.approx(0.8)


def test_a_prediction_comes_first_and_is_told_back(tmp_path):
    with serving(lambda body, count: in_chances(J=1.0)) as server:
        about = described(server.url, tmp_path / "b", labels=("J", "F"))
        play_matches(Streams(1), Interview(asked_model(about), WAYS["predict-then-act"]), PD, (1,))
        questions = [body["messages"][1]["content"] for body in server.requests]
    assert sum("What do you think the other player will choose" in each for each in questions) >= 1
    assert all("expect the other player to choose J" in each for each in questions if "You expect" in each)
    assert questions[-1].startswith("Round 1. You expect")
