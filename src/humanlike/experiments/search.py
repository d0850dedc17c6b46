"""Search the games of a size and a range of payoffs for the one in which two theories are furthest apart.

Games drawn at random are measured with few pairs; the best become parents, and in each generation children that differ
from a parent in one or two payoffs are measured too. All are played with the same random numbers, so that a child is
better by its payoffs and not by luck. Best of many is luck all the same: finalists are measured again, with more pairs
and other random numbers.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from humanlike.core import BadRequest, Game, Information, Streams
from humanlike.experiments.separation import separations
from humanlike.experiments.theory import Theory
from humanlike.games import random_game
from humanlike.games.labels import usual_labels
from humanlike.work import Effort

PIECE = 12  # games in a piece of work
PARENTS, FINALISTS = 10, 6
SMALLEST, LARGEST = 2, 4  # actions of a player
WIDEST = 1000  # of a range of payoffs


class PayoffRange(NamedTuple):
    """Whole numbers from the lowest to the highest, and the size of the payoff table."""

    lowest: int
    highest: int
    n_rows: int
    n_columns: int

    def check(self) -> None:
        """Refuse a range that holds no game, or too many."""
        if not 0 < self.highest - self.lowest <= WIDEST:
            raise BadRequest(
                f"Payoffs are whole numbers from a lower to a higher one, at most {WIDEST} apart, not from "
                f"{self.lowest} to {self.highest}."
            )
        if not all(SMALLEST <= count <= LARGEST for count in (self.n_rows, self.n_columns)):
            raise BadRequest(
                f"Games are searched from {SMALLEST}x{SMALLEST} to {LARGEST}x{LARGEST}, not {self.n_rows}x"
                f"{self.n_columns}."
            )

    def drawn(self, generator: np.random.Generator) -> Game:
        """A game with independent payoffs."""
        game = random_game(generator, self.n_rows, self.n_columns, highest=self.highest - self.lowest)
        return self.game_of(np.stack(game.matrices) + self.lowest)

    def varied(self, generator: np.random.Generator, parent: Game) -> Game:
        """A child: one or two payoffs of the parent drawn again."""
        payoffs = np.stack(parent.matrices)
        for _ in range(int(generator.integers(1, 3))):
            place = tuple(int(generator.integers(size)) for size in payoffs.shape)
            payoffs[place] = generator.integers(self.lowest, self.highest, endpoint=True)
        return self.game_of(payoffs)

    def game_of(self, payoffs: np.ndarray) -> Game:
        """The game with these payoffs, [2, rows, columns]."""
        labels = usual_labels(self.n_rows, self.n_columns)
        return Game.from_matrices("designed", payoffs[0], payoffs[1], labels=labels)


class Finalist(NamedTuple):
    """A game that did well in the search, and its separation there and measured again."""

    game: Game
    found: float
    again: float


class SearchSize(NamedTuple):
    """How much is tried."""

    candidates: int  # games drawn at random
    generations: int
    children: int  # in each generation
    search_pairs: int
    final_pairs: int


def search(
    stream: Streams,
    theories: Sequence[Theory],
    payoffs: PayoffRange,
    size: SearchSize,
    *,
    n_rounds: int,
    information: Information,
    effort: Effort,
) -> list[Finalist]:
    """The best games found, the one that is best when measured again first."""
    payoffs.check()
    if min(size.candidates, size.search_pairs, size.final_pairs) < 2 or size.generations < 0:
        raise BadRequest(f"A search needs at least two games and two pairs, not {size.candidates} games.")
    generator = stream["games"].generator()
    games = [payoffs.drawn(generator) for _ in range(size.candidates)]
    for theory in theories:
        theory.check(games[0], information)
    luck = stream["search"]
    worth = _measured(luck, theories, games, size.search_pairs, n_rounds, effort, "games drawn")
    ranked = sorted(zip(worth, games, strict=True), key=lambda each: -each[0])[:PARENTS]
    for generation in range(1, size.generations + 1):
        parents = [game for _, game in ranked]
        children = [
            payoffs.varied(generator, parents[number % len(parents)]) for number in range(size.children)
        ]
        stage = f"generation {generation}"
        worth = _measured(luck, theories, children, size.search_pairs, n_rounds, effort, stage)
        ranked = sorted([*ranked, *zip(worth, children, strict=True)], key=lambda each: -each[0])[:PARENTS]
    last = ranked[:FINALISTS]
    again = _measured(
        stream["finalists"],
        theories,
        [game for _, game in last],
        size.final_pairs,
        n_rounds,
        effort,
        "finalists",
    )
    finalists = [Finalist(game, found, new) for (found, game), new in zip(last, again, strict=True)]
    return sorted(finalists, key=lambda each: -each.again)


def _measured(
    stream: Streams,
    theories: Sequence[Theory],
    games: Sequence[Game],
    n_pairs: int,
    n_rounds: int,
    effort: Effort,
    stage: str,
) -> list[float]:
    pieces = [games[start : start + PIECE] for start in range(0, len(games), PIECE)]
    found = effort.carry_out(stage, separations, pieces, shared=(stream, tuple(theories), n_pairs, n_rounds))
    return [value for piece in found for value in piece]
