r"""Roth-Erev with logit choice: average payoffs, judged by how variable payoffs have been.

.. math::

    u_a &\leftarrow \frac{u_a (c_a + \alpha/n) + r}{c_a + \alpha/n + 1} \quad\text{for the action taken} \\
    PV &\leftarrow \frac{PV (t + \alpha) + |r - PA|}{t + \alpha + 1}, \qquad
    PA \leftarrow \frac{PA (t + \alpha) + r}{t + \alpha + 1} \\
    p_a &\propto \exp(\beta\, u_a / PV)

c counts how often an action was taken before, n is the number of actions, r the payoff on a scale from 0
to 1. PV is updated with the old PA. All of u, PA and PV start at 1/2, the expected payoff and spread of
random 0/1 payoffs. The published beta is doubtful. Any number of actions and players.

References
----------
Erev, Bereby-Meyer & Roth (1999), JEBO 39, 111-128; parameters of Mitropoulos (2001), Table 3.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Interval, Rule, Seat, Trial


class Parameters(NamedTuple):
    """What differs from one learner to the next."""

    alpha: float  # rounds the initial averages are worth
    beta: float  # sensitivity of choice


class State(NamedTuple):
    """What is carried from round to round."""

    propensities: jax.Array  # u, shape [actions]
    counts: jax.Array  # c, shape [actions]
    variability: jax.Array  # PV
    average: jax.Array  # PA


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Averages of random 0/1 payoffs."""
    half = jnp.asarray(0.5)
    return State(jnp.full(seat.n_actions, 0.5), jnp.zeros(seat.n_actions), half, half)


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """Logit choice, sharper where payoffs vary little."""
    return parameters.beta * state.propensities / jnp.maximum(state.variability, 1e-9)


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Move the averages towards what was earned."""
    n_actions = state.counts.shape[0]
    weight = state.counts + parameters.alpha / n_actions
    rounds = sum(state.counts[action] for action in range(n_actions)) + 1.0 + parameters.alpha
    surprise = trial.reward - state.average
    return State(
        propensities=state.propensities + trial.chosen * (trial.reward - state.propensities) / (weight + 1.0),
        counts=state.counts + trial.chosen,
        variability=state.variability + (jnp.abs(surprise) - state.variability) / (rounds + 1.0),
        average=state.average + surprise / (rounds + 1.0),
    )


RULE = Rule(
    "roth-erev-logit",
    Parameters,
    (
        Interval(0.0, 100.0, "the first payoffs count in full", "it learns as slowly as it may"),
        Interval(
            0.0, 100.0, "it chooses blindly, whatever it has learned", "it always takes what seems best"
        ),
    ),
    initial_state,
    log_weights,
    update,
    published={"mitropoulos-2001": Parameters(13.76, 11.22)},
)
