"""Flags: no more innocents among them than was asked for."""

import numpy as np
import pytest

from humanlike.core import BadParameters
from humanlike.core.streams import Streams
from humanlike.statistics import (
    benjamini_hochberg,
    check_rate,
    conformal_p_values,
    estimate_share,
    flags_by_local_rates,
)

RATE = 0.1


def study(generator, share, n=200, known=150, apart=3.0):
    machine = generator.random(n) < share
    scores = generator.normal(0, 1, n) + apart * machine
    return generator.normal(0, 1, known), scores, machine


def realised(flagged, machine):
    return (flagged & ~machine).sum() / max(flagged.sum(), 1)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.4])
def test_the_mean_share_of_innocents_among_the_flagged_is_at_most_what_was_asked_for(share):
    """Two hundred studies; the standard error of the mean is below .02."""
    generator = Streams(1)[f"share {share}"].generator()
    rates, caught = [], []
    for _ in range(200):
        people, scores, machine = study(generator, share)
        flagged = benjamini_hochberg(conformal_p_values(people, scores), RATE)
        rates.append(realised(flagged, machine))
        caught.append(flagged[machine].mean() if machine.any() else 1.0)
    assert np.mean(rates) <= RATE + 0.03
    assert np.mean(caught) > 0.35


def test_flags_by_the_mixture_hold_the_rate_where_the_mixture_holds():
    generator = Streams(2).generator()
    rates = []
    for _ in range(100):
        people, scores, machine = study(generator, 0.2)
        found = estimate_share(people, generator.normal(3, 1, 150), scores)
        rates.append(realised(flags_by_local_rates(1 - found.probability(scores), RATE), machine))
    assert np.mean(rates) <= RATE + 0.03


def test_p_values_of_people_are_even_or_larger():
    generator = Streams(3).generator()
    values = np.concatenate(
        [conformal_p_values(generator.normal(0, 1, 40), generator.normal(0, 1, 20)) for _ in range(100)]
    )
    for level in (0.05, 0.1, 0.3, 0.7):
        assert np.mean(values <= level) <= level + 0.03


def test_benjamini_and_hochberg_step_up():
    """By hand at .1: .09 <= .1 x 4/4 although .06 > .1 x 2/4 on its own."""
    assert benjamini_hochberg([0.06, 0.02, 0.07, 0.09], 0.1).all()
    assert not benjamini_hochberg([0.06, 0.2, 0.07, 0.09], 0.1).any()
    assert benjamini_hochberg([], 0.1).size == 0


@pytest.mark.parametrize("rate", [0.0, 1.0, 5.0])
def test_what_is_no_rate_is_refused(rate):
    with pytest.raises(BadParameters, match="lies between 0 and 1"):
        check_rate(rate)
