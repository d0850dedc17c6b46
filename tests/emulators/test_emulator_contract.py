"""The contract of an emulator: those of the house keep it, and each broken promise is named in a sentence."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from humanlike.core import BrokenContract, UnsuitableGame
from humanlike.emulators import EMULATORS, Emulator, check_emulator

counter = itertools.count()


def blind(stream, game, shape, session):
    most = np.resize(game.n_actions, shape.n_subjects)[:, None]
    return stream.generator().integers(0, most, size=shape.made.shape)


def only_two_actions(stream, game, shape, session):
    if game.n_actions != (2, 2):
        raise UnsuitableGame("two actions only")
    return blind(stream, game, shape, session)


HONEST = Emulator("mine", blind)


@pytest.mark.parametrize("name", ["random", "alg1", "memory-one", "mixed-ewa-random"])
def test_emulators_of_the_house_keep_their_contract(name):
    assert check_emulator(EMULATORS[name]) is EMULATORS[name]


def test_an_honest_emulator_passes_and_may_refuse_a_game():
    assert check_emulator(HONEST) is HONEST
    check_emulator(replace(HONEST, produce=only_two_actions))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": None}, "An emulator needs a name"),
        ({"produce": [0, 1]}, r"produce must be a function, not \[0, 1\]"),
        ({"produce": lambda game: 0}, "on 'chicken' raises TypeError"),
        (
            {"produce": lambda *given: np.zeros((6, 4), dtype=int)},
            r"shape \(4, 6\), subjects by rounds, not \(6, 4\)",
        ),
        ({"produce": lambda *given: np.zeros((4, 6))}, "must return whole numbers, not float64"),
        ({"produce": lambda *given: np.full((4, 6), 2)}, r"from 0 to 1, not 2 \(subject 1, round 1\)"),
        ({"produce": lambda *given: np.full((4, 6), -1)}, "from 0 to 1, not -1"),
        (
            {"produce": lambda *given: np.full((4, 6), next(counter) % 2)},
            "the same moves for the same stream",
        ),
    ],
)
def test_what_an_emulator_breaks_is_named(changes, sentence):
    with pytest.raises(BrokenContract, match=sentence):
        check_emulator(replace(HONEST, **changes))


def test_what_is_no_emulator_is_told_how_to_become_one():
    with pytest.raises(BrokenContract, match="A function is no emulator; make one with Emulator"):
        check_emulator(blind)
