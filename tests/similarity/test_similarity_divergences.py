"""Divergences: check values, symmetry, zero on equal distributions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from hypothesis.extra.numpy import arrays
from scipy.spatial.distance import jensenshannon
from scipy.stats import energy_distance

from humanlike.core import BadParameters
from humanlike.similarity import DIVERGENCES, energy, jensen_shannon, kullback_leibler
from humanlike.similarity.divergences import floored

weights = arrays(np.float64, 5, elements=some.floats(0, 1)).filter(lambda values: values.sum() > 0.1)
quick = settings(derandomize=True, deadline=None, max_examples=60)


def scaled(values):
    return values / values.sum()


def test_the_check_value_of_the_readings():
    assert kullback_leibler([0.1, 0.2, 0.7], [0.3, 0.3, 0.4]) == pytest.approx(0.4281537049, abs=1e-10)


def test_an_empty_cell_costs_what_the_floor_says():
    """KL of (1, 0) and (1/2, 1/2): 1/2 log(1/f) up to terms of order f."""
    for floor in (1e-3, 1e-6, 1e-9):
        expected = 0.5 * np.log(1 / floor)
        assert kullback_leibler([1.0, 0.0], [0.5, 0.5], floor=floor) == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize("name", DIVERGENCES)
@quick
@given(first=weights, second=weights)
def test_symmetric_never_negative_and_zero_on_equals(name, first, second):
    p, q = scaled(first), scaled(second)
    divergence = DIVERGENCES[name]
    for positions in (None, np.arange(5.0)):
        there, back = divergence(p, q, positions=positions), divergence(q, p, positions=positions)
        assert there == pytest.approx(back, abs=1e-12) and there >= 0
        assert divergence(p, p, positions=positions) == pytest.approx(0, abs=1e-12)


@quick
@given(first=weights, second=weights)
def test_other_peoples_programs_agree(first, second):
    p, q = scaled(first), scaled(second)
    assert jensen_shannon(p, q) == pytest.approx(jensenshannon(p, q) ** 2, abs=1e-9)
    places = np.array([0.0, 1.0, 1.5, 4.0, 6.0])
    assert energy(p, q, positions=places) == pytest.approx(
        energy_distance(places, places, p, q) ** 2, abs=1e-9
    )


@quick
@given(first=weights, floor=some.floats(1e-9, 0.05))
def test_floored_weights_sum_to_one(first, floor):
    result = floored(scaled(first), floor)
    assert result.sum() == pytest.approx(1) and result.min() > 0


def test_jensen_shannon_is_bounded():
    assert jensen_shannon([1.0, 0.0], [0.0, 1.0]) == pytest.approx(np.log(2))


@pytest.mark.parametrize("floor", [0.0, -1.0, 0.5, float("nan")])
def test_impossible_floors_are_named(floor):
    with pytest.raises(BadParameters, match="floor"):
        kullback_leibler([0.5, 0.5], [0.5, 0.5], floor=floor)
