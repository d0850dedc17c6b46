"""`simulate`: a population plays a game, in pieces that one compiled program (`playing`) plays.

The program holds a power of two of rounds and plays as many as it is told, so that matches of all lengths share it.
"""

from typing import Any, NamedTuple

import jax
import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Information, Meetings, Play, Streams, double_precision
from humanlike.engine.pieces import run_in_pieces
from humanlike.engine.placing import changing_partners, fixed_partners
from humanlike.engine.playing import Given, Shape, playing_program
from humanlike.engine.population import Population
from humanlike.engine.seats import seat_of
from humanlike.engine.size import check_size
from humanlike.engine.tallying import Sums, Tallied, Tally
from humanlike.work import cores_granted

FEWEST_ROUNDS = 16


def simulate(
    stream: Streams,
    game: Game,
    population: Population,
    *,
    n_rounds: int,
    first: npt.ArrayLike | None = None,
    information: Information = Information.GAME,
    meetings: Meetings | None = None,
) -> Play:
    """Let `population` play `game` for `n_rounds`; `first` gives round-1 actions, shape [groups, players].

    `meetings` say who meets whom in every round; without them partners stay together.
    """
    actions = simulate_actions(
        stream, game, population, n_rounds=n_rounds, first=first, information=information, meetings=meetings
    )
    provenance = {"seed": str(stream.seed), "stream": "/".join(stream.path)}
    if meetings is None:
        return Play(game, actions, provenance=provenance)
    return meetings.play(game, actions, provenance=provenance)


@double_precision()
def simulate_actions(
    stream: Streams,
    game: Game,
    population: Population,
    *,
    n_rounds: int,
    first: npt.ArrayLike | None = None,
    information: Information = Information.GAME,
    meetings: Meetings | None = None,
) -> npt.NDArray[np.int8]:
    """The moves alone, shape [subjects, rounds] (a view): what `simulate` wraps into a Play."""
    match = _Match(stream, game, n_rounds, information, meetings)
    return _played(match, population, _first_actions(game, population, first))[0]


@double_precision()
def simulate_and_tally(
    stream: Streams,
    game: Game,
    population: Population,
    *,
    n_rounds: int,
    with_outcomes: bool,
    information: Information = Information.GAME,
    meetings: Meetings | None = None,
) -> Tallied:
    """The same moves of an `alike` population, with the mean chances by which they were drawn.

    On one core: sums of pieces, of which there are as many as cores, would depend on the machine in their last bits.
    """
    tally: Tally = "outcomes" if with_outcomes else "actions"
    match = _Match(stream, game, n_rounds, information, meetings, tally)
    with cores_granted(1):
        actions, parts = _played(match, population, _first_actions(game, population, None))
    chances = np.sum([part.chances for part in parts], axis=0) / population.n_groups
    outcomes = np.sum([part.outcomes for part in parts], axis=0) / population.n_groups
    return Tallied(actions, np.moveaxis(chances, 0, 1), outcomes if with_outcomes else None)


class _Match(NamedTuple):
    """What is played."""

    stream: Streams
    game: Game
    n_rounds: int
    information: Information
    meetings: Meetings | None
    tally: Tally = ""


def _played(
    match: _Match, population: Population, first: npt.NDArray[np.int8]
) -> tuple[npt.NDArray[np.int8], list[Sums]]:
    """The moves [subjects, rounds] and, piece by piece, what is summed."""
    n_players, n_rounds = match.game.n_players, match.n_rounds
    if n_rounds < 1:
        raise BadRequest(f"At least one round must be played, not {n_rounds}.")
    check_size(population.n_groups * n_players, n_rounds)
    population.check(match.game, match.information)
    actions = np.empty((n_rounds, len(first)), dtype=np.int8)
    together = _groups_together(match, len(first))
    n_pools, sums = population.n_groups // together, {}

    def fill(pools: range) -> None:
        groups = range(pools.start * together, pools.stop * together)
        seats = slice(groups.start * n_players, groups.stop * n_players)
        # the last piece reaches back over groups that the one before it counts
        n_again = -groups.start % len(groups) if pools.stop == n_pools else 0
        part = population.part(groups)
        actions[:, seats], sums[groups.start] = _play_part(match, part, first[seats], n_again)

    run_in_pieces(fill, n_pools, together)
    return actions.T, [found for _, found in sorted(sums.items()) if found is not None]


def _groups_together(match: _Match, n_subjects: int) -> int:
    """How many neighbouring groups can only be played together, because they meet."""
    meetings = match.meetings
    if meetings is None:
        return 1
    if meetings.n_subjects != n_subjects or meetings.n_rounds < match.n_rounds:
        raise BadRequest(
            f"It is arranged whom {meetings.n_subjects} subjects meet in {meetings.n_rounds} rounds, "
            f"but {n_subjects} play {match.n_rounds}."
        )
    return meetings.pool // match.game.n_players


def _play_part(
    match: _Match, population: Population, first: npt.NDArray[np.int8], n_again: int
) -> tuple[npt.NDArray[np.int8], Sums | None]:
    """Some groups on one thread: actions of shape [rounds, seats] in seat order, and sums of all but `n_again`."""
    blocks, game, n_rounds = population.blocks, match.game, match.n_rounds
    first_seat = population.first_group * population.n_players
    order = np.concatenate([block.seats for block in blocks]) - first_seat
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    shape = Shape(
        tuple(block.rule for block in blocks),
        game.situation_kind,
        tuple(tuple(game.n_actions[other] for other in game.others(block.role)) for block in blocks),
        max(FEWEST_ROUNDS, 1 << (n_rounds - 1).bit_length()),
        match.tally,
    )
    if match.meetings is None:
        partners: tuple[Any, ...] = fixed_partners(population, place)
    else:
        partners = changing_partners(match.meetings, population, order, place, shape.capacity)
    given = Given(
        np.array(match.stream.words(), dtype=np.uint32),
        np.uint32(n_rounds),
        tuple(jax.tree.map(np.float64, block.parameters) for block in blocks),
        tuple(seat_of(game, block.role, block.rule)._replace(learned=block.rule.learned) for block in blocks),
        tuple(block.seats.astype(np.uint32) for block in blocks),
        partners,
        first[order],
        1.0 * (np.arange(population.n_groups) >= n_again) if match.tally else None,
    )
    played, sums = playing_program(shape)(given)
    moves = np.asarray(played)[:n_rounds, place]
    return moves, None if sums is None else Sums(*(np.asarray(each)[:n_rounds] for each in sums))


def _first_actions(game: Game, population: Population, first: npt.ArrayLike | None) -> npt.NDArray[np.int8]:
    """Given round-1 actions by seat; -1 where the rule is to choose."""
    n_seats = population.n_groups * population.n_players
    if first is None:
        return np.full(n_seats, -1, dtype=np.int8)
    given = np.asarray(first)
    if given.shape != (population.n_groups, population.n_players):
        raise BadRequest(
            f"First-round actions are needed for {population.n_groups} groups of {population.n_players}, "
            f"got shape {given.shape}."
        )
    if (given < 0).any() or (given >= np.array(game.n_actions)).any():
        raise BadRequest(f"A first-round action lies outside the actions of '{game.name}'.")
    return given.astype(np.int8).reshape(-1)
