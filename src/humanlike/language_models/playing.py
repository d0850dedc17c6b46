"""Language models at the table: whole matches among themselves, or one seat against recorded opponents.

All seats that have to move in a round are asked together, and none sees what another chooses in it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import MISSING, BadRequest, Game, Streams
from humanlike.language_models.choosing import Chosen, Interview, Turn
from humanlike.language_models.failing import ModelFailed
from humanlike.language_models.labels import draw_labelling
from humanlike.language_models.moment import Moment, check_describable


def play_matches(
    stream: Streams, interview: Interview, game: Game, lengths: Sequence[int]
) -> npt.NDArray[np.int8]:
    """The model sits everywhere: actions [matches * players, rounds], MISSING after each match's end.

    A seat that does not choose ends the play (`ModelFailed`), as a program's failure does.
    """
    check_describable(game)
    description = interview.model.description
    named = [stream[f"match {match}"] for match in range(len(lengths))]
    labels = [draw_labelling(own, game, description.labels) for own in named]
    actions = np.full((len(lengths), game.n_players, max(lengths, default=0)), MISSING, dtype=np.int8)
    for round_ in range(actions.shape[2]):
        seats = [
            (match, role)
            for match, length in enumerate(lengths)
            if round_ < length
            for role in range(game.n_players)
        ]
        turns = [
            Turn(
                named[match][f"seat {role}"][f"round {round_ + 1}"],
                Moment(
                    game,
                    role,
                    labels[match],
                    _profiles(actions[match, :, :round_].T),
                    description.window,
                    lengths[match] if description.tells_rounds else None,
                ),
            )
            for match, role in seats
        ]
        chosen = interview.choices(turns)
        _check(interview, game, seats, chosen, round_)
        for (match, role), choice in zip(seats, chosen, strict=True):
            actions[match, role, round_] = MISSING if choice.action is None else choice.action
    return actions.reshape(-1, actions.shape[2])


def answer_recorded(
    stream: Streams, interview: Interview, game: Game, role: int, others: npt.NDArray[Any]
) -> npt.NDArray[np.int8]:
    """The model in one seat against what the others did: own actions [seats, rounds].

    `others` [seats, rounds, players - 1] are the recorded actions of the other roles in role order, MISSING where
    there is none: there no move is made. Round t's are shown after round t. Where the model does not choose, its seat
    makes no further move, and the conduct counts it.
    """
    check_describable(game)
    _check_recorded(game, role, others)
    description = interview.model.description
    n_seats, n_rounds = others.shape[:2]
    named = [stream[f"seat {seat}"] for seat in range(n_seats)]
    labels = [draw_labelling(own, game, description.labels) for own in named]
    own = np.full((n_seats, n_rounds), MISSING, dtype=np.int8)
    asked = np.all(others >= 0, axis=2)
    stopped = np.zeros(n_seats, dtype=np.bool_)
    for round_ in range(n_rounds):
        seats = np.flatnonzero(asked[:, round_] & ~stopped)
        turns = [
            Turn(
                named[seat][f"round {round_ + 1}"],
                Moment(
                    game,
                    role,
                    labels[seat],
                    _profiles(np.insert(others[seat, :round_], role, own[seat, :round_], axis=1)),
                    description.window,
                    int(asked[seat].sum()) if description.tells_rounds else None,
                ),
            )
            for seat in seats
        ]
        for seat, choice in zip(seats, interview.choices(turns), strict=True):
            own[seat, round_] = MISSING if choice.action is None else choice.action
            stopped[seat] = choice.action is None
    interview.conduct.failed_seats += int(stopped.sum())
    return own


def _profiles(moves: npt.NDArray[Any]) -> tuple[tuple[int, ...], ...]:
    """Moves [rounds, players] as profiles, round by round."""
    return tuple(tuple(row) for row in moves.tolist())


def _check(
    interview: Interview, game: Game, seats: Sequence[tuple[int, int]], chosen: Sequence[Chosen], round_: int
) -> None:
    """Refuse to go on where somebody did not choose."""
    failed = [(seat, each) for seat, each in zip(seats, chosen, strict=True) if each.action is None]
    if failed:
        interview.conduct.failed_seats += len(failed)
        (match, role), first = failed[0]
        raise ModelFailed(
            interview.name,
            f"in {game.name}, round {round_ + 1}, {len(failed)} of {len(seats)} seats named no choice when asked "
            f"{interview.model.description.asks} times; match {match + 1}, {game.role_name(role)}, said '{first.said}'",
        )


def _check_recorded(game: Game, role: int, others: npt.NDArray[Any]) -> None:
    if not 0 <= role < game.n_players:
        raise BadRequest(f"'{game.name}' has roles 0 to {game.n_players - 1}, not {role}.")
    if others.ndim != 3 or others.shape[2] != game.n_players - 1:
        raise BadRequest(
            f"Recorded opponents in '{game.name}' are [seats, rounds, {game.n_players - 1}], not {others.shape}."
        )
    for place, other in enumerate(game.others(role)):
        if others[:, :, place].max(initial=MISSING) >= game.n_actions[other]:
            raise BadRequest(f"{game.role_name(other)} has {game.n_actions[other]} actions in '{game.name}'.")
