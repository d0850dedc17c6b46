"""Playing Social Ultimatum Games in bulk: thousands of tables move at once.

Games are played in blocks that stay in cache. Game g draws the same numbers in a batch of 8 and of 8,000:
its numbers lie at a fixed place of the stream.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import BadParameters, BadRequest, Streams, look_up
from humanlike.similarity import OfferTable
from humanlike.worlds.social_ultimatum import adaptive, attached, distribution_based, game_theoretic
from humanlike.worlds.social_ultimatum.setting import (
    Booleans,
    Draws,
    Floats,
    Round,
    SocialAgent,
    SocialSetting,
)

SOCIAL_AGENTS: dict[str, SocialAgent] = {
    agent.name: agent
    for agent in (
        adaptive.AGENT,
        distribution_based.DBA,
        distribution_based.DBRA,
        game_theoretic.AGENT,
        attached.AGENT,
    )
}
BLOCK = 2048  # games at a time; about a megabyte of state, which stays in cache


@dataclass(frozen=True)
class Seating:
    """Who sits where, and with which parameters.

    `kinds` names the agent of every seat (the same at all tables); `parameters[kind]` is the parameter set
    of that kind: shared, or for adaptive players three arrays [games, players] (only the seats of that kind
    are read).
    """

    kinds: tuple[str, ...]
    parameters: Mapping[str, Any]

    def __post_init__(self) -> None:
        for kind in self.kinds:
            agent = look_up("agent", kind, SOCIAL_AGENTS)
            if kind not in self.parameters and agent.parameters._fields:
                raise BadRequest(f"'{kind}' needs parameters: learn them from traces, or give them.")


def play_tables(stream: Streams, setting: SocialSetting, seating: Seating, n_games: int) -> OfferTable:
    """Play `n_games` tables; the result is one OfferTable."""
    if len(seating.kinds) != setting.n_players:
        raise BadRequest(f"{len(seating.kinds)} agents for {setting.n_players} seats; every seat needs one.")
    if n_games < 1:
        raise BadRequest(f"At least one game must be played, not {n_games}.")
    kinds = tuple(dict.fromkeys(seating.kinds))
    parameters = [_checked(setting, kind, seating.parameters.get(kind), n_games) for kind in kinds]
    shape = (n_games, setting.n_rounds, setting.n_players)
    table = np.empty(shape, np.int8), np.empty(shape, np.int16), np.empty(shape, bool)
    for games, lots, draws in _numbers(stream, setting, kinds, n_games):
        here = [
            _of_games(SOCIAL_AGENTS[kind], values, games)
            for kind, values in zip(kinds, parameters, strict=True)
        ]
        _play(setting, seating.kinds, here, lots, draws, tuple(array[games] for array in table))
    return OfferTable(*table, endowment=setting.endowment, step=setting.step)


def _numbers(
    stream: Streams, setting: SocialSetting, kinds: Sequence[str], n_games: int
) -> Iterator[tuple[slice, Floats, Draws]]:
    """Blocks of games with their uniform numbers: lots [m, n, games], draws each [rounds, players, games]."""
    wanted = {name for kind in kinds for name in SOCIAL_AGENTS[kind].draws}
    lots = stream["lots"].generator()
    draws = {name: stream[name].generator() for name in Draws._fields}
    players, rounds = setting.n_players, setting.n_rounds
    for start in range(0, n_games, BLOCK):
        games = slice(start, min(start + BLOCK, n_games))
        size = games.stop - games.start
        numbers = (
            np.ascontiguousarray(draws[name].random((size, rounds * players)).T).reshape(
                rounds, players, size
            )
            if name in wanted
            else np.broadcast_to(0.0, (rounds, players, size))
            for name in Draws._fields
        )
        yield (
            games,
            np.ascontiguousarray(np.moveaxis(lots.random((size, players, players)), 0, 2)),
            Draws(*numbers),
        )


def _checked(setting: SocialSetting, kind: str, values: Any, n_games: int) -> Any:
    """A parameter set in the shape the program wants, or a sentence."""
    if not SOCIAL_AGENTS[kind].per_seat:
        return _checked_shared(setting, kind, values)
    shape = (n_games, setting.n_players)
    arrays = [np.broadcast_to(np.asarray(value, dtype=np.float64), shape) for value in values]
    for name, array, top in zip(values._fields, arrays, (setting.endowment, 1.0, 1.0), strict=True):
        if not np.all((array >= 0) & (array <= top)):
            raise BadParameters(f"{kind}: {name} must lie in 0..{top:g} for every player.")
    return type(values)(*arrays)


def _checked_shared(setting: SocialSetting, kind: str, values: Any) -> Any:
    """Distributions must fit the setting."""
    if not isinstance(values, distribution_based.Parameters):
        return values if values is not None else SOCIAL_AGENTS[kind].parameters()
    wanted = (setting.n_values, setting.n_players - 1, setting.n_values)
    arrays = [np.asarray(value, dtype=np.float64) for value in values]
    for name, array, length in zip(values._fields, arrays, wanted, strict=False):
        if array.shape != (length,) or not np.all((array >= 0) & (array <= 1)):
            raise BadParameters(f"{kind}: {name} must be {length} probabilities here, not {array.tolist()}.")
    return distribution_based.Parameters(arrays[0], arrays[1], arrays[2], float(values.reciprocation))


def _of_games(agent: SocialAgent, values: Any, games: slice) -> Any:
    """Per-seat parameters of some games, games last."""
    return (
        type(values)(*(np.ascontiguousarray(value[games].T) for value in values))
        if agent.per_seat
        else values
    )


def _play(
    setting: SocialSetting,
    kinds: tuple[str, ...],
    parameters: Sequence[Any],
    lots: Floats,
    draws: Draws,
    table: tuple[npt.NDArray[Any], ...],
) -> None:
    """All rounds of one block of games, written into the table."""
    agents = [SOCIAL_AGENTS[kind] for kind in dict.fromkeys(kinds)]
    seats = [np.array([kind == agent.name for kind in kinds])[:, None] for agent in agents]
    states = [agent.initial_state(setting, own, lots) for agent, own in zip(agents, parameters, strict=True)]
    block = [np.empty(draws.target.shape, array.dtype) for array in table]
    for number in range(setting.n_rounds):
        numbers = Draws(*(field[number] for field in draws))
        seen = _round(setting, list(zip(agents, parameters, states, strict=True)), seats, numbers)
        states = [
            agent.update(setting, own, state, seen)
            for agent, own, state in zip(agents, parameters, states, strict=True)
        ]
        for array, moves in zip(block, (seen.recipient, seen.offer, seen.accepted), strict=True):
            array[number] = moves
    for array, moves in zip(table, block, strict=True):
        array[...] = np.moveaxis(moves, 2, 0)


def _round(
    setting: SocialSetting, sides: list[tuple[SocialAgent, Any, Any]], seats: list[Booleans], draws: Draws
) -> Round:
    """Everybody proposes, everybody answers."""
    proposals = [agent.propose(setting, own, state, draws) for agent, own, state in sides]
    recipient = _by_seat(seats, [proposal.recipient for proposal in proposals])
    offer = _by_seat(seats, [proposal.offer for proposal in proposals])
    players, games = recipient.shape
    seat = recipient.astype(np.int64) * games + np.arange(games)
    proposer = np.arange(players)[:, None] * games
    answers = [agent.answer(setting, own, state, offer, seat, draws.answer) for agent, own, state in sides]
    kind = np.zeros(players, dtype=np.int8)
    for index, seated in enumerate(seats):
        kind[seated[:, 0]] = index
    accepted = _by_seat([kind[recipient] == index for index in range(len(sides))], answers)
    sent = proposer * players + seat
    got = recipient.astype(np.int64) * (players * games) + proposer + np.arange(games)
    return Round(recipient, offer, accepted, sent, got, seat)


def _by_seat(seats: Sequence[Booleans], values: Sequence[Any]) -> Any:
    """Each seat's own kind decides."""
    result = values[0]
    for seat, value in zip(seats[1:], values[1:], strict=True):
        result = np.where(seat, value, result)
    return result
