r"""Roth-Erev: propensities add up what each action earned, and fade.

.. math:: u_a(t+1) = \beta\, u_a(t) + r(t)\, 1[a(t) = a], \qquad p_a = u_a / \sum_k u_k

with r the payoff on a scale from 0 to 1 (smallest to largest own payoff); the initial propensities share
:math:`\alpha` evenly. Any number of actions and players.

References
----------
Roth & Erev (1995), GEB 8, 164-212; parameters of Mitropoulos (2001), Table 3.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Interval, Rule, Seat, Trial
from humanlike.players.choice import log_chance


class Parameters(NamedTuple):
    """What differs from one learner to the next."""

    alpha: float  # sum of the initial propensities
    beta: float  # what is kept from round to round


class State(NamedTuple):
    """What is carried from round to round."""

    propensities: jax.Array  # u, shape [actions]


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Equal propensities."""
    return State(parameters.alpha / seat.n_actions * jnp.ones(seat.n_actions))


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """Choice in proportion to propensity, shape [actions]."""
    return log_chance(state.propensities)


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Fade, then add what the action taken earned."""
    return State(parameters.beta * state.propensities + trial.reward * trial.chosen)


RULE = Rule(
    "roth-erev",
    Parameters,
    (
        Interval(1e-3, 100.0, "the first payoff decides at once", "it learns as slowly as it may"),
        Interval(0.0, 1.0, "only the last round counts", "nothing is forgotten"),
    ),
    initial_state,
    log_weights,
    update,
    published={"mitropoulos-2001": Parameters(3.0, 0.91)},
)
