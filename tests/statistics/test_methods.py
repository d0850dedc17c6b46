"""Ways to compare: spreads by hand, needs from the book."""

import numpy as np
import pytest

from humanlike.statistics import compare_by, games_needed, needs_by_difference

SCORES = np.array([[1.0, 0.4], [5.0, 4.0], [3.0, 2.5], [2.0, 2.2]])


def test_a_method_reads_scores_as_pairs_or_as_groups():
    apart, paired = (compare_by(name, SCORES, 1.0) for name in ("independent", "paired"))
    assert apart.difference == paired.difference == pytest.approx((0.6 + 1.0 + 0.5 - 0.2) / 4)
    assert paired.sd == pytest.approx(np.std([0.6, 1.0, 0.5, -0.2], ddof=1))
    assert apart.sd == pytest.approx(
        np.sqrt(np.var([1, 5, 3, 2], ddof=1) + np.var([0.4, 4, 2.5, 2.2], ddof=1))
    )


def test_needs_are_those_of_the_power_analysis():
    """Half a standard deviation: 64 a group, 34 pairs (Cohen 1988)."""
    assert games_needed("independent", 2.0, 1.0) == 64
    assert games_needed("paired", 2.0, 1.0) == 34
    method = compare_by("paired", SCORES, 1.0)._replace(sd=2.0)
    differences, needs = needs_by_difference(
        [method, method._replace(name="independent", sd=2.0 * np.sqrt(2))], unit=4.0
    )
    assert differences[0] == 1.0 and differences[-1] == pytest.approx(20.0)
    assert needs["paired"][0] == 34 and needs["independent"][0] == 64
