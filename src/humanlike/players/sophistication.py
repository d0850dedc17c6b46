"""How a sophisticated player thinks: forecast what a learner in the other seat will do, answer it, perhaps teach.

Used by strategic EWA; the equations stand there. Plain matrix algebra, not action by action as in other rules: the
engine takes it as one operation, since written out it would take long to compile.
"""

from typing import Protocol

import jax
import jax.numpy as jnp
from jax.nn import softmax

from humanlike.players.ewa import State


class Sophistication(Protocol):
    """What is read of a sophisticated player's parameters; the first four are EWA's."""

    rho: float
    phi: float
    delta: float
    sensitivity: float
    perceived_share: float
    foresight: float


@jax.checkpoint
def both_choices(
    parameters: Sophistication, own: State, other: State, payoffs: jax.Array, others_payoffs: jax.Array
) -> jax.Array:
    """What an adaptive and a sophisticated player would do, [2, actions]."""
    slope, share = parameters.sensitivity, parameters.perceived_share
    adaptive, forecast = softmax(slope * own.attractions), softmax(slope * other.attractions)
    worth = payoffs + parameters.foresight * lessons(parameters, other, payoffs, others_payoffs)

    def half_a_step(_: int, theirs: jax.Array) -> jax.Array:
        mine = softmax(slope * worth @ ((1.0 - share) * forecast + share * theirs))
        return 0.5 * theirs + 0.5 * softmax(
            slope * others_payoffs @ ((1.0 - share) * adaptive + share * mine)
        )

    theirs = jax.lax.fori_loop(0, 8, half_a_step, forecast)
    return jnp.stack([adaptive, softmax(slope * worth @ ((1.0 - share) * forecast + share * theirs))])


def lessons(
    parameters: Sophistication, other: State, payoffs: jax.Array, others_payoffs: jax.Array
) -> jax.Array:
    """The best payoff against what an adaptive other will have learned from a cell, [actions, other's actions]."""
    taught = others_payoffs.T[:, None, :]  # [own action, its own, what it learns about]
    weight = parameters.delta + (1.0 - parameters.delta) * jnp.eye(taught.shape[2])
    learned = parameters.phi * other.experience * other.attractions + weight * taught
    chances = softmax(parameters.sensitivity * learned / (parameters.rho * other.experience + 1.0))
    return (chances @ payoffs.T).max(axis=2)
