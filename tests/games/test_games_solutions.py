"""Pareto set, polygon, maximin, coordination: by hand for the published games."""

import numpy as np
import pytest

from humanlike.core import Game, UnsuitableGame
from humanlike.games import (
    GAMES,
    coordination_cells,
    equilibria,
    make_public_goods,
    maximin,
    pareto_cells,
    payoff_polygon,
)

PARETO = {
    "ochs": "UL UR DL",
    "stag-hunt-2": "DR",
    "stag-hunt-3": "DR",
    "ultimatum-3": "UL UM UR ML MM DL",
    "centipede-3": "DM DR",
    "prisoners-dilemma": "UL UR DL",
    "battle-of-the-sexes": "UL DR",
    "chicken": "UL UR DL",
    "mutual-fate-control": "BB",
    "coordination": "AA BB",
    "minimum-effort": "777777",
}
COORDINATION = {
    "stag-hunt-2": "UL DR",
    "stag-hunt-3": "UL MM DR",
    "battle-of-the-sexes": "UL DR",
    "coordination": "AA BB",
    "minimum-effort": "111111 222222 333333 444444 555555 666666 777777",
}


@pytest.mark.parametrize("name", PARETO)
def test_pareto_sets_by_hand(name):
    assert [GAMES[name].label_of(cell) for cell in pareto_cells(GAMES[name])] == PARETO[name].split()


@pytest.mark.parametrize("name", GAMES)
def test_coordination_games_are_told_from_the_others(name):
    cells = [GAMES[name].label_of(cell) for cell in coordination_cells(GAMES[name])]
    assert cells == COORDINATION.get(name, "").split()


def test_a_symmetric_groups_pareto_set_stands_for_that_of_the_normal_form():
    game = make_public_goods("trio", players=3, endowment=2, multiplier=2.0)
    profiles = game.profiles()
    payoffs = np.array([game.payoffs_of(profile) for profile in profiles])
    full = {
        profile
        for profile, own in zip(profiles, payoffs, strict=True)
        if not any((other >= own).all() and (other > own).any() for other in payoffs)
    }
    found = set(pareto_cells(game))
    assert found == {profile for profile in full if list(profile) == sorted(profile)}


def test_a_pareto_set_too_large_to_compare_is_refused():
    with pytest.raises(UnsuitableGame, match="too many"):
        pareto_cells(make_public_goods("crowd", players=17, endowment=20, multiplier=2.0))


@pytest.mark.parametrize(
    ("name", "corners"),
    [
        ("ochs", [(3, 5), (5, 3), (21, 3)]),
        ("prisoners-dilemma", [(1, 9), (2, 2), (9, 1), (8, 8)]),
        ("matching-pennies", [(0, 1), (1, 0)]),
        ("rock-paper-scissors", [(-1, 1), (1, -1)]),
        ("centipede-3", [(2, 8), (4, 1), (64, 16), (8, 32)]),
    ],
)
def test_polygons_by_hand(name, corners):
    np.testing.assert_array_equal(payoff_polygon(GAMES[name]), corners)


def test_a_game_with_one_outcome_has_a_polygon_of_one_corner():
    np.testing.assert_array_equal(payoff_polygon(Game.from_matrices("flat", [[1, 1]], [[2, 2]])), [(1, 2)])


def test_maximin_by_hand():
    row, column = maximin(GAMES["ochs"])
    assert (row.action, row.pure_value) == (0, 3.0) and (column.action, column.pure_value) == (0, 3.0)
    np.testing.assert_allclose([row.mixed_value, *row.strategy], [4.8, 0.1, 0.9], atol=1e-9)
    np.testing.assert_allclose([column.mixed_value, *column.strategy], [4.0, 0.5, 0.5], atol=1e-9)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_what_is_secured_is_secured_and_mixing_never_hurts(game):
    for security, table in zip(maximin(game), game.tables, strict=True):
        assert security.mixed_value >= security.pure_value - 1e-9
        assert abs(sum(security.strategy) - 1) < 1e-12 and min(security.strategy) >= 0
        np.testing.assert_allclose((np.array(security.strategy) @ table).min(), security.mixed_value)


def test_no_equilibrium_pays_less_than_maximin():
    for game in GAMES.values():
        if game.n_players == 2:
            for player, security in enumerate(maximin(game)):
                assert all(
                    float(each.payoffs[player]) >= security.mixed_value - 1e-9 for each in equilibria(game)
                )
