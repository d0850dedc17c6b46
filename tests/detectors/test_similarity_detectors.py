"""Similarity metrics as detectors: they find machines in games they were not trained on."""

import numpy as np
import pytest

from humanlike.core import BadRequest, Game, Play, Streams
from humanlike.detectors import DETECTORS

TRAINED_ON = Game.from_matrices("dilemma", [[3, 0], [5, 1]], [[3, 5], [0, 1]])
TESTED_ON = Game.from_matrices("battle", [[2, 0], [0, 1]], [[1, 0], [0, 2]])
SIMILARITY = [name for name in DETECTORS if name.startswith("similarity-")]


def sticky(seed, game, stay):
    """Players who repeat their move with chance `stay`."""
    generator = np.random.default_rng(seed)
    switch = generator.random((16, 40)) > stay
    switch[:, 0] = generator.random(16) < 0.5
    return Play(game, (np.cumsum(switch, axis=1) % 2).astype(np.int16))


def plays(game, first, count=15):
    people = [sticky(first + seed, game, 0.75) for seed in range(count)]
    return people, [sticky(first + 500 + seed, game, 0.5) for seed in range(count)]


def test_every_portable_metric_is_a_detector():
    assert SIMILARITY == [
        "similarity-payoffs",
        "similarity-runs",
        "similarity-alternation",
        "similarity-switching",
    ]


@pytest.mark.parametrize("name", ["similarity-runs", "similarity-alternation", "similarity-switching"])
def test_machines_are_found_in_a_game_never_seen(name):
    detector = DETECTORS[name]
    people, machines = plays(TRAINED_ON, 0)
    model = detector.fit(people + machines, np.arange(30) < 15)
    people, machines = plays(TESTED_ON, 1000)
    assert detector.probabilities(model, TESTED_ON, people).mean() > 0.7
    assert detector.probabilities(model, TESTED_ON, machines).mean() < 0.3


@pytest.mark.parametrize("name", SIMILARITY)
def test_where_there_is_no_difference_the_answer_is_near_one_half(name):
    detector = DETECTORS[name]
    people = [sticky(seed, TRAINED_ON, 0.6) for seed in range(60)]
    model = detector.fit(people, Streams(1)["labels"].generator().permutation(60) < 30)
    fresh = [sticky(100 + seed, TRAINED_ON, 0.6) for seed in range(30)]
    assert detector.probabilities(model, TRAINED_ON, fresh).mean() == pytest.approx(0.5, abs=0.12)


def test_training_needs_both_kinds():
    with pytest.raises(BadRequest, match="two or more plays by people"):
        DETECTORS["similarity-runs"].fit([sticky(1, TRAINED_ON, 0.5)] * 3, np.ones(3, dtype=bool))
    with pytest.raises(BadRequest, match="must be trained"):
        DETECTORS["similarity-runs"].probabilities(None, TRAINED_ON, [sticky(1, TRAINED_ON, 0.5)])
