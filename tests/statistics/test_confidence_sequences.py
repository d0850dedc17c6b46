"""Confidence sequences: they cover at every look, they are worth having, and they find winners."""

import numpy as np
import pytest

from humanlike.core import BadParameters, BadRecord, Streams
from humanlike.scoring import QUADRATIC
from humanlike.statistics import (
    confidence_sequence,
    find_leader,
)

N_RACES = 2000
SAMPLING_ERROR = 3 * np.sqrt(0.05 * 0.95 / N_RACES)
STREAM = Streams(11)["confidence sequences"]


def null_differences(kind, n_looks=1000, n_races=N_RACES):
    """Differences of mean 0, shape [races, looks]."""
    generator = STREAM[kind].generator()
    shape = (n_races, n_looks)
    if kind == "forecasters":  # equally wrong on either side of the truth, quadratic scores
        truth = generator.uniform(0.2, 0.8, shape)
        error = generator.uniform(0.0, 0.2, shape)
        happened = (generator.random(shape) >= truth).astype(int)
        pairs = [np.stack([truth + s * error, 1 - truth - s * error], axis=-1) for s in (1, -1)]
        return QUADRATIC.score(pairs[0], happened) - QUADRATIC.score(pairs[1], happened)
    draws = {
        "normal": lambda: generator.standard_normal(shape),
        "coin": lambda: generator.choice([-1.0, 1.0], shape),
        "one in ten": lambda: (generator.random(shape) < 0.1) - 0.1,
        "heavy tails": lambda: generator.standard_t(3, shape),
        "exponential": lambda: generator.exponential(size=shape) - 1,
    }
    return draws[kind]()


@pytest.mark.parametrize(
    "kind", ["normal", "coin", "one in ten", "heavy tails", "exponential", "forecasters"]
)
def test_it_ever_excludes_the_truth_in_at_most_five_percent_of_races(kind):
    sequence = confidence_sequence(null_differences(kind))
    assert sequence.excludes(0.0).any(axis=-1).mean() <= 0.05 + SAMPLING_ERROR


def test_the_gaussian_mixture_covers_with_a_longer_burn_in():
    sequence = confidence_sequence(null_differences("normal"), method="gaussian", burn_in=20)
    assert sequence.excludes(0.0).any(axis=-1).mean() <= 0.05 + SAMPLING_ERROR


@pytest.mark.parametrize("kind", ["normal", "coin", "one in ten", "forecasters"])
def test_it_is_worth_having_at_a_thousand_questions(kind):
    differences = null_differences(kind, n_races=200)
    sequence = confidence_sequence(differences)
    fixed = 2 * 1.959964 * differences.std(axis=-1, ddof=1) / np.sqrt(1000)
    assert np.mean((sequence.upper - sequence.lower)[:, -1] / fixed) <= 2.2


def test_the_t_interval_solves_its_own_equation():
    """At the ends of the interval the mixture martingale equals 1/alpha (symmetric data: no widening)."""
    half = STREAM["equation"].generator().standard_normal(20)
    x = np.concatenate([half, 3 - half])  # symmetric about 1.5
    tau, alpha, n = 0.45, 0.05, 40
    end = confidence_sequence(x, alpha=alpha, effect_spread=tau).upper[-1]
    total, squares = (x - end).sum(), ((x - end) ** 2).sum()
    shrunk = squares - tau**2 / (1 + n * tau**2) * total**2
    martingale = (1 + n * tau**2) ** -0.5 * (squares / shrunk) ** (n / 2)
    assert martingale == pytest.approx(1 / alpha, rel=1e-9)


def test_six_identical_entrants_seldom_produce_a_winner():
    scores = STREAM["identical"].generator().standard_normal((400, 6, 100))
    winners = [find_leader(race).established_after > 0 for race in scores]
    assert np.mean(winners) <= 0.05


def test_an_entrant_better_by_one_standard_deviation_is_found_within_sixty_trials():
    """Better by one SD of a trial's score, so by .71 SD of a difference, against five rivals at once."""
    scores = STREAM["better"].generator().standard_normal((300, 6, 60))
    scores[:, 0] += 1.0
    leads = [find_leader(race) for race in scores]
    found = [lead.leader == 0 and 0 < lead.established_after <= 60 for lead in leads]
    assert np.mean(found) >= 0.80


def test_nothing_is_claimed_before_the_burn_in_or_without_spread():
    x = STREAM["burn"].generator().standard_normal(200) + 5
    assert confidence_sequence(x, burn_in=30).first_exclusion() == 30
    constant = confidence_sequence(np.full(200, 0.3))
    assert constant.first_exclusion() == 100
    assert confidence_sequence(np.zeros(200)).first_exclusion() == -1
    assert np.all(np.isinf(constant.upper[:99])) and constant.upper[-1] == pytest.approx(0.3)


def test_many_series_at_once_equal_one_at_a_time():
    x = STREAM["batch"].generator().standard_normal((3, 4, 40)) + 1e6  # a large offset costs no accuracy
    together = confidence_sequence(x)
    alone = confidence_sequence(x[1, 2])
    np.testing.assert_allclose(together.lower[1, 2], alone.lower)
    np.testing.assert_allclose(
        alone.upper - alone.mean,
        confidence_sequence(x[1, 2] - 1e6).upper - confidence_sequence(x[1, 2] - 1e6).mean,
        rtol=1e-6,
    )


def test_bad_requests_are_refused_in_a_sentence():
    with pytest.raises(BadRecord, match="finite"):
        confidence_sequence([0.1, -np.inf, 0.2])
    with pytest.raises(BadRecord, match="at least one"):
        confidence_sequence([])
    with pytest.raises(BadParameters, match="alpha"):
        confidence_sequence([0.1, 0.2], alpha=1.5)
    with pytest.raises(BadParameters, match="burn-in"):
        confidence_sequence([0.1, 0.2], burn_in=1)
    with pytest.raises(BadRecord, match="two entrants"):
        find_leader(np.zeros((1, 5)))
