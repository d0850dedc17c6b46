"""A rule of your own: imitation of what paid. Change it, then try it in every command.

    humanlike play chicken my_rule.py:RULE
    humanlike fit people --rule my_rule.py:RULE,ewa
    humanlike tournament --emulators seven,my_rule.py:RULE

Three functions for one player; the engine plays a hundred thousand at once, and fits with exact gradients.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Interval, Rule, Seat, Trial


class Parameters(NamedTuple):
    """What differs from one player to the next."""

    memory: float  # how much of the old value survives a round: 0 none, 1 all
    sensitivity: float  # how strongly values decide: 0 not at all


class State(NamedTuple):
    """What is carried from round to round."""

    values: jax.Array  # [actions] what each action has paid, on a scale from 0 to 1


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """No opinion yet."""
    return State(jnp.full(seat.n_actions, 0.5))


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """Log-probability of each action up to a constant, shape [actions]."""
    return parameters.sensitivity * state.values


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """The chosen action's value moves towards the reward it just brought."""
    step = (1.0 - parameters.memory) * trial.chosen * (trial.reward - state.values)
    return State(state.values + step)


RULE = Rule(
    "my-rule",
    Parameters,
    (Interval(0.0, 1.0), Interval(0.0, 50.0)),
    initial_state,
    log_weights,
    update,
    published={"first-guess": Parameters(memory=0.8, sensitivity=5.0)},
)
