"""People's plays a little otherwise: a few moves changed, or halves of different matches put together.

Whoever tells people by how they play tells these nearly as well; whoever knows the plays by heart does not know these.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from humanlike.core import MISSING, Play, Streams
from humanlike.tournament.nearest import by_match

MOVES_TO_ONE_CHANGED = 50


def changed(stream: Streams, play: Play) -> Play:
    """The play with about one move in fifty replaced by another action, at least one in every match."""
    generator = stream.generator()
    actions = play.actions.copy()
    counts = np.array(play.game.n_actions)[play.roles]
    for rows in play.companies():
        seat, round_ = np.nonzero(actions[rows] >= 0)
        wanted = max(1, round(len(seat) / MOVES_TO_ONE_CHANGED))
        for place in generator.choice(len(seat), min(wanted, len(seat)), replace=False):
            where = rows[seat[place]], round_[place]
            actions[where] = (actions[where] + generator.integers(1, max(counts[where[0]], 2))) % counts[
                where[0]
            ]
    return _as_matched(play, actions)


def spliced(stream: Streams, play: Play, others: Sequence[Play]) -> Play:
    """The play's matches up to the middle, then a match of one of the `others` (of its own, if there are none).

    Seats stay; a second half that is too short to go on to the end is not taken, if there is a longer one.
    """
    generator = stream.generator()
    own = play.actions[play.companies()]
    pool = np.concatenate([_cut(each, play.n_rounds) for each in others] or [own])
    lengths, reach = _lengths(own), _lengths(pool)
    result = own.copy()
    for number, match in enumerate(result):
        middle = int(lengths[number]) // 2
        candidates = np.arange(len(pool)) if others else np.delete(np.arange(len(pool)), number)
        long = candidates[reach[candidates] >= lengths[number]]
        if len(candidates):
            other = pool[generator.choice(long if len(long) else candidates)]
            is_known = (match >= 0) & (other >= 0) & (np.arange(play.n_rounds) >= middle)
            match[is_known] = other[is_known]
    actions = np.empty_like(play.actions)
    actions[play.companies().reshape(-1)] = result.reshape(-1, play.n_rounds)
    return _as_matched(play, actions)


def _as_matched(play: Play, actions: np.ndarray) -> Play:
    """Other moves of the same people, who meet whom they met; what nobody knows of whom they met stays as it was."""
    if play.partners.ndim == 2:
        return Play(play.game, actions[play.companies().reshape(-1)])
    implied = np.empty(0, dtype=np.int64)  # by whom they met
    return replace(play, actions=actions, situations=implied if play.partners.ndim == 3 else play.situations)


def _cut(play: Play, rounds: int) -> np.ndarray:
    """Moves [matches, seats, rounds], cut or padded to so many rounds."""
    return by_match(play, max(rounds, play.n_rounds))[:, :, :rounds]


def _lengths(moves: np.ndarray) -> np.ndarray:
    """The number of rounds of each match, to its last move."""
    played = (moves != MISSING).any(axis=1)
    return np.where(played.any(axis=1), played.shape[1] - np.argmax(played[:, ::-1], axis=1), 0)
