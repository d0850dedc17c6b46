"""What a user brings is held to its contract before any work is done, once, and the sentence names the file."""

import pytest

from humanlike.core import BadRequest, BrokenContract
from humanlike.detectors import Detector
from humanlike.naming.detectors import find_detector
from humanlike.naming.emulators import find_emulator
from humanlike.naming.rules import find_rule
from humanlike.naming.scoring_systems import find_system

RULE = """
from typing import NamedTuple
import jax.numpy as jnp
from humanlike.core import Interval, Rule


class Parameters(NamedTuple):
    rate: float


class State(NamedTuple):
    values: object


def initial_state(parameters, seat):
    return State(jnp.zeros(seat.n_actions))


def log_weights(parameters, state):
    return state.values


def update(parameters, state, trial):
    return State({update})


RULE = Rule(
    "mine", Parameters, (Interval(0.0, 1.0),), initial_state, log_weights, update, published={{"a": Parameters(0.5)}}
)
"""
OTHERS = """
import numpy as np
from humanlike.detectors import Detector
from humanlike.emulators import Emulator
from humanlike.scoring import ScoringSystem

DETECTOR = Detector("sure", lambda model, game, plays: np.full(len(plays), 2.0))
EMULATOR = Emulator("far", lambda stream, game, shape, session: np.full(shape.made.shape, 9))
SYSTEM = ScoringSystem("flat", "Flat", lambda probabilities, outcome: probabilities)
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "good.py").write_text(RULE.format(update="state.values + parameters.rate * trial.chosen"))
    (tmp_path / "growing.py").write_text(RULE.format(update="jnp.concatenate([state.values, state.values])"))
    (tmp_path / "others.py").write_text(OTHERS)
    monkeypatch.chdir(tmp_path)


def test_a_rule_that_keeps_its_promises_enters(here):
    assert find_rule("good.py:RULE").name == "mine"


@pytest.mark.parametrize(
    ("find", "word", "sentence"),
    [
        (find_rule, "growing.py:RULE", r"'growing.py': Rule 'mine': update on 'chicken' must return a state"),
        (
            find_emulator,
            "growing.py:RULE",
            r"'growing.py': Rule 'mine': update on 'chicken' must return a state",
        ),
        (find_detector, "others.py:DETECTOR", r"'others.py': Detector 'sure': .* from 0 to 1, not 2"),
        (find_emulator, "others.py:EMULATOR", r"'others.py': Emulator 'far': .* from 0 to 1, not 9"),
        (find_system, "others.py:SYSTEM", r"'others.py': System 'flat': .* must return the shape"),
    ],
)
def test_what_breaks_its_contract_is_refused_at_the_door(here, find, word, sentence):
    with pytest.raises(BadRequest, match=sentence):
        find(word)


def test_an_object_is_held_to_its_contract_once():
    asked = []

    def judge(model, game, plays):
        asked.append(game.name)
        return [0.5] * len(plays)

    mine = Detector("mine", judge)
    assert find_detector(mine) is find_detector(mine) is mine
    assert len(asked) == 4, "two games, each asked twice, and never again"
    with pytest.raises(BrokenContract, match="judge must be a function"):
        find_detector(Detector("mine", None))
