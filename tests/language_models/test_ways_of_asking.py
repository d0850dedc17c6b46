"""What is said to a model, word by word where it matters."""

from dataclasses import replace
from itertools import pairwise

import pytest
from loopback import described

from humanlike.core import Streams, UnsuitableGame
from humanlike.games import GAMES
from humanlike.language_models import WAYS, Moment, draw_labelling
from humanlike.language_models.labels import LETTERS, Labelling
from humanlike.language_models.moment import check_describable
from humanlike.language_models.requests import for_chances, for_words

PD = GAMES["prisoners-dilemma"]  # U and L cooperate: 8, 8; 1, 9; 9, 1; 2, 2
STRAIGHT = Labelling((("J", "F"), ("J", "F")), ((0, 1), (0, 1)))


def moment(history=(), **more):
    return Moment(PD, 0, STRAIGHT, tuple(history), **more)


def test_plain_words_by_hand():
    prompt = WAYS["plain"].compose(moment([(0, 1)]))
    assert "- you J, the other player F; points: you 1, the other player 9" in prompt.rules
    assert "- you F, the other player J; points: you 9, the other player 1" in prompt.rules
    assert prompt.past == "Round 1: you J, the other player F; points: you 1, the other player 9"
    assert prompt.question == "Round 2. Which do you choose, J or F? Answer with the label only."


@pytest.mark.parametrize("way", WAYS.values(), ids=lambda way: way.name)
def test_what_changes_comes_last_so_that_a_prompt_continues_the_one_before(way):
    rounds = [(0, 0), (0, 1), (1, 1)]
    prompts = [way.compose(moment(rounds[:count], expected="J")) for count in range(4)]
    assert len({prompt.rules for prompt in prompts}) == 1
    for before, after in pairwise(prompts):
        assert after.past.startswith(before.past)
        assert after.message.endswith(after.question)


@pytest.mark.parametrize("way", WAYS.values(), ids=lambda way: way.name)
def test_every_way_tells_all_payoffs_and_all_labels_in_games_of_any_size(way):
    for name in ("prisoners-dilemma", "rock-paper-scissors", "ochs", "market-entry"):
        game = GAMES[name]
        at = Moment(
            game, 1, draw_labelling(Streams(1), game, "letters"), ((0,) * game.n_players,), expected="X"
        )
        for compose in filter(None, (way.compose, way.predict)):
            prompt = compose(at)
            for label in at.own_labels:
                assert label in prompt.rules
                assert label in prompt.question or way.predict
            for cell in at.cells():
                assert cell.own_payoff in prompt.rules


def test_a_window_shows_only_the_last_rounds_and_keeps_their_numbers():
    rounds = [(0, 0), (0, 1), (1, 1)]
    assert [number for number, _ in moment(rounds, window=2).past()] == [2, 3]
    assert "Round 1:" not in WAYS["plain"].compose(moment(rounds, window=2)).past


def test_a_round_in_which_somebody_did_not_move_is_not_told():
    assert [number for number, _ in moment([(0, 0), (0, -1), (1, 1)]).past()] == [1, 3]


def test_the_number_of_rounds_is_told_only_if_it_is_announced():
    assert "10 rounds" in WAYS["plain"].compose(moment(rounds=10)).rules
    assert "several rounds" in WAYS["plain"].compose(moment()).rules


def test_who_predicts_is_told_what_it_expects():
    way = WAYS["predict-then-act"]
    assert "other player will choose this time, J or F" in way.predict(moment()).question
    assert "expect the other player to choose F" in way.compose(replace(moment(), expected="F")).question


def test_the_column_player_sees_the_game_from_its_own_side():
    game = GAMES["battle-of-the-sexes"]  # the row earns 18 at UL, the column 6
    cells = {(cell.own, *cell.others): cell for cell in Moment(game, 1, STRAIGHT).cells()}
    assert (cells["J", "J"].own_payoff, cells["J", "J"].others_payoffs) == ("6", ("18",))


def test_labels_and_their_order_change_from_match_to_match_and_repeat_with_the_stream():
    drawn = [draw_labelling(Streams(1)[f"match {match}"], PD, "letters") for match in range(40)]
    assert len({each.names[0] for each in drawn}) > 30
    assert {each.orders[0] for each in drawn} == {(0, 1), (1, 0)}
    assert all(set(each.names[0]) <= set(LETTERS) and each.names[0] == each.names[1] for each in drawn)
    assert drawn[7] == draw_labelling(Streams(1)["match 7"], PD, "letters")


def test_given_labels_are_dealt_to_actions_and_the_games_own_stay_where_they_are():
    given = {draw_labelling(Streams(seed), PD, ("J", "F")).names[0] for seed in range(20)}
    assert given == {("J", "F"), ("F", "J")}
    assert draw_labelling(Streams(1), PD, "game").names == (("U", "D"), ("L", "R"))


def test_a_game_too_large_to_be_told_is_refused():
    with pytest.raises(UnsuitableGame, match="at most 64"):
        check_describable(GAMES["public-goods"])


def test_a_bare_continuation_gets_one_text_that_ends_where_the_answer_begins(tmp_path):
    about = described("http://127.0.0.1:1", tmp_path / "book.jsonl", protocol="completions")
    text = for_chances(about, WAYS["plain"].compose(moment())).body["prompt"]
    assert text.endswith("Answer with the label only.\nRound 1: you")


def test_an_endpoint_is_spoken_to_as_its_file_says(tmp_path):
    about = described(
        "http://127.0.0.1:1",
        tmp_path / "b",
        limit="max_completion_tokens",
        system=False,
        answer_tokens=4000,
        sends={"reasoning_effort": "minimal"},
    )
    prompt = WAYS["persona"].compose(moment())
    body = for_words(about, prompt, "draw").body
    assert [said["role"] for said in body["messages"]] == ["user"]
    assert body["messages"][0]["content"] == f"{prompt.rules}\n\n{prompt.message}"
    assert (body["max_completion_tokens"], body["reasoning_effort"]) == (4000, "minimal")
    assert "max_tokens" not in body


def test_a_written_answer_is_known_by_its_draw_and_chances_by_the_question_alone(tmp_path):
    about = described("http://127.0.0.1:1", tmp_path / "b")
    prompt = WAYS["plain"].compose(moment())
    one, other = for_words(about, prompt, "one"), for_words(about, prompt, "other")
    assert one.digest(about) == other.digest(about)
    assert (one.draw, other.draw, for_chances(about, prompt).draw) == ("one", "other", "")
    assert for_words(about.model_copy(update={"temperature": 0.0}), prompt, "one").draw == ""
    elsewhere = about.model_copy(update={"url": "http://127.0.0.1:2"})
    assert one.digest(about) != one.digest(elsewhere)
