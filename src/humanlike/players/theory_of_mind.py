r"""Theory of mind: a player of level k takes the other for one of a lower level, finds out which, and answers it.

A 0-ToM believes that the other plays action 1 with log-odds :math:`\mu`, known up to a variance :math:`V` that a
volatility :math:`\sigma` feeds. After the other's move :math:`c` (1 for action 1; :math:`s` is the logistic function)

.. math::

    V \leftarrow \left[\tfrac{1}{V + \sigma} + s(\mu)(1 - s(\mu))\right]^{-1}, \qquad
    \mu \leftarrow \mu + V\,(c - s(\mu)), \qquad
    p = s\left(\tfrac{\mu}{\sqrt{1 + .36\,V}}\right).

A k-ToM runs each level :math:`j < k` in the other's seat, with its estimates :math:`\mu_j` (variances
:math:`V_j`) of that player's own parameters :math:`\theta`, which give log-odds :math:`f_j` of what it does next
and their slopes :math:`f'_j = d f_j / d\theta`. With :math:`v_j = \sum_i V_{ji} f'^2_{ji}`,

.. math::

    \lambda_j &\leftarrow \frac{\lambda'_j P_j(c)}{\sum_i \lambda'_i\, P_i(c)}, \quad
    P_j(1) = s\left(\tfrac{f_j - .319\, v_j^{.781}}{\sqrt{1 + .205\, v_j^{.87}}}\right), \quad
    \lambda'_j = (1 - \delta) \lambda_j + \tfrac{\delta}{k} \\
    V_{ji} &\leftarrow \left[\tfrac{1}{V_{ji} + \sigma_i} + \lambda_j\, s(f_j)(1 - s(f_j)) f'^2_{ji}\right]^{-1},
    \quad \mu_{ji} \leftarrow \mu_{ji} + \lambda_j V_{ji} f'_{ji} (c - s(f_j)) \\
    p &= \sum_j \lambda_j\, s\left(\tfrac{f_j}{\sqrt{1 + .36\, v_j}}\right),

where :math:`\sigma` feeds the variance of the other's volatility alone; then every level learns from the round as
itself, with the new estimates. Whatever its level, a player chooses action 1 with log-odds :math:`u(p) / \tau +
b` (the gain over action 0, a temperature, a bias), never surer than .999. All log-odds begin at 0, variances at 1,
levels equally likely, and slopes in the bias at 1, elsewhere at 0. Volatility and temperature are given as logarithms.

This is the form of the package tomsup, with exact slopes (there: differences over .0001). As there :math:`P_j(0)` is
:math:`1 - P_j(1)`, though the approximation holds for action 1: from level 2 on it matters which one is called 1.

References
----------
Devaine, Hollard & Daunizeau (2014), PLOS Computational Biology 10, e1003992.
Waade, Enevoldsen, Vermillet, Simonsen & Fusaroli (2022), Behavior Research Methods 55, 2197-2231 (tomsup).
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Interval, Rule, Seat, Trial
from humanlike.players import minds
from humanlike.players.minds import N_ESTIMATED


class Parameters(NamedTuple):
    """What differs from one player to the next."""

    log_volatility: float  # of sigma: how fast the other is taken to change
    log_temperature: float  # of tau, in units of payoff
    bias: float  # b: how much action 1 is preferred for itself


class DilutedParameters(NamedTuple):
    """The same for who takes the other for one of several levels."""

    log_volatility: float
    log_temperature: float
    bias: float
    dilution: float  # delta: how much of what is known of the other's level is forgotten in a round


class State(NamedTuple):
    """What is carried from round to round; the payoffs never change."""

    belief: minds.Habit | minds.Mind
    payoffs: jax.Array  # [actions, other's actions]
    others_payoffs: jax.Array  # [other's actions, actions]


def log_weights(parameters: Parameters | DilutedParameters, state: State) -> jax.Array:
    """Log-odds of action 1 over action 0, shape [2]."""
    promise = minds.gain(state.belief, state.payoffs)
    odds = minds.log_odds_of_choice(promise, parameters.log_temperature, parameters.bias)
    return jnp.stack([jnp.zeros(()), odds])


def update(parameters: Parameters | DilutedParameters, state: State, trial: Trial) -> State:
    """Learn from the other's move, and from the own what the other will have learned."""
    moves = trial.chosen[1], trial.met[1]
    tables = state.payoffs, state.others_payoffs
    dilution = parameters.dilution if isinstance(parameters, DilutedParameters) else 0.0
    learn = jax.checkpoint(
        minds.belief_after
    )  # one operation for the engine: written out it would take long to compile
    return state._replace(belief=learn(parameters.log_volatility, state.belief, moves, tables, dilution))


def rule_of_level(level: int) -> Rule:
    """The rule `tom-LEVEL`; a dilution matters to who takes the other for one of several levels."""

    def initial_state(parameters: Parameters | DilutedParameters, seat: Seat) -> State:
        return State(minds.first_belief(level), jnp.asarray(seat.payoffs), jnp.asarray(seat.others_payoffs))

    bounds = (
        Interval(-10.0, 5.0, "it comes to be sure of the other", "it never comes to be sure of the other"),
        Interval(-10.0, 10.0, "it always takes what promises more", "it chooses without regard to payoffs"),
        Interval(-10.0, 10.0, "it always plays action 0", "it always plays action 1"),
        Interval(0.0, 1.0, "it forgets nothing of the other's level", "it never learns the other's level"),
    )
    several, common, n_parameters = level > 1, (-2.0, -1.0, 0.0), N_ESTIMATED + (level > 1)
    return Rule(
        f"tom-{level}",
        DilutedParameters if several else Parameters,
        bounds[:n_parameters],
        initial_state,
        log_weights,
        update,
        published={"tomsup": DilutedParameters(*common, 0.0) if several else Parameters(*common)},
        needs=Information.GAME,
        n_actions=2,
        n_players=2,
        symbols=("volatility", "b_temp", "bias", "dilution")[:n_parameters],
    )
