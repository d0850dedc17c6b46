r"""I-SAW: now and then explore, often repeat, else take what a few remembered rounds and the whole past recommend.

.. math::

    p &= \epsilon\, p^0 + (1-\epsilon)\big[\pi^{S}\, 1(j = j(t)) + (1 - \pi^{S})\, p^e\big], \qquad
    S = \frac{G(t)}{G(t) + D(t)} \\
    G(t) &= \frac{1}{2n} \sum_j \big(|\pi_j(t-1) - \pi_j(t)| + |M_j(t) - \pi_j(t)|\big), \qquad
    D(t+1) = D(t) + \frac{G(t) - D(t)}{50}

The more surprising the payoffs of a round, against the last ones and the means :math:`M` so far, the less inertia.
Exploitation, :math:`p^e`, takes the action with the largest :math:`(1-\omega)\, \text{sample mean} + \omega M_j`, ties
split; the sample is :math:`\mu` rounds, each the last with chance :math:`\rho`, else any, the same for all actions.
Exploration weighs the last action :math:`e^\theta` (``enter`` in market entry, where the source's :math:`p^0` is .66).
Round 1 explores; nothing can surprise, G(1) = 0. The mean gap D(1) is 1e-5, and 50 the source's number of rounds.

The chance of a choice is the sum over modes and samples, exact; between whole :math:`\mu`, and between tenths of
:math:`\omega`, the two neighbours mix, so both can be fitted. In the source each player draws traits, uniform up to
.24, .6, .2, .8 for :math:`\epsilon, \pi, \rho, \omega`, from 1 to 3 for :math:`\mu`: sets hold their means. Any number
of actions and players; at most ten situations.

References
----------
Erev, Ert & Roth (2010), Games 1, 117-136; Nevo & Erev (2012), Frontiers in Psychology 3, 24.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Interval, Rule, Seat, Trial
from humanlike.players.choice import from_0_to_1, log_chance
from humanlike.players.sampling import weighted_answers

MOST, ROUNDS, CALM = 3, 50.0, 1e-5  # draws; rounds the mean gap is over; what it is before anything happened


class Parameters(NamedTuple):
    """What differs from one player to the next."""

    exploration: float  # epsilon
    inertia: float  # pi: chance to repeat after the greatest surprise
    recency: float  # rho: chance that a draw is the last round
    grand_weight: float  # omega: weight of the whole past
    sample_size: float  # mu, draws
    leaning: float  # theta: log-weight of the last action when exploring


class State(NamedTuple):
    """What is carried from round to round; the payoffs never change."""

    past: jax.Array  # how often the others did what, [situations]
    last: jax.Array  # own last action, [actions]; zeros before round 1
    met: jax.Array  # what the others did last, [situations]
    surprise: jax.Array  # S
    mean_gap: jax.Array
    payoffs: jax.Array  # [actions, situations], from 0 to 1


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Nothing seen yet."""
    done, seen = jnp.zeros(seat.n_actions), jnp.zeros(seat.payoffs.shape[1])
    return State(seen, done, seen, jnp.zeros(()), jnp.asarray(CALM), from_0_to_1(seat.payoffs))


def means(state: State) -> jax.Array:
    """What each action would have earned on average so far, [actions]."""
    return state.payoffs @ state.past / jnp.maximum(state.past.sum(), 1.0)


@jax.checkpoint  # one operation for the engine, not one for each sample
def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """The three modes, each as often as it is drawn, shape [actions]."""
    size, weight = parameters.sample_size, parameters.grand_weight
    evenly = state.past / jnp.maximum(state.past.sum(), 1.0)
    remembered = evenly + parameters.recency * (state.met - evenly)
    exploited = weighted_answers(state.payoffs, remembered, size, MOST, means(state), weight)
    stays = jnp.exp(state.surprise * log_chance(jnp.asarray(parameters.inertia)))
    later = stays * state.last + (1.0 - stays) * exploited
    leaning = jnp.exp(parameters.leaning * jnp.eye(state.last.shape[0])[-1])
    explores = jnp.where(state.last.sum() > 0, parameters.exploration, 1.0)
    return log_chance(explores * leaning / leaning.sum() + (1.0 - explores) * later)


@jax.checkpoint
def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """How far the payoffs were from the last and from the mean ones; then the past is longer by a round."""
    now, before = state.payoffs @ trial.met, state.payoffs @ state.met
    apart = (jnp.abs(before - now) + jnp.abs(means(state) - now)).sum() / (2.0 * now.shape[0])
    gap = jnp.where(state.last.sum() > 0, apart, 0.0)
    surprise, calmer = gap / (gap + state.mean_gap), state.mean_gap + (gap - state.mean_gap) / ROUNDS
    return State(state.past + trial.met, trial.chosen, trial.met, surprise, calmer, state.payoffs)


RULE = Rule(
    "i-saw",
    Parameters,
    (
        Interval(0.0, 1.0, "it never explores", "it always explores, whatever is paid"),
        Interval(0.0, 1.0, "any surprise ends its inertia", "it never changes but to explore"),
        Interval(0.0, 1.0, "it samples the past evenly", "it answers the last round"),
        Interval(0.0, 1.0, "only the sample counts", "only the mean over all rounds counts"),
        Interval(1.0, float(MOST), "it samples a single round", "it samples as much as it may"),
        Interval(-5.0, 5.0, "exploring, it avoids the last action", "exploring, it takes the last action"),
    ),
    initial_state,
    log_weights,
    update,
    published={
        "means": Parameters(0.12, 0.3, 0.1, 0.4, 2.0, 0.0),
        "market-entry": Parameters(0.12, 0.3, 0.1, 0.4, 2.0, 0.6632942174),  # log(.66 / .34)
    },
    needs=Information.ACTIONS,
    most_situations=10,
    symbols=("epsilon", "pi", "rho", "omega", "mu", "theta"),
)
