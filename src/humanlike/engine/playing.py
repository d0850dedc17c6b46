"""The compiled program in which a population plays, round by round.

Seats stand in block order; in each round every block emits log-weights, one uniform number per seat turns
them into actions, the others' actions are fetched by an index array (the matching), and every block
updates. Where partners change, the index array has an axis of rounds. The program depends only on rules and shapes.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from humanlike.core import Rule, Seat
from humanlike.core.compiled import compiled
from humanlike.core.game import SituationKind
from humanlike.core.kept_programs import name_of_program
from humanlike.engine.batching import Cells, batched, batched_weights, cells_of, spread
from humanlike.engine.course import Course
from humanlike.engine.draws import uniforms
from humanlike.engine.rounds import choose, choose_by_weights
from humanlike.engine.tallying import Sums, Tally, no_sums, summed


class Shape(NamedTuple):
    """What a compiled program depends on, apart from array shapes."""

    rules: tuple[Rule, ...]  # one per block
    situation_kind: SituationKind
    counts: tuple[tuple[int, ...], ...]  # per block: action counts of the others, in seat order
    capacity: int  # the largest number of rounds
    tally: Tally = ""


class Given(NamedTuple):
    """What the program is given, block by block or by seat in block order."""

    key: Any  # [2] of the random numbers
    n_rounds: Any
    parameters: tuple[Any, ...]
    seats: tuple[Seat, ...]
    numbers: tuple[Any, ...]  # [seats] by which a seat draws
    partners: tuple[Any, ...]  # [others, seats], or with an axis of rounds first
    first: Any  # [seats] actions of the first round, -1 where the rule chooses
    weight: Any = None  # [groups] by which sums count them; None where nothing is summed


@cache
def playing_program(shape: Shape) -> Callable[[Given], tuple[jax.Array, Sums | None]]:
    """All rounds: actions in block order [capacity, seats], of which `n_rounds` are filled, and sums by round.

    Whoever tallies plays many rules for a short time, and waits for the compiler more than for the program.
    """
    name = name_of_program("play", shape.rules, *shape[1:])
    return compiled(partial(_play, shape=shape), soon=bool(shape.tally), name=name)


def _play(given: Given, *, shape: Shape) -> tuple[jax.Array, Sums | None]:
    table = _Table(shape, given)

    def one_round(round_: jax.Array, so_far: tuple[Any, jax.Array, Any]) -> tuple[Any, jax.Array, Any]:
        states, played, sums = so_far
        weights = table.weights(states)
        free = (round_ > 0) | (given.first < 0)
        drawn = table.drawn(weights, round_)
        actions = jax.lax.optimization_barrier(jnp.where(free, drawn, given.first))
        after = table.updated(states, actions, round_)
        return after, played.at[round_].set(actions), table.tallied(sums, weights, round_)

    played = jnp.zeros((shape.capacity, len(given.first)), given.first.dtype)
    start = tuple(course.start for course in table.courses), played, table.no_sums()
    _, played, sums = jax.lax.fori_loop(jnp.uint32(0), given.n_rounds, one_round, start)
    return played, sums


class _Table:
    """Everybody at play: the courses of all blocks, and what one round does to them."""

    def __init__(self, shape: Shape, given: Given) -> None:
        self.shape, self.given = shape, given
        self.sizes = [len(block) for block in given.numbers]
        self.values = [
            jax.tree.map(lambda value: cells_of(value) if value.ndim else value, each)
            for each in given.parameters
        ]
        blocks = zip(shape.rules, self.values, given.seats, self.sizes, strict=True)
        self.courses = [Course(*block) for block in blocks]

    def weights(self, states: tuple[Any, ...]) -> list[tuple[Any, bool]]:
        """The log-weights of every block, or its weights (True)."""
        return [
            batched_weights(rule.log_weights, size)(values, course.whole(state))
            for rule, size, values, course, state in zip(
                self.shape.rules, self.sizes, self.values, self.courses, states, strict=True
            )
        ]

    def drawn(self, weights: list[tuple[Any, bool]], round_: jax.Array) -> jax.Array:
        """Actions of all seats."""
        actions, key = [], (self.given.key[0], self.given.key[1])
        for (each, linear), size, numbers in zip(weights, self.sizes, self.given.numbers, strict=True):
            luck = jax.lax.optimization_barrier(uniforms(key, numbers, round_))
            draw = choose_by_weights if linear else choose
            actions.append(batched(draw, size)(each, Cells((), (luck,))).entries[0])
        return jnp.concatenate(actions)

    def updated(self, states: tuple[Any, ...], actions: jax.Array, round_: jax.Array) -> tuple[Any, ...]:
        """The states of all blocks after the round."""
        after, starts = [], np.cumsum([0, *self.sizes])
        for block, (course, partners) in enumerate(zip(self.courses, self.given.partners, strict=True)):
            others = partners if partners.ndim == 2 else partners[round_]
            met = [actions[others[other]] for other in range(others.shape[0])]
            situation = _situation(self.shape.situation_kind, self.shape.counts[block], met)
            own = actions[starts[block] : starts[block + 1]]
            after.append(course.after(states[block], Cells((), (own,)), Cells((), (situation,))))
        return tuple(after)

    def no_sums(self) -> Sums | None:
        """Before the first round, if anything is summed."""
        if self.given.weight is None:
            return None
        n_players = len(self.given.first) // len(self.given.weight)
        n_actions = max(seat.payoffs.shape[0] for seat in self.given.seats)
        return no_sums(self.shape.tally, n_players, n_actions, self.shape.capacity)

    def tallied(self, sums: Sums | None, weights: list[tuple[Any, bool]], round_: jax.Array) -> Sums | None:
        """The sums with those of this round."""
        if sums is None or self.given.weight is None:
            return None
        chances = []
        for (each, linear), size in zip(weights, self.sizes, strict=True):
            likely = batched(partial(_chances, linear=linear), size)(each)
            chances.append(spread(likely, size).stacked())
        moving = self.given.partners[0].ndim == 3
        others = jnp.concatenate([each[round_] for each in self.given.partners], axis=1) if moving else None
        found = summed(self.shape.tally, chances, others, self.given.weight)
        return Sums(*(so_far.at[round_].set(now) for so_far, now in zip(sums, found, strict=True)))


def _chances(weights: jax.Array, *, linear: bool) -> jax.Array:
    """Choice probabilities from weights, or from their logarithms."""
    if weights.shape[0] == 2 and not linear:  # one exponential is enough
        second = 1.0 / (1.0 + jnp.exp(weights[0] - weights[1]))
        return jnp.stack([1.0 - second, second])
    likely = weights if linear else jnp.exp(weights - weights.max())
    return likely / likely.sum()


def _situation(kind: SituationKind, counts: tuple[int, ...], met: list[jax.Array]) -> jax.Array:
    """The situation index from the others' actions, as in `Game.situations`."""
    if len(met) == 1:
        return met[0]
    wide = [action.astype(jnp.int32) for action in met]
    if kind == "lowest":
        return jnp.min(jnp.stack(wide), axis=0)
    if kind == "sum":
        return sum(wide[1:], wide[0])
    index = wide[0]
    for count, action in zip(counts[1:], wide[1:], strict=True):
        index = index * count + action
    return index
