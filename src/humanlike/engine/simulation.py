"""`simulate`: a population plays a game.

Seats stand in block order; in each round every block emits log-weights, one uniform number per seat turns
them into actions, the others' actions are fetched by an index array (the matching), and every block
updates. Where partners change, the index array has an axis of rounds. The compiled program depends only on rules and
shapes; it holds a power of two of rounds and plays as many as it is told, so that matches of all lengths share it.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from humanlike.core import (
    BadRequest,
    Game,
    Information,
    Meetings,
    Play,
    Rule,
    Seat,
    Streams,
    double_precision,
)
from humanlike.core.compiled import compiled
from humanlike.core.game import SituationKind
from humanlike.engine.batching import Cells, batched, batched_weights, cells_of
from humanlike.engine.course import Course
from humanlike.engine.draws import uniforms
from humanlike.engine.pieces import run_in_pieces
from humanlike.engine.placing import changing_partners, fixed_partners
from humanlike.engine.population import Population
from humanlike.engine.rounds import choose, choose_by_weights
from humanlike.engine.seats import seat_of
from humanlike.engine.size import check_size

FEWEST_ROUNDS = 16


class Shape(NamedTuple):
    """What a compiled program depends on, apart from array shapes."""

    rules: tuple[Rule, ...]  # one per block
    situation_kind: SituationKind
    counts: tuple[tuple[int, ...], ...]  # per block: action counts of the others, in seat order
    capacity: int  # the largest number of rounds


def simulate(
    stream: Streams,
    game: Game,
    population: Population,
    *,
    n_rounds: int,
    first: npt.ArrayLike | None = None,
    information: Information = Information.GAME,
    meetings: Meetings | None = None,
) -> Play:
    """Let `population` play `game` for `n_rounds`; `first` gives round-1 actions, shape [groups, players].

    `meetings` say who meets whom in every round; without them partners stay together.
    """
    actions = simulate_actions(
        stream, game, population, n_rounds=n_rounds, first=first, information=information, meetings=meetings
    )
    provenance = {"seed": str(stream.seed), "stream": "/".join(stream.path)}
    if meetings is None:
        return Play(game, actions, provenance=provenance)
    return meetings.play(game, actions, provenance=provenance)


@double_precision()
def simulate_actions(
    stream: Streams,
    game: Game,
    population: Population,
    *,
    n_rounds: int,
    first: npt.ArrayLike | None = None,
    information: Information = Information.GAME,
    meetings: Meetings | None = None,
) -> npt.NDArray[np.int8]:
    """The moves alone, shape [subjects, rounds] (a view): what `simulate` wraps into a Play."""
    if n_rounds < 1:
        raise BadRequest(f"At least one round must be played, not {n_rounds}.")
    check_size(population.n_groups * game.n_players, n_rounds)
    population.check(game, information)
    given = _first_actions(game, population, first)
    actions = np.empty((n_rounds, len(given)), dtype=np.int8)
    together = _groups_together(meetings, len(given), game.n_players, n_rounds)

    def fill(pools: range) -> None:
        groups = range(pools.start * together, pools.stop * together)
        seats = slice(groups.start * game.n_players, groups.stop * game.n_players)
        part = population.part(groups)
        actions[:, seats] = _simulate_part(stream, game, part, n_rounds, given[seats], meetings)

    run_in_pieces(fill, population.n_groups // together, together)
    return actions.T


def _groups_together(meetings: Meetings | None, n_subjects: int, n_players: int, n_rounds: int) -> int:
    """How many neighbouring groups can only be played together, because they meet."""
    if meetings is None:
        return 1
    if meetings.n_subjects != n_subjects or meetings.n_rounds < n_rounds:
        raise BadRequest(
            f"It is arranged whom {meetings.n_subjects} subjects meet in {meetings.n_rounds} rounds, "
            f"but {n_subjects} play {n_rounds}."
        )
    return meetings.pool // n_players


def _simulate_part(
    stream: Streams,
    game: Game,
    population: Population,
    n_rounds: int,
    given: npt.NDArray[np.int8],
    meetings: Meetings | None,
) -> npt.NDArray[np.int8]:
    """Some groups on one thread: actions of shape [rounds, seats] in seat order."""
    blocks = population.blocks
    first_seat = population.first_group * population.n_players
    order = np.concatenate([block.seats for block in blocks]) - first_seat
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    shape = Shape(
        tuple(block.rule for block in blocks),
        game.situation_kind,
        tuple(tuple(game.n_actions[other] for other in game.others(block.role)) for block in blocks),
        max(FEWEST_ROUNDS, 1 << (n_rounds - 1).bit_length()),
    )
    if meetings is None:
        partners: tuple[Any, ...] = fixed_partners(population, place)
    else:
        partners = changing_partners(meetings, population, order, place, shape.capacity)
    played = _program(shape)(
        np.array(stream.words(), dtype=np.uint32),
        n_rounds,
        tuple(jax.tree.map(np.float64, block.parameters) for block in blocks),
        tuple(seat_of(game, block.role, block.rule)._replace(learned=block.rule.learned) for block in blocks),
        tuple(block.seats.astype(np.uint32) for block in blocks),
        partners,
        given[order],
    )
    return np.asarray(played)[:n_rounds, place]


def _first_actions(game: Game, population: Population, first: npt.ArrayLike | None) -> npt.NDArray[np.int8]:
    """Given round-1 actions by seat; -1 where the rule is to choose."""
    n_seats = population.n_groups * population.n_players
    if first is None:
        return np.full(n_seats, -1, dtype=np.int8)
    given = np.asarray(first)
    if given.shape != (population.n_groups, population.n_players):
        raise BadRequest(
            f"First-round actions are needed for {population.n_groups} groups of {population.n_players}, "
            f"got shape {given.shape}."
        )
    if (given < 0).any() or (given >= np.array(game.n_actions)).any():
        raise BadRequest(f"A first-round action lies outside the actions of '{game.name}'.")
    return given.astype(np.int8).reshape(-1)


@cache
def _program(shape: Shape) -> Callable[..., Any]:
    return compiled(partial(_play, shape=shape))


def _play(
    key: jax.Array,
    n_rounds: jax.Array,
    parameters: tuple[Any, ...],
    seats: tuple[Seat, ...],
    numbers: tuple[jax.Array, ...],
    partners: tuple[jax.Array, ...],
    given: jax.Array,
    *,
    shape: Shape,
) -> jax.Array:
    """All rounds; returns the actions in block order, shape [capacity, seats], of which `n_rounds` are filled."""
    sizes = [len(block) for block in numbers]
    starts = np.cumsum([0, *sizes])
    blocks = range(len(sizes))
    values = [
        jax.tree.map(lambda value: cells_of(value) if value.ndim else value, each) for each in parameters
    ]

    courses = [Course(shape.rules[b], values[b], seats[b], sizes[b]) for b in blocks]

    def choices(states: tuple[Any, ...], round_: jax.Array) -> jax.Array:
        drawn = []
        for b in blocks:
            luck = jax.lax.optimization_barrier(uniforms((key[0], key[1]), numbers[b], round_))
            state = courses[b].whole(states[b])
            weights, linear = batched_weights(shape.rules[b].log_weights, sizes[b])(values[b], state)
            draw = choose_by_weights if linear else choose
            action = batched(draw, sizes[b])(weights, Cells((), (luck,)))
            drawn.append(action.entries[0])
        return jnp.concatenate(drawn)

    def updates(states: tuple[Any, ...], actions: jax.Array, round_: jax.Array) -> tuple[Any, ...]:
        after = []
        for b in blocks:
            others = partners[b] if partners[b].ndim == 2 else partners[b][round_]
            met = [actions[others[other]] for other in range(others.shape[0])]
            situation = _situation(shape.situation_kind, shape.counts[b], met)
            own = actions[starts[b] : starts[b + 1]]
            after.append(courses[b].after(states[b], Cells((), (own,)), Cells((), (situation,))))
        return tuple(after)

    def one_round(round_: jax.Array, so_far: tuple[tuple[Any, ...], jax.Array]) -> tuple[Any, jax.Array]:
        states, played = so_far
        free = (round_ > 0) | (given < 0)
        actions = jax.lax.optimization_barrier(jnp.where(free, choices(states, round_), given))
        return updates(states, actions, round_), played.at[round_].set(actions)

    states = tuple(course.start for course in courses)
    played = jnp.zeros((shape.capacity, len(given)), given.dtype)
    last = jax.lax.fori_loop(jnp.uint32(0), n_rounds.astype(jnp.uint32), one_round, (states, played))
    return jnp.asarray(last[1])


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
