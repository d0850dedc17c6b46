"""Where everybody's co-players stand in block order: the index arrays by which actions are handed round.

Partners who stay together need one index a seat, of shape [others, seats]; changing partners one for every round, of
shape [capacity, others, seats]. The latter are large and take longer to arrange than to play by, so they are kept as
long as the meetings they come from: those are arranged once and played by many (every rule of a prediction, every
entrant of a trial).
"""

from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from humanlike.core import Meetings
from humanlike.engine.population import Block, Population

Integers = npt.NDArray[np.int64]


class _Kept(NamedTuple):
    """Index arrays of a population seated in this order."""

    order: Integers
    sizes: list[int]  # of the blocks
    capacity: int
    partners: tuple[jax.Array, ...]


_kept: WeakKeyDictionary[Meetings, dict[int, _Kept]] = WeakKeyDictionary()  # by the first seat of a piece


def fixed_partners(population: Population, place: Integers) -> tuple[npt.NDArray[np.int32], ...]:
    """The co-players of everybody's own group, for each block [others, seats]."""
    first_seat = population.first_group * population.n_players
    return tuple(_own_group(block, first_seat, population.n_players, place) for block in population.blocks)


def _own_group(block: Block, first_seat: int, n_players: int, place: Integers) -> npt.NDArray[np.int32]:
    group, own = np.divmod(block.seats - first_seat, n_players)
    others = [other + (own <= other) for other in range(n_players - 1)]  # in seat order, without the own seat
    return np.stack([place[group * n_players + other] for other in others]).astype(np.int32)


def changing_partners(
    meetings: Meetings, population: Population, order: Integers, place: Integers, capacity: int
) -> tuple[jax.Array, ...]:
    """Those whom everybody meets in each round, for each block [capacity, others, seats]; empty beyond the last."""
    first_seat = population.first_group * population.n_players
    pieces = _kept.setdefault(meetings, {})
    kept = pieces.get(first_seat)
    sizes = [len(block.seats) for block in population.blocks]
    known = kept is not None and (kept.capacity, kept.sizes) == (capacity, sizes)
    if kept is None or not known or not np.array_equal(kept.order, order):
        seats = slice(first_seat, first_seat + len(order))
        met = meetings.by_round[:capacity, :, seats] - np.int32(first_seat)
        placed = _placed(met.take(order, axis=2), place.astype(np.int32), sizes, capacity)
        pieces[first_seat] = kept = _Kept(order, sizes, capacity, placed)
    return kept.partners


def _placed(
    met: npt.NDArray[np.int32], place: npt.NDArray[np.int32], sizes: Sequence[int], capacity: int
) -> tuple[jax.Array, ...]:
    spare = ((0, capacity - len(met)), (0, 0), (0, 0))
    parts = np.split(np.pad(place.take(met), spare), np.cumsum(sizes)[:-1], axis=2)
    return tuple(jnp.asarray(part) for part in parts)
