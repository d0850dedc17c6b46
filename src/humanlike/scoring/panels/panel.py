"""A panel: who answered what, when, and with which probabilities."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from humanlike.scoring.probabilities import Floats


@dataclass(frozen=True)
class Answer:
    """One person's forecast of one question in one round.

    Over alternatives `labels` are their names and `probabilities` sum to 1. Over a quantity `labels` is empty,
    `breaks` are values and `probabilities` the chances of less than each.
    """

    expert: str
    round: int
    question: str
    labels: tuple[str, ...]
    breaks: tuple[float, ...]
    probabilities: tuple[float, ...]
    line: int  # the answer's first line in its file
    note: str = ""  # what had to be mended, if anything

    @property
    def is_quantity(self) -> bool:
        """Whether the answer is about a number rather than alternatives."""
        return bool(self.breaks)


@dataclass(frozen=True)
class Panel:
    """All answers, in the order of their file."""

    answers: tuple[Answer, ...]
    source: str

    @cached_property
    def experts(self) -> tuple[str, ...]:
        """Everybody, in order of first appearance."""
        return _in_order(answer.expert for answer in self.answers)

    @cached_property
    def questions(self) -> tuple[str, ...]:
        """All questions, in order of first appearance."""
        return _in_order(answer.question for answer in self.answers)

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """All rounds, first to last."""
        return tuple(sorted({answer.round for answer in self.answers}))

    @cached_property
    def alternatives(self) -> dict[str, tuple[str, ...]]:
        """The alternatives of each question: everything anybody named; empty for a quantity."""
        named: dict[str, dict[str, None]] = {question: {} for question in self.questions}
        for answer in self.answers:
            named[answer.question].update(dict.fromkeys(answer.labels))
        return {question: tuple(labels) for question, labels in named.items()}

    @cached_property
    def _by_question(self) -> dict[str, list[Answer]]:
        answers: dict[str, list[Answer]] = {}
        for answer in self.answers:
            answers.setdefault(answer.question, []).append(answer)
        return answers

    def of(self, question: str, round_: int | None = None) -> tuple[Answer, ...]:
        """The answers to `question`, of one round or of each expert's last."""
        found = self._by_question.get(question, [])
        if round_ is not None:
            return tuple(answer for answer in found if answer.round == round_)
        last: dict[str, Answer] = {}
        for answer in found:
            if answer.expert not in last or answer.round > last[answer.expert].round:
                last[answer.expert] = answer
        return tuple(last.values())

    def table(self, answers: Iterable[Answer]) -> Floats:
        """Probabilities [answers, alternatives]; an alternative somebody left out has probability 0."""
        rows = []
        for answer in answers:
            given = dict(zip(answer.labels, answer.probabilities, strict=True))
            rows.append([given.get(label, 0.0) for label in self.alternatives[answer.question]])
        return np.array(rows, dtype=np.float64)


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
