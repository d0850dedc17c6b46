r"""How a person's own patterns are counted while they play, and laid over what people in general do.

For every level l of context (`recent_rounds`: no memory, one round, two, ...), coarse to fine, what this person did
there before, n, is backed off to the level before and to people's chances P,

.. math::

    q_l(a) = \frac{n_l(a) + s_l\, [\mu_l P(a) + (1 - \mu_l)\, q_{l-1}(a)]}{\sum_b n_l(b) + s_l}, \qquad q_{-1} = P,

and the choice is :math:`p_a \propto q_L(a)^\gamma`. Whenever a context comes again its counts fade, by one factor for
the counts without memory and by another for those of patterns. Strengths grow and the weight of people in general
falls with memory k, both geometrically: :math:`s_k = s g^{k-1}`, :math:`\mu_k = \mu^k`. How counts are kept, and why
slopes in their fading are exact, is said in `fading_counts`.
"""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from humanlike.core import Interval, Seat, Trial
from humanlike.players.choice import log_chance
from humanlike.players.people.fading_counts import (
    ContextPlace,
    FadingCounts,
    counted,
    looked_up,
    nothing_counted,
    place_of,
    read,
)
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
    counts: FadingCounts  # of own actions


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
    return State(acquaintance, nothing_counted(acquaintance.contexts, acquaintance.contexts.n_actions))


@jax.jit
def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """The finest level's chances, sharpened, shape [actions]."""
    contexts = state.acquaintance.contexts
    people: jax.Array = jnp.exp(of_people(state.acquaintance))
    own = read(state.counts, _place(state.acquaintance), _fading(parameters, contexts))
    chances = people
    for level, (memory, only_round) in enumerate(contexts.levels):
        strength, weight = _strength(parameters, memory), parameters.conformity**memory
        prior = weight * people + (1.0 - weight) * chances if memory else chances
        finer = (own[level] + strength * prior) / (own[level].sum() + strength)
        chances = jnp.where(state.acquaintance.is_round > 0, finer, chances) if only_round else finer
    return parameters.sharpness * log_chance(chances)


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """What was done is counted where the last rounds stand, and tells of what kind one is."""
    moved = after(state.acquaintance, trial)
    return State(moved, _counted(parameters, state, moved, trial.chosen))


@jax.jit
def _counted(parameters: Parameters, state: State, moved: Acquaintance, chosen: jax.Array) -> FadingCounts:
    here, there = _place(state.acquaintance), _place(moved)
    table = counted(state.counts, here, chosen, _fading(parameters, state.acquaintance.contexts))
    # where nobody moved the last rounds stay what they were
    return looked_up(table, there._replace(rows=jnp.where(chosen.sum() > 0, there.rows, here.rows)))


def _fading(parameters: Parameters, contexts: Contexts) -> jax.Array:
    """What is left of each level's counts, [levels]."""
    memories = np.array([memory for memory, _ in contexts.levels])
    return jnp.where(memories > 0, parameters.fading, parameters.habit_fading)


def between(parameters: Parameters, state: State) -> State:
    """Habits and patterns outlast a match."""
    begun = between_matches(state.acquaintance)
    return State(begun, _at(state.counts.table, begun))


@jax.jit
def _at(table: jax.Array, acquaintance: Acquaintance) -> FadingCounts:
    return looked_up(table, _place(acquaintance))


def _place(acquaintance: Acquaintance) -> ContextPlace:
    return place_of(acquaintance.contexts, acquaintance.recent, acquaintance.is_round)


def _strength(parameters: Parameters, memory: int) -> Any:
    if not memory:
        return parameters.habit_strength
    return parameters.strength * parameters.growth ** (memory - 1)
