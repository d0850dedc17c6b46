r"""What is minimised, choice by choice, with exact gradients, for any number of fits at once.

Criteria, for a choice a made with stated probabilities p:

- ``likelihood``: :math:`-\log \max(p_a, \text{floor})`;
- ``msd``: :math:`\tfrac12 \sum_k (1[k = a] - p_k)^2`, which for two actions is the paper's squared deviation;
- ``mad``: :math:`\tfrac12 \sum_k |1[k = a] - p_k| = 1 - p_a`;
- ``sph``: :math:`1 - p_a / \sqrt{\sum_k p_k^2}`, one minus the spherical score.

Measures that are no sums over choices with gradients (POI, KS, shares per round, complete simulations) are minimised in
`prediction.estimators`.

Records are replayed in chunks of fixed width, every column with parameters of its own, so one compiled
program serves all groups, all starts and all data sets of one form. What columns belong to is settled
outside it, by sums over columns.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Literal, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from humanlike.core import Rule, double_precision, look_up
from humanlike.core.compiled import compiled
from humanlike.core.kept_programs import name_of_program
from humanlike.engine.replay import FLOOR, Records, all_log_probabilities, chosen_log_probabilities
from humanlike.fitting.seats import Integers, RecordBlock, Seats
from humanlike.fitting.wide import is_wide, wide_log_probabilities
from humanlike.work import granted_cores

Criterion = Literal["likelihood", "msd", "mad", "sph"]
CRITERIA: tuple[Criterion, ...] = ("likelihood", "msd", "mad", "sph")
Floats = npt.NDArray[np.float64]
NARROW, WIDE = 128, 1024  # columns in a chunk: small problems should not pay for large chunks
MANY = 1_536  # columns from which wide chunks save more time than one more compiled program takes
CACHE = 40_000  # columns times rounds of a chunk whose gradient still runs within the cache


def criterion_named(name: str) -> Criterion:
    """The criterion called `name`."""
    return look_up("criterion", name, {each: each for each in CRITERIA})


@cache
def _program(rule: Rule, criterion: Criterion) -> Callable[..., Any]:
    """Loss of each column and its gradient in that column's parameters, [columns] and [parameters, columns]."""

    def total(parameters: jax.Array, records: Records, floor: jax.Array) -> tuple[jax.Array, jax.Array]:
        losses = _losses(rule, criterion, rule.parameters(*parameters), records, floor)
        return losses.sum(), losses

    def value_and_gradient(
        parameters: jax.Array, records: Records, floor: jax.Array
    ) -> tuple[jax.Array, jax.Array]:
        (_, losses), gradient = jax.value_and_grad(total, has_aux=True)(parameters, records, floor)
        return losses, gradient

    return compiled(value_and_gradient, soon=True, name=name_of_program("losses", [rule], criterion))


def _losses(rule: Rule, criterion: Criterion, values: Any, records: Records, floor: jax.Array) -> jax.Array:
    """The loss of each column, shape [columns]."""
    made = jnp.asarray(records.actions) >= 0
    if criterion in ("msd", "sph"):
        every = wide_log_probabilities if is_wide(records) else all_log_probabilities
        chances = jnp.exp(every(rule, values, records))  # [rounds, actions, columns]
        own = jnp.arange(chances.shape[1])[:, None] == jnp.asarray(records.actions)[:, None, :]
        if criterion == "msd":
            return 0.5 * jnp.where(made[:, None, :], (own - chances) ** 2, 0.0).sum(axis=(0, 1))
        taken, length = (own * chances).sum(axis=1), jnp.sqrt((chances**2).sum(axis=1))
        return jnp.where(made, 1.0 - taken / length, 0.0).sum(axis=0)
    chosen = chosen_of_records(rule, values, records, floor)
    if criterion == "mad":
        return jnp.where(made, 1.0 - jnp.exp(chosen), 0.0).sum(axis=0)
    return -chosen.sum(axis=0)


def chosen_of_records(rule: Rule, values: Any, records: Records, floor: jax.Array) -> jax.Array:
    """Floored log-probabilities of what was done, [rounds, columns]; 0 where nothing was."""
    if is_wide(records):
        return _chosen_of_many(rule, values, records, floor)
    return chosen_log_probabilities(rule, values, records, floor)


def _chosen_of_many(rule: Rule, values: Any, records: Records, floor: jax.Array) -> jax.Array:
    """Floored log-probabilities of what was done, [rounds, columns], in a game with many actions."""
    logs = wide_log_probabilities(rule, values, records)
    actions = jnp.asarray(records.actions)
    taken = jnp.take_along_axis(logs, jnp.maximum(actions, 0)[:, None, :].astype(jnp.int32), axis=1)[:, 0]
    return jnp.where(actions >= 0, jnp.maximum(taken, jnp.log(floor)), 0.0)


class Chunk(NamedTuple):
    """Columns that one call of the program takes; the last ones may be there only to fill it."""

    records: Records
    columns: Integers  # places in the packing, without the filling
    runs: Integers  # run of each column


class Packing(NamedTuple):
    """The columns of some runs, cut into chunks; arrays run over the columns."""

    problems: Integers  # [runs] the problem of each run
    column: Integers  # which of the problems' columns
    run: Integers
    weight: Floats
    chunks: list[Chunk]


