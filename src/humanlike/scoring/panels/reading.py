"""Reading answers from CSV files or DataFrames; whatever is wrong is named with its line and its author.

Answers have the columns `forecaster` (or `expert`, or `student`), `question`, `probability`, optionally `round`
(default 1), and one of

- `alternative`: the probability of that alternative; the alternatives of one answer sum to 1;
- `percentile`: a value; `probability` is then the chance of less than it (both columns may be present);
- neither: the probability of success at a task, whose alternatives are `success` and `failure`.

Outcomes have `question` and `alternative` (for quantities: `value`), and the author column as well where
everybody has outcomes of their own (tasks).
"""

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from humanlike.core import BadFile, whole_number
from humanlike.scoring.panels.columns import (
    Integers,
    TableColumns,
    WordColumn,
    no_number,
    numbers_in,
    read_columns,
    refuse_first,
    words_in,
)
from humanlike.scoring.panels.mending import Entries, mended
from humanlike.scoring.panels.outcomes import AUTHOR_COLUMNS, author_column, require
from humanlike.scoring.panels.panel import Panel, group_starts
from humanlike.scoring.probabilities import Floats

if TYPE_CHECKING:
    import pandas as pd

TASK = ("success", "failure")


class _Rows(NamedTuple):
    """The rows of a file of answers; arrays run over the rows."""

    expert: WordColumn
    question: WordColumn
    round: Integers
    label: WordColumn
    value: Floats  # NaN for alternatives
    probability: Floats


class _Answers(NamedTuple):
    """Which rows make up an answer: those with one author, round and question."""

    of_row: Integers  # [rows] number of the answer, in order of first appearance
    first: Integers  # [answers] its first row


def read_panel(table: "str | Path | pd.DataFrame", *, renormalise: bool = False) -> Panel:
    """The panel in `table`; `renormalise` mends sums other than 1 and disordered percentiles instead of refusing."""
    columns = read_columns(table)
    author = author_column(columns.source, columns.cells)
    if author is None:
        raise BadFile(
            f"{columns.source}: no column says who answered; one of {', '.join(AUTHOR_COLUMNS)} is needed."
        )
    require(columns.source, columns.cells, ("question", "probability"))
    rows = _rows(columns, author)
    answers = _answers(rows)
    entries = _entries(columns, author, rows, answers)
    first = answers.first

    def named(answer: int) -> str:
        return f"{columns.where(first[answer])}: {_whose(rows, author, first[answer])}"

    entries, notes = mended(entries, named, renormalise=renormalise)
    who, what = rows.expert.number[first], rows.question.number[first]
    _refuse_two_kinds(columns, rows, first)
    asked = "alternative" in columns.cells or "percentile" in columns.cells
    column, labels = _alternatives(entries, what, rows.label.words if asked else TASK)
    shape = (
        rows.round[first],
        columns.lines[first],
        entries.start,
        column,
        entries.value,
        entries.probability,
        entries.line,
    )
    return Panel(columns.source, rows.expert.words, rows.question.words, labels, who, what, *shape, notes)


def _whose(rows: _Rows, author: str, row: int) -> str:
    who, what = rows.expert, rows.question
    return f"{author} '{who.words[who.number[row]]}', question '{what.words[what.number[row]]}'"


def _rows(columns: TableColumns, author: str) -> _Rows:
    """All rows, checked one by one."""
    cells, count = columns.cells, len(columns.lines)
    nothing = [""] * count
    expert, question = words_in(cells[author]), words_in(cells["question"])
    round_, label = words_in(cells.get("round", nothing)), words_in(cells.get("alternative", nothing))
    percentile = words_in(cells.get("percentile", nothing))
    numbers = [1 if not word else whole_number(word) for word in round_.words]
    probability, given = numbers_in(cells["probability"]), ~percentile.is_empty
    value = np.where(
        given, numbers_in([word or "nan" for word in percentile.words])[percentile.number], np.nan
    )
    rows = _Rows(
        expert,
        question,
        np.array([number or 0 for number in numbers])[round_.number],
        label,
        value,
        probability,
    )

    def about(row: int, text: str) -> str:
        return f"{columns.where(row)}: {_whose(rows, author, row)}: {text}"

    bad_round = np.array([number is None for number in numbers])[round_.number]
    outside = ~((probability >= 0) & (probability <= 1))
    asked = "alternative" in cells or "percentile" in cells
    refuse_first(
        [
            (expert.is_empty, lambda row: f"{columns.where(row)}: {author} is empty."),
            (question.is_empty, lambda row: f"{columns.where(row)}: question is empty."),
            (
                bad_round,
                lambda row: about(row, f"round '{round_.words[round_.number[row]]}' is not a whole number."),
            ),
            (
                ~np.isfinite(probability),
                lambda row: about(row, no_number("probability", cells["probability"][row])),
            ),
            (
                outside,
                lambda row: about(row, f"probability {probability[row]:g} does not lie between 0 and 1."),
            ),
            (
                given & ~label.is_empty,
                lambda row: about(row, "both an alternative and a percentile are given."),
            ),
            (
                given & ~np.isfinite(value),
                lambda row: about(row, no_number("percentile", cells["percentile"][row])),
            ),
            (~given & label.is_empty & asked, lambda row: about(row, "no alternative is named.")),
        ]
    )
    return rows


