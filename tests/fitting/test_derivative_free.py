"""The search without derivatives, on losses whose minimum is known."""

import numpy as np

from humanlike.core import Interval, Streams
from humanlike.fitting.derivative_free import SMALLEST, search

UNIT = (Interval(0.0, 1.0), Interval(0.0, 1.0))
STREAM = Streams(1)["search"]


def searched(evaluate, bounds, n_problems, **how):
    lower = np.tile([bound.lower for bound in bounds], (n_problems, 1)).astype(float)
    upper = np.tile([bound.upper for bound in bounds], (n_problems, 1)).astype(float)
    return search(evaluate, bounds, lower, upper, (lower + upper) / 2, stream=STREAM, **how)


def test_every_problem_finds_its_own_minimum_whatever_the_others_do():
    centres = np.array([[0.3, 0.6], [0.0, 1.0], [0.9, 0.45]])

    def bowl(points, of=centres):
        return ((points - of) ** 2).sum(axis=1)

    together = searched(bowl, UNIT, 3)
    np.testing.assert_allclose(together.points, centres, atol=2 * SMALLEST)
    assert together.points[1].tolist() == [0.0, 1.0]  # on the bounds exactly
    alone = searched(lambda points: bowl(points, centres[:1]), UNIT, 1)
    np.testing.assert_array_equal(alone.points[0], together.points[0])
    assert not together.flat.any()


def test_steps_are_no_obstacle_and_what_says_nothing_is_flagged():
    found = searched(lambda points: np.floor(np.abs(points[:, 0] - 0.7) * 20), UNIT, 1)
    assert found.losses[0] == 0 and abs(found.points[0, 0] - 0.7) < 0.05
    assert found.flat[0].tolist() == [False, True]  # the second parameter has no effect


def test_long_ranges_are_searched_finely_near_their_lower_end():
    found = searched(
        lambda points: (np.log(points[:, 0] + 0.01) - np.log(0.51)) ** 2, (Interval(0.0, 100.0),), 1
    )
    np.testing.assert_allclose(found.points[0, 0], 0.5, rtol=0.05)


def test_losses_without_a_value_are_never_chosen():
    found = searched(lambda points: np.where(points[:, 0] > 0.4, np.nan, -points[:, 0]), UNIT, 1)
    assert 0.38 < found.points[0, 0] <= 0.4


def test_around_stays_with_the_start():
    asked = []

    def two_valleys(points):
        asked.append(points[0, 0])
        return np.minimum((points[:, 0] - 0.9) ** 2 - 1, (points[:, 0] - 0.4) ** 2)

    found = searched(two_valleys, UNIT[:1], 1, around=True)
    assert len(asked) == found.n_evaluations < 40 and found.n_runs == 1
