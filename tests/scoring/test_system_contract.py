"""The contract of a scoring system: those of the house keep it, and each broken promise is named in a sentence."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from humanlike.core import BrokenContract
from humanlike.scoring import SYSTEMS, Contest, ScoringSystem, check_system

counter = itertools.count()


def chance_of_outcome(probabilities, outcome):
    """The linear score: improper, but a scoring system."""
    return np.take_along_axis(probabilities, outcome[..., None], axis=-1)[..., 0]


def broadcast(probabilities, outcome):
    return np.broadcast_to(probabilities, (*outcome.shape, probabilities.shape[-1]))


HONEST = ScoringSystem("mine", "Mine", lambda r, i: chance_of_outcome(broadcast(r, i), i))


@pytest.mark.parametrize("name", SYSTEMS)
def test_systems_of_the_house_keep_their_contract(name):
    assert check_system(SYSTEMS[name]) is SYSTEMS[name]


def test_an_honest_system_passes_whether_honesty_pays_or_not():
    assert check_system(HONEST) is HONEST
    assert check_system(replace(HONEST, n_alternatives=5)).n_alternatives == 5


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": ""}, "A scoring system needs a name"),
        ({"raw": None}, "raw must be a function, not None"),
        ({"n_alternatives": 1}, "n_alternatives is a number from 2 up or None, not 1"),
        ({"raw": lambda r: r}, "raises TypeError"),
        ({"raw": lambda r, i: r}, r"must return the shape \(2, 3, 2\)"),
        ({"raw": lambda r, i: np.full(i.shape, np.inf)}, "must be finite where every alternative .* not inf"),
        ({"raw": lambda r, i: np.full(i.shape, 1j)}, "must return real numbers"),
        ({"raw": lambda r, i: "good"}, "must return numbers, not 'good'"),
        ({"raw": lambda r, i: np.full(i.shape, next(counter))}, "must return the same when asked again"),
        ({"raw": lambda r, i: np.full(i.shape, r.size)}, "the same alone and in a table"),
    ],
)
def test_what_a_system_breaks_is_named(changes, sentence):
    with pytest.raises(BrokenContract, match=sentence):
        check_system(replace(HONEST, **changes))


def test_a_contest_answers_with_one_expectation_for_each_report():
    fair = Contest("fair", "Fair", lambda report, belief: (np.asarray(report) * belief).sum(axis=-1))
    assert check_system(fair) is fair
    with pytest.raises(BrokenContract, match=r"must return the shape \(2, 3\)"):
        check_system(replace(fair, expected=lambda report, belief: np.asarray(report) * belief))


def test_what_is_no_system_is_told_how_to_become_one():
    with pytest.raises(BrokenContract, match="A function is no scoring system; make one with ScoringSystem"):
        check_system(chance_of_outcome)
