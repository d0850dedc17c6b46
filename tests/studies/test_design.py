"""The design study: what it returns, what it writes, what it refuses."""

import pytest

import humanlike as hl
from humanlike.core import BadRequest, HumanlikeError
from humanlike.games import read_game

SMALL = {"rounds": 5, "candidates": 8, "generations": 1, "pairs": 64, "games": "chicken"}


@pytest.fixture(scope="module")
def found():
    return hl.design("ewa", "cross", **SMALL)


def test_the_game_found_separates_more_than_chicken_and_is_told(found):
    assert found.found.separation.nats[-1] > found.shipped[0].separation.nats[-1]
    assert "ewa or cross: the game found needs" in found.headline()
    document = found.document()
    assert len(document["found"]["bits_by_round"]) == 5
    assert document["shipped"][0]["game"] == "chicken"
    assert list(found.frame()["game"]) == ["ewa-or-cross", "chicken"]


def test_the_game_found_is_a_file_that_other_commands_take(found, tmp_path):
    found.write(tmp_path / "games.json")
    assert read_game(tmp_path / "games.json").same_payoffs(found.game)
    assert hl.play(str(tmp_path / "games.json"), "cross", pairs=2, rounds=4).game.name == "ewa-or-cross"


def test_the_same_seed_finds_the_same_game(found):
    assert hl.design("ewa", "cross", **SMALL).document() == found.document()


@pytest.mark.parametrize(
    ("words", "more", "said"),
    [
        (("ewa", "ewa"), {}, "same theory"),
        (("ewa", "ewa:turing-tournament"), {}, "same theory"),
        (("mix(ewa:.3,cross:.7)", "mix(cross:.7,ewa:.3)"), {}, "same theory"),
        (("ewa", "cross"), {"information": "own"}, "needs the own payoff table"),
        (("ewa", "cross"), {"payoffs": "20-0"}, "from 20 to 0"),
        (("ewa", "cross"), {"payoffs": "some"}, "0-20"),
        (("ewa", "cross"), {"size": "30x30"}, "30x30"),
        (("ewa", "cross"), {"power": 0.01}, "above alpha"),
        (("ewa", "cross"), {"candidates": 1}, "at least two games"),
        (("memory-one", "cross"), {"size": "3x3"}, "2 actions"),
    ],
)
def test_what_cannot_be_designed_is_said_in_a_sentence(words, more, said):
    with pytest.raises(HumanlikeError, match=said):
        hl.design(*words, **{**SMALL, **more})


def test_shares_of_a_mixture_belong_to_its_members():
    with pytest.raises(
        BadRequest, match="at least two games"
    ):  # two theories, found out before anything is played
        hl.design("mix(ewa:.3,cross:.7)", "mix(ewa:.7,cross:.3)", **{**SMALL, "candidates": 1})
