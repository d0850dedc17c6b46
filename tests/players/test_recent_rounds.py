"""What just happened, as numbers: by hand, all around the circle of actions, and with moves missing."""

import numpy as np
import pytest

from humanlike.core import Streams
from humanlike.games import GAMES
from humanlike.players.people.recent_rounds import Contexts, looks_the_same_around


def test_digits_by_hand_with_a_move_missing_and_a_round_between_matches():
    """A round is 1 + 2 x own + met; a lost move is passed over, a round without moves begins anew."""
    own, met = np.array([[0, 1, -1, 0, -1, 1]]), np.array([[1, 0, 1, 0, -1, 1]])
    digits, played = Contexts(2, 2, 2).course(own, met)
    assert digits[0, 0].tolist() == [0, 2, 3, 3, 1, 0]
    assert digits[1, 0].tolist() == [0, 0, 2, 2, 3, 0]
    assert played[0].tolist() == [0, 1, 2, 2, 3, 0]


def test_levels_go_from_coarse_to_fine_each_with_its_place():
    square = Contexts(3, 3, 2)
    assert square.levels == ((0, False), (1, True), (1, False), (2, False))
    assert square.offsets == (0, 1, 11, 21, 121) and square.n_deep == 100
    assert Contexts(2, 3, 1).levels == ((0, False), (1, False))
    assert Contexts(2, 2, 0).levels == ((0, False),) and Contexts(2, 2, 0).n_deep == 1


def test_numbers_by_hand():
    contexts = Contexts(2, 2, 2)  # base 5: the last round D C (3), the one before C D (2)
    assert contexts.numbers([3, 2], 0) == [0, 1 + 3, 6 + 3, 11 + 3 * 5 + 2]
    # relative to the own D: D C becomes C D (2), C D becomes D C (3); memory 1 stays absolute in its second form
    assert contexts.numbers([3, 2], 1) == [0, 1 + 2, 6 + 3, 11 + 2 * 5 + 3]
    assert contexts.deep([3, 2]) == 17 and contexts.all_digits()[:, 17].tolist() == [3, 2]


def test_shifting_all_actions_of_a_round_game_changes_no_relative_context():
    contexts = Contexts(3, 3, 3)
    moves = Streams(2)["shift"].generator().integers(0, 3, (2, 20, 12))
    plain, _ = contexts.course(moves[0], moves[1])
    for shift in (1, 2):
        turned, _ = contexts.course((moves[0] + shift) % 3, (moves[1] + shift) % 3)
        before, after = (
            np.array([number + np.zeros((20, 12), int) for number in contexts.numbers(digits, 1)])
            for digits in (plain, turned)
        )
        relative = [memory != 1 or only_round for memory, only_round in contexts.levels]
        np.testing.assert_array_equal(after[relative], before[relative])
        assert (after[2] != before[2])[:, 1:].all()  # one round, absolute
        own = contexts.shift(plain, 3, 1)
        np.testing.assert_array_equal(contexts.shift(turned, 3, 1)[:, 1:], (own[:, 1:] + shift) % 3)


def test_memories_are_cut_where_there_would_be_too_many_contexts():
    assert Contexts.fitting(2, 2, 3).memory == 3
    assert Contexts.fitting(5, 5, 3).memory == 2
    assert Contexts.fitting(100, 100, 3).memory == 0


@pytest.mark.parametrize(
    "name, is_round",
    [
        ("rock-paper-scissors", True),
        ("matching-pennies", True),
        ("prisoners-dilemma", False),
        ("chicken", False),
    ],
)
def test_which_games_look_the_same_all_around(name: str, is_round: bool):
    assert all(bool(looks_the_same_around(table, np.isclose)) == is_round for table in GAMES[name].tables)
