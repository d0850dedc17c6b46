r"""Anticipation: people see patterns in what the others do, and answer them; for any rule (``ewa+anticipation``).

What the others did after the same last 0, 1, 2, 3 rounds is counted, fading by :math:`\varphi` whenever those rounds
come again, each memory l backed off to the shorter one,

.. math:: q_l(y) = \frac{n_l(y) + s\, q_{l-1}(y)}{\sum_x n_l(x) + s}, \qquad q_{-1}\ \text{even},

and the weight of an action is multiplied by :math:`e^{\beta \sum_y q_L(y)\,\pi(a, y)}`, own payoffs :math:`\pi` on a
scale from 0 to 1. With a memory of no round alone this is weighted fictitious play; with more, the learner who finds
out that the other repeats what won, or goes round in circles. Any number of actions and of things the others can do;
in a game that looks the same all around patterns are told relative to the own last move as well (`recent_rounds`). In
another match somebody else is met, and nothing is expected yet.

References
----------
Sonsino (1997), GEB 18, 286-330; Sonsino & Sirota (2003), GEB 44, 390-411 (people who recognise patterns and answer
them); Fudenberg & Levine (1998), The Theory of Learning in Games, chapter 8 (conditional fictitious play); Brockbank &
Vul (2021), Games 12(3):70 (which patterns people exploit in rock, paper, scissors).
"""

from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Interval, Rule, Seat, Trial
from humanlike.fitting.wrapping import inner, wrapped
from humanlike.players.choice import from_0_to_1
from humanlike.players.people.fading_counts import (
    ContextPlace,
    FadingCounts,
    counted,
    looked_up,
    nothing_counted,
    place_of,
    read,
)
from humanlike.players.people.recent_rounds import Contexts, looks_the_same_around

MEMORY = 3


class Anticipating(NamedTuple):
    """A rule's state, and what the others did after the same rounds."""

    inner: Any
    payoffs: jax.Array  # [actions, situations] from 0 to 1; never changes
    is_round: jax.Array  # [] 1 if the game looks the same all around; never changes
    counts: FadingCounts  # of situations
    counted_in: jax.Array  # [contexts] the match in which each context was met last
    match: jax.Array  # [] the number of this match: large tables are not emptied, they are out of date
    digits: tuple[jax.Array, ...]  # [memory] the last rounds, the newest first

    @property
    def contexts(self) -> Contexts:
        """The contexts told apart."""
        n_actions, n_situations = self.payoffs.shape
        return Contexts(n_actions, n_situations, len(self.digits))

    @property
    def place(self) -> ContextPlace:
        """Where the last rounds stand in the counts."""
        return place_of(self.contexts, [digit.astype(jnp.int32) for digit in self.digits], self.is_round)


@cache
def with_anticipation(rule: Rule) -> Rule:
    """`rule`, but what would have answered the others' patterns weighs more."""

    def initial_state(parameters: Any, seat: Seat) -> Anticipating:
        """Nothing is expected of anybody yet."""
        n_actions, n_situations = seat.payoffs.shape
        contexts = Contexts.fitting(n_actions, n_situations, MEMORY)
        return Anticipating(
            rule.initial_state(inner(rule, parameters), seat),
            from_0_to_1(seat.payoffs),
            1.0 * looks_the_same_around(seat.payoffs, _close),
            nothing_counted(contexts, contexts.n_situations),
            jnp.zeros(contexts.offsets[-1]),
            jnp.zeros(()),
            (jnp.zeros(()),) * contexts.memory,
        )

    def log_weights(parameters: Any, state: Anticipating) -> jax.Array:
        """The rule's weights, with a bonus for what pays if the others keep to their patterns."""
        weights: jax.Array = rule.log_weights(inner(rule, parameters), state.inner)
        fading, strength = parameters.expectation_fading, parameters.expectation_strength
        outside = state._replace(inner=())
        return jnp.add(weights, parameters.anticipation * _expected_payoffs(fading, strength, outside))

    def update(parameters: Any, state: Anticipating, trial: Trial) -> Anticipating:
        """As the rule itself; what the others did is counted where the last rounds stand."""
        newest = 1.0 + trial.action * state.contexts.n_situations + trial.situation
        digits = (newest, *state.digits)[: state.contexts.memory]
        met = trial.met * trial.chosen.sum()  # a missing round leaves large arrays alone
        counts, counted_in = _counted(parameters.expectation_fading, state._replace(inner=()), met, digits)
        return state._replace(
            inner=rule.update(inner(rule, parameters), state.inner, trial),
            counts=counts,
            counted_in=counted_in,
            digits=digits,
        )

    def between(parameters: Any, state: Anticipating) -> Anticipating:
        """Somebody else is met."""
        return state._replace(
            inner=rule.after_a_match(inner(rule, parameters), state.inner),
            counts=state.counts._replace(present=jax.tree.map(jnp.zeros_like, state.counts.present)),
            match=state.match + 1.0,
            digits=tuple(map(jnp.zeros_like, state.digits)),
        )

    more = {
        "anticipation": (
            Interval(0.0, 50.0, "it expects nothing of the others", "it answers what it expects for certain"),
            2.0,
        ),
        "expectation_fading": (
            Interval(0.0, 1.0, "only the last time counts", "what the others did is never forgotten"),
            0.9,
        ),
        "expectation_strength": (
            Interval(
                0.01, 100.0, "one round outweighs shorter memories", "patterns of the others hardly count"
            ),
            1.0,
        ),
    }
    made = wrapped(rule, more, initial_state, log_weights, update, "anticipation", between)
    return replace(made, needs=max(rule.needs, Information.ACTIONS))


@jax.jit  # one operation for the engine: written out action by action it would take long to compile
def _expected_payoffs(fading: jax.Array, strength: jax.Array, state: Anticipating) -> jax.Array:
    """What each action is expected to pay, [actions]."""
    contexts = state.contexts
    met = read(state.counts, state.place, _of_levels(fading, contexts))
    chances = jnp.full(contexts.n_situations, 1.0 / contexts.n_situations)
    for counts, (_, only_round) in zip(met, contexts.levels, strict=True):
        finer = (counts + strength * chances) / (counts.sum() + strength)
        chances = jnp.where(state.is_round > 0, finer, chances) if only_round else finer
    return jnp.asarray(state.payoffs @ chances)


@jax.jit
def _counted(
    fading: jax.Array, state: Anticipating, met: jax.Array, digits: tuple[jax.Array, ...]
) -> tuple[FadingCounts, jax.Array]:
    """The counts after a round in which `met` [situations] was done, and when each context was met last."""
    here, there = state.place, state._replace(digits=digits).place
    table = counted(state.counts, here, met, _of_levels(fading, state.contexts))
    counted_in = state.counted_in.at[here.rows].set(state.match)
    # where nobody moved the last rounds stay what they were
    rows = jnp.where(met.sum() > 0, there.rows, here.rows)
    return looked_up(table, there._replace(rows=rows), 1.0 * (counted_in[rows] == state.match)), counted_in


def _of_levels(fading: jax.Array, contexts: Contexts) -> jax.Array:
    return jnp.full(len(contexts.levels), fading)


def _close(first: Any, second: Any) -> Any:
    return jnp.abs(jnp.asarray(first) - second) < 1e-9
