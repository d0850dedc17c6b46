r"""First stage: how often each pair visited each cell, such that Tables 4-11 come out as printed.

A pair of n rounds with cell counts :math:`k_{ic}` earns :math:`R_i = \sum_c k_{ic} u_c` (row) and likewise
:math:`C_i` (column). The published numbers are the mean and the population standard deviation over pairs of
:math:`R_i/n` and :math:`C_i/n`, and the sum of both means (the total). The *miss* m is how far these five lie
outside the intervals that round to the printed digits. The search is simulated annealing with the energy

.. math:: \kappa\,m + \sum_i E(k_i),

in which the penalty :math:`\kappa` grows geometrically while the temperature stays at 1; :math:`E` is minus the
log-probability of the counts under the game's pattern (a multinomial), and in the battle of the sexes also the
shortfall of the alternations these counts allow. Half of the proposals move rounds of one pair from one cell to
another; the other half make the opposite move in a second pair, which keeps both means and changes deviations
only. The kept state is the one of lowest :math:`E` among those with m = 0.

A mean may end in exactly half a digit, so that its print depends on the rounding. Such means are avoided where they
can be (`STRICTNESS`): first they are allowed nowhere, then in the total, then, rounded up, in the means as well.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from reconstruction_patterns import Pattern

from humanlike.core import BadRequest, Game, Streams
from humanlike.tournament.published import PayoffRow

ROUNDS = 50
HALF_DIGIT = 0.005
SLIGHTLY = 1e-7  # less than any two different means are apart, more than floating point loses
STEPS = 120_000  # proposals of one run
WANTED, ATTEMPTS = 3, 6  # keep the best of so many successful runs; become less strict after so many
FIRST_PENALTY, LAST_PENALTY = 20.0, 2e5
LARGEST_SHIFT = 3  # rounds moved at once
ALTERNATION_SHARE = 0.96  # eps of the Coordination detector
ALTERNATION_WEIGHT = (
    300.0  # energy per unit of the detector's r; large, so that nearly all of the reach is used
)
LOG_FACTORIAL = tuple(math.lgamma(n + 1) for n in range(ROUNDS + 1))

Counts = list[list[int]]


class Halves(NamedTuple):
    """Where a number may end in exactly half a digit: in the total (either way), in the means (rounded up)."""

    in_total: bool
    in_means: bool


STRICTNESS = (Halves(False, False), Halves(True, False), Halves(True, True))


def most_alternations(first: int, second: int) -> int:
    """How often play can pass from one cell to the other when they are visited this often.

    >>> most_alternations(25, 25), most_alternations(20, 10), most_alternations(7, 0)
    (49, 20, 0)
    """
    return 2 * min(first, second) - (1 if first == second and first > 0 else 0)


@dataclass
class Preference:
    """How ill the counts of one pair fit the pattern of the game; lower is better."""

    pattern: Pattern

    def __post_init__(self) -> None:
        total = sum(self.pattern.weights)
        self._log_weights = [math.log(weight / total) for weight in self.pattern.weights]

    def energy(self, counts: Sequence[int]) -> float:
        """Minus the multinomial log-probability, plus what is lost in alternations."""
        result = 0.0
        for count, log_weight in zip(counts, self._log_weights, strict=True):
            result += LOG_FACTORIAL[count] - count * log_weight
        if self.pattern.alternating is not None:
            first, second = self.pattern.alternating
            share = most_alternations(counts[first], counts[second]) / (ROUNDS - 1)
            result += ALTERNATION_WEIGHT * abs(share - ALTERNATION_SHARE)
        return result


@dataclass
class Totals:
    """What the pairs earned: sums of payoffs and of their squares, in whole numbers."""

    row: int
    column: int
    row_squares: int
    column_squares: int

    @classmethod
    def of(cls, row: Sequence[int], column: Sequence[int]) -> "Totals":
        """The sums over pairs."""
        return cls(sum(row), sum(column), sum(r * r for r in row), sum(c * c for c in column))

    def miss(self, published: PayoffRow, halves: Halves) -> float:
        """How far the five published numbers are missed beyond rounding."""
        pairs = published.n // 2
        scale = pairs * ROUNDS
        row_sd = math.sqrt(max(0, pairs * self.row_squares - self.row**2)) / scale
        column_sd = math.sqrt(max(0, pairs * self.column_squares - self.column**2)) / scale
        reach = HALF_DIGIT + (SLIGHTLY if halves.in_total else -SLIGHTLY)
        return (
            _outside(self.row / scale - published.row_mean, halves.in_means)
            + _outside(self.column / scale - published.column_mean, halves.in_means)
            + _outside(row_sd - published.row_sd)
            + _outside(column_sd - published.column_sd)
            + max(0.0, abs((self.row + self.column) / scale - published.total) - reach)
        )


def _outside(difference: float, halves: bool = False) -> float:
    """How far a number lies outside what rounds to the print, 0 inside; `halves` at the lower end are rounded up."""
    lower = -HALF_DIGIT + (-SLIGHTLY if halves else SLIGHTLY)
    return max(0.0, lower - difference, difference - HALF_DIGIT + SLIGHTLY)


class Search:
    """One annealing run; `best` holds the counts of lowest energy that miss nothing, if any were met."""

    def __init__(
        self, game: Game, published: PayoffRow, halves: Halves, preference: Preference, streams: Streams
    ) -> None:
        self.published = published
        self.halves = halves
        self.preference = preference
        self.random = streams.generator()
        cells = [game.payoffs_of(profile) for profile in game.profiles()]
        self.row_payoffs = [int(cell[0]) for cell in cells]
        self.column_payoffs = [int(cell[1]) for cell in cells]
        self.counts = self._start(published.n // 2)
        self.energies = [preference.energy(counts) for counts in self.counts]
        self.row = [self._earned(counts, self.row_payoffs) for counts in self.counts]
        self.column = [self._earned(counts, self.column_payoffs) for counts in self.counts]
        self.miss = Totals.of(self.row, self.column).miss(published, halves)
        self.best: Counts | None = None
        self.best_energy = math.inf

    def _start(self, pairs: int) -> Counts:
        """Counts drawn from the pattern: near the payoff-dominant corner in the stag hunts."""
        weights = np.array(self.preference.pattern.weights, dtype=np.float64)
        drawn = self.random.multinomial(ROUNDS, weights / weights.sum(), size=pairs)
        return [[int(count) for count in counts] for counts in drawn]

    @staticmethod
    def _earned(counts: Sequence[int], payoffs: Sequence[int]) -> int:
        return sum(count * payoff for count, payoff in zip(counts, payoffs, strict=True))

    def run(self, steps: int = STEPS) -> None:
        """Anneal for so many proposals."""
        pairs, cells = len(self.counts), len(self.row_payoffs)
        growth = (LAST_PENALTY / FIRST_PENALTY) ** (1 / steps)
        penalty = FIRST_PENALTY
        draws = zip(
            self.random.integers(pairs, size=steps).tolist(),
            self.random.integers(-pairs, pairs, size=steps).tolist(),  # negative: no second pair
            self.random.integers(cells, size=steps).tolist(),
            self.random.integers(cells, size=steps).tolist(),
            self.random.integers(1, LARGEST_SHIFT + 1, size=steps).tolist(),
            self.random.exponential(size=steps).tolist(),
            strict=True,
        )
        for pair, partner, origin, goal, shift, patience in draws:
            penalty *= growth
            if origin != goal and pair != partner:
                self._propose(pair, partner, origin, goal, shift, patience, penalty)

    def _propose(
        self, pair: int, partner: int, origin: int, goal: int, shift: int, patience: float, penalty: float
    ) -> None:
        """Move `shift` rounds of `pair` from `origin` to `goal` (and back in `partner`), or leave it."""
        changed = [(pair, self._shifted(pair, origin, goal, shift))]
        if partner >= 0:
            changed.append((partner, self._shifted(partner, goal, origin, shift)))
        row, column, gain = self.row.copy(), self.column.copy(), 0.0
        for index, counts in changed:
            if counts is None:
                return
            row[index] = self._earned(counts, self.row_payoffs)
            column[index] = self._earned(counts, self.column_payoffs)
            gain += self.energies[index] - self.preference.energy(counts)
        miss = Totals.of(row, column).miss(self.published, self.halves)
        if penalty * (miss - self.miss) - gain > patience:
            return
        self.row, self.column, self.miss = row, column, miss
        for index, counts in changed:
            assert counts is not None
            self.counts[index] = counts
            self.energies[index] = self.preference.energy(counts)
        if miss == 0.0 and sum(self.energies) < self.best_energy:
            self.best_energy = sum(self.energies)
            self.best = [counts.copy() for counts in self.counts]

    def _shifted(self, pair: int, origin: int, goal: int, shift: int) -> list[int] | None:
        """The counts of a pair after the move, or None where there is nothing to move."""
        counts = self.counts[pair]
        if counts[origin] < shift:
            return None
        counts = counts.copy()
        counts[origin] -= shift
        counts[goal] += shift
        return counts


def find_counts(game: Game, published: PayoffRow, pattern: Pattern, streams: Streams) -> Counts:
    """Cell counts of each pair that reproduce one published line, as strictly as it can be done."""
    preference = Preference(pattern)
    for halves in STRICTNESS:
        found: list[tuple[float, Counts]] = []
        for attempt in range(ATTEMPTS):
            search = Search(game, published, halves, preference, streams[f"{halves} attempt {attempt}"])
            search.run()
            if search.best is not None:
                found.append((search.best_energy, search.best))
            if len(found) == WANTED:
                break
        if found:
            return min(found)[1]
    raise BadRequest(f"No counts were found for '{game.name}' that meet {published}.")
