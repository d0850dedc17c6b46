r"""Win-stay lose-randomise: repeat what worked, otherwise start afresh.

.. math:: p' = 1[\text{win}]\, e + 1[\text{loss}]\, \tfrac1n \mathbf 1

e is the unit vector of the action taken, the uniform distribution after a loss.
A win is a payoff in the upper half of the own payoff range (1 rather than 0 in the paper). Zero
probabilities occur: a likelihood needs a floor (the engine's, which it reports). Any number of actions and players.

References
----------
WSLR of Mitropoulos (2001); a special case of Karandikar et al. (1998).
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Rule, Seat, Trial
from humanlike.players.choice import log_chance


class Parameters(NamedTuple):
    """None."""


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
    """Stay after a win."""
    return State(
        jnp.where(trial.reward >= 0.5, trial.chosen, jnp.full_like(trial.chosen, 1.0 / trial.chosen.shape[0]))
    )


RULE = Rule(
    "win-stay-lose-randomise",
    Parameters,
    (),
    initial_state,
    log_weights,
    update,
    published={"only": Parameters()},
)
