"""What each seat is told about its game: the checks of the published coordination player."""

import numpy as np
import pytest

from humanlike.core import BadGame, Game
from humanlike.games import GAMES, analyse, cooperative_plan

two_player = [game for game in GAMES.values() if game.n_players == 2]

PLANS = {  # cells of odd and even rounds, average payoffs
    "ochs": ("UL UR", (12, 4)),
    "stag-hunt-2": ("DR DR", (6, 6)),
    "stag-hunt-3": ("DR DR", (5, 5)),
    "ultimatum-3": ("MM MM", (4, 2)),
    "centipede-3": ("DR DM", (36, 24)),
    "prisoners-dilemma": ("UL UL", (8, 8)),
    "battle-of-the-sexes": ("UL DR", (12, 12)),
    "chicken": ("UL DL", (5.5, 3.5)),
}


@pytest.mark.parametrize("name", PLANS)
def test_plans_pay_what_the_paper_reports(name):
    game, (cells, average) = GAMES[name], PLANS[name]
    plan = cooperative_plan(game)
    assert [game.label_of(cell) for cell in plan] == cells.split()
    assert tuple(np.mean([game.payoffs_of(cell) for cell in plan], axis=0)) == average


@pytest.mark.parametrize("game", two_player, ids=lambda game: game.name)
def test_both_seats_are_told_the_same_plan(game):
    row, column = analyse(game)
    np.testing.assert_array_equal(row.plan_own, column.plan_other)
    np.testing.assert_array_equal(row.plan_other, column.plan_own)
    assert list(zip(row.plan_own, row.plan_other, strict=True)) == list(cooperative_plan(game))


@pytest.mark.parametrize("game", two_player, ids=lambda game: game.name)
def test_shapes_and_sums_fit_the_seat(game):
    for seat, analysis in enumerate(analyse(game)):
        count = game.n_actions[seat]
        assert analysis.plan_own.shape == analysis.plan_other.shape == (2,)
        assert analysis.common_best.shape == analysis.pareto_share.shape == (count,)
        assert analysis.qre_choice.shape == (count, analysis.qre_precision.size)
        assert abs(analysis.pareto_share.sum() - 1) < 1e-12
        np.testing.assert_allclose(analysis.qre_choice.sum(axis=0), 1.0, rtol=1e-12)
        np.testing.assert_allclose(analysis.qre_choice[:, 0], 1 / count)
        assert np.all(np.diff(analysis.qre_precision) > 0) and analysis.qre_precision[-1] == 200


def test_only_games_without_pure_equilibrium_are_only_mixed():
    only_mixed = {game.name for game in two_player if analyse(game)[0].only_mixed == 1.0}
    assert only_mixed == {"ochs", "matching-pennies", "rock-paper-scissors"}


@pytest.mark.parametrize(
    ("name", "row", "column"),
    [
        ("stag-hunt-2", [0, 1], [0, 1]),
        ("coordination", [1, 0], [1, 0]),
        ("mutual-fate-control", [0, 1], [0, 1]),
        ("prisoners-dilemma", [0, 0], [0, 0]),
        ("battle-of-the-sexes", [0, 0], [0, 0]),
    ],
)
def test_a_cell_best_for_both_is_found_where_there_is_one(name, row, column):
    seats = analyse(GAMES[name])
    assert seats[0].common_best.tolist() == row and seats[1].common_best.tolist() == column


@pytest.mark.parametrize(
    ("name", "punishments"),
    [
        ("ochs", (0, 1)),  # column's best is 5 either way; row's best falls from 21 to 5 against R
        ("prisoners-dilemma", (1, 1)),
        ("battle-of-the-sexes", (0, 1)),  # against U column gets at most 6, against R row at most 6
        ("chicken", (1, 1)),
        ("centipede-3", (0, 0)),
        ("ultimatum-3", (2, 2)),
    ],
)
def test_punishments_hold_the_other_lowest(name, punishments):
    assert tuple(int(seat.punishment) for seat in analyse(GAMES[name])) == punishments


def test_pareto_shares_count_cells():
    row, column = analyse(GAMES["centipede-3"])  # DM and DR
    assert row.pareto_share.tolist() == [0, 0, 1] and column.pareto_share.tolist() == [0, 0.5, 0.5]


def test_unequal_numbers_of_actions_are_served():
    row, column = analyse(Game.from_matrices("wide", [[1, 2, 3], [3, 1, 0]], [[3, 2, 1], [0, 1, 3]]))
    assert row.qre_choice.shape[0] == 2 and column.qre_choice.shape[0] == 3


def test_larger_groups_are_refused():
    with pytest.raises(BadGame, match="4 players"):
        analyse(GAMES["public-goods"])
