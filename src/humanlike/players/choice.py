"""The few operations on the axis of actions that rules share.

They are written action by action because a reduction over so short an axis would keep the compiler from
fusing a round into one pass over memory. Shapes are [actions]; a rule never sees the batch.
"""

from functools import reduce

import jax
import jax.numpy as jnp

NEGLIGIBLE = 1e-300  # stands for probability zero where its logarithm is needed


def log_chance(probabilities: jax.Array) -> jax.Array:
    """Logarithm of probabilities (or weights) with zero as 1e-300, so that gradients stay finite."""
    positive = probabilities > NEGLIGIBLE
    return jnp.log(jnp.where(positive, probabilities, NEGLIGIBLE))


def total(values: jax.Array) -> jax.Array:
    """Sum over actions."""
    return reduce(jnp.add, [values[action] for action in range(values.shape[0])])


def largest(values: jax.Array) -> jax.Array:
    """Largest value over actions."""
    return reduce(jnp.maximum, [values[action] for action in range(values.shape[0])])


def from_0_to_1(payoffs: jax.Array) -> jax.Array:
    """Payoffs on a scale from 0 (the smallest) to 1 (the largest); all 0 where they do not differ."""
    width = payoffs.max() - payoffs.min()
    return (payoffs - payoffs.min()) / jnp.where(width > 0, width, 1.0)


def first_best(values: jax.Array) -> jax.Array:
    """1 for the action with the largest value, 0 elsewhere; ties go to the lowest index."""
    actions = range(values.shape[0])
    wins = [
        reduce(
            jnp.logical_and,
            [values[a] > values[b] if b < a else values[a] >= values[b] for b in actions if b != a],
            jnp.asarray(True),
        )
        for a in actions
    ]
    return jnp.stack(wins).astype(values.dtype)


def others_evenly(chosen: jax.Array) -> jax.Array:
    """The uniform distribution over the actions not chosen (with two actions: the other one)."""
    return (1.0 - chosen) / max(chosen.shape[0] - 1, 1)
