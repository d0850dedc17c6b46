"""Table 2 complete; exact vertices against brute force; pure equilibria with more players."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from humanlike.core import Game, UnsuitableGame
from humanlike.games import GAMES, equilibria, make_minimum_effort, make_public_goods, pure_equilibria
from humanlike.games.expected_payoffs import payoff_array
from humanlike.games.polytope import vertices

# row, column, payoffs, as printed in Table 2 (with chicken's pure equilibria set right)
TABLE_2 = {
    "ochs": ["1/2 1/2 | 1/10 9/10 | 24/5 4"],
    "stag-hunt-2": ["1 0 | 1 0 | 3 3", "0 1 | 0 1 | 6 6", "6/10 4/10 | 6/10 4/10 | 3 3"],
    "stag-hunt-3": [
        "1 0 0 | 1 0 0 | 3 3",
        "0 1 0 | 0 1 0 | 4 4",
        "0 0 1 | 0 0 1 | 5 5",
        "1/2 1/2 0 | 1/2 1/2 0 | 3 3",
        "1/2 0 1/2 | 1/2 0 1/2 | 3 3",
        "0 1/2 1/2 | 0 1/2 1/2 | 4 4",
    ],
    "ultimatum-3": [
        "1 0 0 | 0 0 1 | 3 3",
        "1 0 0 | 3/5 3/20 1/4 | 3 3",
        "1 0 0 | 3/5 0 2/5 | 3 3",
        "1 0 0 | 0 3/4 1/4 | 3 3",
        "0 1 0 | 0 1 0 | 4 2",
        "0 1 0 | 4/5 1/5 0 | 4 2",
        "0 0 1 | 1 0 0 | 5 1",
    ],
    "centipede-3": [
        "1 0 0 | 1 0 0 | 4 1",
        "1 0 0 | 6/7 1/7 0 | 4 1",
        "1 0 0 | 30/31 0 1/31 | 4 1",
        "1 0 0 | 6/7 6/49 1/49 | 4 1",
    ],
    "prisoners-dilemma": ["0 1 | 0 1 | 2 2"],
    "battle-of-the-sexes": ["1 0 | 1 0 | 18 6", "0 1 | 0 1 | 6 18", "5/6 1/6 | 1/6 5/6 | 11/2 11/2"],
    "chicken": ["1 0 | 0 1 | 2 6", "0 1 | 1 0 | 6 2", "1/2 1/2 | 1/2 1/2 | 7/2 7/2"],
}


def triple(line):
    return tuple(tuple(map(Fraction, part.split())) for part in line.split("|"))


@pytest.mark.parametrize("name", TABLE_2)
def test_table_2_comes_out_complete_and_exact(name):
    found = {(each.row, each.column, each.payoffs) for each in equilibria(GAMES[name])}
    assert found == {triple(line) for line in TABLE_2[name]}


def test_the_notes_of_table_2_are_the_continua():
    components = {}
    for each in equilibria(GAMES["ultimatum-3"]):
        components.setdefault(each.component, []).append(each)
    assert sorted(len(members) for members in components.values()) == [1, 2, 4]
    assert all(each.continuum == (len(members) > 1) for members in components.values() for each in members)
    assert {each.component for each in equilibria(GAMES["centipede-3"])} == {0}
    for name in set(TABLE_2) - {"ultimatum-3", "centipede-3"}:
        assert not any(each.continuum for each in equilibria(GAMES[name]))


def test_where_fates_are_in_the_others_hands_every_profile_is_an_equilibrium():
    found = equilibria(GAMES["mutual-fate-control"])
    assert {(each.row, each.column) for each in found} == set(product([(1, 0), (0, 1)], repeat=2))
    assert {each.component for each in found} == {0} and all(each.continuum for each in found)


def test_rock_paper_scissors_is_uniform():
    (only,) = equilibria(GAMES["rock-paper-scissors"])
    assert only.row == only.column == (Fraction(1, 3),) * 3 and not only.is_pure


def test_decimal_payoffs_are_taken_as_written():
    game = Game.from_matrices("cents", [[0.3, 0], [0, 0.1]], [[0.1, 0], [0, 0.3]])
    mixed = [each for each in equilibria(game) if not each.is_pure]
    assert [each.row for each in mixed] == [(Fraction(3, 4), Fraction(1, 4))]


matrices = st.tuples(st.integers(1, 3), st.integers(1, 4)).flatmap(
    lambda size: st.tuples(
        *[
            st.lists(
                st.lists(st.integers(0, 3), min_size=size[1], max_size=size[1]),
                min_size=size[0],
                max_size=size[0],
            )
        ]
        * 2
    )
)


def solve(system, right):
    """Gauss-Jordan in fractions; None if singular."""
    rows = [[*line, value] for line, value in zip(system, right, strict=True)]
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for i in range(len(rows)):
            if i != k:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [line[-1] for line in rows]


def brute_force_vertices(payoffs):
    """Every way of making as many constraints tight as there are unknowns (y, v)."""
    n_own = len(payoffs[0])
    tight = [[Fraction(int(i == k)) for i in range(n_own)] + [Fraction(0)] for k in range(n_own)]
    tight += [[*map(Fraction, row), Fraction(-1)] for row in payoffs]
    found = set()
    for chosen in combinations(tight, n_own):
        point = solve([[Fraction(1)] * n_own + [Fraction(0)], *chosen], [Fraction(1)] + [Fraction(0)] * n_own)
        if point is None or min(point[:-1]) < 0:
            continue
        if all(sum(a * y for a, y in zip(row, point[:-1], strict=True)) <= point[-1] for row in payoffs):
            found.add(tuple(point[:-1]))
    return found


@settings(deadline=None, derandomize=True, max_examples=150)
@given(matrices)
def test_vertices_agree_with_brute_force_in_degenerate_games(pair):
    payoffs = [[Fraction(value) for value in row] for row in pair[0]]
    assert {vertex.strategy for vertex in vertices(payoffs)} == brute_force_vertices(payoffs)


def is_equilibrium(game, row, column):
    for_row, for_column = (
        [[Fraction(value) for value in line] for line in m.tolist()] for m in game.matrices
    )
    row_pays = [sum(a * q for a, q in zip(line, column, strict=True)) for line in for_row]
    column_pays = [
        sum(line[j] * p for line, p in zip(for_column, row, strict=True)) for j in range(len(column))
    ]
    return all(pays == max(row_pays) for p, pays in zip(row, row_pays, strict=True) if p) and all(
        pays == max(column_pays) for q, pays in zip(column, column_pays, strict=True) if q
    )


@settings(deadline=None, derandomize=True, max_examples=150)
@given(matrices)
def test_extreme_equilibria_are_exactly_the_mutual_best_replies_among_vertices(pair):
    game = Game.from_matrices("any", *pair)
    xs = brute_force_vertices([[Fraction(v) for v in row] for row in zip(*pair[1], strict=True)])
    ys = brute_force_vertices([[Fraction(v) for v in row] for row in pair[0]])
    expected = {(x, y) for x, y in product(xs, ys) if is_equilibrium(game, x, y)}
    found = equilibria(game)
    assert found and {(each.row, each.column) for each in found} == expected


@settings(deadline=None, derandomize=True, max_examples=60)
@given(matrices)
def test_between_interchangeable_equilibria_lies_an_equilibrium(pair):
    game = Game.from_matrices("any", *pair)
    found = equilibria(game)
    for one, other in combinations(found, 2):
        if one.row == other.row:
            middle = tuple((p + q) / 2 for p, q in zip(one.column, other.column, strict=True))
            assert one.component == other.component and is_equilibrium(game, one.row, middle)


def test_an_independent_solver_agrees_on_generic_games():
    nashpy = pytest.importorskip("nashpy")
    generator = np.random.default_rng(3)
    for size in (2, 3, 4, 3):
        row, column = generator.uniform(1, 5, size=(2, size, size)).round(3)
        theirs = [np.concatenate(pair) for pair in nashpy.Game(row, column).vertex_enumeration()]
        found = equilibria(Game.from_matrices("generic", row, column))
        ours = [np.array([*each.row, *each.column], dtype=float) for each in found]
        np.testing.assert_allclose(sorted(map(tuple, ours)), sorted(map(tuple, theirs)), atol=1e-8)


def test_too_large_a_game_is_refused_in_a_sentence():
    size = 12
    payoffs = np.random.default_rng(1).random((size, size))
    game = Game.from_matrices("huge", payoffs + np.eye(size), payoffs.T + np.eye(size))
    with pytest.raises(UnsuitableGame, match="at most"):
        equilibria(game)


def as_normal_form(game):
    """The same game with every combination of the others' actions a situation of its own."""
    tables = [
        np.moveaxis(payoff_array(game, player), player, 0).reshape(game.n_actions[player], -1)
        for player in range(game.n_players)
    ]
    return Game(game.name, tuple(np.ascontiguousarray(table) for table in tables), game.labels)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(
    st.sampled_from(["sum", "lowest"]),
    st.lists(st.lists(st.integers(0, 3), min_size=7, max_size=7), min_size=3, max_size=3),
    st.lists(st.lists(st.integers(0, 3), min_size=7, max_size=7), min_size=3, max_size=3),
    st.integers(0, 4),
)
def test_aggregate_games_have_the_equilibria_of_their_normal_form(kind, one, other, n_other):
    """Four players of two kinds: each multiset found stands for as many cells as it says."""
    situations = 7 if kind == "sum" else 3
    tables = [
        np.array(one if player < 4 - n_other else other, dtype=float)[:, :situations] for player in range(4)
    ]
    game = Game(
        "mixed", tuple(np.ascontiguousarray(t) for t in tables), (("a", "b", "c"),) * 4, situation_kind=kind
    )
    full = {each.profile for each in pure_equilibria(as_normal_form(game))}
    found = pure_equilibria(game)
    assert {each.profile for each in found} <= full
    assert sum(each.multiplicity for each in found) == len(full)


def test_minimum_effort_has_one_equilibrium_per_level_even_in_a_large_group():
    found = pure_equilibria(make_minimum_effort("eight", players=8))
    assert [each.profile for each in found] == [(level,) * 8 for level in range(7)]


def test_nobody_contributes_to_a_public_good_of_any_size():
    (only,) = pure_equilibria(make_public_goods("seventeen", players=17, endowment=20, multiplier=11.3))
    assert only.profile == (0,) * 17 and only.payoffs == (20.0,) * 17


def test_three_of_four_enter_a_market_that_holds_three():
    (only,) = pure_equilibria(GAMES["market-entry"])  # one cell stands for all who may stay out
    assert sorted(only.profile) == [0, 1, 1, 1] and only.multiplicity == 4
    assert sorted(only.payoffs) == [0.0, 1.0, 1.0, 1.0]


def test_too_many_equilibria_are_refused_in_a_sentence():
    with pytest.raises(UnsuitableGame, match="more than"):
        pure_equilibria(make_public_goods("indifferent", players=6, endowment=20, multiplier=6.0))
