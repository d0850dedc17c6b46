"""The stopping rule: few false winners among equals, quick to find a better one, looking after every trial."""

import numpy as np
import pandas as pd
import pytest

from humanlike.core import Streams
from humanlike.tournament.stopping import lead, leaderships, separated_after

TOURNAMENTS, TRIALS, ENTRANTS = 400, 60, 6
NAMES = [f"entrant {number}" for number in range(ENTRANTS)]


def scores_of(number: int, advantage: float) -> pd.DataFrame:
    """Per-trial scores: what a trial does to all of them, and independent streams of unit spread."""
    stream = Streams(20)[f"tournament {number}"]
    shared = stream["trial"].generator().normal(size=(TRIALS, 1))
    own = np.column_stack([stream[name].generator().normal(size=TRIALS) for name in NAMES])
    own[:, 3] += advantage
    return pd.DataFrame(shared + own, columns=NAMES)


def established(advantage: float) -> list[tuple[str, int]]:
    found = [lead(scores_of(number, advantage), 0.95) for number in range(TOURNAMENTS)]
    return [(leadership.leader, leadership.established_after) for leadership in found]


def stops(scores: pd.DataFrame) -> tuple[str, int]:
    """The first look at which a leader is established: what the run itself does."""
    for looks in range(2, TRIALS + 1):
        leadership = lead(scores.iloc[:looks], 0.95)
        if leadership.established_after > 0:
            return leadership.leader, looks
    return "", -1


@pytest.mark.slow
def test_identical_entrants_seldom_have_a_winner():
    """Looked at after every trial, as the run does; the bound is 5 % plus two standard errors."""
    winners = sum(stops(scores_of(number, 0.0))[1] > 0 for number in range(TOURNAMENTS))
    assert winners / TOURNAMENTS <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / TOURNAMENTS)


def test_an_entrant_better_by_one_deviation_is_found_within_sixty_trials():
    found = [leader == NAMES[3] and 0 < after <= TRIALS for leader, after in established(1.0)]
    assert np.mean(found) >= 0.80


@pytest.mark.slow
def test_two_equals_seldom_have_a_winner_where_an_ordinary_test_often_finds_one():
    """The sharper case: with one rival only, a t-test repeated after every trial errs in a quarter of tournaments."""
    ours = ordinary = 0
    for number in range(200):
        scores = scores_of(number, 0.0)[NAMES[:2]]
        ours += stops(scores)[1] > 0
        gap = (scores[NAMES[0]] - scores[NAMES[1]]).to_numpy()
        looks = range(10, TRIALS + 1)
        ordinary += any(abs(gap[:n].mean()) > 1.96 * gap[:n].std(ddof=1) / np.sqrt(n) for n in looks)
    assert ours / 200 <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 200)
    assert ordinary / 200 > 0.15


def answers(trial: int, probabilities: dict[str, float]) -> list[dict]:
    return [
        {"trial": trial, "game": "g", "source": source, "is_human": human, "detector": name, "score": score}
        for name, score in probabilities.items()
        for source, human in (("H", True), ("M1", False), ("M2", False))
    ]


def test_both_sides_must_be_established():
    generator = Streams(3)["noise"].generator()
    rows = []
    for trial in range(1, 41):
        noise = generator.normal(size=2) * 0.1
        rows += answers(trial, {"good": -0.2 + noise[0], "bad": -1.0 + noise[1]})
    table = pd.DataFrame(rows)
    sides = leaderships(table, 0.95)
    assert sides["detectors"].leader == "good"
    assert 0 < sides["detectors"].established_after <= 40
    assert sides["emulators"].established_after == -1  # both machines score the same
    assert separated_after(table, 0.95) == -1


def test_one_trial_establishes_nothing():
    assert lead(scores_of(1, 5.0).iloc[:1], 0.95).established_after == -1
