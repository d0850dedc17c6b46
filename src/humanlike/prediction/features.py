r"""Documented features of every choice: what a learner without a theory is told before it predicts.

Columns, all from before the choice (`seen_so_far`):

- *recent*: own moves and what was met, one to five rounds ago; the first of each in the match;
- *frequencies*: running and fading (.93 and .7 a round) shares of every own action and of everything met;
- *habits*: how often either side repeated, alternated, copied the other or answered best; how long the run is;
- *turns*: for how many rounds play has gone in circles of 1 to 4 rounds, and which own move is due then;
- *patterns*: what followed the same last 1, 2, 3 rounds before in this match, fading (.98 a round), each backed off to
  the shorter memory, with its weight; and what the actions would earn if the others kept to theirs;
- *steps*: the same around the circle of actions (three or more), from the own last move and from the one met;
- *payoffs*: earned and foregone, last and mean; what each action would have earned lately, what it did earn;
- *earlier*: where persons are known and play several matches, their conduct in earlier matches of this game and seat,
  in the order of the record; never in later ones;
- *course and game*: rounds so far; game, role and payoffs (between 0 and 1), where they differ.

Any number of actions and players: choices among as many actions that meet as many categories form one table. What is
met is the situation of the payoff table (two players: the other's move); where there are more than nine, by how much
they add up to, in nine classes. Nothing tells how long a match will last, unless rounds and game do.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Play, find_units
from humanlike.core.game import seats_alike
from humanlike.prediction import seen_so_far
from humanlike.prediction.earlier_matches import Careers
from humanlike.prediction.running_counts import Floats, Integers
from humanlike.prediction.seen_so_far import Column, Seen

VERSION = 1  # raised when a feature changes: what was kept of older ones is computed again
MOST_MET = 9  # categories of what is met
MOST_PAYOFFS = 16  # cells of a payoff table that is shown whole
GROUPS = (
    seen_so_far.recent,
    seen_so_far.frequencies,
    seen_so_far.habits,
    seen_so_far.turns,
    seen_so_far.patterns,
    seen_so_far.steps,
    seen_so_far.payoffs,
    seen_so_far.earlier,
)


@dataclass(frozen=True, eq=False)
class FeatureTable:
    """Choices among the same number of actions; arrays run over the choices, play by play."""

    n_actions: int
    names: tuple[str, ...]
    values: npt.NDArray[np.float32]  # [choices, features]; NaN where there is nothing yet
    play: Integers
    row: Integers
    round: Integers
    action: Integers  # what was chosen

    def with_columns(self, places: Sequence[int]) -> "FeatureTable":
        """The same choices with some of the features."""
        names = tuple(self.names[place] for place in places)
        return replace(self, names=names, values=self.values[:, list(places)])


def feature_tables(plays: Sequence[Play]) -> list[FeatureTable]:
    """Features of every studied choice of `plays`, a table for each number of actions and of categories met."""
    blocks: dict[tuple[int, int], list[_Block]] = {}
    persons = _persons(plays)
    for number, play in enumerate(plays):
        for rows, role in alike_rows(play):
            block = _block(play, number, rows, role, persons)
            blocks.setdefault((block.seen.n_actions, block.seen.n_met), []).append(block)
    if not blocks:
        raise BadRequest("There is no choice to predict: every row is missing or a machine's.")
    return [_table(form, members) for form, members in blocks.items()]


@dataclass(frozen=True, eq=False)
class _Block:
    """Rows of one play that sit in seats which look the same."""

    number: int  # of the play
    rows: Integers
    roles: Integers
    seen: Seen

    def columns(self, *, several: bool, careers: bool) -> Iterator[Column]:
        """All features, [rows, rounds] each; `several` games, or seats, are told apart."""
        shape = self.seen.own.shape
        for group in GROUPS:
            if group is not seen_so_far.earlier:
                yield from group(self.seen)
            elif careers:
                yield from group(self.seen)
        yield "round", np.broadcast_to(np.arange(shape[1], dtype=np.float64), shape)
        if several:
            yield "game", np.full(shape, float(self.number))
            yield "role", np.repeat(self.roles[:, None].astype(np.float64), shape[1], axis=1)
            table = self.seen.payoffs
            for place in range(table.size if table.size <= MOST_PAYOFFS else 0):
                yield f"payoff {place + 1}", np.full(shape, table.flat[place])


def alike_rows(play: Play) -> Iterator[tuple[Integers, int]]:
    """Studied rows that made a move, in sets whose seats look the same, with a seat."""
    kept = play.studied & (play.actions >= 0).any(axis=1)
    roles = sorted(set(play.roles[kept].tolist()))
    if seats_alike(play.game) and roles:
        yield np.flatnonzero(kept), roles[0]
        return
    for role in roles:
        yield np.flatnonzero(kept & (play.roles == role)), role


def _block(play: Play, number: int, rows: Integers, role: int, persons: Sequence[Integers] | None) -> _Block:
    table = play.game.tables[role]
    width = float(np.ptp(table))
    scaled = (table - table.min()) / width if width > 0 else np.zeros_like(table)
    situations = play.situations[rows].astype(np.int64)
    met, n_met = met_categories(play.game, role, situations)
    careers = Careers(np.arange(len(rows)), np.zeros(len(rows), dtype=np.int64))
    if persons is not None:
        careers = Careers(persons[number][rows], play.labels("match").numbers()[rows])
    seen = Seen(play.actions[rows].astype(np.int64), met, situations, scaled, n_met, careers)
    return _Block(number, rows, play.roles[rows], seen)


def met_categories(game: Game, role: int, situations: Integers) -> tuple[Integers, int]:
    """What was met in at most nine categories, and how many there are; -1 stays missing.

    A situation each where they are few; else the others' actions are added up and cut into nine equal parts.
    """
    count = game.n_situations(role)
    if count <= MOST_MET:
        return situations, count
    level = np.arange(count)
    if game.situation_kind == "profile":
        level, rest = np.zeros(count, dtype=np.int64), np.arange(count)
        for other in reversed(game.others(role)):
            level, rest = level + rest % game.n_actions[other], rest // game.n_actions[other]
    category = level * MOST_MET // (int(level.max()) + 1)
    return np.where(situations >= 0, category[np.maximum(situations, 0)], -1), MOST_MET


def _persons(plays: Sequence[Play]) -> tuple[Integers, ...] | None:
    """A number for each row's person; None where nobody knows."""
    try:
        return find_units(plays, "person").numbers
    except BadRequest:
        return None


def _table(form: tuple[int, int], blocks: Sequence[_Block]) -> FeatureTable:
    several = len(blocks) > 1 or len(set(np.concatenate([block.roles for block in blocks]).tolist())) > 1
    careers = any(block.seen.careers is not None and block.seen.careers.several for block in blocks)
    names: list[str] = []
    parts: list[npt.NDArray[np.float32]] = []
    places: list[Integers] = []
    for block in blocks:
        made = np.nonzero(block.seen.own >= 0)
        columns = list(block.columns(several=several, careers=careers))
        names = [name for name, _ in columns]
        parts.append(np.stack([values[made] for _, values in columns], axis=1).astype(np.float32))
        number = np.full(len(made[0]), block.number)
        places.append(np.stack([number, block.rows[made[0]], made[1], block.seen.own[made]]))
    play, row, round_, action = np.concatenate(places, axis=1)
    return FeatureTable(form[0], tuple(names), np.concatenate(parts), play, row, round_, action)


def named_columns(table: FeatureTable) -> dict[str, Floats]:
    """The columns by name, [choices] each."""
    return {name: table.values[:, place].astype(np.float64) for place, name in enumerate(table.names)}
