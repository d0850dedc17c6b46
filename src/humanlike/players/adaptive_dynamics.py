r"""Adaptive dynamics: beliefs move part of the way to what was last seen, by ever smaller steps.

.. math::

    b(t) &= b(t-1) + \beta_t\,[s(t) - b(t-1)], \qquad \beta_t = \beta\, t^{-\gamma} \\
    p_j(t+1) &\propto \exp\Big[\lambda\,(t+1)^{\kappa} \sum_s b_s(t)\, \pi_j(s)\Big]

A player answers a belief about the state of the others (in a minimum-effort game: their lowest effort); the answer
is shaken by a shock of the player's own, whose spread :math:`1/(\lambda t^\kappa)` shrinks from round to round.

The source has efforts in a row, where the best answer to a belief is to match it, and normal shocks to the efforts. Our
reading for any game: beliefs are about situations, efforts become best replies, and shocks hit the payoffs with an
extreme-value law, which makes choice logit. The drift of the first round is left out; before it beliefs are uniform.
Expected payoffs are linear in beliefs, so they are carried instead. Parameter values are examples, not estimates.

Any number of actions and players, real payoffs (lambda carries their scale).

References
----------
Crawford (1995), Econometrica 63, 103-143; Crawford (1991), GEB 3, 25-59.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Interval, Rule, Seat, Trial


class Parameters(NamedTuple):
    """What differs from one learner to the next."""

    adjustment: float  # beta: how far beliefs move in the first round
    adjustment_decline: float  # gamma: how fast steps get smaller
    sensitivity: float  # lambda: one over the spread of the first round's shocks
    shock_decline: float  # kappa: how fast shocks get smaller


class State(NamedTuple):
    """What is carried from round to round."""

    round: jax.Array  # t, counted from 1
    values: jax.Array  # what each action promises under the beliefs, shape [actions]


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Uniform beliefs."""
    return State(jnp.ones(()), seat.payoffs.mean(axis=1))


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """Best reply to the beliefs, shaken by a shock, shape [actions]."""
    return parameters.sensitivity * state.round**parameters.shock_decline * state.values


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Beliefs, and with them values, move towards what was seen."""
    step = parameters.adjustment * state.round**-parameters.adjustment_decline
    return State(state.round + 1.0, state.values + step * (trial.foregone - state.values))


RULE = Rule(
    "adaptive-dynamics",
    Parameters,
    (
        Interval(0.0, 1.0, "beliefs never move", "the first round is believed in full"),
        Interval(0.0, 2.0, "beliefs always move as far", "beliefs freeze as early as they may"),
        Interval(0.0, 100.0, "it begins blindly, whatever it believes", "it begins with the best reply"),
        Interval(0.0, 2.0, "shocks stay as large", "shocks vanish as early as they may"),
    ),
    initial_state,
    log_weights,
    update,
    published={
        "settling": Parameters(0.5, 0.5, 0.5, 0.5),
        "restless": Parameters(0.5, 0.0, 0.5, 0.0),
    },
    needs=Information.ACTIONS,
    symbols=("beta", "gamma", "lambda", "kappa"),
    per_payoff=("sensitivity",),
)
