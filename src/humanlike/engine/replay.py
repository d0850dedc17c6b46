r"""`replay`: how likely did a rule find what was recorded, one step ahead?

A rule is led through the recorded rounds; before each it states its choice probabilities, after each it
sees what really happened,

.. math:: \ell = \sum_{q,t} \log \max(p_{q,t}(a_{q,t}),\ \text{floor}).

A missing own move (-1) contributes nothing; where an own or another's move is missing nothing can be
learned from the round, and the state stands still. The floor matters for rules that give zero
probabilities; it is a parameter and belongs in every report.
"""

from functools import cache, partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from humanlike.core import Information, Play, Rule, Seat, double_precision
from humanlike.core.compiled import compiled
from humanlike.core.kept_programs import name_of_program
from humanlike.engine.batching import Cells, batched, cells_of, spread
from humanlike.engine.course import Course
from humanlike.engine.rounds import log_probabilities
from humanlike.engine.seats import roles_alike, seat_of

FLOOR = 1e-10
CHUNK = 1_000  # seats whose rounds are kept in the cache while the gradient runs back through them
AT_ONCE = 1_024  # seats that one call of the replay program takes: their rounds stay within the cache
FEWEST_ROUNDS = 32  # fewer cost as much: the program's start-up


class Records(NamedTuple):
    """Recorded play of seats with equal numbers of actions and situations, ready for replay.

    `seat` is shared by all, or its arrays carry the seats as a last axis (plays of several games); what the rule
    `learned` is shared always.
    """

    seat: Seat
    actions: npt.NDArray[Any] | jax.Array  # [rounds, seats]; -1 is missing
    situations: npt.NDArray[Any] | jax.Array  # [rounds, seats]; -1 is missing
    learned: Any = None


class Replay(NamedTuple):
    """One-step-ahead log-probabilities of every action, and of the one taken."""

    log_probabilities: npt.NDArray[np.float64]  # [subjects, rounds, actions]; NaN for actions a role lacks
    chosen: npt.NDArray[np.float64]  # [subjects, rounds], floored; NaN where no move was made


def records_of(play: Play, role: int, rule: Rule) -> Records:
    """The records of everybody in `role`."""
    return _records(play, play.roles == role, role, rule)


def _records(play: Play, here: npt.NDArray[Any], role: int, rule: Rule) -> Records:
    """The records of the subjects `here`, who are all given what `role` is given."""
    return Records(
        seat_of(play.game, role, rule),
        np.ascontiguousarray(play.actions[here].T),
        np.ascontiguousarray(play.situations[here].T.astype(np.int32)),
        rule.learned,
    )


@double_precision()
def replay(
    play: Play,
    rule: Rule,
    parameters: Any,
    *,
    floor: float = FLOOR,
    information: Information = Information.GAME,
) -> Replay:
    """Lead `rule` through `play`; parameters are floats, or arrays of shape [subjects]."""
    width = max(play.game.n_actions)
    everything = np.full((play.n_subjects, play.n_rounds, width), np.nan)
    present = sorted(set(play.roles.tolist()))
    for role in present:
        rule.check_setting(play.game, role, information)
    for role, *others in roles_alike(play.game, present, with_analysis=rule.needs_analysis):
        here = np.flatnonzero(np.isin(play.roles, [role, *others]))
        for start in range(0, len(here), AT_ONCE):
            seats = here[start : start + AT_ONCE]
            logs = _in_one_call(play, seats, role, rule, parameters)
            everything[seats, :, : play.game.n_actions[role]] = np.moveaxis(logs, -1, 0)
    made = play.actions >= 0
    taken = np.take_along_axis(everything, np.maximum(play.actions, 0)[:, :, None].astype(np.int64), axis=2)[
        ..., 0
    ]
    return Replay(everything, np.where(made, np.maximum(taken, np.log(floor)), np.nan))


def _in_one_call(
    play: Play, seats: npt.NDArray[np.intp], role: int, rule: Rule, parameters: Any
) -> npt.NDArray[np.float64]:
    """Log-probabilities [rounds, actions, seats] of at most `AT_ONCE` seats: one program serves any size."""
    spare = AT_ONCE - len(seats)
    values = rule.parameters(
        *(
            np.pad(np.asarray(value, dtype=np.float64)[seats], (0, spare), mode="edge")
            if np.ndim(value)
            else float(value)
            for value in parameters
        )
    )
    records = _records(play, seats, role, rule)
    wide = _widened(records, round_up(play.n_rounds, FEWEST_ROUNDS) - play.n_rounds, spare)
    logs = np.asarray(_replay_program(rule)(values, wide))
    return np.asarray(logs[: play.n_rounds, :, : len(seats)])


def round_up(count: int, least: int) -> int:
    """The next of 1, 2, 3, 4, 6, 8, 12, 16, 24, ...: plays of nearly the same size share a compiled program.

    >>> [round_up(count, 6) for count in (1, 7, 12, 13, 100)]
    [6, 8, 12, 16, 128]
    """
    power = 1 << (max(count, least) - 1).bit_length()
    return power * 3 // 4 if power >= 4 and max(count, least) <= power * 3 // 4 else power


