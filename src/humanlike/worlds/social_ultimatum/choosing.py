"""Choosing among the other players, for all seats at once; small axes are written out by hand."""

from typing import Any

import numpy as np

from humanlike.worlds.social_ultimatum.setting import Booleans, Floats, Integers


def others(n_players: int) -> Booleans:
    """True off the diagonal: nobody makes an offer to themselves; shape [players, players, 1]."""
    return ~np.eye(n_players, dtype=bool)[:, :, None]


def draw(weights: Any, uniform: Floats) -> Integers:
    """An index of the second axis in proportion to `weights` (not all zero), by one uniform number.

    >>> draw(np.array([[[1.0, 0.0], [0.0, 0.0], [3.0, 2.0]]]), np.array([[0.2, 0.0]]))
    array([[0, 2]], dtype=int8)
    """
    running = [weights[:, 0]]
    for index in range(1, weights.shape[1]):
        running.append(running[-1] + weights[:, index])
    mark = _mark(running[-1], uniform)
    chosen = np.zeros(uniform.shape, dtype=np.int8)
    for below in running[:-1]:
        chosen += below <= mark
    return chosen


def _mark(whole: Any, uniform: Floats) -> Any:
    """A point of [0, whole), in the same kind of number as the weights (comparing mixed kinds is slow)."""
    if whole.dtype == np.float64:
        return np.minimum(uniform * whole, np.nextafter(whole, 0.0))  # rounding must not reach the end
    return np.minimum((uniform * whole).astype(whole.dtype), whole - 1)


def first_of_most(scores: Integers) -> Integers:
    """The index of the highest score on the second axis, ties to the lowest index."""
    return np.asarray(np.argmax(scores, axis=1), dtype=np.int8)


def anybody(n_players: int, uniform: Floats) -> Integers:
    """One of the others, all equally likely; `uniform` is [players, games]."""
    index = (uniform * (n_players - 1)).astype(np.int8)
    return np.asarray(index + (index >= np.arange(n_players, dtype=np.int8)[:, None]))
