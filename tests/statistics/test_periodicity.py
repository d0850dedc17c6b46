"""Common periods: red noise is seldom taken for one, peaks on common days are found, peaks on own days are not."""

import numpy as np
import pytest

from humanlike.core import BadRecord, Streams
from humanlike.statistics import common_periods

DAYS = 120


def red_noise(generator, curves):
    steps = generator.normal(size=(DAYS + 60, curves))
    walk = np.zeros_like(steps)
    for day in range(1, len(steps)):
        walk[day] = 0.9 * walk[day - 1] + steps[day]
    return walk[60:].T


def test_random_walks_have_peaks_but_no_common_days():
    generator = np.random.default_rng(1)
    claims = sum(
        common_periods(Streams(number), red_noise(generator, 6), n_shifts=99).p_value.min() <= 0.05
        for number in range(120)
    )
    assert claims <= 13  # 6 expected; the chance of more than 13 is below .01


def test_peaks_every_twenty_days_are_found_if_all_have_them_on_the_same_days():
    generator = np.random.default_rng(2)
    curves = red_noise(generator, 8)
    common, own = curves.copy(), curves.copy()
    common[:, ::20] += 8
    for row, start in zip(own, generator.permutation(20)[:8], strict=True):
        row[start::20] += 8
    found = common_periods(Streams(1), common)
    assert found.p_value.min() < 0.01
    overtone = 20 / found.period[found.strongest]
    assert overtone == pytest.approx(round(overtone))
    assert common_periods(Streams(1), own).p_value.min() > 0.05


def test_days_nobody_knows_are_bridged_and_too_little_is_refused():
    curves = red_noise(np.random.default_rng(3), 5)
    curves[:, 7] = np.nan
    assert np.isfinite(common_periods(Streams(1), curves, n_shifts=19).coherence).all()
    curves[1:4] = np.nan
    with pytest.raises(BadRecord, match="Only 2 curves vary"):
        common_periods(Streams(1), curves)
    with pytest.raises(BadRecord, match="at least 3 conditions of 16 days"):
        common_periods(Streams(1), np.ones((2, 100)))
