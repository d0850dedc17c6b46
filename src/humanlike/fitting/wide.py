"""Replay for games with many actions or situations.

The engine writes every action out as an array of its own, which is fastest for a few actions but makes a program
of thousands of operations for twenty-one actions in hundreds of situations. Here the action axis stays an
axis, and the single-player functions are mapped over the columns: slower to run, quick to compile.

Groups of different size have different numbers of situations. So that one program serves them all, tables are
widened with columns that hold each row's mean: no recorded situation points there, and neither the mean nor
the range of a row, which is all a rule may ask of a table it cannot enumerate, is changed by them.
"""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from humanlike.core import Rule, Seat
from humanlike.engine.replay import Records
from humanlike.engine.rounds import observe

WIDEST = 64  # payoff entries up to which the engine's way is used


def is_wide(records: Records) -> bool:
    """Whether the payoff tables are too large to be written out."""
    shape = jnp.shape(records.seat.payoffs)
    return shape[0] * shape[1] > WIDEST


def widened(seat: Seat, n_situations: int) -> Seat:
    """The seat with a payoff table of `n_situations` columns."""
    table = np.asarray(seat.payoffs)
    missing = n_situations - table.shape[1]
    filling = np.repeat(table.mean(axis=1, keepdims=True), missing, axis=1)
    wider: Any = np.concatenate([table, filling], axis=1)
    return seat._replace(payoffs=wider)


def wide_log_probabilities(rule: Rule, parameters: Any, records: Records) -> jax.Array:
    """Log-probabilities of all actions, shape [rounds, actions, columns]."""

    def one_column(values: Any, seat: Seat, actions: jax.Array, situations: jax.Array) -> jax.Array:
        seat = seat._replace(learned=records.learned)

        def one_round(state: Any, row: tuple[jax.Array, jax.Array]) -> tuple[Any, jax.Array]:
            logs = jax.nn.log_softmax(rule.log_weights(values, state))
            known, apart = (row[0] >= 0) & (row[1] >= 0), (row[0] < 0) & (row[1] < 0)
            after = rule.update(values, state, observe(seat, jnp.where(known, row[0], -1), row[1]))
            left = rule.after_a_match(values, state)

            def kept(new: jax.Array, rest: jax.Array, old: jax.Array) -> jax.Array:
                if new is old and rest is old:  # what was learned never changes, and is there once
                    return old
                return jnp.where(known, new, jnp.where(apart, rest, old))

            return jax.tree.map(kept, after, left, state), logs

        start = jax.tree.map(_double, rule.initial_state(values, seat))
        return jax.lax.scan(one_round, start, (actions, situations))[1]

    shared = jnp.ndim(records.seat.payoffs) == 2
    mapped = jax.vmap(one_column, in_axes=(0, None if shared else -1, 1, 1), out_axes=2)
    return mapped(parameters, records.seat, jnp.asarray(records.actions), jnp.asarray(records.situations))


def _double(leaf: Any) -> jax.Array:
    return jnp.asarray(leaf, dtype=jnp.float64)