def _answers(rows: _Rows) -> _Answers:
    rounds, round_ = np.unique(rows.round, return_inverse=True)
    key = (rows.expert.number * len(rounds) + round_) * len(rows.question.words) + rows.question.number
    _, first, place = np.unique(key, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return _Answers(rank[place], first[order])


def _entries(columns: TableColumns, author: str, rows: _Rows, answers: _Answers) -> Entries:
    """The rows answer by answer; nothing is said twice, and nobody mixes alternatives and percentiles."""
    order = np.argsort(answers.of_row, kind="stable")
    answer, value, is_value = answers.of_row[order], rows.value[order], np.isfinite(rows.value[order])
    start = np.append(group_starts(answer), len(answer))
    said = np.where(
        is_value, len(rows.label.words) + np.unique(value, return_inverse=True)[1], rows.label.number[order]
    )
    _, first, same = np.unique(answer * (said.max() + 1) + said, return_index=True, return_inverse=True)
    again = first[same] < np.arange(len(answer))

    def twice(place: int) -> str:
        entry = start[place] + int(np.argmax(again[start[place] : start[place + 1]]))
        row, word = order[entry], rows.label.words[rows.label.number[order[entry]]]
        what = f"'{float(value[entry])!r}'" if is_value[entry] else f"'{word}'" if word else "the task"
        whose = _whose(rows, author, row).replace(", question", " answers question")
        earlier = columns.lines[order[first[same[entry]]]]
        return f"{columns.where(row)}: {whose}, {what} twice (first in line {earlier})."

    def mixed(place: int) -> str:
        row = answers.first[place]
        return f"{columns.where(row)}: {_whose(rows, author, row)}: mixes alternatives and percentiles."

    some = np.logical_or.reduceat(is_value, start[:-1])
    refuse_first(
        [
            (np.logical_or.reduceat(again, start[:-1]), twice),
            (some & ~np.logical_and.reduceat(is_value, start[:-1]), mixed),
        ]
    )
    entries = Entries(start, rows.label.number[order], value, rows.probability[order], columns.lines[order])
    return entries if "alternative" in columns.cells or "percentile" in columns.cells else _tasks(entries)


def _tasks(entries: Entries) -> Entries:
    """A task of which only the chance of success is given: success or failure."""
    chance = entries.probability
    return Entries(
        2 * entries.start,
        np.tile([0, 1], len(chance)),
        np.full(2 * len(chance), np.nan),
        np.column_stack([chance, 1 - chance]).reshape(-1),
        np.repeat(entries.line, 2),
    )


def _refuse_two_kinds(columns: TableColumns, rows: _Rows, first: Integers) -> None:
    """Everybody answers a question in the same way, by alternatives or by percentiles."""
    question, is_value = rows.question.number[first], np.isfinite(rows.value[first])
    _, model = np.unique(question, return_index=True)  # the first answer to each question

    def other_way(answer: int) -> str:
        here, there = first[answer], first[model[question[answer]]]
        names = [rows.expert.words[rows.expert.number[row]] for row in (here, there)]
        return (
            f"{columns.where(here)}: '{names[0]}' answers question '{rows.question.words[question[answer]]}' by "
            f"{'percentiles' if is_value[answer] else 'alternatives'}, '{names[1]}' (line {columns.lines[there]}) "
            "the other way."
        )

    refuse_first([(is_value != is_value[model[question]], other_way)])


def _alternatives(
    entries: Entries, question: Integers, words: tuple[str, ...]
) -> tuple[Integers, tuple[tuple[str, ...], ...]]:
    """The column of each entry among the alternatives of its question (-1: a quantity), and their names."""
    n_questions = int(question.max()) + 1
    here = np.flatnonzero(np.isnan(entries.value))
    asked = np.repeat(question, np.diff(entries.start))[here]
    named, first, place = np.unique(
        asked * len(words) + entries.label[here], return_index=True, return_inverse=True
    )
    order = np.lexsort((first, named // len(words)))  # by question, then in order of appearance
    column = np.empty(len(order), dtype=np.int64)
    starts = np.searchsorted(named // len(words), np.arange(n_questions + 1))
    column[order] = np.arange(len(order)) - starts[named[order] // len(words)]
    columns = np.full(len(entries.value), -1)
    columns[here] = column[place]
    texts = [words[number] for number in (named[order] % len(words)).tolist()]
    return columns, tuple(tuple(texts[a:b]) for a, b in pairwise(starts.tolist()))
