"""Predictions of others: a file or a data frame of them, several in a list; as predictors, or as a panel of forecasts.

As forecasts a choice is a question, its actions are the alternatives, the move that was made is the outcome, and rules
are the forecasters.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from humanlike.core import BadRequest
from humanlike.core.words import by_appearance, is_first
from humanlike.datasets.predictions import PredictionsTable, read_predictions, refuse_twice
from humanlike.scoring.panels import Outcomes, Panel
from humanlike.scoring.panels.columns import Integers

PredictionsWord = str | Path | pd.DataFrame | Sequence[str | Path | pd.DataFrame]
QUESTION = ("dataset", "game", "match", "subject", "role")
CAVEAT = (
    "Choices of one person or one match are no independent questions: these ranks and intervals take them as such; "
    "`predict --predictions` goes by persons or matches."
)


def find_predictions(word: PredictionsWord | None, *, renormalise: bool = False) -> list[PredictionsTable]:
    """The tables of predictions a word names, or several in a list (files also by commas)."""
    if word is None or (isinstance(word, str) and not word):
        return []
    if isinstance(word, str):
        word = [part.strip() for part in word.split(",")]
    given = [word] if isinstance(word, Path | pd.DataFrame) else word
    return [read_predictions(each, renormalise=renormalise) for each in given]


def panel_of_predictions(table: PredictionsTable) -> Panel:
    """The choices under test as questions, the rules as forecasters."""
    rows = np.flatnonzero(table.tested)
    if not len(rows):
        raise BadRequest(
            f"{table.source}: no choice is under test (column tested), so there is nothing to score."
        )
    choice, questions = _questions(table, rows)
    refuse_twice(table, _among_all(table, rows, choice))
    rules, counts = table.words["rule"], table.n_actions[rows]
    present = np.unique(rules.codes[rows])
    first = np.flatnonzero(is_first(choice))
    actions = {count: tuple(map(str, range(count))) for count in np.unique(counts).tolist()}
    start = np.append(0, np.cumsum(counts))
    chances = table.chances[rows]
    lines = rows + table.first_line
    return Panel(
        source=table.source,
        experts=tuple(rules.names[code] for code in present),
        questions=questions,
        labels=tuple(map(actions.__getitem__, counts[first].tolist())),
        expert=np.searchsorted(present, rules.codes[rows]),
        question=choice,
        round=np.ones(len(rows), dtype=np.int64),
        line=lines,
        start=start,
        column=np.arange(start[-1]) - np.repeat(start[:-1], counts),
        value=np.full(start[-1], np.nan),
        probability=chances[~np.isnan(chances)],
        entry_line=np.repeat(lines, counts),
        notes={},
        is_defined=True,
        caveat=CAVEAT,
    )


def outcomes_of_predictions(table: PredictionsTable) -> Outcomes:
    """The moves that were made, as the file itself says."""
    if "action" not in table.numbers or (table.numbers["action"][table.tested] < 0).any():
        raise BadRequest(
            f"{table.source}: not every row says which move was made (column action). `predict DATA --predictions "
            f"{table.source} --save-predictions NEW` adds the moves from the data; or name --outcomes."
        )
    rows = np.flatnonzero(table.tested)
    choice, questions = _questions(table, rows)
    first = np.flatnonzero(is_first(choice))
    moves = table.numbers["action"][rows]
    if (moves != moves[first][choice]).any():
        row = int(rows[np.argmax(moves != moves[first][choice])])
        raise BadRequest(f"{table.where(row)}: {table.called(row)}: another rule's row names another move.")
    keys = [("", question) for question in questions]
    lines = (rows[first] + table.first_line).tolist()
    return Outcomes(
        dict(zip(keys, map(str, moves[first].tolist()), strict=True)),
        dict(zip(keys, lines, strict=True)),
        table.source,
    )


def _questions(table: PredictionsTable, rows: Integers) -> tuple[Integers, tuple[str, ...]]:
    """The number of each row's choice, in order of appearance, and what the choices are called."""
    named = [name for name in QUESTION if name in table.words or name in table.numbers]
    codes = [
        (table.words[name].codes if name in table.words else table.numbers[name])[rows] for name in named
    ]
    choice = by_appearance(*codes, table.numbers["round"][rows])
    first = rows[is_first(choice)]
    columns = [
        [f"{name} {word}" for word in _texts(table, name, first)]
        for name in named
        if name not in table.words or len(table.words[name].names) > 1
    ]
    rounds = [f"round {round_}" for round_ in table.numbers["round"][first].tolist()]
    return choice, tuple(map(", ".join, zip(*columns, rounds, strict=True)))


def _texts(table: PredictionsTable, name: str, rows: Integers) -> list[str]:
    if name not in table.words:
        return list(map(str, table.numbers[name][rows].tolist()))
    words = table.words[name]
    return [words.names[code] for code in words.codes[rows].tolist()]


def _among_all(table: PredictionsTable, rows: Integers, choice: Integers) -> Integers:
    every = np.full(len(table.chances), -1, dtype=np.int64)
    every[rows] = choice
    return every
