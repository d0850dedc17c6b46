"""From plays to what rules learn by counting: records of each form of seat, tables for every part of the people."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Play, parts_of
from humanlike.core.game import seat_number
from humanlike.core.parts import N_PARTS
from humanlike.players.people.kinds_of_people import Integers, Record, choose_wish, learn_tables
from humanlike.players.people.learned import (
    FEW,
    MOST_ROUNDS,
    Floats,
    LearnedFrom,
    LearnedTables,
    Tables,
    form_of,
    nothing_known,
)
from humanlike.players.people.recent_rounds import Contexts, looks_the_same_around


def learn_people(plays: Sequence[Play], memory: int, most_kinds: int) -> dict[str, dict[str, Floats]]:
    """What the studied rows of `plays` do after up to `memory` rounds, by at most so many kinds of people."""
    found = rows_of(plays)
    return {form: _learned(rows, memory, most_kinds)._asdict() for form, rows in found.items()}


def rows_of(plays: Sequence[Play]) -> "dict[str, list[_Rows]]":
    """The studied rows that made a move, by the form of their seat."""
    rows: dict[str, list[_Rows]] = {}
    for play, part in zip(plays, parts_of(plays), strict=True):
        for role in sorted(set(play.roles[play.studied].tolist())):
            here = play.studied & (play.roles == role) & (play.actions >= 0).any(axis=1)
            table = play.game.tables[role]
            if here.any():
                rows.setdefault(form_of(*table.shape), []).append(_Rows(play, role, here, part[here]))
    return rows


class _Rows(NamedTuple):
    """Rows of one play in seats that look the same."""

    play: Play
    role: int
    here: Integers
    part: Integers

    @property
    def is_round(self) -> bool:
        return bool(looks_the_same_around(self.play.game.tables[self.role], np.isclose))

    @property
    def number(self) -> int:
        return seat_number(self.play.game, self.role)


def _learned(found: list[_Rows], memory: int, most_kinds: int) -> LearnedTables:
    numbers = sorted({rows.number for rows in found})
    n_actions, n_situations = found[0].play.game.tables[found[0].role].shape
    contexts = Contexts.fitting(n_actions, n_situations, memory)
    stacks, counted = [], []
    for is_round in (False, True):
        own = [rows for rows in found if rows.is_round == is_round]
        record = record_of(own, contexts, numbers, is_round) if own else None
        stacks.append(_by_part(record, most_kinds) if record else [])
        counted.append(counted_in(record) if record else LearnedFrom())
    n_kinds = max(len(tables.chances) for stack in stacks for tables in stack)
    blank = nothing_known(contexts, len(numbers))
    filled = [stack or [blank] * (N_PARTS + 1) for stack in stacks]
    parts = [[_with_kinds(tables, n_kinds) for tables in stack] for stack in filled]
    shares, chances, lifts = (
        np.stack([np.stack([part[axis] for part in stack]) for stack in parts]) for axis in range(3)
    )
    return LearnedTables(np.array(numbers, dtype=np.float64), shares, chances, lifts, np.array(counted))


def _by_part(record: Record, most_kinds: int) -> list[Tables]:
    """Tables learned from everybody, and without each part."""
    wish = choose_wish(record, most_kinds)
    whole = learn_tables(record, wish)
    parts = [record.part != part for part in range(1, N_PARTS + 1)]
    return [
        whole,
        *(learn_tables(record.of(kept), wish) if kept.any() and not kept.all() else whole for kept in parts),
    ]


def record_of(found: list[_Rows], contexts: Contexts, numbers: list[int], is_round: bool) -> Record:
    """The conduct of these people side by side, filled up to the longest."""
    longest = max(rows.play.n_rounds for rows in found)

    def wide(values: npt.NDArray[np.integer[Any]]) -> Integers:
        return np.pad(values.astype(np.int64), ((0, 0), (0, longest - values.shape[1])), constant_values=-1)

    actions = np.concatenate([wide(rows.play.actions[rows.here]) for rows in found])
    situations = np.concatenate([wide(rows.play.situations[rows.here]) for rows in found])
    game = np.concatenate([np.full(len(rows.part), numbers.index(rows.number)) for rows in found])
    part = np.concatenate([rows.part for rows in found])
    seats = SeatsOfPeople(is_round, game, part, len(numbers))
    return record_of_moves(contexts, seats, actions, situations)


class SeatsOfPeople(NamedTuple):
    """In which seats people made the moves of a record."""

    is_round: bool  # whether the game looks the same all around
    game: Integers  # [people]
    part: Integers  # [people]
    n_games: int


def record_of_moves(
    contexts: Contexts, seats: SeatsOfPeople, actions: Integers, situations: Integers
) -> Record:
    """The conduct of people who made these moves and met these situations, [people, rounds], -1 where missing."""
    digits, time = contexts.course(actions, situations)
    deep = contexts.deep(digits) + np.zeros_like(actions)
    cell = digits[0] if contexts.memory else np.zeros_like(actions)
    known = (actions >= 0) & (situations >= 0)
    time = np.minimum(time, MOST_ROUNDS)
    return Record(
        contexts, seats.is_round, actions, deep, cell, known, time, seats.game, seats.part, seats.n_games
    )


def counted_in(record: Record) -> LearnedFrom:
    """What tables of these people are learned from; contexts of round games are the same all around."""
    contexts = record.contexts
    digits = contexts.all_digits()
    happens = np.all((digits[:-1] > 0) | (digits[1:] == 0), axis=0)  # no round before the first
    number = np.broadcast_to(contexts.numbers(digits, int(record.is_round))[-1], contexts.n_deep)
    made = np.bincount(number[record.deep[record.actions >= 0]], minlength=contexts.offsets[-1])
    parts = len(np.unique(record.part))
    return LearnedFrom(
        people=len(record.actions),
        parts=parts if parts > 1 else 0,
        memory=contexts.memory,
        choices=made.sum(),
        rare=made[made < FEW].sum(),
        visited=(made > 0).sum(),
        possible=len(np.unique(number[happens])),
    )


def _with_kinds(tables: Tables, n_kinds: int) -> Tables:
    """The same with kinds nobody is of, so that there are so many."""
    missing = n_kinds - len(tables.chances)
    if not missing:
        return tables
    return tables._replace(
        shares=np.pad(tables.shares, ((0, 0), (0, missing)), constant_values=-1e3),
        chances=np.pad(tables.chances, ((0, missing), (0, 0), (0, 0)), mode="edge"),
    )
