"""Playing Social Ultimatum Games in bulk: thousands of tables move at once.

Games are played in blocks that stay in cache. Game g draws the same numbers in a batch of 8 and of 8,000:
its numbers lie at a fixed place of the stream.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, OfferTable, Streams
from humanlike.worlds.social_ultimatum import adaptive, attached, distribution_based, game_theoretic
from humanlike.worlds.social_ultimatum.setting import (
    Booleans,
    Draws,
    Floats,
    Round,
    SocialAgent,
    SocialSetting,
    places,
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

    `agents` are the agents by seat (the same at all tables); `parameters[name]` is the parameter set of the agent of
    that name: shared, or for adaptive players three arrays [games, players] (only the seats of that agent are read).
    """

    agents: tuple[SocialAgent, ...]
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for agent in self.different:
            if agent.name not in self.parameters and agent.needs_parameters:
                raise BadRequest(f"'{agent.name}' needs parameters: learn them from traces, or give them.")
        if len({agent.name for agent in self.different}) < len(self.different):
            names = ", ".join(agent.name for agent in self.different)
            raise BadRequest(f"Two different agents at one table need different names, not {names}.")

    @property
    def different(self) -> tuple[SocialAgent, ...]:
        """Every agent once, in the order of first seats."""
        return tuple(dict.fromkeys(self.agents))

    def parameters_of(self, agent: SocialAgent, setting: SocialSetting, n_games: int) -> Any:
        """A parameter set in the shape the agent wants, or a sentence."""
        values = self.parameters[agent.name] if agent.name in self.parameters else agent.parameters()
        if agent.check_parameters is not None:
            return agent.check_parameters(setting, values, n_games)
        if not agent.per_seat:
            return values
        shape = (n_games, setting.n_players)
        return type(values)(*(np.broadcast_to(np.asarray(value), shape) for value in values))


def play_tables(stream: Streams, setting: SocialSetting, seating: Seating, n_games: int) -> OfferTable:
    """Play `n_games` tables; the result is one OfferTable."""
    if len(seating.agents) != setting.n_players:
        raise BadRequest(f"{len(seating.agents)} agents for {setting.n_players} seats; every seat needs one.")
    if n_games < 1:
        raise BadRequest(f"At least one game must be played, not {n_games}.")
    agents = seating.different
    parameters = [seating.parameters_of(agent, setting, n_games) for agent in agents]
    shape = (n_games, setting.n_rounds, setting.n_players)
    table = np.empty(shape, np.int8), np.empty(shape, np.int16), np.empty(shape, bool)
    for games, lots, draws in _numbers(stream, setting, agents, n_games):
        here = [_of_games(agent, values, games) for agent, values in zip(agents, parameters, strict=True)]
        _play(setting, seating, here, lots, draws, tuple(array[games] for array in table))
    return OfferTable(*table, endowment=setting.endowment, step=setting.step)


def _numbers(
    stream: Streams, setting: SocialSetting, agents: Sequence[SocialAgent], n_games: int
) -> Iterator[tuple[slice, Floats, Draws]]:
    """Blocks of games with their uniform numbers: lots [m, n, games], draws each [rounds, players, games]."""
    wanted = {name for agent in agents for name in agent.draws}
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


def _of_games(agent: SocialAgent, values: Any, games: slice) -> Any:
    """Per-seat parameters of some games, games last."""
    return (
        type(values)(*(np.ascontiguousarray(value[games].T) for value in values))
        if agent.per_seat
        else values
    )


def _play(
    setting: SocialSetting,
    seating: Seating,
    parameters: Sequence[Any],
    lots: Floats,
    draws: Draws,
    table: tuple[npt.NDArray[Any], ...],
) -> None:
    """All rounds of one block of games, written into the table."""
    agents = seating.different
    seats = [np.array([seated == agent for seated in seating.agents])[:, None] for agent in agents]
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
    sent, got, seat = places(recipient)
    answers = [agent.answer(setting, own, state, offer, seat, draws.answer) for agent, own, state in sides]
    kind = np.zeros(len(recipient), dtype=np.int8)
    for index, seated in enumerate(seats):
        kind[seated[:, 0]] = index
    accepted = _by_seat([kind[recipient] == index for index in range(len(sides))], answers)
    return Round(recipient, offer, accepted, sent, got, seat)


def _by_seat(seats: Sequence[Booleans], values: Sequence[Any]) -> Any:
    """Each seat's own kind decides."""
    result = values[0]
    for seat, value in zip(seats[1:], values[1:], strict=True):
        result = np.where(seat, value, result)
    return result
