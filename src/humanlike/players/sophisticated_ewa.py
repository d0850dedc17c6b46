r"""Sophisticated EWA: some learners know that the others learn, and answer what they will do next.

.. math::

    p = (1-\omega)\, p^a + \omega\, p^s, \qquad
    p^s_j \propto \exp\Big[\lambda \sum_k \big((1-\alpha') P^a_k + \alpha' P^s_k\big)\, \pi_{jk}\Big]

:math:`p^a` is the own EWA choice and :math:`P^a` the other's, forecast by running EWA in the other's seat; a
sophisticated player takes a share :math:`\alpha'` of the others to be sophisticated too, :math:`P^s`. It is
``strategic-ewa`` without foresight: nobody teaches, as where partners change every round. A share :math:`\alpha` of
players is sophisticated, larger among the experienced in the source; :math:`\omega` is that chance given the own moves
so far: a seat is of one kind for the match. At :math:`\alpha = 0` it is EWA; at :math:`\alpha = \alpha' = 1` it plays
the logit equilibrium, as far as the eight half-steps of ``strategic-ewa`` lead there. Sets are examples, not estimates:
the tournament's EWA, half of the players sophisticated, who know it; and all of them, taking the others for learners.
Two players, any actions.

References
----------
Camerer, Ho & Chong (2002), J. Economic Theory 104, 137-188.
"""

from typing import NamedTuple

import jax

from humanlike.core import Information, Rule, Seat, Trial
from humanlike.players import ewa, strategic_ewa

NO_FORESIGHT = (0.0,)


class Parameters(NamedTuple):
    """EWA's five, and two of sophistication."""

    initial_experience: float
    rho: float
    phi: float
    delta: float
    sensitivity: float  # lambda, of both kinds
    share: float  # alpha: how many are sophisticated
    perceived_share: float  # alpha': how many of the others the sophisticated take to be so


def without_foresight(parameters: Parameters) -> strategic_ewa.Parameters:
    """The same player as a strategic one who does not teach."""
    return strategic_ewa.Parameters._make((*parameters, *NO_FORESIGHT))


def initial_state(parameters: Parameters, seat: Seat) -> strategic_ewa.State:
    """As in strategic EWA."""
    return strategic_ewa.initial_state(without_foresight(parameters), seat)


def log_weights(parameters: Parameters, state: strategic_ewa.State) -> jax.Array:
    """As in strategic EWA, shape [actions]."""
    return strategic_ewa.log_weights(without_foresight(parameters), state)


def update(parameters: Parameters, state: strategic_ewa.State, trial: Trial) -> strategic_ewa.State:
    """As in strategic EWA."""
    return strategic_ewa.update(without_foresight(parameters), state, trial)


RULE = Rule(
    "sophisticated-ewa",
    Parameters,
    strategic_ewa.RULE.bounds[:-1],
    initial_state,
    log_weights,
    update,
    published={
        "half": Parameters._make((*ewa.RULE.default, 0.5, 0.5)),
        "all": Parameters._make((*ewa.RULE.default, 1.0, 0.0)),
    },
    needs=Information.GAME,
    n_players=2,
    symbols=strategic_ewa.RULE.symbols[:-1],
    per_payoff=("sensitivity",),
)
