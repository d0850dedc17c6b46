r"""Fictitious play: best reply to how often the others did what so far.

.. math:: j(t+1) = \arg\max_j \sum_{s \le t} \pi_j(s)

The sum of foregone payoffs ranks actions as the empirical frequencies do, and stays exact for whole-number
payoffs. No prior counts; the first round is random; ties go to the lowest index. With more than two
players the others' joint behaviour is counted (correlated fictitious play). Any number of actions, real payoffs.

References
----------
Brown (1951), in Koopmans (ed.), Activity Analysis of Production and Allocation, 374-376; as
implemented by Arifovic, McKelvey & Pevnitskaya (2005).
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
    values: jax.Array  # what each action would have earned in all rounds so far, shape [actions]


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Nothing seen yet."""
    return State(jnp.zeros(()), jnp.zeros(seat.n_actions))


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """All weight on the best reply; evenly spread before anything was seen."""
    return log_chance(jnp.where(state.begun > 0, first_best(state.values), 1.0))


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Add what each action would have paid."""
    return State(jnp.ones(()), state.values + trial.foregone)


RULE = Rule(
    "fictitious-play",
    Parameters,
    (),
    initial_state,
    log_weights,
    update,
    published={"only": Parameters()},
    needs=Information.ACTIONS,
)
