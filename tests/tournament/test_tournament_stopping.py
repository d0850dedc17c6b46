"""The stopping rule: few false winners among equals, rare disasters included, quick to find a better one."""

import numpy as np
import pytest

from humanlike.core import Streams
from humanlike.statistics import confidence_sequence
from humanlike.tournament.paired_scores import PairedScores, paired_scores
from humanlike.tournament.stopping import Leadership, above_zero, lead, rank_sets

TOURNAMENTS, TRIALS, DATASETS, ENTRANTS = 60, 60, 40, 6
NAMES = tuple(f"entrant {number}" for number in range(ENTRANTS))
FLOOR = -8.6


def paired(singles, bounds=(FLOOR, 0.0), names=NAMES) -> PairedScores:
    return paired_scores(names[: len(singles)], singles, bounds)


def scores_of(number: int, advantage: float) -> PairedScores:
    """Single scores inside the bounds; what a trial does to all of them, and luck of their own."""
    stream = Streams(20)[f"tournament {number}"]
    shared = stream["trial"].generator().normal(size=(1, TRIALS, 1))
    own = np.stack([stream[name].generator().normal(size=(TRIALS, DATASETS)) for name in NAMES])
    own[3] += advantage
    return paired(np.clip(FLOOR / 2 + 0.1 * shared + own, FLOOR, 0.0))


def first_trials(scores: PairedScores, looks: int) -> PairedScores:
    return scores._replace(trials=scores.trials[:, :looks], singles=scores.singles[:, :looks])


def stops(scores: PairedScores) -> tuple[str, int]:
    """The first look at which a leader is established: what the run itself does."""
    for looks in range(2, scores.trials.shape[1] + 1):
        found = lead(first_trials(scores, looks), 0.95, whole=False)
        if found.is_established:
            return found.leader, looks
    return "", -1


@pytest.mark.slow
def test_identical_entrants_seldom_have_a_winner():
    """Looked at after every trial, as the run does; the bound is 5 % plus two standard errors."""
    winners = sum(stops(scores_of(number, 0.0))[1] > 0 for number in range(TOURNAMENTS))
    assert winners / TOURNAMENTS <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / TOURNAMENTS)


def test_an_entrant_better_by_a_deviation_of_trials_is_found_within_sixty_of_them():
    """A trial's mean varies by 1/sqrt(40) around what all share: that much ahead is one deviation."""
    found = [lead(scores_of(number, 1 / np.sqrt(DATASETS)), 0.95, whole=False) for number in range(40)]
    assert np.mean([each.leader == NAMES[3] and each.is_established for each in found]) >= 0.7


