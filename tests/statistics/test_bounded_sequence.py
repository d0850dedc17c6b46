"""Bounded scores: the sequence covers at every look, rare disasters included, and looking costs little."""

from importlib import import_module

import numpy as np
import pytest

from humanlike.core import BadParameters, BadRecord, Streams
from humanlike.statistics import bounded_sequence, log_evidence

STREAM = Streams(12)["bounded sequence"]
N_RACES = 2000
SAMPLING_ERROR = 3 * np.sqrt(0.05 * 0.95 / N_RACES)


@pytest.mark.parametrize("chance", [0.5, 0.02, 0.002])
def test_a_disaster_not_yet_seen_is_paid_for_in_advance(chance):
    """+p as a rule, p - 1 with chance p: mean 0. Whoever trusts the spread seen so far finds a mean above 0."""
    struck = STREAM[str(chance)].generator().random((N_RACES, 500)) < chance
    evidence = log_evidence(chance - struck, -1.0)
    assert (evidence.max(axis=-1) >= np.log(20)).mean() <= 0.05 + SAMPLING_ERROR


def test_means_that_differ_from_score_to_score_are_allowed():
    """Easy and hard scores take turns, mean 0 over every two of them, several at a look."""
    generator = STREAM["turns"].generator()
    chances = np.tile([0.05, 0.95], 10)
    scores = (generator.random((N_RACES, 40, 20)) < chances) - 0.5
    evidence = log_evidence(scores, -0.5, several=True)
    assert (evidence.max(axis=-1) >= np.log(20)).mean() <= 0.05 + SAMPLING_ERROR


def test_the_interval_is_where_the_evidence_is_small():
    values = STREAM["interval"].generator().beta(4, 2, (200, 150)) * 4 - 2
    sequence = bounded_sequence(values, -2.0, 2.0)
    assert np.all(np.diff(sequence.lower) >= 0) and np.all(np.diff(sequence.upper) <= 0)
    low, high = sequence.lower[0, -1], sequence.upper[0, -1]
    assert log_evidence(values[0], -2.0, mean=low).max() >= np.log(40) * (1 - 1e-9)
    assert log_evidence(values[0], -2.0, mean=low + 0.03).max() < np.log(40)
    assert log_evidence(-values[0], -2.0, mean=-high).max() >= np.log(40) * (1 - 1e-9)
    covered = (sequence.lower[:, -1] <= 2 / 3) & (2 / 3 <= sequence.upper[:, -1])
    assert covered.mean() >= 0.95 - 3 * np.sqrt(0.05 * 0.95 / 200)
    assert np.mean(sequence.upper[:, -1] - sequence.lower[:, -1]) < 0.7


def test_zero_leaves_the_interval_when_the_evidence_says_so():
    values = np.clip(STREAM["zero"].generator().normal(0.5, 1, (40, 150)), -4, 4)
    evidence = log_evidence(values, -4.0) >= np.log(40)
    first = np.where(evidence.any(axis=-1), evidence.argmax(axis=-1) + 1, -1)
    assert bounded_sequence(values, -4.0, 4.0).first_exclusion().tolist() == first.tolist()


@pytest.mark.parametrize(("effect", "fixed", "most"), [(0.5, 33.4, 1.7), (0.8, 14.3, 2.2), (1.2, 7.7, 2.8)])
def test_looking_after_every_score_costs_little(effect, fixed, most):
    """A range of eight standard deviations; `fixed` is the n of a two-sided t-test of power .8 (noncentral t)."""
    values = np.clip(STREAM[f"{effect}"].generator().normal(effect, 1, (1000, 250)), -4, 4)
    found = log_evidence(values, -4.0) >= np.log(40)
    assert found.any(axis=-1).all()
    assert (found.argmax(axis=-1) + 1).mean() <= most * fixed


def test_several_scores_at_a_look_are_the_same_scores_one_by_one():
    scores = STREAM["several"].generator().random((6, 20))
    scores[2, 3:] = np.nan
    one_by_one = scores[~np.isnan(scores)]
    together = bounded_sequence(scores, 0.0, 1.0, several=True)
    alone = bounded_sequence(one_by_one, 0.0, 1.0)
    assert together.mean[-1] == pytest.approx(alone.mean[-1])
    evidence = log_evidence(scores, 0.0, mean=0.3, several=True)
    assert evidence[-1] == pytest.approx(log_evidence(one_by_one, 0.0, mean=0.3)[-1])


@pytest.mark.parametrize("shift", [0.0, 0.3])
def test_a_long_series_taken_some_looks_at_a_time_is_the_series_taken_at_once(shift, monkeypatch):
    values = np.clip(shift + STREAM["long"].generator().normal(size=300) / 3, -1, 1)
    whole = bounded_sequence(values, -1.0, 1.0)
    module = import_module(
        "humanlike.statistics.bounded_sequence"
    )  # the package's name of it is the function
    monkeypatch.setattr(module, "LOOKS_AT_ONCE", 7)
    for one, other in zip(whole, bounded_sequence(values, -1.0, 1.0), strict=True):
        assert one.tolist() == other.tolist()
    evidence = log_evidence(values, -1.0)
    passed = np.maximum.accumulate(evidence) >= np.log(2 / 0.05)
    assert ((whole.lower > 0) == passed).all()


def test_scores_that_are_all_equal_say_what_they_can():
    sequence = bounded_sequence(np.full(200, 1.0), -4.0, 4.0)
    assert 0.8 < sequence.lower[-1] < 1.0 < sequence.upper[-1] < 1.2
    assert bounded_sequence(np.full(50, 4.0), -4.0, 4.0).upper[-1] == 4.0
    assert bounded_sequence(np.zeros(500), -4.0, 4.0).first_exclusion() == -1


def test_without_a_bound_the_end_on_its_side_is_infinite():
    sequence = bounded_sequence(np.full(50, 1.0), -np.inf, 4.0)
    assert sequence.lower[-1] == -np.inf and 1.0 < sequence.upper[-1] < 4.0


def test_bad_requests_are_refused_in_a_sentence():
    with pytest.raises(
        BadRecord, match=r"score 2 is above what was said to be possible, 0 to 1.*still be found"
    ):
        bounded_sequence([0.1, 2.0], 0.0, 1.0)
    with pytest.raises(BadRecord, match="below"):
        log_evidence([-2.0], -1.0)
    with pytest.raises(BadParameters, match="no room"):
        bounded_sequence([0.1], 1.0, 1.0)
    with pytest.raises(BadParameters, match="not above the bound"):
        log_evidence([0.1], 0.0)
    with pytest.raises(BadParameters, match="alpha"):
        bounded_sequence([0.1], 0.0, 1.0, alpha=2.0)
    with pytest.raises(BadRecord, match="at least one"):
        bounded_sequence([], 0.0, 1.0)
