"""Log-likelihoods of groups with parameters of their own: the sum, and choice by choice or match by match.

Seats with equal records in one group are replayed once; the sum counts them, a single value is handed to each.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from humanlike.core import Rule, double_precision
from humanlike.core.compiled import compiled
from humanlike.engine.replay import Records
from humanlike.fitting.losses import chosen_of_records
from humanlike.fitting.maximum_likelihood import Groups
from humanlike.fitting.seats import Integers, Seats

Floats = npt.NDArray[np.float64]
CHOICE, MATCH = "choice", "match"
MOST_NUMBERS = 20_000_000  # draws times choices that are kept choice by choice: 160 MB


class LaidOut(NamedTuple):
    """The records of one block that its groups need, each group's own side by side."""

    owner: Integers  # [columns] the group
    counts: Floats  # [columns] how many seats share the column
    records: Records  # [..., columns]
    seats: Integers  # [seats here] their places among all
    column: Integers  # [seats here]
    made: npt.NDArray[np.bool_]  # [rounds, columns] where a choice was made


@dataclass(frozen=True, eq=False)
class Pointwise:
    """What single values are of: arrays run over the values."""

    what: str  # choice or match: a group's choices in one match together
    seat: Integers
    round: Integers  # from 0; -1 where a value is a whole match's
    places: tuple[tuple[Integers, Integers], ...]  # for each block, round and column of its values

    def values(self, by_block: list[Floats]) -> Floats:
        """Single log-likelihoods from those of each block, [rounds, columns]."""
        if self.what == MATCH:
            return np.concatenate(
                [block.sum(axis=0)[column] for block, (_, column) in zip(by_block, self.places, strict=True)]
            )
        return np.concatenate(
            [block[rounds, column] for block, (rounds, column) in zip(by_block, self.places, strict=True)]
        )


def laid_out(seats: Seats, groups: Groups) -> list[LaidOut]:
    """The records of every block, by group."""
    parts = []
    for number, block in enumerate(seats.blocks):
        here = np.flatnonzero(seats.block == number)
        keys = np.stack([groups.problem[here], seats.record[here]])
        (owner, record), column, counts = np.unique(keys, axis=1, return_inverse=True, return_counts=True)
        records = block.records(record)
        made = block.actions[:, record] >= 0
        parts.append(LaidOut(owner, counts.astype(np.float64), records, here, column.reshape(-1), made))
    return parts


def summed(rule: Rule, parts: list[LaidOut], floor: float) -> Callable[[Any], jax.Array]:
    """The log-likelihood of everything as a function of the groups' parameters, [groups] each."""
    kept = [part._replace(records=jax.tree.map(jnp.asarray, part.records)) for part in parts]

    def total(parameters: Any) -> jax.Array:
        value = jnp.zeros(())
        for part in kept:
            own = rule.parameters(*(each[part.owner] for each in parameters))
            chosen = chosen_of_records(rule, own, part.records, jnp.asarray(floor))
            value = value + (jnp.asarray(part.counts) * chosen.sum(axis=0)).sum()
        return value

    return total


def pointwise(parts: list[LaidOut], what: str) -> Pointwise:
    """The single values there are, block by block, seat by seat, round by round."""
    seat, rounds, places = [], [], []
    for part in parts:
        if what == MATCH:
            seat.append(part.seats)
            rounds.append(np.full(len(part.seats), -1))
            places.append((rounds[-1], part.column))
            continue
        which, when = np.nonzero(part.made.T[part.column])
        seat.append(part.seats[which])
        rounds.append(when)
        places.append((when, part.column[which]))
    return Pointwise(what, np.concatenate(seat), np.concatenate(rounds), tuple(places))


@double_precision()
def single_values(rule: Rule, parts: list[LaidOut], points: Pointwise, draws: Floats, floor: float) -> Floats:
    """Log-likelihoods [draws, values] under each draw of the groups' parameters [draws, parameters, groups]."""

    def by_block(parameters: jax.Array, records: list[Records], limit: jax.Array) -> list[jax.Array]:
        return [
            chosen_of_records(rule, rule.parameters(*parameters[:, part.owner]), each, limit)
            for part, each in zip(parts, records, strict=True)
        ]

    program = compiled(by_block, soon=True)
    records = [jax.tree.map(jnp.asarray, part.records) for part in parts]
    found = np.empty((len(draws), len(points.seat)))
    for row, draw in zip(found, draws, strict=True):
        row[:] = points.values([np.asarray(block) for block in program(draw, records, floor)])
    return found
