r"""Random play: every action equally likely, nothing learned.

.. math:: p_j = 1/n

Any number of actions and players; payoffs are not looked at.

References
----------
The zero-information benchmark of Arifovic, McKelvey & Pevnitskaya (2005) and Mitropoulos (2001, RAND).
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Rule, Seat, Trial


class Parameters(NamedTuple):
    """None."""


class State(NamedTuple):
    """Nothing changes; the weights are carried to know how many actions there are."""

    weights: jax.Array  # [actions]


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """All actions alike."""
    return State(jnp.zeros(seat.n_actions))


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """Equal weights, shape [actions]."""
    return state.weights


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Nothing is learned."""
    return state


RULE = Rule("random", Parameters, (), initial_state, log_weights, update, published={"only": Parameters()})
