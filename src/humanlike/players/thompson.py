r"""Thompson sampling: an action is taken as often as it is likely to be the best.

What is believed of the mean payoff of a (on a scale from 0 to 1) is normal, with

.. math:: m_a = \frac{\sum r + k/2}{n_a + k}, \qquad s_a = \frac{\sigma}{\sqrt{n_a + k}},

and one draw from each belief decides. The chance that a's is the largest is an integral,

.. math:: p_a = \int \phi(z) \prod_{b \ne a} \Phi\!\left(\frac{m_a + s_a z - m_b}{s_b}\right) dz,

taken by Gauss-Hermite quadrature, so that the rule can be fitted like any other. A bandit: it looks at its own payoffs
alone. Any number of actions and players. The parameter set is an example.

References
----------
Thompson (1933), Biometrika 25, 285-294; Agrawal & Goyal (2013), AISTATS, 99-107 (normal beliefs).
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy.special import ndtr

from humanlike.core import Interval, Rule, Seat, Trial
from humanlike.players.choice import log_chance

NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(48)
WEIGHTS = WEIGHTS / WEIGHTS.sum()


class Parameters(NamedTuple):
    """What differs from one learner to the next."""

    spread: float  # sigma: how much payoffs are thought to vary
    prior: float  # k: rounds the first belief is worth


class State(NamedTuple):
    """What is carried from round to round."""

    sums: jax.Array  # of payoffs, shape [actions]
    counts: jax.Array  # n, shape [actions]


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Nothing was tried."""
    return State(jnp.zeros(seat.n_actions), jnp.zeros(seat.n_actions))


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """Log-chances of being drawn as the best, shape [actions]."""
    known = state.counts + parameters.prior
    mean = (state.sums + 0.5 * parameters.prior) / known
    return log_chance(_are_best(mean, parameters.spread / jnp.sqrt(known)))


@jax.checkpoint  # one operation for the engine: written out node by node it would take long to compile
def _are_best(mean: jax.Array, spread: jax.Array) -> jax.Array:
    """The chance of each action that its draw is the largest."""
    drawn = mean[:, None] + spread[:, None] * NODES  # [actions, nodes]
    below = ndtr((drawn[:, None] - mean[:, None]) / spread[:, None])  # [actions, others, nodes]
    itself = jnp.eye(mean.shape[0])[:, :, None]
    return jnp.where(itself > 0, 1.0, below).prod(axis=1) @ WEIGHTS


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """What was tried is better known."""
    return State(state.sums + trial.chosen * trial.reward, state.counts + trial.chosen)


RULE = Rule(
    "thompson",
    Parameters,
    (
        Interval(0.01, 10.0, "it takes what paid best so far", "it chooses blindly"),
        Interval(0.1, 100.0, "the first payoffs count in full", "it learns as slowly as it may"),
    ),
    initial_state,
    log_weights,
    update,
    published={"example": Parameters(0.5, 1.0)},
)
