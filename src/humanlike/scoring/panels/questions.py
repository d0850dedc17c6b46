"""What was asked: the alternatives of each question, or the range and scale of a quantity, from a file of questions.

One row for each question: `question`, and either `alternatives` separated by a bar (`yes|no|tie`), or, for a quantity,
`low` and `high` (both or neither) and `scale`, by which scores are divided before they are averaged (default: the
width of the range). `kind` (alternatives or quantity) may say which it is, and must where nothing else does. Other
columns (a unit, the wording) are for people.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from humanlike.core import BadRecord
from humanlike.scoring.panels.columns import no_number, numbers_in, read_columns
from humanlike.scoring.panels.outcomes import require

if TYPE_CHECKING:
    import pandas as pd

KINDS = ("alternatives", "quantity")
BETWEEN = "|"


@dataclass(frozen=True)
class Questions:
    """What each question asks for."""

    source: str
    alternatives: Mapping[str, tuple[str, ...]]  # none for a quantity
    ranges: Mapping[str, tuple[float, float]]  # of quantities, where stated
    scales: Mapping[str, float]  # of quantities, where stated
    lines: Mapping[str, int]


def read_questions(table: "str | Path | pd.DataFrame") -> Questions:
    """The questions in `table`; what is wrong is named with its line."""
    columns = read_columns(table)
    require(columns.source, columns.cells, ("question",))
    alternatives: dict[str, tuple[str, ...]] = {}
    ranges: dict[str, tuple[float, float]] = {}
    scales: dict[str, float] = {}
    lines: dict[str, int] = {}
    for row, line in enumerate(columns.lines.tolist()):
        cell = {name: cells[row].strip() for name, cells in columns.cells.items()}
        question = cell["question"]
        where = f"{columns.where(row)}: question '{question}'"
        if not question:
            raise BadRecord(f"{columns.where(row)}: question is empty.")
        if question in lines:
            raise BadRecord(f"{where} was already asked in line {lines[question]}.")
        lines[question] = line
        alternatives[question] = _alternatives(where, cell)
        limits, scale = _numbers(where, cell, ("low", "high")), _numbers(where, cell, ("scale",))
        if limits:
            ranges[question] = (limits[0], limits[1])
        if scale:
            scales[question] = scale[0]
    return Questions(columns.source, alternatives, ranges, scales, lines)


def _alternatives(where: str, cell: Mapping[str, str]) -> tuple[str, ...]:
    """The alternatives of one question; none for a quantity."""
    said = cell.get("alternatives", "")
    ranged = any(cell.get(name) for name in ("low", "high", "scale"))
    kind = cell.get("kind") or ("alternatives" if said else "quantity" if ranged else "")
    if kind not in KINDS:
        given = (
            f"kind '{kind}' is not known" if kind else "neither alternatives nor a range or scale are given"
        )
        raise BadRecord(f"{where}: {given}; kind is {' or '.join(KINDS)}.")
    if kind == "quantity":
        if said:
            raise BadRecord(f"{where}: a quantity has no alternatives; '{said}' is given.")
        return ()
    if ranged:
        raise BadRecord(
            f"{where}: alternatives have no range and no scale; low, high and scale are for quantities."
        )
    named = tuple(word.strip() for word in said.split(BETWEEN))
    if len(named) < 2 or not all(named) or len(set(named)) < len(named):
        raise BadRecord(
            f"{where}: '{said}' is not two or more different alternatives with '{BETWEEN}' between."
        )
    return named


def _numbers(where: str, cell: Mapping[str, str], names: tuple[str, ...]) -> list[float]:
    """A range or a scale; empty where neither is given."""
    given = {name: cell[name] for name in names if cell.get(name)}
    if 0 < len(given) < len(names):
        raise BadRecord(f"{where}: only {next(iter(given))} is given; a range has {' and '.join(names)}.")
    numbers: list[float] = numbers_in(list(given.values())).tolist()
    for (name, text), number in zip(given.items(), numbers, strict=True):
        if not isfinite(number):
            raise BadRecord(f"{where}: {no_number(name, text)}")
    if len(numbers) == 2 and numbers[0] >= numbers[1]:
        raise BadRecord(f"{where}: low {numbers[0]:g} does not lie below high {numbers[1]:g}.")
    if len(numbers) == 1 and numbers[0] <= 0:
        raise BadRecord(f"{where}: scale {numbers[0]:g} is not above 0.")
    return numbers
