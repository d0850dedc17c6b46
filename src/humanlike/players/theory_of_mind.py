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

This is the form of the package tomsup, except that slopes are exact derivatives (there: differences over .0001). As
there :math:`P_j(0)` is :math:`1 - P_j(1)`, although the approximation holds for action 1: from level 2 on it matters
which action is called 1.

References
----------
Devaine, Hollard & Daunizeau (2014), PLOS Computational Biology 10, e1003992.
Waade, Enevoldsen, Vermillet, Simonsen & Fusaroli (2022), Behavior Research Methods 55, 2197-2231 (tomsup).
"""

from math import log
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax.nn import sigmoid

from humanlike.core import Information, Interval, Rule, Seat, Trial
from humanlike.players.choice import NEGLIGIBLE

SUREST = log(999.0)  # log-odds of .999
LEAST = 1e-20  # variance of log-odds below which powers of it have no usable slope
N_ESTIMATED = 3  # log-volatility, log-temperature and bias of the other

Number = float | jax.Array
Pair = tuple[jax.Array, jax.Array]


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

    belief: "Habit | Mind"
    payoffs: jax.Array  # [actions, other's actions]
    others_payoffs: jax.Array  # [other's actions, actions]


class Habit(NamedTuple):
    """What a 0-ToM believes: how often the other plays action 1, whatever happens."""

    log_odds: jax.Array  # mu, []
    variance: jax.Array  # V, []


class Mind(NamedTuple):
    """What a k-ToM believes of the other, for each level below its own."""

    chances: jax.Array  # lambda, [levels]
    log_odds: jax.Array  # f, [levels]
    estimates: jax.Array  # mu, [levels, parameters]
    variances: jax.Array  # V, [levels, parameters]
    slopes: jax.Array  # f', [levels, parameters]
    others: tuple["Habit | Mind", ...]  # what the other believes if it is of that level


def first_belief(level: int) -> Habit | Mind:
    """Nothing is known of the other."""
    if level == 0:
        return Habit(jnp.zeros(()), jnp.ones(()))
    shape = level, N_ESTIMATED
    slopes = jnp.zeros(shape).at[:, -1].set(1.0)
    others = tuple(first_belief(lower) for lower in range(level))
    return Mind(
        jnp.full(level, 1.0 / level), jnp.zeros(level), jnp.zeros(shape), jnp.ones(shape), slopes, others
    )


def chance_of_other(belief: Habit | Mind) -> jax.Array:
    """p: how likely the other is to play action 1."""
    if isinstance(belief, Habit):
        return sigmoid(belief.log_odds / jnp.sqrt(1.0 + 0.36 * belief.variance))
    unsure = (belief.variances * belief.slopes**2).sum(axis=1)
    return (belief.chances * sigmoid(belief.log_odds / jnp.sqrt(1.0 + 0.36 * unsure))).sum()


def gain(belief: Habit | Mind, payoffs: jax.Array) -> jax.Array:
    """u(p): what action 1 promises more than action 0."""
    chance = chance_of_other(belief)
    return chance * (payoffs[1, 1] - payoffs[0, 1]) + (1.0 - chance) * (payoffs[1, 0] - payoffs[0, 0])


def log_odds_of_choice(promise: jax.Array, log_temperature: Number, bias: Number) -> jax.Array:
    """How surely action 1 is chosen if it promises so much more."""
    return jnp.clip(promise * jnp.exp(-log_temperature) + bias, -SUREST, SUREST)


def belief_after(
    log_volatility: Number, belief: Habit | Mind, moves: Pair, tables: Pair, dilution: Number = 0.0
) -> Habit | Mind:
    """What is believed after a round; own `moves` (1 or 0) and payoff `tables` [own, other's actions] come first."""
    volatility = jnp.exp(jnp.asarray(log_volatility))
    if isinstance(belief, Habit):
        expected = sigmoid(belief.log_odds)
        variance = 1.0 / (1.0 / (belief.variance + volatility) + expected * (1.0 - expected))
        return Habit(belief.log_odds + variance * (moves[1] - expected), variance)
    chances = _chances_after(belief, moves[1], dilution)
    expected = sigmoid(belief.log_odds)
    told = (chances * expected * (1.0 - expected))[:, None] * belief.slopes**2
    variances = 1.0 / (1.0 / (belief.variances + volatility * jnp.array([1.0, 0.0, 0.0])) + told)
    surprise = (chances * (moves[1] - expected))[:, None]
    estimates = belief.estimates + surprise * variances * belief.slopes
    decided = [
        _decided(guess, other, moves[::-1], tables[::-1])
        for guess, other in zip(estimates, belief.others, strict=True)
    ]
    odds, slopes, others = zip(*decided, strict=True)
    return Mind(chances, jnp.stack(odds), estimates, variances, jnp.stack(slopes), others)


def _chances_after(belief: Mind, move: jax.Array, dilution: Number) -> jax.Array:
    """Which level the other is of, after its `move`; where it can be of one only, that is known."""
    n_levels = len(belief.others)
    if n_levels == 1:
        return belief.chances
    unsure = jnp.log(jnp.maximum((belief.variances * belief.slopes**2).sum(axis=1), LEAST))
    root = jnp.sqrt(1.0 + 0.205 * jnp.exp(0.87 * unsure))
    likely = sigmoid((2.0 * move - 1.0) * (belief.log_odds - 0.319 * jnp.exp(0.781 * unsure)) / root)
    kept = ((1.0 - dilution) * belief.chances + dilution / n_levels) * likely
    return (kept + NEGLIGIBLE) / (kept + NEGLIGIBLE).sum()


def _decided(
    estimates: jax.Array, belief: Habit | Mind, moves: Pair, tables: Pair
) -> tuple[jax.Array, jax.Array, Habit | Mind]:
    """Log-odds of what somebody with these parameters does after a round, their slopes, and what is then believed.

    Temperature and bias change no belief, so that their slopes need no derivative.
    """
    log_volatility, log_temperature, bias = estimates

    def promise(volatility: jax.Array) -> tuple[jax.Array, Habit | Mind]:
        new = belief_after(volatility, belief, moves, tables)
        return gain(new, tables[0]), new

    worth, slope, new = jax.jvp(promise, (log_volatility,), (jnp.ones(()),), has_aux=True)
    cold = jnp.exp(-log_temperature)
    odds = log_odds_of_choice(worth, log_temperature, bias)
    slopes = jnp.stack([slope * cold, -worth * cold, jnp.ones(())])
    return odds, jnp.where(jnp.abs(odds) < SUREST, slopes, 0.0), new


def log_weights(parameters: Parameters | DilutedParameters, state: State) -> jax.Array:
    """Log-odds of action 1 over action 0, shape [2]."""
    promise = gain(state.belief, state.payoffs)
    odds = log_odds_of_choice(promise, parameters.log_temperature, parameters.bias)
    return jnp.stack([jnp.zeros(()), odds])


def update(parameters: Parameters | DilutedParameters, state: State, trial: Trial) -> State:
    """Learn from the other's move, and from the own what the other will have learned."""
    moves = trial.chosen[1], trial.met[1]
    tables = state.payoffs, state.others_payoffs
    dilution = parameters.dilution if isinstance(parameters, DilutedParameters) else 0.0
    return state._replace(belief=_as_one(parameters.log_volatility, state.belief, moves, tables, dilution))


_as_one = jax.checkpoint(belief_after)  # for the engine: written out it would take long to compile


def rule_of_level(level: int) -> Rule:
    """The rule `tom-LEVEL`; a dilution matters to who takes the other for one of several levels."""

    def initial_state(parameters: Parameters | DilutedParameters, seat: Seat) -> State:
        return State(first_belief(level), jnp.asarray(seat.payoffs), jnp.asarray(seat.others_payoffs))

    bounds = (
        Interval(-10.0, 5.0, "it comes to be sure of the other", "it never comes to be sure of the other"),
        Interval(-10.0, 10.0, "it always takes what promises more", "it chooses without regard to payoffs"),
        Interval(-10.0, 10.0, "it always plays action 0", "it always plays action 1"),
        Interval(0.0, 1.0, "it forgets nothing of the other's level", "it never learns the other's level"),
    )
    several, common = level > 1, (-2.0, -1.0, 0.0)
    n_parameters = N_ESTIMATED + several
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