@cache
def _replay_program(rule: Rule) -> Any:
    return compiled(partial(all_log_probabilities, rule), soon=True, name=name_of_program("replay", [rule]))


def all_log_probabilities(rule: Rule, parameters: Any, records: Records) -> jax.Array:
    """Log-probabilities of all actions, shape [rounds, actions, seats]; for use inside a compiled function."""
    _, logs = _led_through(rule, parameters, records, lambda weights, _: weights)
    return logs


def chosen_log_probabilities(
    rule: Rule, parameters: Any, records: Records, floor: float | jax.Array = FLOOR
) -> jax.Array:
    """Floored log-probabilities of what was done, shape [rounds, seats]; zero where no move was made."""

    def of_choice(logs: jax.Array, action: jax.Array) -> jax.Array:
        taken = logs[0]
        for other in range(1, logs.shape[0]):
            taken = jnp.where(action == other, logs[other], taken)
        return jnp.where(action >= 0, jnp.maximum(taken, jnp.log(floor)), 0.0)

    _, logs = _led_through(rule, parameters, records, of_choice)
    return logs


def _led_through(rule: Rule, parameters: Any, records: Records, report: Any) -> tuple[Any, jax.Array]:
    """Scan over rounds; `report` turns one seat's log-probabilities and action into what is kept."""
    n_batch = records.actions.shape[1]
    values = jax.tree.map(lambda value: cells_of(value) if jnp.ndim(value) else value, parameters)
    course = Course(rule, values, _seat_cells(records.seat)._replace(learned=records.learned), n_batch)

    def one_round(state: Any, row: tuple[jax.Array, jax.Array]) -> tuple[Any, jax.Array]:
        weights = batched(rule.log_weights, n_batch)(values, course.whole(state))
        logs = batched(lambda each, own: report(log_probabilities(each), own), n_batch)(
            spread(weights, n_batch), Cells((), (row[0],))
        )
        return course.recorded(state, *row), logs.stacked() if logs.shape else logs.entries[0]

    rows = jnp.asarray(records.actions), jnp.asarray(records.situations)
    result: tuple[Any, jax.Array] = jax.lax.scan(one_round, course.start, rows)
    return result


def _seat_cells(seat: Seat) -> Any:
    """The seat with `Cells` where its arrays differ from seat to seat (payoffs of rank 3)."""
    if jnp.ndim(seat.payoffs) == 2:
        return seat
    return jax.tree.map(lambda array: cells_of(jnp.asarray(array)), seat)


@double_precision()
def log_likelihood_and_gradient(
    rule: Rule, parameters: Any, records: Records, *, floor: float = FLOOR
) -> tuple[float, Any]:
    """The summed log-likelihood and its exact gradient in the (shared) parameters."""
    n_seats = records.actions.shape[1]
    n_chunks = -(-n_seats // CHUNK)
    value, gradient = _gradient_program(rule, n_chunks)(
        rule.parameters(*map(np.float64, parameters)), _padded(records, n_chunks), floor
    )
    return float(value), rule.parameters(*map(float, gradient))


def _padded(records: Records, n_chunks: int) -> Records:
    """Records whose seats fill whole chunks."""
    n_seats = records.actions.shape[1]
    return _widened(records, 0, -(-n_seats // n_chunks) * n_chunks - n_seats)


def _widened(records: Records, n_rounds: int, n_seats: int) -> Records:
    """Records with so many more rounds and seats, in which no moves were made."""
    widen = [(0, n_rounds), (0, n_seats)]
    return records._replace(
        actions=np.pad(records.actions, widen, constant_values=-1),
        situations=np.pad(records.situations, widen, constant_values=-1),
    )


@cache
def _gradient_program(rule: Rule, n_chunks: int) -> Any:
    def one_chunk(parameters: Any, records: Records, floor: jax.Array) -> jax.Array:
        return chosen_log_probabilities(rule, parameters, records, floor).sum()

    def all_chunks(parameters: Any, records: Records, floor: jax.Array) -> tuple[jax.Array, Any]:
        def add(total: tuple[jax.Array, Any], rows: tuple[jax.Array, jax.Array]) -> tuple[Any, None]:
            part = jax.value_and_grad(one_chunk)(
                parameters, records._replace(actions=rows[0], situations=rows[1]), floor
            )
            return jax.tree.map(jnp.add, total, part), None

        def in_chunks(array: npt.NDArray[Any] | jax.Array) -> jax.Array:
            return jnp.swapaxes(jnp.asarray(array).reshape(array.shape[0], n_chunks, -1), 0, 1)

        nothing = jnp.zeros(()), jax.tree.map(jnp.zeros_like, parameters)
        rows = in_chunks(records.actions), in_chunks(records.situations)
        return jax.lax.scan(add, nothing, rows)[0]

    return compiled(all_chunks, soon=True)
