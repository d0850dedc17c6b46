"""Who sits where: blocks of seats that follow one rule in one role.

A seat's number is group * players + role. Within a block every seat has the same rule and is given what its role
is, so its payoffs are constants of the program; parameters are shared, or one set per seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Information, Rule
from humanlike.engine.seats import roles_alike
from humanlike.engine.size import check_size


@dataclass(frozen=True, eq=False)
class Block:
    """Some seats that follow one rule and are given what `role` is; `parameters` holds floats or arrays [seats]."""

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


def alike(
    game: Game, rule: Rule, parameters: Any, n_groups: int, *, everybody_first: bool = False
) -> Population:
    """One rule in every seat of `n_groups`; roles that are given the same share a block, hence a program half as long.

    It compiles in half the time and takes longer a round: for short play of many rules. Seats stand role by role.

    `parameters` are floats, or arrays [groups]; with `everybody_first` all are given what the first role is.
    """
    by_role = np.arange(n_groups * game.n_players).reshape(n_groups, game.n_players).T
    blocks = []
    for role, *others in _shared_roles(game, rule, everybody_first):
        here = by_role[[role, *others]].ravel()
        own = [np.asarray(value)[here // game.n_players] if np.ndim(value) else value for value in parameters]
        blocks.append(Block(rule, rule.parameters(*own), role, here))
    return Population(tuple(blocks), n_groups, game.n_players)


def _shared_roles(game: Game, rule: Rule, everybody_first: bool) -> list[list[int]]:
    """Roles in groups that can share a block: what they are given, and how they index what others do, is the same."""
    roles = range(game.n_players)
    if everybody_first:
        return [list(roles)]
    if game.n_players > 2 and len(set(game.n_actions)) > 1:
        return [[role] for role in roles]
    return roles_alike(game, roles, with_analysis=rule.needs_analysis)


def seated(
    game: Game, players: Sequence[tuple[Rule, Any]], who: npt.NDArray[np.integer[Any]] | None = None
) -> Population:
    """A rule and a parameter set for every seat: seat s is taken by `players[who[s]]`, or by `players[s]`.

    Equal rules of a role share a block.
    """
    who = np.arange(len(players)) if who is None else who
    n_groups, rest = divmod(len(who), game.n_players)
    if rest or not n_groups:
        raise BadRequest(f"{len(who)} players do not fill groups of {game.n_players} in '{game.name}'.")
    rules = {rule.name: rule for rule, _ in players}
    names = sorted(rules)  # sorted, so that a new seating needs no new program
    number = {name: place for place, name in enumerate(names)}
    kind = np.array([number[rule.name] for rule, _ in players])[who]
    blocks = []
    for role in range(game.n_players):
        for place, name in enumerate(names):
            seats = np.flatnonzero(kind[role :: game.n_players] == place) * game.n_players + role
            if len(seats):
                sets = parameter_sets(players, who[seats])
                blocks.append(Block(rules[name], rules[name].parameters(*sets), role, seats))
    return Population(tuple(blocks), n_groups, game.n_players)


def parameter_sets(players: Sequence[tuple[Rule, Any]], who: npt.NDArray[np.integer[Any]]) -> list[Any]:
    """The parameters of some players of one rule: a number each if all have the same, else arrays over the players."""
    present = np.flatnonzero(np.bincount(who))
    sets = np.array([players[player][1] for player in present.tolist()], dtype=np.float64)
    sets = sets.reshape(len(present), -1)
    if (sets == sets[0]).all():
        return list(sets[0].tolist())
    return list(sets[np.searchsorted(present, who)].T)
