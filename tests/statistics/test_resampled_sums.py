"""Resamples as products of weights and counts: the same as recounting unit by unit."""

import numpy as np
import pytest

from humanlike.core import Streams
from humanlike.statistics import resampled_sums
from humanlike.statistics.resampled_sums import dealt_sums, redrawn_sums

GENERATOR = np.random.default_rng(5)
COUNTS = {
    "whole": GENERATOR.integers(0, 9, (37, 3, 4)).astype(float),
    "fractions": GENERATOR.random((37, 3, 4)),
    "too large for single precision": GENERATOR.integers(0, 2**40, (37, 3, 4)).astype(float),
}


@pytest.mark.parametrize("counts", COUNTS.values(), ids=COUNTS)
@pytest.mark.parametrize("at_once", [1, 80, 10**6])
def test_redrawn_bodies_are_recounted(counts, at_once, monkeypatch):
    monkeypatch.setattr(resampled_sums, "AT_ONCE", at_once)
    draws = Streams(3).generator().integers(0, len(counts), (20, len(counts)))
    naive = np.array([sum(counts[unit] for unit in draw) for draw in draws])
    np.testing.assert_allclose(redrawn_sums(Streams(3), counts, 20), naive, rtol=1e-14)


@pytest.mark.parametrize("counts", COUNTS.values(), ids=COUNTS)
@pytest.mark.parametrize("at_once", [1, 80, 10**6])
def test_dealt_bodies_are_recounted(counts, at_once, monkeypatch):
    monkeypatch.setattr(resampled_sums, "AT_ONCE", at_once)
    order = Streams(3).generator().random((20, len(counts))).argsort(axis=1)
    naive = np.array([counts[row < 11].sum(axis=0) for row in order])
    marked, rest = dealt_sums(Streams(3), counts, 11, 20)
    np.testing.assert_allclose(marked, naive, rtol=1e-14)
    np.testing.assert_allclose(rest, counts.sum(axis=0) - naive, rtol=1e-12)


def test_numbers_equal_in_their_first_half_are_sorted_by_the_whole():
    """Philox gives what it gives; a stand-in makes 32 leading bits equal and leaves the order to the others."""

    class Generator:
        class bit_generator:
            @staticmethod
            def random_raw(count):
                return (np.uint64(7) << np.uint64(40)) + (
                    np.arange(count, dtype=np.uint64)[::-1] << np.uint64(11)
                )

    marks = resampled_sums._marks(Generator(), 5, 2, 1)
    assert marks.tolist() == [[0, 0, 0, 1, 1]]  # the first two have the largest numbers
