"""Streams: every source of randomness has a name.

A stream's key is a hash of its path of names, never of the order in which streams were made, so
adding an entrant changes nobody else's numbers. Below the named level, pair, seat and round are
counters of a counter-based generator (the engine's Threefry; NumPy's Philox here), so pair 3
draws the same numbers in a batch of 8 and of 8,000.

Choices of a trial come from the names trial, entrant, game, `choice`, in this order, in `play` and in a tournament.

>>> a = Streams(7)["trial 1"]["entrant ewa"]["game chicken"]["choice"]
>>> b = Streams(7)["trial 1"]["entrant cournot"]["game chicken"]["choice"]
>>> a.words() == Streams(7)["trial 1"]["entrant ewa"]["game chicken"]["choice"].words()
True
>>> a.words() == b.words()
False
"""

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from humanlike.core.errors import BadParameters

if TYPE_CHECKING:
    import jax

SEPARATOR = "\x1f"  # cannot be typed by accident, so "a"["b"] and "a b" never collide


@dataclass(frozen=True)
class Streams:
    """A seed and a path of names below it; index with a name to go one level down."""

    seed: int
    path: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.seed, int | np.integer) or self.seed < 0:
            raise BadParameters(f"A seed is a whole number from 0 up, not {self.seed!r}.")

    def __getitem__(self, name: str) -> "Streams":
        return Streams(self.seed, (*self.path, name))

    def digest(self) -> bytes:
        """Sixteen bytes that belong to this seed and path alone."""
        text = SEPARATOR.join((str(int(self.seed)), *self.path))
        return hashlib.blake2b(text.encode(), digest_size=16).digest()

    def words(self) -> tuple[int, int]:
        """Two 32-bit words: the key of the engine's counter-based generator."""
        digest = self.digest()
        return int.from_bytes(digest[:4], "little"), int.from_bytes(digest[4:8], "little")

    def generator(self) -> np.random.Generator:
        """A NumPy generator of this stream, always at its beginning."""
        return np.random.Generator(np.random.Philox(key=int.from_bytes(self.digest(), "little")))

    def jax_key(self) -> "jax.Array":
        """A JAX key of this stream (imports JAX)."""
        import jax
        import jax.numpy as jnp

        key: jax.Array = jax.random.wrap_key_data(
            jnp.array(self.words(), dtype=jnp.uint32), impl="threefry2x32"
        )
        return key
