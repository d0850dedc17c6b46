"""Direct distances of sequences: by hand, against plain loops, and how they can mislead."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import humanlike as hl
from humanlike.core import BadRequest, OfferTable, Streams
from humanlike.similarity import compare_sequences
from humanlike.similarity.sequence_distances import Trajectories, edit, euclidean, trajectories, warping


def of(*sequences):
    """Trajectories given as lists of (recipient, share, accepted)."""
    longest = max(len(each) for each in sequences)
    moves = np.zeros((len(sequences), longest, 3))
    for place, each in enumerate(sequences):
        moves[place, : len(each)] = each
    return Trajectories(moves, np.array([len(each) for each in sequences]))


A, B, C = (0, 0.4, 1), (1, 0.4, 1), (0, 0.1, 0)


def test_three_distances_by_hand():
    """AAB and AB: round against round A=A, A/B; one insertion; warped, the A waits."""
    one, other = of([A, A, B]), of([A, B])
    assert euclidean(one, other)[0] == pytest.approx(np.sqrt(1 / 2))
    assert edit(one, other)[0] == pytest.approx(1 / 3)
    assert warping(one, other)[0] == 0
    # A and C differ in the offer (.3) and the answer
    assert euclidean(of([A]), of([C]))[0] == pytest.approx(np.sqrt(0.09 + 1))
    assert warping(of([A]), of([C]))[0] == pytest.approx(1.3) and edit(of([A]), of([C]))[0] == 1


def slow_edit(one, other):
    table = np.zeros((len(one) + 1, len(other) + 1))
    table[:, 0], table[0] = np.arange(len(one) + 1), np.arange(len(other) + 1)
    for i, x in enumerate(one, 1):
        for j, y in enumerate(other, 1):
            table[i, j] = min(table[i - 1, j - 1] + (x != y), table[i - 1, j] + 1, table[i, j - 1] + 1)
    return table[-1, -1] / max(len(one), len(other))


def slow_warping(one, other):
    def cost(x, y):
        return (x[0] != y[0]) + abs(x[1] - y[1]) + (x[2] != y[2])

    def least(i, j):
        here = cost(one[i], other[j])
        before = [least(i - a, j - b) for a, b in ((1, 1), (1, 0), (0, 1)) if i >= a and j >= b]
        return here + (min(before) if before else 0)

    return least(len(one) - 1, len(other) - 1) / max(len(one), len(other))


sequences = some.lists(some.sampled_from([A, B, C]), min_size=1, max_size=5)


@settings(max_examples=25)
@given(one=sequences, other=sequences)
def test_the_programme_is_the_definition(one, other):
    assert edit(of(one), of(other))[0] == pytest.approx(slow_edit(one, other))
    assert warping(of(one), of(other))[0] == pytest.approx(slow_warping(one, other))
    assert edit(of(one), of(other))[0] == pytest.approx(edit(of(other), of(one))[0])


def test_recipients_count_in_the_order_of_first_address():
    recipients = np.array([[[2, 0, 0], [1, 2, 1], [2, 0, 0]]], dtype=np.int8)
    table = OfferTable(recipients, np.full((1, 3, 3), 4, dtype=np.int16), np.ones((1, 3, 3), dtype=bool))
    found = trajectories([table])
    assert found.moves[:, :, 0].tolist() == [[0, 1, 0]] * 3 and found.lengths.tolist() == [3, 3, 3]


def test_in_the_mean_machines_can_be_nearer_to_people_than_people():
    """The paper's warning: what plays alike every round is near to everybody; the energy distance takes that out."""
    people, others = (hl.social.play("attached", games=4, rounds=20, seed=seed).table for seed in (3, 4))
    machines = hl.social.play("game-theoretic", games=4, rounds=20, seed=5).table
    near, far = (
        {each.name: each for each in compare_sequences(Streams(1), [people], [body])}
        for body in (others, machines)
    )
    assert far["euclidean"].mean < near["euclidean"].mean
    assert far["euclidean"].energy > near["euclidean"].energy + 0.05
    assert near["edit"].within == far["edit"].within


def test_one_trajectory_is_not_enough():
    with pytest.raises(BadRequest, match="two trajectories"):
        compare_sequences(Streams(1), [hl.social.play("attached", games=1, rounds=3).table], [_one()], most=1)


def _one():
    return hl.social.play("attached", games=1, rounds=3, seed=2).table
