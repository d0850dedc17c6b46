"""What rules that count conduct know of people, as arrays that a compiled program is given.

For each form of seat (numbers of actions and situations) tables are stacked by whether the game looks the same all
around, and by the part of the people left out (`core.parts`; 0 leaves out nobody), so that one array serves every seat
and a seat needs but three numbers to find its own.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.players.people.recent_rounds import Contexts

Floats = npt.NDArray[np.float64]
MOST_ROUNDS = 30  # rounds told apart by lifts
FEW = 8  # choices in a context below which shorter memories say more than it does


class Tables(NamedTuple):
    """What is known of people who sit in one form of seat; logarithms."""

    shares: Floats  # [seats known + 1, kinds]; the last for seats not known
    chances: Floats  # [kinds, contexts, actions]
    lifts: Floats  # [seats known + 1, rounds, cells, actions]


class Counted(NamedTuple):
    """What tables were learned from; all zero where from nobody."""

    people: float = 0.0
    parts: float = 0.0  # into which they were cut, 0 if they were not
    memory: float = 0.0  # rounds looked back at
    choices: float = 0.0
    rare: float = 0.0  # choices made after so many rounds that came fewer than `FEW` times
    visited: float = 0.0  # contexts of the longest memory in which somebody was
    possible: float = 0.0  # contexts there are


class LearnedTables(NamedTuple):
    """Tables for one form of seat; the axes `round` and `part` come first, as in [2, parts + 1, ...]."""

    seats: Floats  # [seats known] their numbers
    shares: Floats  # [2, parts + 1, seats known + 1, kinds]
    chances: Floats  # [2, parts + 1, kinds, contexts, actions]
    lifts: Floats  # [2, parts + 1, seats known + 1, rounds, cells, actions]
    counted: Floats  # [2, fields of `Counted`]


def form_of(n_actions: int, n_situations: int) -> str:
    """The name of a form."""
    return f"{n_actions} x {n_situations}"


def nothing_known(contexts: Contexts, n_seats: int) -> Tables:
    """One kind of people, of whom nothing is known."""
    even = -np.log(contexts.n_actions)
    return Tables(
        np.zeros((n_seats + 1, 1)),
        np.full((1, contexts.n_deep, contexts.n_actions), even),
        np.zeros((n_seats + 1, MOST_ROUNDS + 1, contexts.base, contexts.n_actions)),
    )


def nothing_learned(contexts: Contexts) -> LearnedTables:
    """What a rule goes by that has learned from nobody."""
    blank = nothing_known(contexts, 0)
    shares, chances, lifts = (np.stack([part[None]] * 2) for part in blank)
    return LearnedTables(np.empty(0), shares, chances, lifts, np.array([Counted()] * 2))
