"""A panel: who answered what, when, and with which probabilities."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from humanlike.scoring.panels.columns import Booleans, Integers
from humanlike.scoring.probabilities import Floats


@dataclass(frozen=True, eq=False)
class Panel:
    """All answers, in the order of their file: one person's forecast of one question in one round each.

    An answer a consists of the entries `start[a]` to `start[a + 1]`. Over alternatives an entry is one of them
    (its `column` among those of the question) with its probability, and they sum to 1. Over a quantity it is a value
    and the chance of less, values rising.
    """

    source: str
    experts: tuple[str, ...]  # in order of first appearance
    questions: tuple[str, ...]  # in order of first appearance
    labels: tuple[tuple[str, ...], ...]  # of each question: everything anybody named; empty for a quantity
    expert: Integers  # [answers] number among the experts
    question: Integers  # [answers] number among the questions
    round: Integers  # [answers]
    line: Integers  # [answers] the first line in the file
    start: Integers  # [answers + 1]
    column: Integers  # [entries]; -1 for quantities
    value: Floats  # [entries]; NaN for alternatives
    probability: Floats  # [entries]
    notes: Mapping[int, str]  # what had to be mended, by answer

    def __len__(self) -> int:
        return len(self.expert)

    @property
    def alternatives(self) -> dict[str, tuple[str, ...]]:
        """The alternatives of each question; none for a quantity."""
        return dict(zip(self.questions, self.labels, strict=True))

    @cached_property
    def n_alternatives(self) -> Integers:
        """How many alternatives each answer is over; 0 for a quantity."""
        return np.array([len(labels) for labels in self.labels], dtype=np.int64)[self.question]

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """All rounds, first to last."""
        return tuple(np.unique(self.round).tolist())

    @cached_property
    def last(self) -> Integers:
        """Everybody's last answer to each question; question by question, people in order of their first answer."""
        pair = self.question * len(self.experts) + self.expert
        _, first = np.unique(pair, return_index=True)
        order = np.lexsort((self.round, pair))
        latest = order[np.flatnonzero(np.diff(pair[order], append=-1))]
        return latest[np.lexsort((first, self.question[latest]))]

    def of_round(self, round_: int) -> Integers:
        """The answers of one round, question by question."""
        here = np.flatnonzero(self.round == round_)
        return here[np.argsort(self.question[here], kind="stable")]

    def by_size(self, answers: Integers) -> Iterator[Integers]:
        """Those of the answers that are over equally many alternatives, size by size; quantities are left out."""
        sizes = self.n_alternatives[answers]
        for size in np.unique(sizes[sizes > 0]):
            yield answers[sizes == size]

    def entries(self, answers: Integers) -> tuple[Integers, Integers]:
        """The entries of some answers, one answer after the other, and the place of each one's answer among them."""
        counts = self.start[answers + 1] - self.start[answers]
        owner = np.repeat(np.arange(len(answers)), counts)
        before = np.cumsum(counts) - counts
        return np.repeat(self.start[answers] - before, counts) + np.arange(len(owner)), owner

    def table(self, answers: Integers) -> Floats:
        """Probabilities [answers, alternatives] of answers of one size; an alternative left out has probability 0."""
        entry, owner = self.entries(answers)
        result = np.zeros((len(answers), int(self.n_alternatives[answers].max(initial=0))))
        result[owner, self.column[entry]] = self.probability[entry]
        return result


def group_starts(groups: npt.NDArray[np.int64]) -> Integers:
    """Where each group begins in a list of group numbers that stand together.

    >>> group_starts(np.array([4, 4, 7, 9, 9, 9])).tolist()
    [0, 2, 3]
    """
    changes: Booleans = np.diff(groups, prepend=-1) != 0
    return np.flatnonzero(changes)
