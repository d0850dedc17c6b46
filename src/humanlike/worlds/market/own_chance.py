"""An agent's own chance: a source of random numbers that leads nowhere else.

Whoever sits in a seat draws the same numbers, so that two variants can be compared. What it holds is a one-way hash of
the agents' seed and the seat: no seed, no name and no way up to it, hence none to the market's processes, which follow
from the same seed when a game has only one. (A seed of few digits can be found by trying all; who lets strangers play
for something takes one of many digits.)
"""

import hashlib

import numpy as np

KEY_BYTES = 16


class OwnChance:
    """Index with a name for a source apart; `generator()` is NumPy's, always at its beginning."""

    __slots__ = ("_key",)

    def __init__(self, key: bytes) -> None:
        self._key = hashlib.blake2b(key, digest_size=KEY_BYTES, person=b"market seat").digest()

    def __getitem__(self, name: str) -> "OwnChance":
        return OwnChance(self._key + name.encode())

    def generator(self) -> np.random.Generator:
        """A NumPy generator of this source."""
        key = hashlib.blake2b(self._key, digest_size=KEY_BYTES, person=b"generator").digest()
        return np.random.Generator(np.random.Philox(key=int.from_bytes(key, "little")))
