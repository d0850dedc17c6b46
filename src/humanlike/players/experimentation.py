r"""Experimentation: count successes in a row for each action, lean towards the action with more.

An action's value v counts its successes since its last failure, at most `cap`; success means a payoff in
the upper half of the own payoff range (1 rather than 0 in the paper). With two actions,

.. math:: p_a = \tfrac12 + \operatorname{sign}(v_a - v_b)\, \max(v_A, v_B)\, \frac{top - 1/2}{cap}.

With n actions a single leader gets :math:`1/n + \max(v)(top - 1/n)/cap`, the others share the rest; a
tie for the lead means choosing evenly. Any number of actions and players.

References
----------
Mitropoulos (2001), section 5, with cap 8 and top .99 (Table 3).
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Interval, Rule, Seat, Trial
from humanlike.players.choice import largest, log_chance, others_evenly, total


class Parameters(NamedTuple):
    """What differs from one learner to the next."""

    cap: float  # successes beyond this are not counted
    top: float  # probability of an action with `cap` successes


class State(NamedTuple):
    """What is carried from round to round."""

    values: jax.Array  # v, shape [actions]


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """No successes yet."""
    return State(jnp.zeros(seat.n_actions))


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """Lean towards the leader in proportion to its successes."""
    even = 1.0 / state.values.shape[0]
    lead = largest(state.values)
    leaders = (state.values == lead).astype(lead.dtype)
    chance = even + lead * (parameters.top - even) / parameters.cap
    leaning = chance * leaders + (1.0 - chance) * others_evenly(leaders)
    return log_chance(jnp.where(total(leaders) == 1, leaning, even))


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """One more success, or back to none."""
    counted = jnp.where(trial.reward >= 0.5, jnp.minimum(state.values + 1.0, parameters.cap), 0.0)
    return State(jnp.where(trial.chosen > 0, counted, state.values))


RULE = Rule(
    "experimentation",
    Parameters,
    (
        Interval(1.0, 50.0, "one success counts as much as many", "successes count as little as they may"),
        Interval(0.5, 1.0, "successes count as little as they may", "a proven action is repeated for sure"),
    ),
    initial_state,
    log_weights,
    update,
    published={"mitropoulos-2001": Parameters(8.0, 0.99)},
)
