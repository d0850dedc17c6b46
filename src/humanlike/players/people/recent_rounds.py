r"""What just happened, as numbers: the last k rounds by which people's conduct is told apart.

A round is a *digit*: 0 if there was none, else 1 + own action x situations + situation. The last k digits, the newest
first, make the number of a *context* of memory k. A game may look the same when all actions are shifted around a circle
(it is *round*: rock, paper, scissors; matching pennies for somebody who matches). There contexts are told relative to
the own last move, after which the coming move is relative too, so that what was learned after losing with rock is known
after losing with paper; with a memory of one round in both ways, relative first.

The same arithmetic serves whole records (NumPy) and a single player inside a compiled program (JAX).
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
MOST_CONTEXTS = 5_000  # of the longest memory: beyond, memories are cut


@dataclass(frozen=True)
class Contexts:
    """The contexts of all memories up to `memory`, coarse to fine, each level with its place in one long table."""

    n_actions: int
    n_situations: int
    memory: int  # rounds looked back at

    @classmethod
    def fitting(cls, n_actions: int, n_situations: int, memory: int) -> "Contexts":
        """As long a memory as wanted, or as there are not too many contexts of."""
        base = n_actions * n_situations + 1
        while memory and base**memory > MOST_CONTEXTS:
            memory -= 1
        return cls(n_actions, n_situations, memory)

    @property
    def base(self) -> int:
        """How many different rounds there are, none included."""
        return self.n_actions * self.n_situations + 1

    @cached_property
    def levels(self) -> tuple[tuple[int, bool], ...]:
        """Memory of each level, and whether it is there in round games only."""
        circles = self.n_actions == self.n_situations and self.memory > 0
        ones = [(1, True)] * circles + [(1, False)] * (self.memory > 0)
        return ((0, False), *ones, *((memory, False) for memory in range(2, self.memory + 1)))

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """Where each level begins in the long table, and its length as the last."""
        return tuple(np.cumsum([0, *(self.base**memory for memory, _ in self.levels)]).tolist())

    @property
    def n_deep(self) -> int:
        """How many contexts the longest memory has."""
        return int(self.base**self.memory)

    def numbers(self, digits: Any, is_round: Any) -> list[Any]:
        """The row of the long table for each level; `digits` is [memory, ...], the newest first."""
        found = []
        for level, offset in enumerate(self.offsets[:-1]):
            shift = self.shift(digits, level, is_round)
            number = 0 * shift
            for digit in digits[: self.levels[level][0]]:
                number = number * self.base + self._relative(digit, shift)
            found.append(number + offset)
        return found

    def deep(self, digits: Any) -> Any:
        """The number of the context of the longest memory alone."""
        number = 0
        for digit in digits:
            number = number * self.base + digit
        return number

    def shift(self, digits: Any, level: int, is_round: Any) -> Any:
        """By how much moves are shifted back at a level: the own last action where they are relative, else 0."""
        memory, relative = self.levels[level]
        if not memory or (memory == 1 and not relative):
            return 0
        return is_round * (digits[0] > 0) * ((digits[0] - 1) // self.n_situations)

    def _relative(self, digit: Any, shift: Any) -> Any:
        own = ((digit - 1) // self.n_situations - shift) % self.n_actions
        met = ((digit - 1) % self.n_situations - shift) % self.n_situations
        return (digit > 0) * (1 + own * self.n_situations + met)

    def all_digits(self) -> Integers:
        """The digits of every context of the longest memory, [memory, contexts]."""
        each = np.arange(self.n_deep)
        powers = [self.base ** (self.memory - 1 - place) for place in range(self.memory)]
        return np.array([each // power % self.base for power in powers], dtype=np.int64).reshape(
            self.memory, self.n_deep
        )

    def course(self, actions: Integers, situations: Integers) -> tuple[Integers, Integers]:
        """Before every round of a record [rows, rounds]: digits [memory, rows, rounds], and rounds played so far.

        A round in which somebody's move is missing is passed over; one in which nobody moved separates matches.
        """
        digits = np.zeros((self.memory, *actions.shape), dtype=np.int64)
        rounds = np.zeros(actions.shape, dtype=np.int64)
        now, played = np.zeros((self.memory, len(actions)), dtype=np.int64), np.zeros(len(actions), np.int64)
        for number, (own, met) in enumerate(zip(actions.T, situations.T, strict=True)):
            digits[:, :, number], rounds[:, number] = now, played
            known, apart = (own >= 0) & (met >= 0), (own < 0) & (met < 0)
            newer = np.concatenate([(1 + own * self.n_situations + met)[None], now])[: self.memory]
            now = np.where(apart, 0, np.where(known, newer, now))
            played = np.where(apart, 0, played + known)
        return digits, rounds


def looks_the_same_around(payoffs: Any, close: Any) -> Any:
    """Whether own payoffs stay what they are when all actions are shifted by one (`close` compares numbers)."""
    n_actions, n_situations = payoffs.shape
    if n_actions != n_situations:
        return close(0.0, 1.0)
    places = (np.arange(n_actions) + 1) % n_actions
    return close(payoffs, payoffs[places][:, places]).all()
