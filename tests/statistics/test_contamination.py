"""The share of machines: recovered where it is known, and its interval as wide as it must be."""

import numpy as np
import pytest

from humanlike.core import BadRecord
from humanlike.core.streams import Streams
from humanlike.statistics import calibrate, estimate_share

APART = 2.5  # standard deviations between people and machines


def samples(generator, share, n=200, known=80, exaggerated=1.0):
    """Normal scores whose log-likelihood ratio is APART s - APART^2 / 2, told `exaggerated` times too strong."""
    n_machines = generator.binomial(n, share)

    def scores(mean, count):
        return exaggerated * (APART * generator.normal(mean, 1, count) - APART**2 / 2)

    mixed = np.concatenate([scores(0, n - n_machines), scores(APART, n_machines)])
    return scores(0, known), scores(APART, known), mixed


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 1.0])
def test_the_interval_holds_the_share_as_often_as_it_says(share):
    """Two hundred studies; one that holds 95 % of the time holds in fewer than .91 of them once in 100 times."""
    generator = Streams(1)[f"share {share}"].generator()
    found = [estimate_share(*samples(generator, share)) for _ in range(200)]
    held = np.mean([each.lower <= share <= each.upper for each in found])
    assert held >= 0.91
    assert abs(np.mean([each.share for each in found]) - share) < 0.03
    assert np.mean([each.upper - each.lower for each in found]) < 0.25


def test_the_share_is_right_whatever_the_scores_are_spread_like():
    """People come in two kinds, one of which scores like machines: no line through log odds describes that."""
    generator = Streams(6).generator()

    def people(count):
        return np.where(
            generator.random(count) < 0.3, generator.normal(2, 0.3, count), generator.normal(-3, 2, count)
        )

    def study():
        mixed = np.concatenate([people(360), generator.normal(2, 1, 40)])
        return estimate_share(people(100), generator.normal(2, 1, 100), mixed).share

    assert np.mean([study() for _ in range(200)]) == pytest.approx(0.1, abs=0.03)


def test_evidence_told_twice_too_strong_is_read_at_half_its_strength():
    plain = estimate_share(*samples(Streams(2).generator(), 0.2))
    loud = estimate_share(*samples(Streams(2).generator(), 0.2, exaggerated=2.0))
    assert loud.share == pytest.approx(plain.share, abs=1e-3)
    assert loud.calibration.slope == pytest.approx(plain.calibration.slope / 2, rel=1e-2)
    assert plain.calibration.slope == pytest.approx(1.0, abs=0.3)


def test_scores_that_say_nothing_say_nothing_of_the_share():
    generator = Streams(4).generator()
    found = estimate_share(*(generator.normal(0, 1, 50) for _ in range(3)))
    assert found.upper - found.lower > 0.5


def test_machines_that_look_more_human_than_people_are_not_turned_around():
    people = np.linspace(0, 3, 40)
    found = calibrate(people, people - 2)
    assert found.probability(people).tolist() == [0.5] * 40


def test_the_standard_error_of_the_slope_is_its_spread_over_studies():
    generator = Streams(5).generator()
    found = [calibrate(*samples(generator, 0.3)[:2]) for _ in range(200)]
    told = np.mean([np.sqrt(each.covariance[1, 1]) for each in found])
    assert told == pytest.approx(np.std([each.slope for each in found]), rel=0.3)


def test_a_probability_has_a_range_that_holds_it():
    """Known by construction: the log-likelihood ratio is the score itself."""
    generator = Streams(7).generator()
    scores, held = np.array([-3.0, 0.0, 3.0]), []
    for _ in range(200):
        lower, upper = calibrate(*samples(generator, 0.3)[:2]).range_of(scores)
        truth = 1 / (1 + np.exp(-scores))
        held.append((lower <= truth) & (truth <= upper))
    assert np.all(np.mean(held, axis=0) >= 0.9)


def test_many_machines_and_few_people_do_not_move_even_odds():
    people, machines, _ = samples(Streams(8).generator(), 0.3)
    once, often = calibrate(people, machines), calibrate(people, np.tile(machines, 50))
    np.testing.assert_allclose(once.log_ratio([-2.0, 2.0]), often.log_ratio([-2.0, 2.0]), rtol=1e-2)


def test_few_or_infinite_scores_are_refused():
    many = np.linspace(0, 1, 20)
    with pytest.raises(BadRecord, match="10 finite scores of machines, not 3"):
        estimate_share(many, many[:3], many)
    with pytest.raises(BadRecord, match="finite scores of people"):
        estimate_share(np.append(many, np.inf), many, many)
