r"""Repeated-game strategies: what is learned about is not actions but whole ways of answering the other.

Of the 26 strategies that a machine of at most two states can follow, one is held for some rounds. With :math:`h_{sq}`
the chance, given all play so far, that it is :math:`s` and stands in state :math:`q`, where it plays :math:`o_{sq}`,

.. math::

    p_a &= \sum_{s,q} h_{sq} L_{sq}, \quad L_{sq} = (1 - \varepsilon) [a = o_{sq}] + \varepsilon / 2, \quad
    g_{sq} = h_{sq} L_{sq} / p_a \\
    A_s &\leftarrow A_s + \alpha\, g_s (r - A_s), \quad
    h_{sq} \leftarrow (1 - \rho) \sum_{q' \to q} g_{sq'} + \rho\, [q = 1]\, \sigma_s, \quad
    \sigma_s \propto e^{\lambda A_s}

With chance :math:`\rho` a round another is drawn by attractions :math:`A`, which begins in its first state. The sum
over hidden strategies is exact (a forward filter); what they earn is credited by the chance :math:`g_s` that they were
held, a mean-field reading: in the source players know their strategy, and attractions would differ by it.
As there attractions begin where long play before the experiment leads: at what a strategy earns in the long run against
learners; we let two populations answer each other's mix by logit in eight half-steps. Payoffs are from 0 to 1; values
are examples. Two players, two actions each.

References
----------
Hanaki, Sethi, Erev & Peterhansl (2005), Journal of Economic Behavior & Organization 56, 523-542.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax.nn import softmax

from humanlike.core import Information, Interval, Rule, Seat, Trial
from humanlike.players.choice import from_0_to_1, log_chance
from humanlike.players.two_state_machines import GOES, MEETINGS, PLAYS

UNLIKELY = 1e-12  # added to likelihoods: a move no strategy would make leaves beliefs as they were


class Parameters(NamedTuple):
    """What differs from one player to the next."""

    sensitivity: float  # lambda, of strategies to attractions from 0 to 1
    learning_rate: float  # alpha
    review_rate: float  # rho: how often a strategy is chosen anew
    tremble: float  # epsilon: how often it is not followed


class State(NamedTuple):
    """What is carried from round to round."""

    attractions: jax.Array  # A, [26]
    held: jax.Array  # h, [26, 2]


@jax.checkpoint  # as below: one operation for the engine, written out it would take long to compile
def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Attractions from long play before the experiment, and a strategy drawn by them."""
    own = jnp.einsum("stab,ab->st", MEETINGS, from_0_to_1(seat.payoffs))
    other = jnp.einsum("stab,ba->ts", MEETINGS, from_0_to_1(seat.others_payoffs))

    def half_a_step(_: int, mixes: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        promised = own @ mixes[1], other @ mixes[0]
        answers = [softmax(parameters.sensitivity * each) for each in promised]
        return 0.5 * (mixes[0] + answers[0]), 0.5 * (mixes[1] + answers[1])

    _, theirs = jax.lax.fori_loop(0, 8, half_a_step, (jnp.full(26, 1 / 26),) * 2)
    attractions = own @ theirs
    return State(attractions, _drawn(parameters, attractions))


def _drawn(parameters: Parameters, attractions: jax.Array) -> jax.Array:
    """Strategies drawn by attractions, in their first state, [26, 2]."""
    return softmax(parameters.sensitivity * attractions)[:, None] * jnp.array([1.0, 0.0])


@jax.checkpoint
def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """The own move tells what was held; it is credited with the payoff and goes on, or another is drawn."""
    followed = trial.chosen[1] * PLAYS + trial.chosen[0] * (1.0 - PLAYS)
    likely = state.held * ((1.0 - parameters.tremble) * followed + 0.5 * parameters.tremble + UNLIKELY)
    held = likely / likely.sum()
    credit = parameters.learning_rate * held.sum(axis=1)
    attractions = state.attractions + credit * (trial.reward - state.attractions)
    second = (
        GOES[:, :, 0] * trial.met[0] + GOES[:, :, 1] * trial.met[1]
    )  # 1 where the next state is the second
    kept = jnp.stack([(held * (1.0 - second)).sum(axis=1), (held * second).sum(axis=1)], axis=1)
    anew, rate = _drawn(parameters, attractions), parameters.review_rate
    return State(attractions, (1.0 - rate) * kept + rate * anew)


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """Log-chances of both actions, shape [2]."""
    of_1 = (1.0 - parameters.tremble) * (state.held * PLAYS).sum() + 0.5 * parameters.tremble
    return log_chance(jnp.stack([1.0 - of_1, of_1]))


RULE = Rule(
    "repeated-game-strategies",
    Parameters,
    (
        Interval(0.0, 100.0, "it takes any strategy", "it takes the strategy that earned most"),
        Interval(0.0, 1.0, "it learns nothing about strategies", "only a strategy's last payoff counts"),
        Interval(0.0, 1.0, "it never changes its strategy", "it chooses a strategy in every round"),
        Interval(0.0, 1.0, "it always follows its strategy", "it plays blindly"),
    ),
    initial_state,
    log_weights,
    update,
    published={"example": Parameters(10.0, 0.2, 0.1, 0.1)},
    needs=Information.GAME,
    n_actions=2,
    n_players=2,
    symbols=("lambda", "alpha", "rho", "epsilon"),
)
