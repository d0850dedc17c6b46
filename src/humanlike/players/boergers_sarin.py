r"""Börgers-Sarin: payoffs are judged against an aspiration that follows them.

With aspiration b and reward r (the payoff on a scale from 0 to 1),

.. math::

    p' &= p + |r - b|\,(g - p), \qquad g = \begin{cases} e & r > b \\ u & r \le b \end{cases} \\
    b' &= (1-\beta)\, b + \beta\, r, \qquad b(1) = \alpha

where e is the unit vector of the action taken and u the uniform distribution over the others (with two
actions: the other one). The aspiration moves as in Karandikar et al., which the check values support; the
paper prints the weights the other way round. Any number of actions and players.

References
----------
Börgers & Sarin (1997), JET 77, 1-14; parameters of Mitropoulos (2001), Table 3.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Interval, Rule, Seat, Trial
from humanlike.players.choice import log_chance, others_evenly


class Parameters(NamedTuple):
    """What differs from one learner to the next."""

    alpha: float  # initial aspiration
    beta: float  # how fast the aspiration follows payoffs


class State(NamedTuple):
    """What is carried from round to round."""

    chances: jax.Array  # p, shape [actions]
    aspiration: jax.Array  # b


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """No preference yet."""
    return State(jnp.full(seat.n_actions, 1.0 / seat.n_actions), jnp.asarray(parameters.alpha))


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """The choice probabilities themselves, shape [actions]."""
    return log_chance(state.chances)


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Towards what exceeded the aspiration, away from what did not."""
    surprise = trial.reward - state.aspiration
    goal = jnp.where(surprise > 0, trial.chosen, others_evenly(trial.chosen))
    chances = state.chances + jnp.abs(surprise) * (goal - state.chances)
    return State(chances, state.aspiration + parameters.beta * surprise)


RULE = Rule(
    "boergers-sarin",
    Parameters,
    (
        Interval(0.0, 1.0, "it begins by expecting the worst", "it begins by expecting the best"),
        Interval(0.0, 1.0, "it never learns what to expect", "it expects what it got last"),
    ),
    initial_state,
    log_weights,
    update,
    published={"mitropoulos-2001": Parameters(0.40, 0.06)},
)
