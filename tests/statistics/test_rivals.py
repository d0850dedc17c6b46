"""Races: on common units, at every look, without false winners where disasters are rare."""

import numpy as np
import pytest

from humanlike.core import BadRecord, Streams
from humanlike.statistics import (
    ASSUMED,
    BOTH,
    BOUNDED,
    bounded_sequence,
    confidence_sequence,
    find_leader,
    rank_with_uncertainty,
    run_race,
)

STREAM = Streams(14)["rivals"]


def test_the_best_race_on_their_common_units_in_either_direction():
    """By hand: means 2, 3, 1; on the units both have the leader is ahead by 0 and 2, mean 1."""
    table = [[1.0, 3.0, 2.0], [1.0, 5.0, np.nan], [1.0, 1.0, 1.0]]
    race = run_race(table)
    assert (race.leader, race.second, race.n_common.tolist()) == (1, 0, [2, 0, 2])
    assert race.mean[0] == 1.0 and race.rests_on == ASSUMED
    losses = run_race(table, higher_is_better=False)
    assert (losses.leader, losses.second) == (2, 0) and losses.mean[0] == 1.0


def test_every_rival_is_compared_at_its_share_of_alpha():
    scores = STREAM["share"].generator().uniform(size=(4, 60)) + np.array([[0.4], [0.0], [0.0], [0.1]])
    scores[1, 3:6], scores[2, 1:] = np.nan, np.nan
    race = run_race(scores, reach=1.4, alpha=0.1)
    assert race.leader == 0 and race.n_common.tolist() == [0, 57, 1, 60] and np.isnan(race.mean[[0, 2]]).all()
    lead = (scores[0] - scores[1])[~np.isnan(scores[1])]
    known = bounded_sequence(lead, -1.4, 1.4, alpha=0.1 / 3)
    assert [race.mean[1], race.lower[1], race.upper[1]] == pytest.approx([part[-1] for part in known])
    after = known.first_exclusion()
    assert race.ahead_after[1] == after + 3 * (after > 3)  # three units nobody compared on
    assert race.established_after == -1, "one common unit establishes nothing"
    assumed = run_race(scores[[0, 3]], alpha=0.1)
    plain = confidence_sequence(scores[0] - scores[3], alpha=0.1)
    assert assumed.lower[1] == pytest.approx(plain.lower[-1])


def test_an_infinite_score_or_a_single_common_unit_ends_the_race_before_it_starts():
    for table in ([[0.0, -np.inf], [-1.0, -2.0]], [[1.0, np.nan], [0.0, 1.0]]):
        race = run_race(table)
        assert race.sequence is None and race.established_after == -1
    with pytest.raises(BadRecord, match="two entrants"):
        run_race([[1.0, 2.0]])


def test_who_lost_infinitely_is_behind_whoever_could_not():
    """The second called impossible what happened; the first cannot lose more than 1 on a question."""
    scores = [[-0.5, -0.5, -0.5], [-0.1, -np.inf, -0.1]]
    reach = np.array([[0.0, np.inf], [0.4, 0.0]])
    race = run_race(scores, reach=reach)
    assert (race.leader, race.established_after) == (0, 2)
    assert run_race(scores).established_after == -1


def test_two_who_say_the_same_are_not_told_apart_and_nothing_breaks():
    race = run_race(np.ones((2, 50)), reach=0.0)
    assert race.established_after == -1 and race.lower[race.second] == 0.0
    assert rank_with_uncertainty(STREAM, np.ones((2, 50)), reach=0.0).rank_upper.tolist() == [2, 2]


