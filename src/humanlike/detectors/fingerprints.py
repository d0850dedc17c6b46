"""Fingerprints of matches: by them a match is known again under any name, order of seats, names of actions or payoffs.

A fingerprint is one byte for the number of rounds (255: that many or more) and six of a hash of everybody's moves, the
moves of each seat numbered in the order of their first appearance and the seats in the order of what they did. A match
of little variety is everybody's and nobody's: it gets none. A fingerprint says nothing about who, where or when; the
moves of a very short match can be had from it by trying all there could be.
"""

import hashlib
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from humanlike.core import Play
from humanlike.detectors.information import seat_bits

LEAST_BITS: Final = 20.0  # with less to tell two matches are soon alike
HASH_BYTES: Final = 6
WIDTH: Final = 1 + HASH_BYTES
LONGEST: Final = 255
Moves = npt.NDArray[np.integer[Any]]


def match_fingerprints(play: Play) -> dict[str, bytes]:
    """The fingerprint of every match long and varied enough to have one, by the match's label."""
    places = play.labels("match").places()
    bits = seat_bits(play)
    return {
        match: _fingerprint(play.actions[rows])
        for match, rows in places.items()
        if bits[rows].sum() >= LEAST_BITS
    }


def rounds_of(fingerprint: bytes) -> int:
    """The number of rounds a fingerprint tells."""
    return fingerprint[0]


def _fingerprint(actions: Moves) -> bytes:
    """Of the moves of a whole match, [seats, rounds]."""
    played = np.flatnonzero((actions >= 0).any(axis=0))
    rounds = int(played[-1]) + 1
    summary = hashlib.blake2b(digest_size=HASH_BYTES)
    for seat in sorted(_by_first_appearance(row[:rounds]) for row in actions):
        summary.update(seat)
    return bytes([min(rounds, LONGEST)]) + summary.digest()


def _by_first_appearance(moves: Moves) -> bytes:
    """A seat's moves numbered in the order in which it first made them; missing ones stay missing."""
    present, first, where = np.unique(moves, return_index=True, return_inverse=True)
    first[present < 0] = -1  # before everything that was made
    order = np.argsort(np.argsort(first)) - int((present < 0).any())
    return order[where].astype("<i2").tobytes()
