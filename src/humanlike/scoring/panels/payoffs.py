"""Payoffs from a file: what each action pays in each event, for all questions alike or for single ones.

One row for each action and alternative: `action`, `alternative`, `payoff`; with a column `question` a row is for that
question only, where it is empty for all that have no rows of their own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from humanlike.core import BadRecord, BadRequest
from humanlike.scoring.decisions import PayoffTable
from humanlike.scoring.panels.columns import TableColumns, no_number, numbers_in, read_columns
from humanlike.scoring.panels.outcomes import require
from humanlike.scoring.panels.panel import Panel

if TYPE_CHECKING:
    import pandas as pd

LARGEST = 1e100  # payoff, of either sign: sums and ratios of such are still numbers

EVERY = ""  # the question of rows that are for all


@dataclass(frozen=True, eq=False)
class Payoffs:
    """A table for each question that has its own, and one for the others."""

    source: str
    tables: Mapping[str, PayoffTable]  # by question; `EVERY` for the others

    def of_questions(self, panel: Panel) -> list[PayoffTable]:
        """The table of each question, its alternatives in the question's order; what does not fit is named."""
        for question in self.tables:
            if question != EVERY and question not in panel.questions:
                raise BadRecord(f"{self.source}: nobody was asked question '{question}' in {panel.source}.")
        ordered: dict[tuple[str, tuple[str, ...]], PayoffTable] = {}
        found = []
        for question, labels in panel.alternatives.items():
            if not labels:
                raise BadRequest(f"Question '{question}' is about a quantity; payoffs are for alternatives.")
            own = question if question in self.tables else EVERY
            if own not in self.tables:
                listed = ", ".join(self.tables)
                raise BadRecord(
                    f"{self.source}: no payoffs for question '{question}'; there are some for {listed}."
                )
            key = own, labels
            if key not in ordered:
                ordered[key] = self._fitted(question, labels, self.tables[own])
            found.append(ordered[key])
        return found

    def event_of(self, question: str) -> str:
        """The alternative of a question that its payoffs name first: of two, the event that is acted against."""
        return self.tables[question if question in self.tables else EVERY].alternatives[0]

    def _fitted(self, question: str, labels: tuple[str, ...], table: PayoffTable) -> PayoffTable:
        """The table with its columns in the order of `labels`."""
        listed, known = ", ".join(labels), ", ".join(table.alternatives)
        for label in labels:
            if label not in table.alternatives:
                raise BadRecord(
                    f"{self.source}: question '{question}' can end in '{label}', for which no action has a payoff; "
                    f"payoffs are for {known}."
                )
        for label in table.alternatives:
            if label not in labels:
                raise BadRecord(
                    f"{self.source}: '{label}' has payoffs but is no alternative of question '{question}' ({listed}); "
                    "--questions FILE says which exist."
                )
        order = [table.alternatives.index(label) for label in labels]
        return PayoffTable(table.actions, labels, table.payoffs[:, order])


def read_payoffs(table: "str | Path | pd.DataFrame") -> Payoffs:
    """The payoffs in `table`; what is wrong is named with its line."""
    columns = read_columns(table)
    require(columns.source, columns.cells, ("action", "alternative", "payoff"))
    numbers = numbers_in(columns.cells["payoff"])
    cells: dict[str, dict[tuple[str, str], float]] = {}
    lines: dict[tuple[str, str, str], int] = {}
    for row, number in enumerate(numbers.tolist()):
        question, action, alternative = (
            _word(columns, name, row) for name in ("question", "action", "alternative")
        )
        if not np.isfinite(number):
            raise BadRecord(f"{columns.where(row)}: {no_number('payoff', columns.cells['payoff'][row])}")
        if abs(number) > LARGEST:
            raise BadRecord(
                f"{columns.where(row)}: a payoff of {number:g} is too large to add up; use another unit (at most "
                f"{LARGEST:g})."
            )
        key = question, action, alternative
        if key in lines:
            raise BadRecord(
                f"{columns.where(row)}: '{action}' already has a payoff for '{alternative}' in line {lines[key]}."
            )
        lines[key] = int(columns.lines[row])
        cells.setdefault(question, {})[action, alternative] = number
    return Payoffs(columns.source, {question: _table(columns.source, own) for question, own in cells.items()})


def _word(columns: TableColumns, name: str, row: int) -> str:
    """A cell; only the question may be empty or have no column."""
    if name == "question" and name not in columns.cells:
        return EVERY
    word = columns.cells[name][row].strip()
    if not word and name != "question":
        raise BadRecord(f"{columns.where(row)}: {name} is empty.")
    return word


def _table(source: str, cells: Mapping[tuple[str, str], float]) -> PayoffTable:
    """Actions and alternatives in order of appearance, every pair with its payoff."""
    actions, alternatives = (tuple(dict.fromkeys(key[place] for key in cells)) for place in (0, 1))
    for action in actions:
        for alternative in alternatives:
            if (action, alternative) not in cells:
                raise BadRecord(f"{source}: action '{action}' has no payoff if '{alternative}' happens.")
    if len(actions) < 2:
        raise BadRecord(f"{source}: '{actions[0]}' is the only action; a decision needs two or more.")
    payoffs = np.array([[cells[action, alternative] for alternative in alternatives] for action in actions])
    return PayoffTable(actions, alternatives, payoffs)
