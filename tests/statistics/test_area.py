"""The area between people and machines, and how surely it is known."""

import numpy as np
import pytest
from scipy.special import ndtr

from humanlike.core import BadRecord
from humanlike.core.streams import Streams
from humanlike.statistics import area_between


def test_ties_count_half():
    """By hand: of four pairs one is won, two are tied, one is lost."""
    assert area_between([0.0, 1.0], [1.0, 0.0]).value == pytest.approx(0.5)
    assert area_between([0.0, 1.0], [1.0, 1.0]).value == pytest.approx(0.75)


@pytest.mark.parametrize("apart", [0.0, 1.0, 2.5])
def test_the_interval_holds_the_area_as_often_as_it_says(apart):
    generator = Streams(1)[str(apart)].generator()
    truth = ndtr(apart / np.sqrt(2))
    held = [
        found.lower <= truth <= found.upper
        for found in (
            area_between(generator.normal(0, 1, 40), generator.normal(apart, 1, 60)) for _ in range(300)
        )
    ]
    assert 0.9 <= np.mean(held) <= 0.99


def test_never_mistaken_in_few_pairs_is_not_never():
    found = area_between(np.arange(10.0), np.arange(10.0) + 20)
    assert found.value == found.upper == 1.0
    assert 0.6 < found.lower < 0.95


def test_one_score_of_a_kind_is_too_few():
    with pytest.raises(BadRecord, match="not 1 and 3"):
        area_between([1.0], [1.0, 2.0, 3.0])
