"""A rule that rows of a table break: where, how often, and what it would do to the analysis."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from humanlike.datasets.columns import Columns, Mask


@dataclass(frozen=True)
class Problem:
    """A rule that some rows break."""

    severity: Literal["error", "warning"]
    rule: str  # what should hold
    column: str  # empty: the table as a whole
    line: int  # of the first row that breaks it, counting the header as line 1; 0: the file as a whole
    found: str  # what stands there
    count: int  # how many rows (or seats, matches) break it
    effect: str  # what it would do to the analysis, and what to do

    def sentence(self, name: str) -> str:
        """The problem in one sentence."""
        more = f" ({self.count} in all)" if self.count > 1 else ""
        place = f"'{name}', line {self.line}" if self.line else f"'{name}'"
        column = f", column {self.column}" if self.column else ""
        return f"{place}{column}: {self.found}, but {self.rule}{more}. {self.effect}"


Check = Callable[[Columns], Iterator[Problem]]


def problem_where(
    columns: Columns,
    wrong: Mask,
    column: str,
    rule: str,
    effect: str,
    *,
    severity: Literal["error", "warning"] = "error",
    found: Callable[[int], str] | None = None,
) -> Iterator[Problem]:
    """A problem if any row is wrong."""
    if not wrong.any():
        return
    first = int(np.flatnonzero(wrong)[0])
    text = found(first) if found else f"{column} is '{str(columns.rows[column].iloc[first])[:40]}'"
    yield Problem(severity, rule, column, columns.table.line(first), text, int(wrong.sum()), effect)


def who_does(columns: Columns, verb: str) -> Callable[[int], str]:
    """What somebody does in a row, in words."""

    def found(index: int) -> str:
        row = columns.rows.iloc[index]
        return f"subject '{row['subject']}' {verb} match '{row['match']}', round {row['round']}"

    return found
