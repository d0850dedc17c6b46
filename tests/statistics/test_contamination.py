"""The share of machines: recovered where it is known, and its interval as wide as it must be."""

import numpy as np
import pytest

from humanlike.core import BadRecord
from humanlike.core.streams import Streams
from humanlike.statistics import estimate_share
from humanlike.statistics.contamination import weighted_logistic

APART = 2.5  # standard deviations between people and machines


def samples(generator, share, n=200, known=80, exaggerated=1.0):
    """Normal scores whose log-likelihood ratio is APART s - APART^2 / 2, told `exaggerated` times too strong."""
    n_machines = generator.binomial(n, share)

    def scores(mean, count):
        return exaggerated * (APART * generator.normal(mean, 1, count) - APART**2 / 2)

    mixed = np.concatenate([scores(0, n - n_machines), scores(APART, n_machines)])
    return scores(0, known), scores(APART, known), mixed


@pytest.mark.parametrize("share", [0.0, 0.2])
def test_the_interval_holds_the_share_as_often_as_it_says(share):
    """Thirty studies; an interval that holds 95 % of the time holds in fewer than 26 of them once in 60 times."""
    generator = Streams(1)[f"share {share}"].generator()
    found = [estimate_share(*samples(generator, share)) for _ in range(30)]
    held = np.mean([each.lower <= share <= each.upper for each in found])
    assert held >= 26 / 30
    assert abs(np.mean([each.share for each in found]) - share) < 0.02
    assert np.mean([each.upper - each.lower for each in found]) < 0.25


def test_evidence_told_twice_too_strong_is_read_at_half_its_strength():
    plain = estimate_share(*samples(Streams(2).generator(), 0.2))
    loud = estimate_share(*samples(Streams(2).generator(), 0.2, exaggerated=2.0))
    assert loud.share == pytest.approx(plain.share, abs=1e-4)
    assert loud.slope == pytest.approx(plain.slope / 2, rel=1e-3)
    assert plain.slope == pytest.approx(1.0, abs=0.3)


def test_a_share_of_nothing_begins_at_nothing():
    found = estimate_share(*samples(Streams(3).generator(), 0.0))
    assert found.lower == 0.0
    assert found.share < 0.05


def test_scores_that_say_nothing_say_nothing_of_the_share():
    generator = Streams(4).generator()
    found = estimate_share(*(generator.normal(0, 1, 50) for _ in range(3)))
    assert found.upper - found.lower > 0.5
    np.testing.assert_allclose(found.log_ratio([-1.0, 1.0]), [0.0, 0.0], atol=0.6)


def test_machines_that_look_more_human_than_people_are_not_turned_around():
    people = np.linspace(0, 3, 40)
    slope = weighted_logistic(np.concatenate([people, people - 2]), np.repeat([0.0, 1.0], 40), np.zeros(2))[1]
    assert slope == 0.0


def test_the_standard_error_of_the_slope_is_its_spread_over_studies():
    generator = Streams(5).generator()
    found = [estimate_share(*samples(generator, 0.3)) for _ in range(25)]
    told = np.mean([np.sqrt(each.covariance[2, 2]) for each in found])
    assert told == pytest.approx(np.std([each.slope for each in found]), rel=0.4)


def test_few_or_infinite_scores_are_refused():
    many = np.linspace(0, 1, 20)
    with pytest.raises(BadRecord, match="10 finite scores of machines, not 3"):
        estimate_share(many, many[:3], many)
    with pytest.raises(BadRecord, match="finite scores of people"):
        estimate_share(np.append(many, np.inf), many, many)