class Losses:
    """The losses of many problems: each is a set of seats with weights, given as (problem, seat) pairs.

    A *run* is one problem with one parameter set; several runs may share a problem (starts, grid points).
    A *column* is a record that occurs in a problem, counted as often as its seats weigh.
    """

    def __init__(
        self,
        seats: Seats,
        rule: Rule,
        problem: Integers,
        seat: Integers,
        weight: Floats | None = None,
        *,
        criterion: Criterion = "likelihood",
        floor: float = FLOOR,
    ) -> None:
        self.seats, self.rule, self.criterion, self.floor = seats, rule, criterion, floor
        self.problem, self.seat = problem, seat
        self.n_problems = int(problem.max()) + 1
        n_records = max(block.actions.shape[1] for block in seats.blocks)
        keys = (seats.block[seat] * self.n_problems + problem) * n_records + seats.record[seat]
        found, column = np.unique(keys, return_inverse=True)  # sorted by block, then problem, then record
        self.column_of_pair = np.asarray(column, dtype=np.int64).reshape(-1)
        self.record_of_column = found % n_records
        self.problem_of_column = found // n_records % self.n_problems
        self.block_of_column = found // n_records // self.n_problems
        self.reweigh(np.ones(len(seat)) if weight is None else weight)
        self._packing: Packing | None = None

    def reweigh(self, weight: Floats) -> None:
        """Give the pairs other weights."""
        self.weight: Floats = np.bincount(
            self.column_of_pair, weight, minlength=len(self.record_of_column)
        ).astype(np.float64)
        counts = weight * self.seats.n_choices[self.seat]
        self.n_choices = np.bincount(self.problem, counts, minlength=self.n_problems)
        self._packing = None

    @double_precision()
    def evaluate(self, points: Floats, problems: Integers) -> tuple[Floats, Floats]:
        """Total loss [runs] and gradient [runs, parameters] of each run at its point; run r is of `problems[r]`."""
        packing = self._packed(problems)
        losses, gradients = self._by_column(points, packing)
        total: Floats = np.bincount(packing.run, packing.weight * losses, minlength=len(problems)).astype(
            np.float64
        )
        gradient = np.empty(points.shape)
        for parameter, row in enumerate(gradients):
            gradient[:, parameter] = np.bincount(packing.run, packing.weight * row, minlength=len(problems))
        return total, gradient

    @double_precision()
    def by_pair(self, points: Floats) -> tuple[Floats, Floats]:
        """Unweighted loss [pairs] and gradient [pairs, parameters]; `points` has a row for each problem."""
        packing = self._packed(np.arange(self.n_problems))
        losses, gradients = self._by_column(points, packing)
        place = np.empty(len(packing.column), dtype=np.int64)
        place[packing.column] = np.arange(len(packing.column))
        here = place[self.column_of_pair]
        return losses[here], gradients[:, here].T

    def _packed(self, problems: Integers) -> Packing:
        if self._packing is None or not np.array_equal(self._packing.problems, problems):
            self._packing = self._pack(problems)
        return self._packing

    def _by_column(self, points: Floats, packing: Packing) -> tuple[Floats, Floats]:
        losses, gradients = np.empty(len(packing.run)), np.empty((points.shape[1], len(packing.run)))
        program = _program(self.rule, self.criterion)

        def one(chunk: Chunk) -> None:
            values = np.ascontiguousarray(points[chunk.runs].T)
            loss, gradient = program(values, chunk.records, self.floor)
            count = len(chunk.columns)
            losses[chunk.columns] = np.asarray(loss)[:count]
            gradients[:, chunk.columns] = np.asarray(gradient)[:, :count]

        work = sum(chunk.records.actions.size for chunk in packing.chunks)
        if len(packing.chunks) == 1 or granted_cores() == 1 or work < CACHE:
            for chunk in packing.chunks:
                one(chunk)
        else:
            list(_pool(granted_cores()).map(double_precision()(one), packing.chunks))
        return losses, gradients

    def _pack(self, problems: Integers) -> Packing:
        column, run = self._expanded(problems)
        chunks = []
        blocks = self.block_of_column[column]
        for number, block in enumerate(self.seats.blocks):
            here = np.flatnonzero(blocks == number)
            for width, part in _slices(len(here), _cost(block)):
                places = here[part]
                filled = np.concatenate([places, np.repeat(places[-1:], width - len(places))])
                records = jax.tree.map(jnp.asarray, block.records(self.record_of_column[column[filled]]))
                chunks.append(Chunk(records, places, run[filled]))
        return Packing(problems.copy(), column, run, self.weight[column], chunks)

    def _expanded(self, problems: Integers) -> tuple[Integers, Integers]:
        """For all runs, block by block: the columns of their problems, and the run of each column."""
        columns, runs = [], []
        for block in range(len(self.seats.blocks)):
            here = np.flatnonzero(self.block_of_column == block)
            owner = self.problem_of_column[here]
            first = np.searchsorted(owner, problems)
            counts = np.searchsorted(owner, problems, side="right") - first
            before = np.concatenate([[0], np.cumsum(counts)[:-1]])
            columns.append(here[np.repeat(first - before, counts) + np.arange(counts.sum())])
            runs.append(np.repeat(np.arange(len(problems)), counts))
        return np.concatenate(columns), np.concatenate(runs)


@cache
def _pool(cores: int) -> ThreadPoolExecutor:
    """Threads that wait for work: starting them anew for every step would cost more than a small step."""
    return ThreadPoolExecutor(cores, thread_name_prefix="fitting")


def _cost(block: RecordBlock) -> int:
    """What a column takes up: its rounds, or its payoff table where that is larger."""
    table = 0 if block.shared else int(np.prod(block.seat.payoffs.shape[:2]))
    return max(len(block.actions), table // 16)


def _slices(count: int, cost: int) -> list[tuple[int, slice]]:
    """Cut `count` columns into chunks of the two widths for which programs are compiled; few need only one."""
    wide = WIDE
    while wide > NARROW and wide * cost > CACHE:
        wide //= 2
    slices, start = [], 0
    while start < count:
        width = wide if count >= MANY and count - start > wide // 4 else NARROW
        slices.append((width, slice(start, min(start + width, count))))
        start += width
    return slices
