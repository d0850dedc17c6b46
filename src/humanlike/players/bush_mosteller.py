r"""Bush-Mosteller: success pulls the choice towards what was done, failure pushes it away.

For two actions and payoffs 0 and 1,

.. math::

    p_B' = p_B + \alpha\,[(1-p_B) 1\{B,1\} - p_B 1\{A,1\}] + \beta\,[(1-p_B) 1\{A,0\} - p_B 1\{B,0\}].

In general, with reward r in [0, 1] (the payoff on the scale of the seat's smallest and largest payoff),
e the unit vector of the action taken and u the uniform distribution over the others,
:math:`p' = p + \alpha r (e - p) + \beta (1-r)(u - p)`.

References
----------
Bush & Mosteller (1955), Stochastic Models for Learning; parameters of Mitropoulos (2001), Table 3.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Interval, Rule, Seat, Trial
from humanlike.players.choice import log_chance, others_evenly


class Parameters(NamedTuple):
    """What differs from one learner to the next."""

    alpha: float  # step after success
    beta: float  # step after failure


class State(NamedTuple):
    """What is carried from round to round."""

    chances: jax.Array  # p, shape [actions]


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """No preference yet."""
    return State(jnp.full(seat.n_actions, 1.0 / seat.n_actions))


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """The choice probabilities themselves, shape [actions]."""
    return log_chance(state.chances)


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Towards what succeeded, away from what failed."""
    towards = parameters.alpha * trial.reward * (trial.chosen - state.chances)
    away = parameters.beta * (1.0 - trial.reward) * (others_evenly(trial.chosen) - state.chances)
    return State(state.chances + towards + away)


RULE = Rule(
    "bush-mosteller",
    Parameters,
    (
        Interval(0.0, 1.0, "success teaches nothing", "full success is repeated for sure"),
        Interval(0.0, 1.0, "failure teaches nothing", "after full failure something else is done for sure"),
    ),
    initial_state,
    log_weights,
    update,
    published={"mitropoulos-2001": Parameters(0.27, 0.12)},
)
