r"""Rule learning: a player has several ways of deciding, and uses those more that would have done well.

.. math::

    y^1_j &= \sum_k q_k(t)\, \pi_j(k), \qquad
    y^2_j = \sum_k \ell_k\big(r(t)\big)\, \pi_j(k), \qquad
    p^\rho_j \propto e^{\nu (\rho_1 y^1_j + \rho_2 y^2_j)} \\
    w_\rho(t+1) &= \beta_0 w_\rho(t) + \beta_1 \sum_j p^\rho_j(t)\, \pi_j(s(t)), \qquad
    p_j = \sum_\rho \frac{e^{w_\rho}}{\sum_\sigma e^{w_\sigma}}\, p^\rho_j

Evidence of the first kind is what an action promises against the others' past, of which :math:`q` is a mean with
weight :math:`\theta` on the last round; of the second kind, what it promises against somebody who answers *my* past
:math:`r` by evidence of the first kind (:math:`\ell`). A rule weighs the two, and its log-propensity :math:`w` fades
and gains by what it would have earned.

The source has a continuum of rules, a third kind of evidence (equilibrium), and rules that imitate the crowd. We take
the four that a two-player match leaves: blind (0, 0), follow the past (1, 0), think a step further (0, 1), half of
each; no equilibrium, which may be many, and no crowd. Before round 1 past play counts as uniform; :math:`\ell` is logit
with the same :math:`\nu`; payoffs are on a scale from 0 to 1. Initial log-propensities are relative to following the
past; half of each begins halfway. Parameter values are examples, not estimates. Two players; any number of actions.

References
----------
Stahl (1996), GEB 16, 303-330; (1999), Int. J. Game Theory 28, 111-130; (2000), GEB 32, 105-138.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax.nn import softmax

from humanlike.core import Information, Interval, Rule, Seat, Trial
from humanlike.players.choice import from_0_to_1, log_chance

EVIDENCE = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.5, 0.5))  # rho: weights of the two kinds


class Parameters(NamedTuple):
    """What differs from one player to the next."""

    recency: float  # theta: weight of the last round in the past
    sensitivity: float  # nu: how surely a rule follows its evidence
    persistence: float  # beta_0: what is left of a propensity after a round
    gain: float  # beta_1: what a rule gains by earning as much as it can
    initial_blind: float  # log-propensity of deciding blindly
    initial_deep: float  # log-propensity of thinking a step further


class State(NamedTuple):
    """What is carried from round to round; the payoffs never change."""

    other: jax.Array  # q, the other's past, [other's actions]
    own: jax.Array  # r, the own past, [actions]
    propensities: jax.Array  # w, [rules]
    payoffs: jax.Array  # [actions, other's actions], from 0 to 1
    others_payoffs: jax.Array  # [other's actions, actions], from 0 to 1


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """A uniform past, and a leaning towards some rules."""
    n_own, n_other = seat.payoffs.shape
    deep = jnp.asarray(parameters.initial_deep)
    return State(
        jnp.full(n_other, 1.0 / n_other),
        jnp.full(n_own, 1.0 / n_own),
        jnp.stack([jnp.asarray(parameters.initial_blind), jnp.zeros(()), deep, 0.5 * deep]),
        from_0_to_1(seat.payoffs),
        from_0_to_1(seat.others_payoffs),
    )


@jax.checkpoint  # one operation for the engine: written out action by action it would take long to compile
def choices(parameters: Parameters, state: State) -> jax.Array:
    """What each rule would do, [rules, actions]."""
    answer = softmax(parameters.sensitivity * state.others_payoffs @ state.own)
    evidence = jnp.stack([state.payoffs @ state.other, state.payoffs @ answer])
    return softmax(parameters.sensitivity * jnp.array(EVIDENCE) @ evidence)


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """The rules' choices, each as often as its propensity says, shape [actions]."""
    return log_chance(softmax(state.propensities) @ choices(parameters, state))


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Every rule is credited with what it would have earned; then the past is longer by a round."""
    earned = choices(parameters, state) @ (state.payoffs @ trial.met)
    return state._replace(
        other=state.other + parameters.recency * (trial.met - state.other),
        own=state.own + parameters.recency * (trial.chosen - state.own),
        propensities=parameters.persistence * state.propensities + parameters.gain * earned,
    )


RULE = Rule(
    "rule-learning",
    Parameters,
    (
        Interval(0.0, 1.0, "the past stays uniform, nothing seen counts", "only the last round counts"),
        Interval(0.0, 100.0, "all its rules are blind", "its rules follow the evidence without error"),
        Interval(0.0, 1.0, "only a rule's last earnings count", "no rule's earnings are forgotten"),
        Interval(0.0, 100.0, "what rules earn does not count", "it takes the rule that earned most"),
        Interval(-10.0, 10.0, "it never begins blindly", "it begins blindly"),
        Interval(-10.0, 10.0, "it never begins a step further", "it begins a step further"),
    ),
    initial_state,
    log_weights,
    update,
    published={
        "follower": Parameters(0.5, 5.0, 0.9, 2.0, -1.0, -1.0),
        "thinker": Parameters(0.5, 5.0, 0.9, 2.0, -1.0, 1.0),
    },
    needs=Information.GAME,
    n_players=2,
    symbols=("theta", "nu", "beta0", "beta1", "w_blind", "w_deep"),
)
