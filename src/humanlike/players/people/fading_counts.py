r"""What followed the same last rounds, counted while somebody plays: one table for all memories, fading.

The rows of a table are the contexts of all levels (`recent_rounds`), its last axis what is counted: own actions, or
what the others did. Whenever a context comes again its counts fade by a factor f. Counts depend on no parameter but f,
and :math:`dn/df` is counted beside n by the same rule, :math:`dn \leftarrow f\, dn + n`. So slopes in f are exact
though none flows back through the table, which would cost more than all the rest.
"""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax.lax import stop_gradient

from humanlike.players.people.recent_rounds import Contexts


class Here(NamedTuple):
    """Where the present contexts stand in a table, and by how much moves are shifted back there, [levels] each."""

    rows: jax.Array
    shifts: tuple[Any, ...]
    valid: Any = 1.0  # or 0 where what stands there was counted in another match, and is forgotten


def empty(contexts: Contexts, n_counted: int) -> jax.Array:
    """Nothing was counted yet: n and dn/df, [contexts, 2, counted]."""
    return jnp.zeros((contexts.offsets[-1], 2, n_counted))


def here(contexts: Contexts, recent: Any, is_round: jax.Array) -> Here:
    """The contexts that the `recent` rounds (whole numbers, the newest first) make."""
    around = is_round.astype(jnp.int32)
    rows = [jnp.asarray(row, dtype=jnp.int32) for row in contexts.numbers(recent, around)]
    shifts = tuple(contexts.shift(recent, level, around) for level in range(len(contexts.levels)))
    return Here(jnp.stack(rows), shifts)


def read(table: jax.Array, where: Here, fading: jax.Array) -> list[jax.Array]:
    """Counts of what followed here before, [counted] for each level; `fading` is [levels, 1]."""
    counts, slopes = jnp.moveaxis(stop_gradient(_known(table, where)), 1, 0)
    counts = counts + (fading - stop_gradient(fading)) * slopes
    return [_shifted(count, shift) for count, shift in zip(counts, where.shifts, strict=True)]


def counted(table: jax.Array, where: Here, happened: jax.Array, fading: jax.Array) -> jax.Array:
    """The table with what `happened` [counted] here; where nothing did (all zeros) it stays as it is."""
    marks = jnp.stack([_shifted(happened, -shift) for shift in where.shifts])
    made = happened.sum()
    old = _known(table, where)
    faded = (1.0 - made * (1.0 - fading))[:, None] * old
    new = faded + jnp.stack([marks, made * old[:, 0]], axis=1)
    result: jax.Array = stop_gradient(table.at[where.rows].set(new))
    return result


def _known(table: jax.Array, where: Here) -> jax.Array:
    """What stands in the rows and still counts, [levels, 2, counted]."""
    return table[where.rows] * jnp.reshape(where.valid, (-1, 1, 1))


def _shifted(values: jax.Array, shift: Any) -> jax.Array:
    """Values of moves, moved up by `shift` around the circle of moves."""
    moves = jnp.arange(values.shape[0])
    turned: jax.Array = (values * ((moves[:, None] - shift) % values.shape[0] == moves)).sum(axis=1)
    return turned
