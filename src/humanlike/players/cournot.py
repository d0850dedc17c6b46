r"""Cournot best reply: answer what the others did last.

.. math:: j(t+1) = \arg\max_j \pi_j(s(t))

The first round is random. Ties go to the lowest index, as the published tables imply (they are then
reproduced exactly). Any number of actions and players, real payoffs.

References
----------
Cournot (1838); as implemented by Arifovic, McKelvey & Pevnitskaya (2005).
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Rule, Seat, Trial
from humanlike.players.choice import first_best, log_chance


class Parameters(NamedTuple):
    """None."""


class State(NamedTuple):
    """What is carried from round to round."""

    begun: jax.Array  # 0 before the first round, then 1
    values: jax.Array  # what each action would have paid last round, shape [actions]


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Nothing seen yet."""
    return State(jnp.zeros(()), jnp.zeros(seat.n_actions))


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """All weight on the best reply; evenly spread before anything was seen."""
    return log_chance(jnp.where(state.begun > 0, first_best(state.values), 1.0))


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Remember what each action would have paid."""
    return State(jnp.ones(()), trial.foregone)


RULE = Rule(
    "cournot",
    Parameters,
    (),
    initial_state,
    log_weights,
    update,
    published={"only": Parameters()},
    needs=Information.ACTIONS,
)
