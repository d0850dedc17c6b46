r"""Strategic EWA: some learners know that the others learn, answer what they will do next, and may teach them.

.. math::

    p &= (1-\omega)\, p^a + \omega\, p^s, \quad
    p^s_j \propto \exp\Big[\lambda \sum_k \big((1-\alpha') P^a_k + \alpha' P^s_k\big)\, u_{jk}\Big] \\
    u_{jk} &= \pi_{jk} + \tau \max_{j'} \sum_m P^a_m(\text{next} \mid j, k)\, \pi_{j'm}

:math:`p^a` is the own EWA choice and :math:`P^a` the other's, forecast by running EWA in the other's seat; with
foresight :math:`\tau` an action is also worth what it teaches: the best payoff against the other's next EWA choice. A
player is sophisticated with chance :math:`\alpha`, for the whole match: :math:`\omega` is that chance given the own
moves so far, so that a seat's likelihood is the source's mixture. At :math:`\alpha = 0` it is EWA.

The source's teacher plans to the end of the match, which a rule is not told: ours looks one round ahead. Sophisticated
players answer each other: we take eight half-steps to that fixed point, and the other's part in it does not teach. Sets
are the tournament's EWA with examples of sophistication. Two players who stay together, any actions.

References
----------
Camerer, Ho & Chong (2002), J. Economic Theory 104, 137-188.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Interval, Rule, Seat, Trial
from humanlike.players import ewa
from humanlike.players.choice import log_chance, total
from humanlike.players.sophistication import both_choices


class Parameters(NamedTuple):
    """EWA's five, and three of sophistication."""

    initial_experience: float
    rho: float
    phi: float
    delta: float
    sensitivity: float  # lambda, of both kinds
    share: float  # alpha: how many are sophisticated
    perceived_share: float  # alpha': how many of the others the sophisticated take to be so
    foresight: float  # tau: weight of the next round


class State(NamedTuple):
    """What is carried from round to round; the payoffs never change."""

    own: ewa.State
    other: ewa.State
    evidence: jax.Array  # log-likelihood ratio of the own moves, sophisticated over adaptive
    chances: jax.Array  # p^a and p^s, [2, actions]
    payoffs: jax.Array  # [actions, other's actions]
    others_payoffs: jax.Array  # [other's actions, actions]


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Both begin as EWA does."""
    own, other = jnp.asarray(seat.payoffs), jnp.asarray(seat.others_payoffs)
    start = jnp.asarray(parameters.initial_experience)
    kinds = ewa.State(start, own.mean(axis=1)), ewa.State(start, other.mean(axis=1))
    return decided(parameters, State(*kinds, jnp.zeros(()), jnp.zeros((2, seat.n_actions)), own, other))


def decided(parameters: Parameters, state: State) -> State:
    """The state with what an adaptive and a sophisticated player would do next."""
    chances = both_choices(parameters, state.own, state.other, state.payoffs, state.others_payoffs)
    return state._replace(chances=chances)


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """Both kinds' choices, each with the chance that this player is of that kind, shape [actions]."""
    adaptive, sophisticated = log_chance(state.chances[0]), log_chance(state.chances[1])
    prior = log_chance(jnp.stack([1.0 - parameters.share, jnp.asarray(parameters.share)]))
    evidence = jnp.clip(state.evidence, -100.0, 100.0)  # beyond, the kind is sure
    return jnp.logaddexp(prior[0] + adaptive, prior[1] + evidence + sophisticated)


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Both learn as EWA does; the own move tells which kind of player made it."""
    adaptive, sophisticated = (
        log_chance(total(trial.chosen * each)) for each in (state.chances[0], state.chances[1])
    )
    seen = trial._replace(chosen=trial.met, foregone=total((state.others_payoffs * trial.chosen).T))
    learner = ewa.Parameters(*parameters[:5])
    own, other = ewa.update(learner, state.own, trial), ewa.update(learner, state.other, seen)
    told = state.evidence + sophisticated - adaptive
    return decided(parameters, state._replace(own=own, other=other, evidence=told))


RULE = Rule(
    "strategic-ewa",
    Parameters,
    (
        *ewa.RULE.bounds,
        Interval(0.0, 1.0, "it is plain EWA", "it is always sophisticated"),
        Interval(0.0, 1.0, "it takes all others for learners", "it takes nobody for a learner"),
        Interval(0.0, 20.0, "it does not teach", "it teaches as much as it may"),
    ),
    initial_state,
    log_weights,
    update,
    {
        "sophisticated": Parameters._make((*ewa.RULE.default, 1.0, 0.0, 0.0)),
        "teacher": Parameters._make((*ewa.RULE.default, 1.0, 0.0, 5.0)),
    },
    Information.GAME,
    n_players=2,
    symbols=(*ewa.RULE.symbols, "alpha", "alpha_perceived", "tau"),
    per_payoff=("sensitivity",),
)
