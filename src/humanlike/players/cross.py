r"""Cross: whatever was done becomes more likely, the more so the better it paid.

.. math:: p' = p + (\alpha r + \beta)(e - p)

with r the payoff on a scale from 0 to 1 (smallest to largest own payoff) and e the unit vector of the
action taken; the step is at most 1. Any number of actions and players.

References
----------
Cross (1973), QJE 87, 239-266; parameters of Mitropoulos (2001), Table 3.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Interval, Rule, Seat, Trial
from humanlike.players.choice import log_chance


class Parameters(NamedTuple):
    """What differs from one learner to the next."""

    alpha: float  # step per unit of payoff
    beta: float  # step whatever was paid


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
    """A step towards the action taken."""
    step = jnp.minimum(parameters.alpha * trial.reward + parameters.beta, 1.0)
    return State(state.chances + step * (trial.chosen - state.chances))


RULE = Rule(
    "cross",
    Parameters,
    (
        Interval(
            0.0,
            1.0,
            "payoffs change nothing, whatever was done becomes a habit",
            "the best payoff is repeated for sure",
        ),
        Interval(
            0.0,
            1.0,
            "only payoffs count, habit does not",
            "the last action is always repeated, whatever it paid",
        ),
    ),
    initial_state,
    log_weights,
    update,
    published={"mitropoulos-2001": Parameters(0.18, 0.03)},
)
