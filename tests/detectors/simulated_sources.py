"""Small players written in NumPy, so that detectors can be tested without compiling an engine."""

from collections.abc import Callable

import numpy as np

from humanlike.core import Game, Play, Streams

Player = Callable[[np.random.Generator, Game, np.ndarray, np.ndarray, int], np.ndarray]


def played(game: Game, player: Player, stream: Streams, *, n_subjects: int = 12, n_rounds: int = 30) -> Play:
    """Everybody follows `player`; it gets own actions and situations so far and returns the next actions."""
    generator = stream.generator()
    actions = np.zeros((n_subjects, n_rounds), dtype=np.int64)
    partner = np.arange(n_subjects) ^ 1
    for round_ in range(n_rounds):
        for role in (0, 1):
            rows = np.flatnonzero(np.arange(n_subjects) % 2 == role)
            own, met = actions[rows, :round_], actions[partner[rows], :round_]
            actions[rows, round_] = player(generator, game, own, met, role)
    return Play(game, actions)


def blind(generator, game, own, met, role):
    return generator.integers(0, game.n_actions[role], size=len(own))


def sticky(stay: float) -> Player:
    """Repeats itself with probability `stay`, else chooses blindly."""

    def player(generator, game, own, met, role):
        fresh = blind(generator, game, own, met, role)
        if not own.shape[1]:
            return fresh
        return np.where(generator.random(len(own)) < stay, own[:, -1], fresh)

    return player


def best_reply(slip: float) -> Player:
    """A best reply to the last situation, but for slips."""

    def player(generator, game, own, met, role):
        fresh = blind(generator, game, own, met, role)
        if not own.shape[1]:
            return fresh
        reply = game.tables[role].argmax(axis=0)[met[:, -1]]
        return np.where(generator.random(len(own)) < slip, fresh, reply)

    return player


def turn_taker(slip: float) -> Player:
    """Alternates between the first two actions, but for slips."""

    def player(generator, game, own, met, role):
        fresh = blind(generator, game, own, met, role)
        if not own.shape[1]:
            return fresh
        return np.where(generator.random(len(own)) < slip, fresh, 1 - np.minimum(own[:, -1], 1))

    return player
