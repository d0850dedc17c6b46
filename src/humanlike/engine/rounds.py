"""One round of a single seat: what is seen, what is chosen, and how likely it was."""

from functools import reduce

import jax
import jax.numpy as jnp

from humanlike.core import Seat, Trial

MOST_WRITTEN_OUT = 8  # longer axes are looked up in memory instead of selected action by action


def pick(table: jax.Array, index: jax.Array) -> jax.Array:
    """`table[..., index]` along the last axis, as selections where that axis is short."""
    if table.shape[-1] > MOST_WRITTEN_OUT:
        return jnp.take(table, index, axis=-1)
    result = table[..., 0]
    for place in range(1, table.shape[-1]):
        result = jnp.where(index == place, table[..., place], result)
    return result


def observe(seat: Seat, action: jax.Array, situation: jax.Array) -> Trial:
    """What a player in `seat` sees after playing `action` in `situation`."""
    foregone = pick(seat.payoffs, situation)
    payoff = pick(foregone, action)
    width = seat.highest - seat.lowest
    return Trial(
        action=action,
        chosen=(jnp.arange(seat.payoffs.shape[0]) == action).astype(jnp.float64),
        payoff=payoff,
        reward=(payoff - seat.lowest) / jnp.where(width > 0, width, 1.0),
        situation=situation,
        met=(jnp.arange(seat.payoffs.shape[1]) == situation).astype(jnp.float64),
        foregone=foregone,
    )


def choose(log_weights: jax.Array, uniform: jax.Array) -> jax.Array:
    """An action drawn with probabilities proportional to exp(log_weights), by one uniform number."""
    n_actions = log_weights.shape[0]
    if n_actions == 2:  # one exponential is enough
        return (uniform * (1.0 + jnp.exp(log_weights[1] - log_weights[0])) >= 1.0).astype(jnp.int8)
    top = reduce(jnp.maximum, [log_weights[action] for action in range(n_actions)])
    return choose_by_weights(jnp.exp(log_weights - top), uniform)


def choose_by_weights(weights: jax.Array, uniform: jax.Array) -> jax.Array:
    """An action drawn in proportion to its weight: the first whose cumulated weight exceeds the mark."""
    entries = [weights[action] for action in range(weights.shape[0])]
    mark = uniform * reduce(jnp.add, entries)
    action = jnp.zeros(jnp.shape(uniform), dtype=jnp.int8)
    passed = entries[0]
    for weight in entries[1:]:
        action = action + (mark >= passed).astype(jnp.int8)
        passed = passed + weight
    return action


def log_probabilities(log_weights: jax.Array) -> jax.Array:
    """Normalised logarithms of the choice probabilities, shape [actions]."""
    actions = range(log_weights.shape[0])
    top = reduce(jnp.maximum, [log_weights[action] for action in actions])
    top = jax.lax.stop_gradient(top)  # any shift gives the same value, so it needs no derivative
    total = reduce(jnp.add, [jnp.exp(log_weights[action] - top) for action in actions])
    return log_weights - (top + jnp.log(total))
