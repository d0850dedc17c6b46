"""The contract of a detector: those of the house keep it, and each broken promise is named in a sentence."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from humanlike.core import BadRequest, BrokenContract, UnsuitableGame
from humanlike.detectors import DETECTORS, Detector, check_detector

QUICK = [name for name in DETECTORS if name != "likelihood-ratio"]  # which fits rules to every source
counter = itertools.count()


def half(model, game, plays):
    return np.full(len(plays), 0.5)


def fails(model, game, plays):
    return np.full(len(plays), 1 / 0)


def only_two_actions(model, game, plays):
    if game.n_actions != (2, 2):
        raise UnsuitableGame("two actions only")
    return half(model, game, plays)


def fit_two_actions(plays, is_human):
    if any(play.game.n_actions != (2, 2) for play in plays):
        raise UnsuitableGame("two actions only")
    return {"share": float(np.mean(is_human))}


HONEST = Detector("mine", half)


@pytest.mark.parametrize("name", QUICK)
def test_detectors_of_the_house_keep_their_contract(name):
    assert check_detector(DETECTORS[name]) is DETECTORS[name]


def test_a_detector_may_refuse_a_game():
    check_detector(replace(HONEST, judge=only_two_actions))
    check_detector(replace(HONEST, judge=only_two_actions, fit=fit_two_actions))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": ""}, "A detector needs a name"),
        ({"judge": 0.5}, "judge must be a function, not 0.5"),
        ({"fit": "yes"}, "fit must be a function, not 'yes'"),
        ({"looks_at": "everything"}, "looks_at is one of 'one play at a time', 'the whole set'"),
        ({"fit": lambda plays, is_human: None}, "must return a model, not None"),
        ({"fit": lambda plays: 1}, r"fit\(plays, is_human\) raises TypeError"),
        (
            {"judge": fails},
            r"raises ZeroDivisionError: division by zero \(test_detector_contract.py, line \d+\)",
        ),
        ({"judge": lambda model, game, plays: 0.5}, r"an array of shape \(12,\), not \(\)"),
        ({"judge": lambda model, game, plays: ["human"] * 12}, "must return numbers"),
        ({"judge": lambda model, game, plays: np.full(12, 1.5)}, "probabilities from 0 to 1, not 1.5"),
        ({"judge": lambda model, game, plays: np.full(12, np.nan)}, "probabilities from 0 to 1, not nan"),
        (
            {"judge": lambda model, game, plays: np.full(12, next(counter) % 7 / 7)},
            "must answer the same when asked again",
        ),
    ],
)
def test_what_a_detector_breaks_is_named(changes, sentence):
    with pytest.raises(BrokenContract, match=sentence):
        check_detector(replace(HONEST, **changes))


def test_what_is_no_detector_is_told_how_to_become_one():
    with pytest.raises(BrokenContract, match="A function is no detector; make one with Detector"):
        check_detector(half)


def test_sentences_of_our_own_pass_through():
    def picky(plays, is_human):
        raise BadRequest("more plays, please")

    with pytest.raises(BadRequest, match="more plays, please"):
        check_detector(replace(HONEST, fit=picky))
