r"""The nearest of many matches, or seats, by the moves that differ, round by round.

Each is laid beside every other in either order of seats where all seats have the same actions, from the first round, a
little earlier or later, or somewhere in a longer one; rounds that only one of them has do not count. Agreements are
counted for all at once, by bits: a bit for every move that was made, sixty-four to a word.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import betaln

from humanlike.core import MISSING, Game, Play

FEW: Final = 0.2  # of the moves may differ
LEAST_BITS: Final = 16.0  # what tells less is everybody's
LEAST_ROUNDS: Final = 8  # in common
NUDGES: Final = 2  # rounds by which a copy may begin earlier or later
LEAST_SAVED: Final = 10.0  # bits, if it tells as much a move as the known one, to be looked at more closely
WORD: Final = 64

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Moves = npt.NDArray[np.integer[Any]]  # [matches, seats, rounds]
Bits = npt.NDArray[np.uint64]  # [matches, words]


class NearMatch(NamedTuple):
    """Where something is nearly found again."""

    number: int  # of the known match or seat
    rounds: slice  # of what was looked for, that both have
    differing: int  # moves
    cost: float  # bits to point there and say what differs


class _Setting(NamedTuple):
    """A way to lay the known beside what is looked for."""

    later: int  # the first round looked for stands beside this round of the known
    seats: tuple[int, ...]
    bits: float  # to say which known one, laid so


def by_match(play: Play, rounds: int) -> Moves:
    """Moves [matches, seats, rounds], padded with MISSING; where partners change, a company is a match."""
    moves = play.actions[play.companies()]
    return np.pad(moves, ((0, 0), (0, 0), (0, rounds - play.n_rounds)), constant_values=MISSING)


class Places:
    """Known matches (or seats: matches of one) that tell enough to be found again."""

    def __init__(self, game: Game, actions: Moves, bits: Floats) -> None:
        self._width = max(game.n_actions)
        swapped = [(1, 0)] if actions.shape[1] == 2 and len(set(game.n_actions)) == 1 else []
        self._orders = [tuple(range(actions.shape[1])), *swapped]
        made = (actions >= 0).sum(axis=(1, 2))
        self._numbers = np.flatnonzero((bits >= LEAST_BITS) & (made >= LEAST_ROUNDS * actions.shape[1]))
        self._actions = actions[self._numbers]
        self._rate = bits[self._numbers] / made[self._numbers]
        self._laid: dict[tuple[int, _Setting], tuple[Bits, Bits]] = {}

    def find(self, wanted: Moves) -> dict[int, NearMatch]:
        """The best place for each of `wanted` [matches, seats, rounds] that has one."""
        if not len(self._numbers):
            return {}
        rounds = wanted.shape[2]
        moves, made = _moves_in_bits(wanted, self._width), _in_bits(wanted >= 0)
        near = []
        for setting in self._settings(wanted):
            known, known_made = self._beside(setting, rounds)
            common, same = _in_both(made, known_made), _in_both(moves, known)
            enough = (same >= (1 - FEW) * common) & (common >= LEAST_ROUNDS * wanted.shape[1])
            which, number = np.nonzero(enough)
            if len(which):
                n = common[which, number]
                near.append(self._weighed(setting, which, number, n, n - same[which, number]))
        return self._best(near, wanted)

    def _settings(self, wanted: Moves) -> Iterator[_Setting]:
        """The plain one, same seats from the first round, is as likely as all others together."""
        shortest = int((wanted >= 0).any(axis=1).sum(axis=1).min())
        longer = max(0, self._actions.shape[2] - shortest)
        later = range(-NUDGES, longer + NUDGES + 1)
        others = len(later) * len(self._orders) - 1
        for shift in later:
            for seats in self._orders:
                plain = shift == 0 and seats == self._orders[0]
                yield _Setting(shift, seats, 1 + np.log2(len(self._numbers) * (1 if plain else others)))

    def _beside(self, setting: _Setting, rounds: int) -> tuple[Bits, Bits]:
        """The known laid so, in bits: its moves, and which were made."""
        if (rounds, setting) not in self._laid:
            laid = np.full((*self._actions.shape[:2], rounds), MISSING, dtype=np.int16)
            start, end = max(0, -setting.later), min(rounds, self._actions.shape[2] - setting.later)
            if end > start:
                laid[:, :, start:end] = self._actions[
                    :, setting.seats, start + setting.later : end + setting.later
                ]
            self._laid[rounds, setting] = _moves_in_bits(laid, self._width), _in_bits(laid >= 0)
        return self._laid[rounds, setting]

    def _weighed(
        self, setting: _Setting, which: Integers, number: Integers, n: Integers, differing: Integers
    ) -> Floats:
        """Candidates as columns: for whom, number, later, differing, cost, and what may be saved."""
        naming = betaln(differing + 0.5, n - differing + 0.5) - betaln(0.5, 0.5)
        cost = setting.bits + differing * np.log2(max(self._width - 1, 1)) - naming / np.log(2)
        saved = self._rate[number] * n - cost
        later = np.full(len(which), setting.later)
        candidates: Floats = np.column_stack([which, number, later, differing, cost, saved])
        return np.compress(saved > LEAST_SAVED, candidates, axis=0)

    def _best(self, near: list[Floats], wanted: Moves) -> dict[int, NearMatch]:
        """Of each one's candidates the one that may save most."""
        if not near:
            return {}
        candidates = np.concatenate(near)
        order = np.argsort(-candidates[:, 5], kind="stable")
        _, first = np.unique(candidates[order, 0], return_index=True)
        found = {}
        for which, number, later, differing, cost, _ in candidates[order[first]]:
            known = self._actions[int(number)]
            last = int((known >= 0).any(axis=0).nonzero()[0][-1]) + 1
            rounds = slice(max(0, -int(later)), min(wanted.shape[2], last - int(later)))
            found[int(which)] = NearMatch(
                int(self._numbers[int(number)]), rounds, int(differing), float(cost)
            )
        return found


def _moves_in_bits(actions: Moves, width: int) -> Bits:
    """A bit for every move of every kind."""
    return _in_bits(actions[..., None] == np.arange(width))


def _in_bits(facts: npt.NDArray[np.bool_]) -> Bits:
    """Facts of each match, in words of bits."""
    packed = np.packbits(facts.reshape(len(facts), -1), axis=1)
    filled = np.pad(packed, ((0, 0), (0, -packed.shape[1] % (WORD // 8))))
    return np.ascontiguousarray(filled).view(np.uint64)


def _in_both(first: Bits, second: Bits) -> Integers:
    """How many bits each of `first` has in common with each of `second`."""
    found = np.zeros((len(first), len(second)), dtype=np.int64)
    for one, other in zip(first.T, second.T, strict=True):
        found += np.bitwise_count(one[:, None] & other)
    return found
