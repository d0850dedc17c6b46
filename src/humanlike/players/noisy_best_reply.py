r"""Noisy best reply, level by level: how many steps ahead does a player think?

Level 0 repeats the own last action. Level 1 makes a logit best reply to the other's last action,
:math:`p_j \propto e^{\lambda \pi_j(s)}`; level 2 to the level-1 reply the other would make to mine; level 3
to a level-2 other. In round 1 everybody stands at the uniform distribution instead of a last action. A
level between two whole numbers mixes the two (level 1.3: three choices in ten are made at level 2). Lambda
multiplies payoffs on a scale from 0 to 1. Two players; any number of actions.

References
----------
Stahl & Wilson (1995), GEB 10, 218-254; Ho & Su (2013), Management Science 59, 452-469 (dynamic level-k).
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Interval, Rule, Seat, Trial
from humanlike.players.choice import from_0_to_1, largest, log_chance, total

DEEPEST = 3


class Parameters(NamedTuple):
    """What differs from one player to the next."""

    level: float  # steps of thinking, 0 to 3
    sensitivity: float  # lambda: 0 chooses blindly, large always takes the best


class State(NamedTuple):
    """What is carried from round to round; the payoffs never change."""

    own: jax.Array  # [actions] own last action as a distribution
    other: jax.Array  # [other's actions] the other's last action as a distribution
    payoffs: jax.Array  # [actions, other's actions] own payoffs from 0 to 1
    others_payoffs: jax.Array  # [other's actions, actions] the other's payoffs from 0 to 1


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Nothing seen yet: both at the uniform distribution."""
    n_own, n_other = seat.payoffs.shape
    return State(
        jnp.full(n_own, 1.0 / n_own),
        jnp.full(n_other, 1.0 / n_other),
        from_0_to_1(seat.payoffs),
        from_0_to_1(seat.others_payoffs),
    )


def reply(sensitivity: float, payoffs: jax.Array, belief: jax.Array) -> jax.Array:
    """Logit best reply to a belief about the other."""
    values = sensitivity * total((payoffs * belief).T)
    weights = jnp.exp(values - jax.lax.stop_gradient(largest(values)))  # any shift gives the same weights
    return weights / total(weights)


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """Mix the choices of the two nearest levels, shape [actions]."""
    mine, theirs = state.own, state.other
    chances = mine * jnp.maximum(0.0, 1.0 - parameters.level)
    for level in range(1, DEEPEST + 1):
        mine, theirs = (
            reply(parameters.sensitivity, state.payoffs, theirs),
            reply(parameters.sensitivity, state.others_payoffs, mine),
        )
        chances = chances + mine * jnp.maximum(0.0, 1.0 - jnp.abs(parameters.level - level))
    return log_chance(chances)


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Remember what both did."""
    return state._replace(own=trial.chosen, other=trial.met)


RULE = Rule(
    "noisy-best-reply",
    Parameters,
    (
        Interval(
            0.0, float(DEEPEST), "it repeats its last action, whatever it paid", "it thinks as far as it may"
        ),
        Interval(
            0.0, 100.0, "its replies are blind, payoffs do not matter", "it always takes the best reply"
        ),
    ),
    initial_state,
    log_weights,
    update,
    published={"level-1": Parameters(1.0, 5.0), "level-2": Parameters(2.0, 5.0)},
    needs=Information.GAME,
    n_players=2,
    symbols=("k", "lambda"),
)
