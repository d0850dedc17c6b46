"""Cells instead of a batch axis: the same numbers as `jax.vmap`, for any operation."""

import jax
import jax.numpy as jnp
import numpy as np

from humanlike.core import double_precision
from humanlike.engine.batching import batched, cells_of, varies
from humanlike.players.choice import first_best, largest, total


def everything(x: jax.Array, index: jax.Array, table: jax.Array) -> tuple[jax.Array, ...]:
    return (
        jnp.stack([total(x), largest(x)]),
        first_best(x),
        x[1:] * 2,
        jnp.take(x, index),
        jax.nn.softmax(x),
        jax.scipy.stats.norm.logcdf(x[0]),
        jnp.argmax(x),
        jnp.cumsum(x),
        (table * x).sum(axis=1),
        table.T @ x,
        jnp.sort(x)[::-1],
        jnp.where(x > 0, x, table[0, 0]).max(),
        x[None, :] - x[:, None],
        jnp.linalg.norm(x),
    )


@double_precision()
def test_cells_agree_with_vmap() -> None:
    generator = np.random.default_rng(5)
    x, index, table = (
        generator.normal(size=(3, 7)),
        generator.integers(0, 3, 7),
        generator.normal(size=(3, 3)),
    )
    ours = batched(everything, 7)(cells_of(jnp.asarray(x)), cells_of(jnp.asarray(index)), table)
    theirs = jax.vmap(everything, in_axes=(-1, -1, None), out_axes=-1)(x, index, table)
    for mine, other in zip(jax.tree.leaves(ours, is_leaf=varies), theirs, strict=True):
        np.testing.assert_allclose(mine.stacked(), other, rtol=1e-12)


def test_what_does_not_depend_on_the_batch_stays_ordinary() -> None:
    x = cells_of(jnp.ones((2, 4)))
    same, different = batched(lambda table, each: (table.sum(), each + table[0]), 4)(jnp.ones(2), x)
    assert not varies(same) and varies(different)
