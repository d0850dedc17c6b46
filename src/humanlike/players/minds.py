"""Beliefs about the other by levels, and how a round changes them; the equations stand in `theory_of_mind.py`."""

from math import log
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax.nn import sigmoid

from humanlike.players.choice import NEGLIGIBLE

SUREST = log(999.0)  # log-odds of .999
LEAST = 1e-20  # variance of log-odds below which powers of it have no usable slope
N_ESTIMATED = 3  # log-volatility, log-temperature and bias of the other

Number = float | jax.Array
Pair = tuple[jax.Array, jax.Array]


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
    """Log-odds of what somebody with these parameters does after a round, their slopes, and what is then believed."""
    log_volatility, log_temperature, bias = estimates

    def promise(volatility: jax.Array) -> tuple[jax.Array, Habit | Mind]:
        new = belief_after(volatility, belief, moves, tables)
        return gain(new, tables[0]), new

    worth, slope, new = jax.jvp(promise, (log_volatility,), (jnp.ones(()),), has_aux=True)
    cold = jnp.exp(-log_temperature)  # temperature and bias change no belief: their slopes need no derivative
    odds = log_odds_of_choice(worth, log_temperature, bias)
    slopes = jnp.stack([slope * cold, -worth * cold, jnp.ones(())])
    return odds, jnp.where(jnp.abs(odds) < SUREST, slopes, 0.0), new
