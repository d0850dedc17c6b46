"""A panel: who answered what, when, and with which probabilities."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.scoring.panels.columns import Booleans, Integers
from humanlike.scoring.probabilities import Floats


class SetAside(NamedTuple):
    """An answer that is not counted, and why."""

    line: int
    expert: str
    question: str
    alternative: str  # that nobody defined; empty where the question itself is unknown
    reason: str

    def sentence(self, source: str) -> str:
        """What to say of it, without the full stop."""
        return f"{source}, line {self.line}: '{self.expert}', question '{self.question}': {self.reason}"


class LookAlike(NamedTuple):
    """Two alternatives that may be one, and how many people name each."""

    question: str
    alternative: str
    other: str
    n_experts: int
    n_others: int

    def sentence(self) -> str:
        """What to say of it."""
        return (
            f"Question '{self.question}': '{self.alternative}' ({self.n_experts} people) and '{self.other}' "
            f"({self.n_others}) look like one alternative in two spellings, and nobody names both; they count as two "
            "(--questions FILE says which exist)."
        )


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
    labels: tuple[tuple[str, ...], ...]  # of each question: its alternatives; empty for a quantity
    expert: Integers  # [answers] number among the experts
    question: Integers  # [answers] number among the questions
    round: Integers  # [answers]
    line: Integers  # [answers] the first line in the file
    start: Integers  # [answers + 1]
    column: Integers  # [entries]; -1 for quantities
    value: Floats  # [entries]; NaN for alternatives
    probability: Floats  # [entries]
    entry_line: Integers  # [entries] in the file
    notes: Mapping[int, str]  # what had to be mended, by answer
    set_aside: tuple[SetAside, ...] = ()  # answers of the file that are not among these
    look_alikes: tuple[LookAlike, ...] = ()  # alternatives that may be one, where no file of questions says
    is_defined: bool = False  # whether the alternatives are known, as those of a game are
    caveat: str = ""  # what is wrong with taking the questions as independent

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
        latest = self._latest(np.arange(len(self)))
        pair = self.question * len(self.experts) + self.expert
        _, first = np.unique(pair, return_index=True)
        return latest[np.lexsort((first, self.question[latest]))]

    def standing(self, round_: int) -> Integers:
        """What stands after a round on each question somebody answered in it: everybody's last answer up to then.

        Question by question; who did not answer again keeps what was said before.
        """
        now = self.round == round_
        asked = np.bincount(self.question[now], minlength=len(self.questions)) > 0
        here = np.flatnonzero((self.round <= round_) & asked[self.question])
        if not now[here].all():
            here = np.sort(self._latest(here))
        return here[np.argsort(self.question[here], kind="stable")]

    def up_to(self, round_: int) -> Integers:
        """Everybody's last answer up to a round to every question asked by then; question by question."""
        return self._latest(np.flatnonzero(self.round <= round_))

    def _latest(self, answers: Integers) -> Integers:
        """Of some answers the last of each person to each question, ordered by question and person."""
        pair = self.question[answers] * len(self.experts) + self.expert[answers]
        order = np.lexsort((self.round[answers], pair))
        return answers[order[np.flatnonzero(np.diff(pair[order], append=-1))]]

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


def quantiles(values: Floats, starts: Integers, share: float) -> Floats:
    """The quantile of each group of values, which stand together from `starts` on; between values it is straight."""
    sizes = np.diff(starts, append=len(values))
    ordered = values[np.lexsort((values, np.repeat(np.arange(len(starts)), sizes)))]
    place = share * (sizes - 1)
    below = np.floor(place).astype(np.int64)
    low, high = ordered[starts + below], ordered[starts + np.minimum(below + 1, sizes - 1)]
    return np.asarray(low + (place - below) * (high - low))