def test_the_overconfident_are_seldom_established():
    """The honest say .98, the overconfident .999, the truth is .98: by a t-sequence the worse wins 14 % of races."""
    said = np.array([0.98, 0.999])
    reach = np.maximum(np.log(said[:, None] / said), np.log((1 - said[:, None]) / (1 - said)))
    happened = STREAM["overconfident"].generator().random((300, 100)) < 0.98
    scores = np.where(happened[:, None], np.log(said)[:, None], np.log(1 - said)[:, None])
    false = [run_race(table, reach=reach) for table in scores]
    assert np.mean([race.leader == 1 and race.established_after > 0 for race in false]) <= 0.05
    assumed = [run_race(table) for table in scores]
    assert np.mean([race.leader == 1 and race.established_after > 0 for race in assumed]) > 0.05


@pytest.mark.parametrize("once_in", [2000, 5000])
def test_equal_detectors_with_rare_disasters_have_no_false_winner(once_in):
    """Forty trials of 150 scores; one in so many is a disaster, made up for by a little more in all others."""
    generator, worst = STREAM[str(once_in)].generator(), np.log(0.001)
    usual, found, fooled = np.log(0.55), 0, 0
    for _ in range(40):
        singles = usual + 0.02 * generator.uniform(-1, 1, (3, 40, 150))
        singles[0] -= (worst - usual) / (once_in - 1)
        singles[0][generator.random((40, 150)) < 1 / once_in] = worst
        lead = find_leader(singles.mean(axis=-1), single_scores=singles, reach=-worst)
        found += lead.established_after > 0
        fooled += find_leader(singles.mean(axis=-1)).established_after > 0
        assert lead.rests_on == BOTH
    assert found <= 2
    assert fooled >= 5


def test_a_leader_who_is_really_ahead_is_established_by_single_scores_too():
    generator = STREAM["ahead"].generator()
    singles = np.clip(
        generator.normal([[[-0.55]], [[-0.70]], [[-0.72]]], 0.35, (3, 30, 150)), np.log(0.001), 0
    )
    lead = find_leader(singles.mean(axis=-1), single_scores=singles, reach=-np.log(0.001))
    assert lead.leader == 0 and 0 < lead.established_after <= 20
    t_only = find_leader(singles.mean(axis=-1)).differences
    assert np.all(lead.differences.lower[:, -1] <= np.maximum.accumulate(t_only.lower, axis=-1)[:, -1])
    assert np.all(lead.differences.lower[:, -1] > 0)
    assert find_leader(singles[..., 0], reach=7.0).rests_on == BOUNDED


def test_a_lead_that_cannot_be_found_says_why():
    with pytest.raises(BadRecord, match="reach"):
        find_leader(np.zeros((2, 5)), single_scores=np.zeros((2, 5, 3)))
    with pytest.raises(BadRecord, match="Single scores must be"):
        find_leader(np.zeros((2, 5)), single_scores=np.zeros((2, 4, 3)), reach=1.0)
    with pytest.raises(BadRecord, match="what was said to be possible"):
        find_leader([[5.0, 1.0], [0.0, 9.0]], reach=1.0)


def test_who_cannot_be_compared_does_not_keep_a_leader_from_being_established():
    generator = STREAM["groups"].generator()
    scores = np.full((4, 120), np.nan)
    scores[:3, :100] = generator.random((3, 100)) / 4 + np.array([[0.7], [0.2], [0.1]])
    scores[3, 100:] = 0.5
    race = run_race(scores, reach=1.0)
    assert race.leader == 0 and 0 < race.established_after <= 100 and race.ahead_after[3] == -1


def test_no_order_of_questions_makes_a_leader():
    """Two who say .6 and .4 of even chances: sorted by what happened, each would lead for half of the file."""
    happened = np.arange(100) >= 50
    scores = np.stack([-((happened - said) ** 2) for said in (0.4, 0.6)])
    assert run_race(scores, reach=0.2).established_after == -1
    assert rank_with_uncertainty(STREAM, scores, reach=0.2).rank_upper.tolist() == [2, 2]
    decided = np.stack([np.full(60, -0.1), np.full(60, -0.3)])
    assert run_race(decided, reach=0.5).established_after > 0
