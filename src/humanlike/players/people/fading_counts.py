r"""What followed the same last rounds, counted while somebody plays: one table for all memories, fading.

The rows of a table are the contexts of all levels (`recent_rounds`), its last axis what is counted: own actions, or
what the others did. Whenever a context comes again its counts fade by a factor f. Counts depend on no parameter but f,
and :math:`dn/df` is counted beside n by the same rule, :math:`dn \leftarrow f\, dn + n`. So slopes in f are exact
though none flows back through the table, which would cost more than all the rest.

What stands in the present contexts is looked up when they are entered and kept beside the table. So in every round the
table is first written, then read: read the other way round the compiler copies it whole.
"""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax.lax import stop_gradient

from humanlike.players.people.recent_rounds import Contexts


class FadingCounts(NamedTuple):
    """A table of all contexts, and what of it is in use."""

    table: jax.Array  # n and dn/df, [contexts, 2, counted]
    present: tuple[
        tuple[jax.Array, jax.Array], ...
    ]  # the same in the present contexts, for each level [counted] each


class ContextPlace(NamedTuple):
    """Where contexts stand in a table, and by how much moves are shifted back there, one for each level."""

    rows: jax.Array
    shifts: tuple[Any, ...]


def nothing_counted(contexts: Contexts, n_counted: int) -> FadingCounts:
    """Before the first round."""
    nothing = jnp.zeros(n_counted)
    present = ((nothing, nothing),) * len(contexts.levels)
    return FadingCounts(jnp.zeros((contexts.offsets[-1], 2, n_counted)), present)


def place_of(contexts: Contexts, recent: Any, is_round: jax.Array) -> ContextPlace:
    """The contexts that the `recent` rounds (whole numbers, the newest first) make."""
    around = is_round.astype(jnp.int32)
    rows = [jnp.asarray(row, dtype=jnp.int32) for row in contexts.numbers(recent, around)]
    shifts = tuple(contexts.shift(recent, level, around) for level in range(len(contexts.levels)))
    return ContextPlace(jnp.stack(rows), shifts)


def read(counts: FadingCounts, place: ContextPlace, fading: jax.Array) -> list[jax.Array]:
    """Counts of what followed here before, [counted] for each level; `fading` is [levels]."""
    change = fading - stop_gradient(fading)  # zero, with a slope
    found = []
    for level, (count, slope) in enumerate(counts.present):
        found.append(_shifted(count + change[level] * slope, place.shifts[level]))
    return found


def counted(counts: FadingCounts, place: ContextPlace, happened: jax.Array, fading: jax.Array) -> jax.Array:
    """The table with what `happened` [counted] here; where nothing did (all zeros) it stays as it is."""
    made = happened.sum()
    new, fading = [], stop_gradient(fading)
    for level, (count, slope) in enumerate(stop_gradient(counts.present)):
        kept = 1.0 - made * (1.0 - fading[level])
        mark = _shifted(happened, -place.shifts[level])
        new.append(jnp.stack([kept * count + mark, kept * slope + made * count]))
    return stop_gradient(counts.table).at[place.rows].set(jnp.stack(new))


def looked_up(table: jax.Array, place: ContextPlace, valid: Any = 1.0) -> FadingCounts:
    """The table with what stands in the contexts that are entered; `valid` is 0 for levels where nothing counts."""
    found = stop_gradient(table)[place.rows] * jnp.reshape(valid, (-1, 1, 1))
    return FadingCounts(table, tuple((level[0], level[1]) for level in found))


def _shifted(values: jax.Array, shift: Any) -> jax.Array:
    """Values of moves, moved up by `shift` around the circle of moves."""
    moves = jnp.arange(values.shape[0])
    turned: jax.Array = (values * ((moves[:, None] - shift) % values.shape[0] == moves)).sum(axis=1)
    return turned
