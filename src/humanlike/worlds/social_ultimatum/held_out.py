"""Holding games out: an agent is learned from some games and meets others, never the same.

A fold holds out one game, all games of a session, or all games of a circle of people who met; the agent that meets them
is learned from the rest. Adaptive agents have parameters of single players, and those of held-out players are not
known: a seat is given those of the same person in another game where names say so, and else of somebody drawn from the
rest.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np

from humanlike.core import BadRequest, OfferTable, Streams, look_up
from humanlike.similarity import units_of_games
from humanlike.worlds.social_ultimatum import beliefs
from humanlike.worlds.social_ultimatum.learning import Learned, learn, resimulate
from humanlike.worlds.social_ultimatum.setting import Integers, SocialAgent

HOLD_OUT: Final = {"game": "match", "session": "session", "connected": "connected"}  # and the unit that is
MOST_CAST: Final = 60  # players who may sit at a table; more say no more and take longer


class Fold(NamedTuple):
    """Games that are held out, and the rest, which an agent may learn from."""

    held: tuple[OfferTable, ...]
    rest: tuple[OfferTable, ...]

    @property
    def name(self) -> str:
        """The games held out."""
        return " ".join(name for table in self.held for name in table.names)


def folds_of(body: Sequence[OfferTable], hold_out: str = "game") -> list[Fold]:
    """Every game once held out, alone or with all of its session or circle."""
    numbers = units_of_games(body, look_up("way to hold out games", hold_out, HOLD_OUT))
    units = np.unique(numbers)
    if len(units) < 2:
        what = (
            "There is one game only" if len(numbers) < 2 else f"All {len(numbers)} games are one {hold_out}"
        )
        others = "" if len(numbers) < 2 else " --hold-out game holds out single games, and"
        raise BadRequest(
            f"{what}: if it is held out, nothing is left to learn from.{others} `humanlike social compare` without "
            "--hold-out compares agents with what they were learned from."
        )
    ends = np.cumsum([table.n_games for table in body])[:-1]
    parts = np.split(numbers, ends)
    folds = []
    for unit in units:
        held = _selected(body, [part == unit for part in parts])
        rest = _selected(body, [part != unit for part in parts])
        lost = {table.n_players for table in held} - {table.n_players for table in rest}
        if lost:
            raise BadRequest(
                f"Game {held[0].names[0]} holds the only group(s) of {', '.join(map(str, sorted(lost)))} players: held "
                "out, nothing is left to learn about such groups. --groups takes games of other sizes alone."
            )
        folds.append(Fold(held, rest))
    return folds


def _selected(body: Iterable[OfferTable], chosen: Iterable[Integers]) -> tuple[OfferTable, ...]:
    return tuple(table.select(where) for table, where in zip(body, chosen, strict=True) if where.any())


def cast_of(learned: Learned, n_players: int) -> beliefs.Parameters:
    """The adaptive players of the observed games, for seats of which nobody knows whose they are; each [cast]."""
    own = learned.adaptive[n_players]
    size = own.fairness.size
    chosen = np.unique(np.linspace(0, size - 1, min(size, MOST_CAST)).round().astype(np.int64))
    return beliefs.Parameters(*(np.asarray(array).reshape(-1)[chosen] for array in own))


def parameters_held_out(learned: Learned, agent: SocialAgent, n_players: int) -> object:
    """What an agent knows of a table it has not learned from; None where it needs nothing."""
    if agent.per_seat and agent.name in learned.parameters(n_players):
        return cast_of(learned, n_players)
    return learned.parameters(n_players).get(agent.name)


def resimulate_held_out(
    stream: Streams, folds: Sequence[Fold], agent: SocialAgent, *, times: int = 10, window: int = 5
) -> list[OfferTable]:
    """Each game played again `times` times by agents that were learned from the other folds; a table a group size."""
    played: dict[int, list[OfferTable]] = {}
    for fold in folds:
        learned = learn(fold.rest)
        luck = stream[f"held out {fold.name}"]
        for table in fold.held:
            again = table.select(np.repeat(np.arange(table.n_games), times))
            rest = next(each for each in fold.rest if each.n_players == table.n_players)
            players = _borrowed(luck["players"], again, rest, learned.adaptive[table.n_players])
            borrowed = replace(learned, adaptive=learned.adaptive | {table.n_players: players})
            part = resimulate(luck, again, borrowed, agent, times=1, window=window)
            names = tuple(f"{game}/{number + 1}" for game in table.names for number in range(times))
            played.setdefault(table.n_players, []).append(replace(part, names=names))
    return [OfferTable.join(parts) for _, parts in sorted(played.items())]


def _borrowed(
    stream: Streams, table: OfferTable, rest: OfferTable, known: beliefs.Parameters
) -> beliefs.Parameters:
    """For every seat of `table` the parameters of a player of `rest`: the same person where there is one."""
    chosen = stream.generator().integers(0, known.fairness.size, size=(table.n_games, table.n_players))
    if table.persons.size and rest.persons.size:
        places: dict[str, int] = {name: place for place, name in enumerate(rest.persons.reshape(-1).tolist())}
        for seat in np.ndindex(*chosen.shape):
            chosen[seat] = places.get(str(table.persons[seat]), chosen[seat])
    return beliefs.Parameters(*(np.asarray(array).reshape(-1)[chosen] for array in known))
