r"""One uniform number per seat and round, by counter.

Threefry-2x32 with twenty rounds (Salmon, Moraes, Dror & Shaw 2011, "Parallel random numbers: as easy
as 1, 2, 3", SC'11) turns key and counter into two words, with no state in between:

.. math:: u = (\lfloor w_0 / 2^5 \rfloor 2^{26} + \lfloor w_1 / 2^6 \rfloor + 1/2)\, 2^{-53}

The counter is (seat, round), so a seat draws the same numbers in any batch. Written out instead of
called from a library because XLA then fuses it with what uses it.
"""

import jax
import jax.numpy as jnp

ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
PARITY = 0x1BD11BDA


def threefry(key: tuple[jax.Array, jax.Array], x0: jax.Array, x1: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Two random words for each counter (x0, x1); everything is uint32."""
    schedule = (key[0], key[1], key[0] ^ key[1] ^ jnp.uint32(PARITY))
    x0, x1 = x0 + schedule[0], x1 + schedule[1]
    for group in range(5):
        for rotation in ROTATIONS[group % 2]:
            x0 = x0 + x1
            x1 = ((x1 << rotation) | (x1 >> (32 - rotation))) ^ x0
        x0 = x0 + schedule[(group + 1) % 3]
        x1 = x1 + schedule[(group + 2) % 3] + jnp.uint32(group + 1)
    return x0, x1


def uniforms(key: tuple[jax.Array, jax.Array], seats: jax.Array, round_: jax.Array) -> jax.Array:
    """A double in (0, 1) for each seat in this round, never 0 and never 1."""
    high, low = threefry(key, seats, jnp.broadcast_to(round_.astype(jnp.uint32), seats.shape))
    # 27 + 26 bits as signed integers: the conversion that processors have an instruction for
    coarse = (high >> 5).astype(jnp.int32).astype(jnp.float64)
    fine = (low >> 6).astype(jnp.int32).astype(jnp.float64)
    return (coarse * 67108864.0 + (fine + 0.5)) * (1.0 / 9007199254740992.0)