def disaster(number: int, once_in: int) -> PairedScores:
    """A detector that says .9, and a rash one that is sure and wrong so seldom that ten trials seldom show it.

    Their means are equal: what the rash one wins every day it loses on that day.
    """
    generator = Streams(30)[f"once in {once_in}"][f"tournament {number}"].generator()
    shape = (TRIALS, once_in // 50)
    steady, usual = np.log(0.9) + 0.01 * generator.uniform(-1, 1, size=(2, *shape))
    gain = (np.log(0.9) - FLOOR) / (once_in - 1)
    rash = np.where(generator.random(shape) < 1 / once_in, FLOOR, usual + gain)
    return paired(np.stack([steady, rash]))


@pytest.mark.parametrize("once_in", [500, 1000, 5000])
def test_rare_disasters_make_no_winner(once_in):
    """By trials' means alone the rash detector is established in most such tournaments before its first disaster."""
    found = [disaster(number, once_in) for number in range(12)]
    by_means = [stops(scores._replace(bounds=(-np.inf, 0.0)))[1] > 0 for scores in found]
    assert sum(by_means) >= 6, "the design is harmless"
    assert not any(stops(scores)[1] > 0 for scores in found)


def test_intervals_hold_both_sequences():
    scores = scores_of(1, 0.3)
    found = lead(scores, 0.95)
    trials = scores.trials[3] - np.delete(scores.trials, 3, axis=0)
    alone = confidence_sequence(trials, alpha=0.05 / 5)
    assert found.leader == NAMES[3] and len(found.rivals) == 5
    assert (np.array(found.lower) <= np.maximum.accumulate(alone.lower, axis=-1)[:, -1] + 1e-12).all()
    assert (np.array(found.upper) >= np.minimum.accumulate(alone.upper, axis=-1)[:, -1] - 1e-12).all()
    quick = lead(scores, 0.95, whole=False)
    assert (quick.leader, quick.established_after) == (found.leader, found.established_after)


def test_only_those_named_must_be_beaten():
    """Two are level; the one behind them is no rival of a leader who need not beat the other."""
    base = scores_of(2, 0.0).singles
    singles = np.clip(np.stack([base[0], base[1], base[2] - 3]), FLOOR, 0)
    scores = paired(singles)
    assert lead(scores, 0.95, able=(NAMES[0],), whole=False).established_after == -1
    found = lead(scores, 0.95, able=(NAMES[0],), against=(NAMES[2],), whole=False)
    assert found.leader == NAMES[0] and found.is_established


def test_who_cannot_win_does_not_lead_and_stands_last():
    scores = scores_of(3, 1.0)
    best = lead(scores, 0.95).leader
    others = [name for name in NAMES if name != best]
    found = lead(scores, 0.95, able=others)
    assert found.leader != best and best in found.rivals
    assert rank_sets(scores, 0.95, found, last=[best])[best] == (ENTRANTS, ENTRANTS)


def test_a_mean_above_zero_is_found_and_one_at_zero_is_not():
    generator = Streams(4)["above"].generator()
    singles = generator.uniform(-1, 1, size=(3, TRIALS, DATASETS)) + np.array([0.3, 0.0, -0.3])[:, None, None]
    found = above_zero(paired(singles, (-1.3, 1.3)), 0.05 / 3)
    up, level, down = (found[name] for name in NAMES[:3])
    assert 0 < up.after <= TRIALS and up.lower > 0
    assert level.after == -1 and level.lower < 0 < level.upper
    assert down.after == -1 and down.upper < 0


def test_rank_sets_tell_groups_apart_and_leave_equals_together():
    base = scores_of(5, 0.0).singles
    shift = np.array([0, 0, 2, 2, 2, -2.0])[:, None, None]
    sets = rank_sets(paired(np.clip(base + shift, FLOOR, 0)), 0.95, Leadership("", -1, (), (), ()))
    assert [sets[name] for name in NAMES] == [(4, 5), (4, 5), (1, 3), (1, 3), (1, 3), (6, 6)]


def test_an_established_winner_has_no_other_rank_than_the_first():
    scores = first_trials(scores_of(6, 1.5), 11)
    verdict = lead(scores, 0.95)
    assert verdict.is_established and rank_sets(scores, 0.95, verdict)[verdict.leader] == (1, 1)
    nobody = verdict._replace(established_after=-1)
    assert rank_sets(scores, 0.95, nobody)[verdict.leader] != (1, 1), "all pairs together need more trials"


def test_single_scores_around_what_is_known_keep_the_means_of_trials_and_their_bounds():
    """Cells as far apart as can be, in order to meet the bound; known before the trial, so nothing looks ahead."""
    generator = Streams(7)["cells"].generator()
    raw = np.where(generator.random((1, 1, 20)) < 0.5, FLOOR, 0.0) * generator.random((2, 8, 20))
    scores = paired(raw)
    np.testing.assert_allclose(scores.singles.mean(axis=-1), raw.mean(axis=-1), atol=1e-12)
    assert scores.singles.min() >= scores.bounds[0] and scores.singles.max() <= scores.bounds[1]
    assert scores.singles[:, -1].std() < raw[:, -1].std()
    changed = raw.copy()
    changed[:, -1] = FLOOR / 2
    np.testing.assert_array_equal(paired(changed).singles[:, :-1], scores.singles[:, :-1])


def test_entrants_with_other_datasets_are_left_as_they_are():
    raw = Streams(8)["gaps"].generator().uniform(FLOOR, 0.0, size=(2, 4, 10))
    raw[1, 2, 3] = np.nan
    scores = paired(raw)
    np.testing.assert_array_equal(scores.singles[:, 2], raw[:, 2])
    assert (scores.singles[:, 3] != raw[:, 3]).any()


def test_one_trial_establishes_nothing():
    assert not lead(first_trials(scores_of(1, 3.0), 1), 0.95).is_established
