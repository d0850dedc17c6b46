r"""Karandikar et al.: stay when satisfied, hesitate when not.

With aspiration b and reward r (the payoff on a scale from 0 to 1), the last action is repeated for sure if
:math:`r \ge b`, and with probability

.. math:: h(x) = \tfrac{2}{\pi} \arctan\!\left(\frac{0.2}{x^2} + \tan\frac{0.1\pi}{2}\right), \quad x = b - r

otherwise, the rest being spread over the other actions; :math:`b' = (1-\beta) b + \beta r`, b(1) = alpha.
h(0+) = 1, so the two branches meet. Zero probabilities occur: a likelihood needs a floor (the engine's,
which it reports). Any number of actions and players.

References
----------
Karandikar, Mookherjee, Ray & Vega-Redondo (1998), JET 80, 292-331, as simplified by Mitropoulos
(2001); parameters of his Table 3.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Interval, Rule, Seat, Trial
from humanlike.players.choice import log_chance, others_evenly

GAMMA = 0.2
TANGENT = 0.15838444032453629  # tan(0.1 pi / 2)


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


def stay(shortfall: jax.Array) -> jax.Array:
    """h: the probability of repeating an action that paid `shortfall` less than hoped for."""
    squared = jnp.maximum(shortfall, 1e-9) ** 2
    return jnp.arctan(GAMMA / squared + TANGENT) * 2.0 / jnp.pi


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Repeat what satisfied; otherwise repeat with probability h."""
    shortfall = state.aspiration - trial.reward
    repeat = jnp.where(shortfall > 0, stay(shortfall), 1.0)
    chances = repeat * trial.chosen + (1.0 - repeat) * others_evenly(trial.chosen)
    return State(chances, state.aspiration - parameters.beta * shortfall)


RULE = Rule(
    "karandikar",
    Parameters,
    (
        Interval(0.0, 1.0, "it begins by expecting the worst", "it begins by expecting the best"),
        Interval(0.0, 1.0, "it never learns what to expect", "it expects what it got last"),
    ),
    initial_state,
    log_weights,
    update,
    published={"mitropoulos-2001": Parameters(0.49, 0.0)},
)
