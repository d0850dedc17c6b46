r"""Mookherjee-Sopher: one step size for news in favour of B, another for news in favour of A.

.. math::

    p_B' = p_B + \alpha (1-p_B)\, 1\{B,1 \text{ or } A,0\} - \beta\, p_B\, 1\{B,0 \text{ or } A,1\}

With rewards between 0 and 1 the two kinds of news are weighted: v = r after B, 1-r after A, and
:math:`p_B' = p_B + \alpha (1-p_B) v - \beta p_B (1-v)`. Two actions only: the rule treats A and B
differently, and says nothing about a third.

References
----------
Mookherjee & Sopher (1994), GEB 7, 62-91; parameters of Mitropoulos (2001), Table 3.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Interval, Rule, Seat, Trial
from humanlike.players.choice import log_chance


class Parameters(NamedTuple):
    """What differs from one learner to the next."""

    alpha: float  # step when B is vindicated
    beta: float  # step when B is refuted


class State(NamedTuple):
    """What is carried from round to round."""

    second: jax.Array  # probability of the second action, B


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """No preference yet."""
    return State(jnp.asarray(0.5))


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """The choice probabilities themselves, shape [2]."""
    return log_chance(jnp.stack([1.0 - state.second, state.second]))


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Towards B by alpha when B is vindicated, towards A by beta when it is refuted."""
    vindicated = trial.chosen[1] * trial.reward + trial.chosen[0] * (1.0 - trial.reward)
    up = parameters.alpha * (1.0 - state.second) * vindicated
    down = parameters.beta * state.second * (1.0 - vindicated)
    return State(state.second + up - down)


RULE = Rule(
    "mookherjee-sopher",
    Parameters,
    (
        Interval(0.0, 1.0, "news in favour of B teach nothing", "full news in favour of B decide at once"),
        Interval(0.0, 1.0, "news in favour of A teach nothing", "full news in favour of A decide at once"),
    ),
    initial_state,
    log_weights,
    update,
    published={"mitropoulos-2001": Parameters(0.22, 0.23)},
    n_actions=2,
)
