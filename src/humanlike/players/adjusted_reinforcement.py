r"""Adjusted reinforcement: what paid is repeated, neighbours profit a little, the past fades.

.. math::

    q_j(t+1) &= (1-\varphi) q_j(t) + (x - x_{\min})
        \begin{cases} 1-\varepsilon & j = k \\ \varepsilon/(m-1) & \text{otherwise} \end{cases} \\
    p_j(t) &= q_j(t) / \sum_i q_i(t)

k is the action taken, x its payoff, x_min the smallest own payoff of the game, m the number of actions.
Initial attractions are the raw expected payoffs against a uniform opponent; where payoffs are
negative they are measured from x_min, so that attractions cannot be negative.

Any number of actions and players, real payoffs.

References
----------
Roth & Erev (1995), GEB 8, 164-212; Erev & Roth (1998), AER 88, 848-881; parameters of Arifovic,
McKelvey & Pevnitskaya (2005).
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Interval, Rule, Seat, Trial
from humanlike.players.choice import log_chance, others_evenly


class Parameters(NamedTuple):
    """What differs from one learner to the next."""

    forgetting: float  # phi
    experimentation: float  # epsilon


class State(NamedTuple):
    """What is carried from round to round."""

    attractions: jax.Array  # q, shape [actions]
    lowest: jax.Array  # x_min


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """The expected payoff of each action against a uniform opponent."""
    return State(seat.payoffs.mean(axis=1) - jnp.minimum(seat.lowest, 0.0), seat.lowest)


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """Choice in proportion to attraction, shape [actions]."""
    return log_chance(state.attractions)


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Fade, then share out what was earned above the minimum."""
    share = (1.0 - parameters.experimentation) * trial.chosen
    share = share + parameters.experimentation * others_evenly(trial.chosen)
    earned = trial.payoff - state.lowest
    return State((1.0 - parameters.forgetting) * state.attractions + earned * share, state.lowest)


RULE = Rule(
    "adjusted-reinforcement",
    Parameters,
    (
        Interval(0.0, 1.0, "nothing is forgotten", "only the last round counts"),
        Interval(
            0.0,
            1.0,
            "only the action taken gains from what it paid",
            "only the other actions gain from what was paid",
        ),
    ),
    initial_state,
    log_weights,
    update,
    published={"turing-tournament": Parameters(0.1, 0.1), "roth-erev-1998": Parameters(0.1, 0.2)},
    needs=Information.ACTIONS,
    symbols=("phi", "epsilon"),
)
