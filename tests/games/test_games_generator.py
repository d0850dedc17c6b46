"""Random games: reproducible, in range, never trivial."""

import numpy as np
import pytest

from humanlike.core import BadGame, Streams
from humanlike.games import random_game


def test_the_same_stream_gives_the_same_game():
    one, other = (random_game(Streams(5)["games"].generator(), 3, 3) for _ in range(2))
    for a, b in zip(one.tables, other.tables, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize(("n_rows", "n_columns"), [(2, 2), (3, 3), (2, 3)])
def test_payoffs_are_whole_numbers_in_range_and_never_constant(n_rows, n_columns):
    generator = np.random.default_rng(2)
    for _ in range(200):
        game = random_game(generator, n_rows, n_columns, highest=2)
        assert game.n_actions == (n_rows, n_columns)
        for table in game.tables:
            assert set(np.unique(table)) <= {0, 1, 2} and np.ptp(table) > 0


def test_labels_are_those_of_the_papers():
    assert random_game(np.random.default_rng(0), 3, 2).labels == (("U", "M", "D"), ("L", "R"))


@pytest.mark.parametrize("arguments", [(1, 2), (2, 0)])
def test_a_game_without_choices_is_refused(arguments):
    with pytest.raises(BadGame, match="two actions"):
        random_game(np.random.default_rng(0), *arguments)
