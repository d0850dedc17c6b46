"""What happened: outcomes by question, or by author and question, and which of them each answer is held against."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from humanlike.core import BadFile, BadRecord
from humanlike.scoring.panels.columns import (
    Integers,
    WordColumn,
    numbers_in,
    read_columns,
    refuse_first,
    words_in,
)
from humanlike.scoring.panels.panel import Panel
from humanlike.scoring.probabilities import Floats

if TYPE_CHECKING:
    import pandas as pd

AUTHOR_COLUMNS = ("forecaster", "expert", "student")
FACT_COLUMNS = ("alternative", "value", "outcome")


class Facts(NamedTuple):
    """The outcome of each answer of a panel; arrays run over the answers."""

    outcome: Integers  # number of the outcome; -1 where it is not known
    happened: Integers  # column of what happened; -1 for quantities and unknown alternatives
    value: Floats  # of quantities; NaN where the text is no number


@dataclass(frozen=True)
class Outcomes:
    """What happened: by question, or by author and question."""

    happened: Mapping[tuple[str, str], str]  # (author or "", question) -> alternative or value
    lines: Mapping[tuple[str, str], int]
    source: str

    def facts(self, panel: Panel) -> Facts:
        """What each answer is held against: the author's own outcome, else everybody's."""
        authors, questions = zip(*self.happened, strict=True)
        numbers = [
            dict(zip(names, range(len(names)), strict=True)) for names in (panel.experts, panel.questions)
        ]
        question = np.fromiter(map(numbers[1].get, questions, repeat(-1)), np.int64, len(questions))
        n_experts = len(panel.experts)  # stands for everybody
        everybody = np.fromiter(map(bool, authors), np.bool_, len(authors)) == 0
        expert = np.fromiter(map(numbers[0].get, authors, repeat(-1)), np.int64, len(authors))
        expert = np.where(everybody, n_experts, expert)
        keys = np.where((question >= 0) & (expert >= 0), question * (n_experts + 1) + expert, -1)
        own, general = (
            _found(keys, panel.question * (n_experts + 1) + who) for who in (panel.expert, n_experts)
        )
        outcome = np.where(own >= 0, own, general)
        texts = list(self.happened.values())
        column, value = self._read(panel, question, texts)
        return Facts(outcome, column[outcome], value[outcome])

    def by_question(self, panel: Panel) -> Integers:
        """The column of what happened [questions]; -1 for quantities, where it is unknown, or differs by author."""
        happened = self.facts(panel).happened
        low = np.full(len(panel.questions), np.iinfo(np.int64).max)
        high = np.full(len(panel.questions), -1)
        np.minimum.at(low, panel.question, happened)
        np.maximum.at(high, panel.question, happened)
        return np.where(low == high, high, -1)

    def _read(self, panel: Panel, question: Integers, texts: list[str]) -> tuple[Integers, Floats]:
        """The column and the value that each outcome means; one more entry stands for the unknown."""
        place = {
            (number, label): column
            for number, labels in enumerate(panel.labels)
            for column, label in enumerate(labels)
        }
        pairs = zip(question.tolist(), texts, strict=True)
        column = np.fromiter(map(place.get, pairs, repeat(-1)), np.int64, len(texts))
        is_quantity = np.array([not labels for labels in panel.labels])[question] & (question >= 0)
        value = np.full(len(texts), np.nan)
        value[is_quantity] = numbers_in([texts[number] for number in np.flatnonzero(is_quantity)])
        return np.append(column, -1), np.append(value, np.nan)

    def written(self, outcome: int) -> tuple[int, str]:
        """The line and the text of an outcome."""
        key = list(self.happened)[outcome]
        return self.lines[key], self.happened[key]


def read_outcomes(table: "str | Path | pd.DataFrame") -> Outcomes:
    """What happened, from `table`."""
    columns = read_columns(table)
    require(columns.source, columns.cells, ("question",))
    column = next((name for name in FACT_COLUMNS if name in columns.cells), None)
    if column is None:
        raise BadFile(f"{columns.source}: no column says what happened; 'alternative' or 'value' is needed.")
    author = author_column(columns.source, columns.cells)
    count = len(columns.lines)
    who = words_in(columns.cells[author]) if author else WordColumn(np.zeros(count, dtype=np.int64), ("",))
    question = words_in(columns.cells["question"])
    facts = [words_in(columns.cells[name]) for name in FACT_COLUMNS if name in columns.cells]
    texts = [next(filter(None, said), "") for said in zip(*map(texts_of, facts), strict=True)]
    empty = np.fromiter(map(bool, texts), np.bool_, count) == 0
    refuse_first(
        [
            (who.is_empty & bool(author), lambda row: f"{columns.where(row)}: {author} is empty."),
            (question.is_empty, lambda row: f"{columns.where(row)}: question is empty."),
            (empty, lambda row: f"{columns.where(row)}: {column} is empty."),
        ]
    )
    keys = list(zip(texts_of(who), texts_of(question), strict=True))
    lines = dict(zip(reversed(keys), reversed(columns.lines.tolist()), strict=True))  # the first line of each
    if len(lines) < count:
        row = next(row for row, key in enumerate(keys) if lines[key] != columns.lines[row])
        raise BadRecord(
            f"{columns.where(row)}: question '{keys[row][1]}' already has an outcome in line {lines[keys[row]]}."
        )
    return Outcomes(dict(zip(keys, texts, strict=True)), {key: lines[key] for key in keys}, columns.source)


def _found(keys: Integers, wanted: Integers) -> Integers:
    """Where each wanted key stands among `keys`, which differ; -1 where it does not."""
    order = np.argsort(keys)
    place = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)]
    return np.where(keys[place] == wanted, place, -1)


def texts_of(column: WordColumn) -> list[str]:
    """The words of a column, row by row."""
    return [column.words[number] for number in column.number.tolist()]


def author_column(source: str, columns: Mapping[str, object]) -> str | None:
    """The column that says who answered, if there is one."""
    found = [name for name in AUTHOR_COLUMNS if name in columns]
    if len(found) > 1:
        raise BadFile(f"{source}: columns {' and '.join(found)} both say who answered; keep one.")
    return found[0] if found else None


def require(source: str, columns: Mapping[str, object], needed: tuple[str, ...]) -> None:
    """Refuse a table that lacks one of the columns needed."""
    for name in needed:
        if name not in columns:
            listed = ", ".join(columns) or "none"
            raise BadFile(f"{source}: column '{name}' is missing; the file has {listed}.")
