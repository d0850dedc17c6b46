r"""Sarin-Vahid: take the action that seems best today, with normally distributed moods.

.. math::

    u_a \leftarrow (1-\alpha) u_a + \alpha r \text{ for the action taken}, \qquad
    P(B) = \Phi\!\left(\frac{u_B - u_A}{\beta\sqrt2}\right)

r is the payoff on a scale from 0 to 1, u starts at 1/2 and beta is the standard deviation of a mood.
Two actions only: with more, the probability that one of several normal variables is largest has no closed form.

References
----------
Sarin & Vahid (1999), GEB 28, 294-309; parameters of Mitropoulos (2001), Table 3.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax.scipy.stats import norm

from humanlike.core import Interval, Rule, Seat, Trial


class Parameters(NamedTuple):
    """What differs from one learner to the next."""

    alpha: float  # step of the assessments
    beta: float  # standard deviation of a mood


class State(NamedTuple):
    """What is carried from round to round."""

    assessments: jax.Array  # u, shape [2]


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Both actions promise the middle."""
    return State(jnp.full(seat.n_actions, 0.5))


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """Probit choice, shape [2]."""
    lead = (state.assessments[1] - state.assessments[0]) / (parameters.beta * jnp.sqrt(2.0))
    return jnp.stack([norm.logcdf(-lead), norm.logcdf(lead)])


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Move the assessment of the action taken towards what it paid."""
    return State(state.assessments + parameters.alpha * trial.chosen * (trial.reward - state.assessments))


RULE = Rule(
    "sarin-vahid",
    Parameters,
    (
        Interval(
            0.0, 1.0, "payoffs change nothing, it chooses blindly", "only the last payoff of an action counts"
        ),
        Interval(
            1e-2,
            10.0,
            "it always takes what seems best",
            "it chooses nearly blindly, whatever it has learned",
        ),
    ),
    initial_state,
    log_weights,
    update,
    published={"mitropoulos-2001": Parameters(0.13, 0.27)},
    n_actions=2,
)
