r"""Action-sampling learning: best reply to a small sample of what the others did so far.

.. math::

    p_j(t+1) = \sum_k P(k)\, b_j(k), \qquad k \sim \text{Multinomial}\big(n;\ h(t)\big)

where :math:`h(t)` is how often the others did what in rounds 1 to t, :math:`k` a sample of :math:`n` of those rounds,
and :math:`b(k)` is even over the best replies to it. Round 1 is random. The source draws once a round; the chance of
each choice is the sum over all samples, taken exactly: a binomial sum for two situations, a multinomial one for more.
We draw with replacement, as in action-sampling equilibrium, where it rests. A sample size between two whole numbers
mixes both, so that it can be fitted. With more players the others' joint behaviour is sampled. Any number of actions;
at most four situations, since samples become too many. Where two actions are even at even chances (chicken), samples
of 2m - 1 and of 2m choose alike: no data tell them apart.

As nothing but sampling is random, a choice that is no best reply to any sample has no chance at all: for people, fit
``action-sampling+lapse``. Published: twelve draws, which did best in the source; Selten & Chmura (2008) took seven.

References
----------
Chmura, Goerg & Selten (2012), GEB 76, 44-73; Selten & Chmura (2008), American Economic Review 98, 938-966.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Interval, Rule, Seat, Trial
from humanlike.players.choice import from_0_to_1, log_chance, total
from humanlike.players.sampling import answers_to_samples

MOST = 12  # draws


class Parameters(NamedTuple):
    """What differs from one player to the next."""

    sample_size: float  # n


class State(NamedTuple):
    """What is carried from round to round; the payoffs never change."""

    past: jax.Array  # how often the others did what, [situations]
    payoffs: jax.Array  # [actions, situations], from 0 to 1


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Nothing seen yet."""
    return State(jnp.zeros(seat.payoffs.shape[1]), from_0_to_1(seat.payoffs))


@jax.checkpoint  # one operation for the engine, not one for each sample
def answers(parameters: Parameters, state: State) -> jax.Array:
    """How often each action is a best reply to a sample; even before anything was seen, shape [actions]."""
    rounds = total(state.past)
    chances = state.past / jnp.maximum(rounds, 1.0)
    sampled = answers_to_samples(state.payoffs, chances, parameters.sample_size, MOST)
    return jnp.where(rounds > 0, sampled, 1.0 / sampled.shape[0])


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """The sum over samples, shape [actions]."""
    return log_chance(answers(parameters, state))


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """One round more to draw from."""
    return state._replace(past=state.past + trial.met)


RULE = Rule(
    "action-sampling",
    Parameters,
    (Interval(1.0, float(MOST), "it answers a single round of the past", "it draws as often as it may"),),
    initial_state,
    log_weights,
    update,
    published={
        "chmura-goerg-selten-2012": Parameters(12.0),
        "selten-chmura-2008": Parameters(7.0),
    },
    needs=Information.ACTIONS,
    most_situations=4,
    symbols=("n",),
)
