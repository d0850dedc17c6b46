"""Who sits where: blocks of seats that follow one rule in one role.

A seat's number is group * players + role. Within a block every seat has the same rule and the same role,
so its payoffs are constants of the program; parameters are shared, or one set per seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Information, Rule
from humanlike.engine.size import check_size


@dataclass(frozen=True, eq=False)
class Block:
    """Some seats of one role that follow one rule; `parameters` holds floats or arrays of shape [seats]."""

    rule: Rule
    parameters: Any
    role: int
    seats: npt.NDArray[np.int64]

    def part(self, seats: range) -> "Block":
        """The block's seats that lie within `seats`."""
        inside = (self.seats >= seats.start) & (self.seats < seats.stop)
        values = [value[inside] if np.ndim(value) else value for value in self.parameters]
        return Block(self.rule, self.rule.parameters(*values), self.role, self.seats[inside])


@dataclass(frozen=True, eq=False)
class Population:
    """Everybody who plays: blocks that together fill every seat of the groups exactly once."""

    blocks: tuple[Block, ...]
    n_groups: int
    n_players: int
    first_group: int = 0

    def __post_init__(self) -> None:
        seats = np.concatenate([block.seats for block in self.blocks])
        expected = np.arange(self.n_groups * self.n_players) + self.first_group * self.n_players
        if not np.array_equal(np.sort(seats), expected):
            raise BadRequest(f"The blocks must fill each of {len(expected)} seats exactly once.")

    def part(self, groups: range) -> "Population":
        """The population of some of the groups; everybody keeps seat number and parameters."""
        if len(groups) == self.n_groups:
            return self
        seats = range(groups.start * self.n_players, groups.stop * self.n_players)
        blocks = [block.part(seats) for block in self.blocks]
        return Population(
            tuple(block for block in blocks if len(block.seats)), len(groups), self.n_players, groups.start
        )

    def check(self, game: Game, information: Information) -> None:
        """Refuse a rule that cannot play this game, or would have to know more than it is shown."""
        for block in self.blocks:
            block.rule.check_setting(game, block.role, information)


def everybody(game: Game, players: Sequence[tuple[Rule, Any]], n_groups: int) -> Population:
    """The same rule (one pair given) or one rule per role (as many as there are roles) in every group."""
    if len(players) not in (1, game.n_players):
        raise BadRequest(
            f"'{game.name}' has {game.n_players} roles: name one player for all or one for each, not {len(players)}."
        )
    if n_groups < 1:
        raise BadRequest(f"At least one group must play, not {n_groups}.")
    check_size(n_groups * game.n_players, 1)
    blocks = []
    for role in range(game.n_players):
        rule, parameters = players[role % len(players)]
        blocks.append(Block(rule, parameters, role, np.arange(n_groups) * game.n_players + role))
    return Population(tuple(blocks), n_groups, game.n_players)


def seated(game: Game, players: Sequence[tuple[Rule, Any]]) -> Population:
    """A rule and a parameter set for every seat, in seat order; equal rules of a role share a block."""
    n_groups, rest = divmod(len(players), game.n_players)
    if rest or not players:
        raise BadRequest(f"{len(players)} players do not fill groups of {game.n_players} in '{game.name}'.")
    grouped: dict[tuple[int, str], list[int]] = {}
    for seat, (rule, _) in enumerate(players):
        grouped.setdefault((seat % game.n_players, rule.name), []).append(seat)
    blocks = []
    for (role, _), seats in sorted(grouped.items()):  # sorted, so that a new seating needs no new program
        rule = players[seats[0]][0]
        sets = np.array([players[seat][1] for seat in seats], dtype=np.float64).reshape(len(seats), -1)
        shared = bool(np.all(sets == sets[0]))
        values = sets[0].tolist() if shared else list(sets.T)
        blocks.append(Block(rule, rule.parameters(*values), role, np.array(seats)))
    return Population(tuple(blocks), n_groups, game.n_players)
