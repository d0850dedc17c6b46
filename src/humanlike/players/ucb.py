r"""Upper confidence bounds: an action is judged by what it may be worth, the less known the better.

.. math:: u_a = \bar r_a + c \sqrt{\ln t / n_a},

with :math:`\bar r_a` the mean payoff of a (on a scale from 0 to 1) over the :math:`n_a` of t rounds in which it was
taken. The largest bound is chosen, ties evenly; what was never tried comes first. A share :math:`\varepsilon` of
choices is blind. Counts and sums may fade by a factor f each round, for payoffs that change. A bandit: it looks at its
own payoffs alone. Any number of actions and players.

References
----------
Auer, Cesa-Bianchi & Fischer (2002), Machine Learning 47, 235-256 (c is the root of 2, nothing fades);
Garivier & Moulines (2011), ALT, 174-188 (fading).
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Interval, Rule, Seat, Trial
from humanlike.players.choice import largest, log_chance, total

UNTRIED = 1e9  # the bound of an action nobody tried


class Parameters(NamedTuple):
    """What differs from one learner to the next."""

    curiosity: float  # c
    fading: float  # f: 1 never forgets
    blindness: float  # epsilon


class State(NamedTuple):
    """What is carried from round to round."""

    sums: jax.Array  # of payoffs, shape [actions]
    counts: jax.Array  # n, shape [actions]


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Nothing was tried."""
    return State(jnp.zeros(seat.n_actions), jnp.zeros(seat.n_actions))


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """Log-chances, shape [actions]."""
    tried = state.counts > 0
    counts = jnp.where(tried, state.counts, 1.0)
    rounds = jnp.maximum(total(state.counts), 1.0)
    bounds = state.sums / counts + parameters.curiosity * jnp.sqrt(jnp.log(rounds) / counts)
    bounds = jax.lax.stop_gradient(jnp.where(tried, bounds, UNTRIED))
    best = 1.0 * (bounds >= largest(bounds) - 1e-12)
    n_actions = state.counts.shape[0]
    return log_chance((1.0 - parameters.blindness) * best / total(best) + parameters.blindness / n_actions)


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """What was tried is better known."""
    return State(
        parameters.fading * state.sums + trial.chosen * trial.reward,
        parameters.fading * state.counts + trial.chosen,
    )


RULE = Rule(
    "ucb",
    Parameters,
    (
        Interval(0.0, 10.0, "it takes what paid best so far", "it tries everything equally often"),
        Interval(0.0, 1.0, "only the last round counts", "it never forgets"),
        Interval(0.0, 1.0, "it never chooses blindly", "it chooses blindly"),
    ),
    initial_state,
    log_weights,
    update,
    published={"auer-2002": Parameters(2.0**0.5, 1.0, 0.0)},
)
