"""Labels: what each row of a record is called, kept as numbers until somebody asks for text.

A million simulated pairs are called 1, 2, 3, ... and nobody ever reads their names; writing them all out would
cost more than playing the game.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.integer[Any]]
SHOWN = 6  # labels in a repr


@dataclass(frozen=True, eq=False, repr=False)
class Labels(Sequence[str]):
    """A label for each row: row q is called `names[codes[q]]`, or `codes[q] + 1` where there are no names.

    Equal to any sequence of the same words. Different codes have different names.

    >>> Labels.of(["ann", "bob", "ann"]).codes.tolist(), Labels(np.array([0, 0, 1])) == ("1", "1", "2")
    ([0, 1, 0], True)
    """

    codes: Codes
    names: tuple[str, ...] | None = None

    @classmethod
    def of(cls, words: Sequence[str]) -> "Labels":
        """Labels from words, numbered in order of appearance."""
        if isinstance(words, Labels):
            return words
        texts = tuple(map(str, words))
        place = {name: number for number, name in enumerate(dict.fromkeys(texts))}
        codes = np.fromiter(map(place.__getitem__, texts), dtype=np.int64, count=len(texts))
        return cls(codes, tuple(place))

    def words_of(self, codes: Codes) -> list[str]:
        """The text behind some codes."""
        if self.names is None:
            return [str(code + 1) for code in codes.tolist()]
        return [self.names[code] for code in codes.tolist()]

    def take(self, rows: npt.ArrayLike) -> "Labels":
        """The labels of some rows."""
        return Labels(self.codes[np.asarray(rows)], self.names)

    def different(self) -> list[str]:
        """The labels that occur, each once, in order of appearance."""
        present, first = np.unique(self.codes, return_index=True)
        return self.words_of(present[np.argsort(first)])

    def numbers(self) -> npt.NDArray[np.int64]:
        """A number for each row's label, from 0, in order of appearance."""
        return numbered(self.codes)

    @property
    def n_different(self) -> int:
        """How many different labels occur."""
        return int(self.numbers().max(initial=-1)) + 1

    def ranks(self) -> npt.NDArray[np.int64]:
        """The place of each row's label among those that occur, in the order of the alphabet, from 0."""
        return self._ranks

    @cached_property  # words are sorted once, however many metrics ask
    def _ranks(self) -> npt.NDArray[np.int64]:
        present, place = np.unique(self.codes, return_inverse=True)
        words = self.words_of(present)
        rank = np.empty(len(words), dtype=np.int64)
        rank[sorted(range(len(words)), key=words.__getitem__)] = np.arange(len(words))
        result = rank[place.reshape(-1)]
        result.setflags(write=False)
        return result

    def places(self) -> dict[str, npt.NDArray[np.int64]]:
        """The rows of each label, in order of appearance."""
        if not len(self):
            return {}
        order = np.argsort(self.codes, kind="stable")
        starts = np.flatnonzero(np.diff(self.codes[order], prepend=self.codes[order[0]] - 1))
        parts = np.split(order, starts[1:])
        by_first = sorted(parts, key=lambda rows: int(rows[0]))
        return dict(zip(self.words_of(self.codes[[rows[0] for rows in by_first]]), by_first, strict=True))

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, row: int) -> str: ...
    @overload
    def __getitem__(self, row: slice) -> "Labels": ...
    def __getitem__(self, row: int | slice) -> "str | Labels":
        if isinstance(row, slice):
            return Labels(self.codes[row], self.names)
        code = int(self.codes[row])
        return str(code + 1) if self.names is None else self.names[code]

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        present, place = np.unique(self.codes, return_inverse=True)
        words = np.array(self.words_of(present), dtype=np.str_ if dtype is None else dtype)
        return np.asarray(words[place.reshape(-1)])

    def __iter__(self) -> Iterator[str]:
        return iter(np.asarray(self, dtype=object).tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        if len(self) <= SHOWN:
            return repr(tuple(self))
        return f"({', '.join(map(repr, self[:SHOWN]))}, ... {len(self):,} in all)"


def numbered(keys: Codes) -> npt.NDArray[np.int64]:
    """A number for each different key, from 0, in order of appearance.

    >>> numbered(np.array([7, 7, 2, 7])).tolist()
    [0, 0, 1, 0]
    """
    steps = np.diff(keys)
    if (steps >= 0).all():  # equal keys stand together, as those of simulated play do
        return np.concatenate([np.zeros(min(len(keys), 1), dtype=np.int64), np.cumsum(steps > 0)])
    import pandas as pd  # slow to load, and most labels need none

    return pd.factorize(keys)[0].astype(np.int64)


def merged(parts: Sequence[Labels]) -> Labels:
    """Labels of several records one after the other; the same text is the same label."""
    if all(part.names is None for part in parts):
        return Labels(np.concatenate([part.codes for part in parts]))
    place: dict[str, int] = {}
    codes = []
    for part in parts:
        present, inverse = np.unique(part.codes, return_inverse=True)
        numbers = [place.setdefault(word, len(place)) for word in part.words_of(present)]
        codes.append(np.array(numbers, dtype=np.int64)[inverse.reshape(-1)])
    return Labels(np.concatenate(codes), tuple(place))


def prefixed(labels: Labels, prefix: str) -> Labels:
    """The same labels with `prefix` and a colon before each; what says nothing still says nothing."""
    present, inverse = np.unique(labels.codes, return_inverse=True)
    words = (f"{prefix}:{word}" if word else "" for word in labels.words_of(present))
    return Labels(inverse.reshape(-1), tuple(words))
