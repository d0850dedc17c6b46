"""The 26 ways of answering one's partner that a machine of at most two states can follow, with two actions each.

A machine plays an action in each state and goes to a state by what the other did; all begin in their first state. Two
always play the same; 24 play one action in the first state, which they leave on some move of the other, and the other
action in the second. Tit-for-tat, grim, win-stay-lose-shift and alternation are among them.
"""

from itertools import product

import numpy as np
import numpy.typing as npt


def _machines() -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """What each plays in its states, [26, 2], and where it goes after the other's 0 or 1, [26, 2, 2]."""
    constant = [((move, move), ((0, 0), (0, 0))) for move in (0, 1)]
    leaves, turns = ((0, 1), (1, 0), (1, 1)), tuple(product((0, 1), repeat=2))
    others = [((move, 1 - move), (out, back)) for move in (0, 1) for out in leaves for back in turns]
    outputs, transitions = zip(*constant, *others, strict=True)
    return np.array(outputs, dtype=np.float64), np.array(transitions)


def _meetings() -> npt.NDArray[np.float64]:
    """How often each cell occurs in the long run when two strategies meet, [26, 26, 2, 2]."""
    own, other = np.divmod(np.arange(26 * 26), 26)
    here, there = np.zeros_like(own), np.zeros_like(own)
    counts = np.zeros((26 * 26, 2, 2))
    for round_ in range(
        24
    ):  # four joint states: at most four rounds to a cycle of 1, 2, 3 or 4, twelve of all of them
        mine, theirs = PLAYS[own, here].astype(int), PLAYS[other, there].astype(int)
        counts[np.arange(26 * 26), mine, theirs] += (round_ >= 12) / 12
        here, there = GOES[own, here, theirs], GOES[other, there, mine]
    return counts.reshape(26, 26, 2, 2)


PLAYS, GOES = _machines()
MEETINGS = _meetings()
