"""The numbers that sum a play up: the centre against an optimiser, and how little memory they take."""

import tracemalloc

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize

from humanlike.core import BadRecord, Game, Play
from humanlike.datasets import geometric_median, read_plays, summarise
from humanlike.studies.play import play

CHICKEN = Game.from_matrices("chicken", [[5, 2], [6, 1]], [[5, 6], [2, 1]])
CLOUDS = {
    "scattered": lambda random: random.normal(size=(60, 2)),
    "few values": lambda random: random.integers(0, 4, (60, 2)) / 50,
    "three roles": lambda random: random.integers(0, 6, (40, 3)).astype(float),
    "far from zero": lambda random: 1e6 + random.normal(size=(30, 2)),
    "a heavy point": lambda random: np.concatenate([np.zeros((25, 2)), random.normal(1, 1, (30, 2))]),
    "nearly a line": lambda random: random.normal(size=(41, 2)) * [1, 1e-6],
    "wide and narrow": lambda random: np.concatenate([random.normal(size=(20, 2)), [[1e5, 3]]]),
}


def total(points, centre) -> float:
    return float(np.linalg.norm(points - centre, axis=1).sum())


@pytest.mark.parametrize("name", CLOUDS)
def test_no_optimiser_finds_a_better_centre(name: str) -> None:
    """The sum of distances is no larger than where Nelder and Mead end from there, nor at any point of the cloud."""
    for seed in range(5):
        points = CLOUDS[name](np.random.default_rng(seed))
        centre = geometric_median(points)
        options = {"xatol": 1e-12, "fatol": 0, "maxiter": 2000}
        tried = minimize(
            lambda x, points=points: total(points, x), centre, method="Nelder-Mead", options=options
        )
        best = min(tried.fun, *(total(points, point) for point in points))
        assert total(points, centre) <= best * (1 + 1e-13)


def test_repeated_points_weigh_as_often_as_they_occur() -> None:
    points = np.random.default_rng(1).integers(0, 3, (12, 2)).astype(float)
    often = np.random.default_rng(2).permutation(np.repeat(points, 500, axis=0))
    np.testing.assert_allclose(geometric_median(often), geometric_median(points), atol=1e-12)


def test_on_a_line_the_centre_is_the_mean_or_the_first_middle_point() -> None:
    """By hand: 0, 1, 4, 5 pull alike on 2.5; of 0, 0, 1, 9 every point from 0 to 1 is a median, the mean is none."""
    for values, middle in (([0, 1, 4, 5], 2.5), ([0, 0, 1, 9], 0.0), ([9, 0, 2], 2.0)):
        line = np.column_stack([values, np.subtract(10, values)])
        np.testing.assert_allclose(geometric_median(line), [middle, 10 - middle])


def test_missing_moves_and_short_matches_are_counted() -> None:
    """Match 1 lasts three rounds with a gap in the second, match 2 one round."""
    moves = np.array([[0, -1, 1], [1, 1, 0], [1, -1, -1], [1, -1, -1]])
    summary = summarise(Play(CHICKEN, moves))
    assert (summary.n_choices, summary.n_missing, summary.n_matches) == (7, 1, 2)
    np.testing.assert_allclose(summary.mean, [(4 + 1) / 2, (4 + 1) / 2])
    assert summary.cells == {"AA": 0.0, "AB": 1 / 3, "BA": 1 / 3, "BB": 1 / 3}
    np.testing.assert_allclose(np.concatenate(summary.actions), [1 / 3, 2 / 3, 1 / 4, 3 / 4])


def test_who_changes_roles_misses_no_move_in_the_other_role() -> None:
    """Roles change every round within one match: two rows a person, a move in one of them; one real gap at the end."""
    table = pd.DataFrame(
        [
            {
                "match": "m",
                "subject": who,
                "role": 1 + (place + round_) % 2,
                "round": round_,
                "partner": other,
            }
            for round_ in range(1, 5)
            for place, (who, other) in enumerate(["ab", "ba"])
        ]
    )
    table = table.assign(action=[0, 1, 1, 1, 0, 0, 1, 1])
    sexes = Game.from_matrices("sexes", [[2, 0], [0, 1]], [[1, 0], [0, 2]])
    (whole,) = read_plays(table, sexes)
    assert whole.n_subjects == 4
    assert (summarise(whole).n_choices, summarise(whole).n_missing) == (8, 0)
    (gap,) = read_plays(table.assign(action=[0, 1, 1, -1, 0, 0, 1, 1]), sexes)
    assert (summarise(gap).n_choices, summarise(gap).n_missing) == (7, 1)


def test_playing_and_summing_up_takes_a_few_bytes_for_each_choice() -> None:
    """Nothing is kept for each player but numbers in arrays: a list of names alone would take more than this."""
    pairs, rounds = 40_000, 10
    tracemalloc.start()
    try:
        play("chicken", "ewa", pairs=pairs, rounds=rounds).document()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak / (2 * pairs * rounds) < 25


def test_situations_and_roles_that_no_game_has_are_refused() -> None:
    with pytest.raises(BadRecord, match="round 2: situation 7, but this role has situations 0-1"):
        Play(CHICKEN, np.array([[0, 1], [1, 1]]), situations=np.array([[0, 7], [0, 0]]))
    with pytest.raises(BadRecord, match="roles 0-1, not 0-5"):
        Play(CHICKEN, np.array([[0], [1]]), roles=np.array([0, 5]), partners=np.array([[1], [0]]))
