"""Symmetries of games: those worked out by hand, and what they lead to."""

import pytest

from humanlike.core import Game
from humanlike.games import GAMES, Symmetry, symmetries
from humanlike.games.symmetries import actions_are_alike, profiles_are_alike

FLIP_BOTH = Symmetry((0, 1), ((1, 0), (1, 0)))


@pytest.mark.parametrize(
    ("name", "actions", "profiles"),
    [
        ("coordination", True, False),  # AA and BB are alike, AB and BA are alike
        ("matching-pennies", True, True),
        ("mutual-fate-control", False, False),
        ("fate-behaviour-control", False, False),
        ("rock-paper-scissors", True, False),  # draws are alike, and so are wins
    ],
)
def test_which_actions_and_outcomes_are_alike(name, actions, profiles):
    game = GAMES[name]
    found = symmetries(game)
    assert all(actions_are_alike(found, seat, game.n_actions[seat]) for seat in (0, 1)) is actions
    assert profiles_are_alike(found, game.n_actions) is profiles


def test_matching_pennies_turns_around():
    """By hand: who wants to match becomes who wants to differ, so one of the two renames the coins."""
    turn = Symmetry((1, 0), ((1, 0), (0, 1)))
    assert set(symmetries(GAMES["matching-pennies"])) >= {FLIP_BOTH, turn}
    cell, seen = (0, 0), []
    for _ in range(4):
        seen.append(cell)
        cell = turn.of(cell)
    assert cell == (0, 0) and sorted(seen) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_payoffs_that_differ_break_a_symmetry_and_large_games_are_not_searched():
    uneven = Game.from_matrices("uneven", [[2, 0], [0, 1]], [[2, 0], [0, 1]])
    assert FLIP_BOTH not in symmetries(uneven)
    assert symmetries(GAMES["public-goods"]) == []
