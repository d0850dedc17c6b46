r"""Impulse matching: choose as often as the impulses so far pointed there, losses counting double.

.. math::

    u = \min(\pi, s) + \frac{\max(\pi - s, 0)}{\lambda}, \qquad s = \max_j \min_k \pi_{jk} \\
    R_j(t+1) = R_j(t) + \max\big(0,\ u_j(t) - u_i(t)\big), \qquad p_j = \frac{R_j}{R_j + R_i}

After each round the action that would have been better, whether or not it was taken, gets an impulse as large as the
difference. Differences are measured in the transformed game: payoffs above the security level :math:`s`, what a player
can be sure of by one action, count a :math:`\lambda`-th of those below, so that with the published 2 losses count
double. This is impulse *matching* (impulses towards the better action in every round), not impulse *balance* learning
(impulses only away from the action taken); both rest at impulse balance equilibrium. Two actions, as in the sources;
any number of players and situations, real payoffs (their unit drops out).

The source begins without impulses, choosing evenly; until both actions have had one, one of them has no chance. As an
input of ours, both may begin with some, in units of the range of payoffs: published 0.

References
----------
Chmura, Goerg & Selten (2012), GEB 76, 44-73; Selten & Chmura (2008), American Economic Review 98, 938-966;
Ockenfels & Selten (2005), GEB 51, 155-170 (losses in impulse balance).
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Interval, Rule, Seat, Trial
from humanlike.players.choice import log_chance, total


class Parameters(NamedTuple):
    """What differs from one player to the next."""

    loss_weight: float  # lambda: how much more a loss counts than a gain
    initial_impulses: float  # R(1) of both actions, in ranges of payoffs


class State(NamedTuple):
    """What is carried from round to round; the scale never changes."""

    impulses: jax.Array  # R, shape [2]
    security: jax.Array  # s, from 0 to 1
    lowest: jax.Array  # payoff that counts as 0
    width: jax.Array  # range of payoffs, which counts as 1


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """As many impulses as given; payoffs are put on a scale from 0 to 1."""
    width = seat.highest - seat.lowest
    width = jnp.where(width > 0, width, 1.0)
    security = (seat.payoffs.min(axis=1).max() - seat.lowest) / width
    impulses = parameters.initial_impulses * jnp.ones(seat.n_actions)
    return State(impulses, security, jnp.asarray(seat.lowest), width)


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """In proportion to the impulses, evenly if there was none, shape [2]."""
    return log_chance(jnp.where(total(state.impulses) > 0, state.impulses, 1.0))


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """The better reply to what the others did gets an impulse."""
    payoffs = (trial.foregone - state.lowest) / state.width
    gain = jnp.maximum(payoffs - state.security, 0.0)
    felt = payoffs - gain * (1.0 - 1.0 / parameters.loss_weight)
    return state._replace(impulses=state.impulses + jnp.maximum(felt - felt[::-1], 0.0))


RULE = Rule(
    "impulse-matching",
    Parameters,
    (
        Interval(1.0, 10.0, "losses and gains count alike", "gains count as little as they may"),
        Interval(0.0, 100.0, "only impulses it had count", "it chooses nearly evenly, whatever happens"),
    ),
    initial_state,
    log_weights,
    update,
    published={"chmura-goerg-selten-2012": Parameters(2.0, 0.0)},
    needs=Information.ACTIONS,
    n_actions=2,
    symbols=("lambda", "R1"),
)
