"""The paper's experiment, with simulated subjects: four games, 240 pairs, 40 rounds, twelve rules.

Twelve sessions of ten subjects play each of the four games in five pairs, so 60 pairs a game. Players 1 calibrate
the rules, players 2 are predicted. The human data of the experiment are not public; with subjects who follow a
known rule the design shows whether a way of measuring finds that rule.

Mitropoulos (2001), sections 4 and 5.
"""

from collections.abc import Sequence
from typing import Any

from humanlike.core import Game, Play, Rule, Streams
from humanlike.engine import everybody, simulate
from humanlike.games import GAMES
from humanlike.players.symbols import PAPER_RULES

N_PAIRS = 240
N_ROUNDS = 40
PAPER_GAMES = {
    "MFC": "mutual-fate-control",
    "FCBC": "fate-behaviour-control",
    "CO": "coordination",
    "MP": "matching-pennies",
}
SYMBOLS = {name: symbol for symbol, name in PAPER_RULES.items()}


def paper_games() -> list[Game]:
    """The four games in the paper's order."""
    return [GAMES[name] for name in PAPER_GAMES.values()]


def simulated_experiment(
    stream: Streams,
    rule: Rule,
    parameters: Any = None,
    *,
    games: Sequence[Game] | None = None,
    n_pairs: int = N_PAIRS,
    n_rounds: int = N_ROUNDS,
) -> list[Play]:
    """One play for each game; the pairs are shared out evenly and everybody follows `rule`."""
    chosen = list(games or paper_games())
    player = rule, parameters if parameters is not None else rule.default
    return [
        simulate(
            stream["experiment"][game.name],
            game,
            everybody(game, [player], max(1, n_pairs // len(chosen))),
            n_rounds=n_rounds,
        )
        for game in chosen
    ]
