r"""How a person's own patterns are counted while they play, and laid over what people in general do.

For every level l of context (`recent_rounds`: no memory, one round, two, ...), coarse to fine, what this person did
there before, n, is backed off to the level before and to people's chances P,

.. math::

    q_l(a) = \frac{n_l(a) + s_l\, [\mu_l P(a) + (1 - \mu_l)\, q_{l-1}(a)]}{\sum_b n_l(b) + s_l}, \qquad q_{-1} = P,

and the choice is :math:`p_a \propto q_L(a)^\gamma`. Whenever a context comes again its counts fade, by one factor for
the counts without memory and by another for those of patterns. Strengths grow and the weight of people in general
falls with memory k, both geometrically: :math:`s_k = s g^{k-1}`, :math:`\mu_k = \mu^k`.

Counts depend on no parameter but their fading f, and :math:`dn/df` is counted beside n by the same rule,
:math:`dn \leftarrow f\, dn + n`. So slopes in f are exact though none flows back through the tables, which would cost
more than all the rest.
"""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.lax import stop_gradient

from humanlike.core import Interval, Seat, Trial
from humanlike.players.choice import log_chance
from humanlike.players.people.following import (
    Acquaintance,
    after,
    between_matches,
    first_acquaintance,
    of_people,
)
from humanlike.players.people.recent_rounds import Contexts


class Parameters(NamedTuple):
    """What differs from one player to the next."""

    habit_strength: float  # s without memory: choices that people in general are worth
    habit_fading: float  # what is left of the counts without memory when one more is counted
    strength: float  # s with a memory of one round
    growth: float  # g: by how much strength grows with every round more
    fading: float  # what is left of a pattern's counts when it comes again
    conformity: float  # mu: weight of people in general against the shorter memory
    sharpness: float  # gamma: below 1 more evenly than foretold, above 1 more surely


class State(NamedTuple):
    """What is carried from round to round."""

    acquaintance: Acquaintance
    counts: jax.Array  # n of all contexts one level after the other, and dn/df: [contexts, 2, actions]


BOUNDS = (
    Interval(0.01, 1000.0, "one choice outweighs people in general", "own habits hardly count"),
    Interval(0.0, 1.0, "only the last choice is a habit", "habits never fade"),
    Interval(0.01, 1000.0, "one choice outweighs shorter memories", "patterns hardly count"),
    Interval(0.1, 10.0, "long patterns count at once", "long patterns hardly count"),
    Interval(0.0, 1.0, "only the last time counts", "patterns never fade"),
    Interval(0.0, 1.0, "it backs off to the person", "it backs off to people in general"),
    Interval(0.0, 5.0, "it chooses blindly", "it does what it foretells almost surely"),
)
EXAMPLE = Parameters(8.0, 0.98, 8.0, 1.5, 0.9, 0.3, 1.0)


def begin(seat: Seat, memory: int) -> State:
    """Nothing of this person is known yet."""
    acquaintance = first_acquaintance(seat, memory)
    contexts = acquaintance.contexts
    return State(acquaintance, jnp.zeros((contexts.offsets[-1], 2, contexts.n_actions)))


@jax.jit
def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """The finest level's chances, sharpened, shape [actions]."""
    contexts = state.acquaintance.contexts
    people: jax.Array = jnp.exp(of_people(state.acquaintance))
    numbers, shifts = _here(state.acquaintance)
    fading = _fading(parameters, contexts)
    counts, slopes = jnp.moveaxis(stop_gradient(state.counts[numbers]), 1, 0)  # [levels, actions] each
    counts = counts + (fading - stop_gradient(fading)) * slopes
    chances = people
    for level, (memory, only_round) in enumerate(contexts.levels):
        own = _shifted(counts[level], shifts[level])
        strength, weight = _strength(parameters, memory), parameters.conformity**memory
        prior = weight * people + (1.0 - weight) * chances if memory else chances
        finer = (own + strength * prior) / (own.sum() + strength)
        chances = jnp.where(state.acquaintance.is_round > 0, finer, chances) if only_round else finer
    return parameters.sharpness * log_chance(chances)


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """What was done is counted at every level; a round without a choice leaves the counts alone."""
    return State(after(state.acquaintance, trial), _counted(parameters, state, trial.chosen))


@jax.jit
def _counted(parameters: Parameters, state: State, chosen: jax.Array) -> jax.Array:
    contexts = state.acquaintance.contexts
    numbers, shifts = _here(state.acquaintance)
    done = jnp.stack([_shifted(chosen, -shift) for shift in shifts])
    made = chosen.sum()
    old = state.counts[numbers]
    faded = (1.0 - made * (1.0 - _fading(parameters, contexts)))[:, None] * old
    new = faded + jnp.stack([done, made * old[:, 0]], axis=1)
    counted: jax.Array = stop_gradient(state.counts.at[numbers].set(new))
    return counted


def _fading(parameters: Parameters, contexts: Contexts) -> jax.Array:
    """What is left of each level's counts, [levels, 1]."""
    memories = np.array([[memory] for memory, _ in contexts.levels])
    return jnp.where(memories > 0, parameters.fading, parameters.habit_fading)


def between(parameters: Parameters, state: State) -> State:
    """Habits and patterns outlast a match."""
    return state._replace(acquaintance=between_matches(state.acquaintance))


def _here(acquaintance: Acquaintance) -> tuple[jax.Array, list[Any]]:
    """Where the contexts stand in the counts, [levels], and by how much moves are shifted back there."""
    contexts, is_round = acquaintance.contexts, acquaintance.is_round.astype(jnp.int32)
    numbers = contexts.numbers(acquaintance.recent, is_round)
    shifts = [contexts.shift(acquaintance.recent, level, is_round) for level in range(len(contexts.levels))]
    return jnp.stack([jnp.asarray(number, dtype=jnp.int32) for number in numbers]), shifts


def _strength(parameters: Parameters, memory: int) -> Any:
    if not memory:
        return parameters.habit_strength
    return parameters.strength * parameters.growth ** (memory - 1)


def _shifted(values: jax.Array, shift: Any) -> jax.Array:
    """Values of actions, moved up by `shift` around the circle of actions."""
    actions = jnp.arange(values.shape[0])
    turned: jax.Array = (values * ((actions[:, None] - shift) % values.shape[0] == actions)).sum(axis=1)
    return turned
