"""`answer`: what would a rule have done in the place of somebody whose opponents are on record?

In each round the rule chooses (one uniform number a seat, as in `playing`), then sees what the others did at the time,
as in `replay`: the others' moves are what was recorded, the own ones are the rule's. Where it is not known what was met
no move is made and nothing is learned. Recorded opponents do not react to what is answered: the longer a match, and the
more they would have reacted, the less it is what would have happened.
"""

from collections.abc import Sequence
from functools import cache, partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from humanlike.core import MISSING, Game, Information, Rule, Streams, double_precision
from humanlike.core.compiled import compiled
from humanlike.core.kept_programs import name_of_program
from humanlike.engine.batching import Cells, batched, batched_weights, cells_of
from humanlike.engine.course import Course
from humanlike.engine.draws import uniforms
from humanlike.engine.population import parameter_sets
from humanlike.engine.replay import AT_ONCE, FEWEST_ROUNDS, round_up
from humanlike.engine.rounds import choose, choose_by_weights
from humanlike.engine.seats import seat_of

Moves = npt.NDArray[np.integer[Any]]


class _Asked(NamedTuple):
    """What the compiled program is given."""

    key: Any  # [2] of the random numbers
    numbers: Any  # [seats] by which a seat draws
    parameters: Any  # floats, or arrays [seats]
    seat: Any
    learned: Any
    situations: Any  # [rounds, seats]; -1 where no move is made


@double_precision()
def answer(
    stream: Streams,
    game: Game,
    role: int,
    players: Sequence[tuple[Rule, Any]],
    who: npt.NDArray[np.integer[Any]],
    situations: Moves,
) -> npt.NDArray[np.int8]:
    """The moves of `role` [seats, rounds] who met `situations`; seat s follows `players[who[s]]`.

    A seat's draws are counted by its number and the round: more seats, or more rounds, change nobody's moves.
    """
    moves = np.full(situations.shape, MISSING, dtype=np.int8)
    for name in sorted({rule.name for rule, _ in players}):
        mine = [number for number, (rule, _) in enumerate(players) if rule.name == name]
        seats, rule = np.flatnonzero(np.isin(who, mine)), players[mine[0]][0]
        rule.check_setting(game, role, Information.GAME)
        for start in range(0, len(seats), AT_ONCE):
            some = seats[start : start + AT_ONCE]
            parameters = rule.parameters(*parameter_sets(players, who[some]))
            moves[some] = _in_one_call(stream, game, role, rule, parameters, some, situations[some])
    return moves


def _in_one_call(
    stream: Streams, game: Game, role: int, rule: Rule, parameters: Any, seats: Moves, situations: Moves
) -> npt.NDArray[np.int8]:
    """The moves of at most `AT_ONCE` seats: one program serves any size."""
    n_seats, n_rounds = situations.shape
    spare, more = AT_ONCE - n_seats, round_up(n_rounds, FEWEST_ROUNDS) - n_rounds
    asked = _Asked(
        np.array(stream.words(), dtype=np.uint32),
        np.pad(seats, (0, spare)).astype(np.uint32),
        rule.parameters(
            *(
                np.pad(value, (0, spare), mode="edge") if np.ndim(value) else np.float64(value)
                for value in parameters
            )
        ),
        seat_of(game, role, rule),
        rule.learned,
        np.pad(situations.T.astype(np.int32), ((0, more), (0, spare)), constant_values=MISSING),
    )
    return np.asarray(np.asarray(_program(rule)(asked))[:n_rounds, :n_seats].T)


@cache
def _program(rule: Rule) -> Any:
    return compiled(partial(_answered, rule), soon=True, name=name_of_program("answer", [rule]))


def _answered(rule: Rule, asked: _Asked) -> jax.Array:
    """The moves [rounds, seats]."""
    n_seats = asked.situations.shape[1]
    values = jax.tree.map(lambda value: cells_of(value) if jnp.ndim(value) else value, asked.parameters)
    course = Course(rule, values, asked.seat._replace(learned=asked.learned), n_seats)
    key = asked.key[0], asked.key[1]

    def one_round(state: Any, row: tuple[jax.Array, jax.Array]) -> tuple[Any, jax.Array]:
        round_, situation = row
        weights, linear = batched_weights(rule.log_weights, n_seats)(values, course.whole(state))
        luck = jax.lax.optimization_barrier(uniforms(key, asked.numbers, round_))
        draw = choose_by_weights if linear else choose
        drawn = batched(draw, n_seats)(weights, Cells((), (luck,))).entries[0]
        own = jax.lax.optimization_barrier(jnp.where(situation >= 0, drawn, MISSING).astype(jnp.int8))
        return course.recorded(state, own, situation), own

    rounds = jnp.arange(asked.situations.shape[0], dtype=jnp.uint32)
    _, moves = jax.lax.scan(one_round, course.start, (rounds, asked.situations))
    return moves
