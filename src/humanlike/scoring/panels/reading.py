"""Reading answers and outcomes from CSV files or DataFrames; whatever is wrong is named with its line and its author.

Answers have the columns `forecaster` (or `expert`, or `student`), `question`, `probability`, optionally `round`
(default 1), and one of

- `alternative`: the probability of that alternative; the alternatives of one answer sum to 1;
- `percentile`: a value; `probability` is then the chance of less than it (both columns may be present);
- neither: the probability of success at a task, whose alternatives are `success` and `failure`.

Outcomes have `question` and `alternative` (for quantities: `value`), and the author column as well where
everybody has outcomes of their own (tasks).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from humanlike.core import BadFile, BadRecord, whole_number
from humanlike.scoring.panels.panel import Answer, Panel
from humanlike.scoring.panels.rows import Row, read_rows
from humanlike.scoring.probabilities import TOLERANCE

if TYPE_CHECKING:
    import pandas as pd

AUTHOR_COLUMNS = ("forecaster", "expert", "student")
Key = tuple[str, int, str]


@dataclass(frozen=True)
class Outcomes:
    """What happened: by question, or by author and question."""

    happened: Mapping[tuple[str, str], str]  # (author or "", question) -> alternative or value
    lines: Mapping[tuple[str, str], int]
    source: str

    def of(self, expert: str, question: str) -> str | None:
        """What happened to `question`, for this author; None if it is not known."""
        own = self.happened.get((expert, question))
        return own if own is not None else self.happened.get(("", question))

    def line_of(self, expert: str, question: str) -> int:
        """Where that is written."""
        return self.lines.get((expert, question), self.lines.get(("", question), 0))


def read_panel(table: "str | Path | pd.DataFrame", *, renormalise: bool = False) -> Panel:
    """The panel in `table`; `renormalise` mends sums other than 1 and disordered percentiles instead of refusing."""
    source, columns, rows = read_rows(table)
    author = _author_column(source, columns)
    if author is None:
        raise BadFile(f"{source}: no column says who answered; one of {', '.join(AUTHOR_COLUMNS)} is needed.")
    _require(source, columns, ("question", "probability"))
    entries: dict[Key, list[tuple[int, str, float, bool]]] = {}
    for line, row in rows:
        where = f"{source}, line {line}"
        who, question = _word(row, author, where), _word(row, "question", where)
        named = f"{where}: {author} '{who}', question '{question}'"
        key = (who, _round(row, named), question)
        entries.setdefault(key, []).append((line, *_entry(row, named)))
    answers = tuple(_answer(source, author, key, entry, renormalise) for key, entry in entries.items())
    _same_kind(source, answers)
    return Panel(answers, source)


def read_outcomes(table: "str | Path | pd.DataFrame") -> Outcomes:
    """What happened, from `table`."""
    source, columns, rows = read_rows(table)
    _require(source, columns, ("question",))
    column = next((name for name in ("alternative", "value", "outcome") if name in columns), None)
    if column is None:
        raise BadFile(f"{source}: no column says what happened; 'alternative' or 'value' is needed.")
    author = _author_column(source, columns)
    happened: dict[tuple[str, str], str] = {}
    lines: dict[tuple[str, str], int] = {}
    for line, row in rows:
        where = f"{source}, line {line}"
        key = (_word(row, author, where) if author else "", _word(row, "question", where))
        if key in happened:
            raise BadRecord(f"{where}: question '{key[1]}' already has an outcome in line {lines[key]}.")
        filled = [name for name in ("alternative", "value", "outcome") if (row.get(name) or "").strip()]
        happened[key], lines[key] = _word(row, filled[0] if filled else column, where), line
    return Outcomes(happened, lines, source)


def _author_column(source: str, columns: tuple[str, ...]) -> str | None:
    found = [name for name in AUTHOR_COLUMNS if name in columns]
    if len(found) > 1:
        raise BadFile(f"{source}: columns {' and '.join(found)} both say who answered; keep one.")
    return found[0] if found else None


def _require(source: str, columns: tuple[str, ...], needed: tuple[str, ...]) -> None:
    for name in needed:
        if name not in columns:
            listed = ", ".join(columns) or "none"
            raise BadFile(f"{source}: column '{name}' is missing; the file has {listed}.")


def _word(row: Row, column: str, where: str) -> str:
    word = (row.get(column) or "").strip()
    if not word:
        raise BadRecord(f"{where}: {column} is empty.")
    return word


def _number(row: Row, column: str, named: str) -> float:
    text = (row.get(column) or "").strip()
    try:
        value = float(text)
    except ValueError:
        raise BadRecord(f"{named}: {column} '{text}' is not a number.") from None
    if not math.isfinite(value):
        raise BadRecord(f"{named}: {column} '{text}' is not a finite number.")
    return value


def _round(row: Row, named: str) -> int:
    text = (row.get("round") or "").strip()
    if not text:
        return 1
    number = whole_number(text)
    if number is None:
        raise BadRecord(f"{named}: round '{text}' is not a whole number.")
    return number


def _entry(row: Row, named: str) -> tuple[str, float, bool]:
    """The alternative (or the value, as text), its probability, and whether it is a percentile."""
    probability = _number(row, "probability", named)
    if not 0 <= probability <= 1:
        raise BadRecord(f"{named}: probability {probability:g} does not lie between 0 and 1.")
    label = (row.get("alternative") or "").strip()
    value = (row.get("percentile") or "").strip()
    if label and value:
        raise BadRecord(f"{named}: both an alternative and a percentile are given.")
    if value:
        return repr(_number(row, "percentile", named)), probability, True
    if not label and ("alternative" in row or "percentile" in row):
        raise BadRecord(f"{named}: no alternative is named.")
    return label, probability, False


def _answer(
    source: str, author: str, key: Key, entries: list[tuple[int, str, float, bool]], renormalise: bool
) -> Answer:
    who, round_, question = key
    first = entries[0][0]
    named = f"{source}, line {first}: {author} '{who}', question '{question}'"
    seen: dict[str, int] = {}
    for line, label, _, _ in entries:
        if label in seen:
            what = f"'{label}'" if label else "the task"
            raise BadRecord(
                f"{source}, line {line}: {author} '{who}' answers question '{question}', {what} twice "
                f"(first in line {seen[label]})."
            )
        seen[label] = line
    kinds = {is_percentile for *_, is_percentile in entries}
    if len(kinds) > 1:
        raise BadRecord(f"{named}: mixes alternatives and percentiles.")
    probabilities = [entry[2] for entry in entries]
    if kinds.pop():
        return _quantity(
            key, first, [float(entry[1]) for entry in entries], probabilities, named, renormalise
        )
    labels = tuple(entry[1] for entry in entries)
    if labels == ("",):
        labels, probabilities = ("success", "failure"), [probabilities[0], 1 - probabilities[0]]
    probabilities, note = _coherent(probabilities, named, renormalise)
    return Answer(who, round_, question, labels, (), tuple(probabilities), first, note)


def _coherent(probabilities: list[float], named: str, renormalise: bool) -> tuple[list[float], str]:
    total = math.fsum(probabilities)
    if abs(total - 1) <= TOLERANCE:
        return probabilities, ""
    if not renormalise or total == 0:
        way_out = "" if total == 0 else " --renormalise divides by the sum."
        raise BadRecord(
            f"{named}: probabilities sum to {total:.6g}, not 1 (tolerance {TOLERANCE:g}).{way_out}"
        )
    return [value / total for value in probabilities], f"probabilities summed to {total:.6g}"


def _quantity(
    key: Key, line: int, values: list[float], levels: list[float], named: str, renormalise: bool
) -> Answer:
    order = sorted(range(len(values)), key=values.__getitem__)
    breaks, chances = [values[i] for i in order], [levels[i] for i in order]
    note = ""
    if chances != sorted(chances):
        if not renormalise:
            raise BadRecord(
                f"{named}: the chance of less falls where the value rises. --renormalise sorts it."
            )
        chances, note = sorted(chances), "chances of less than a value fell where the value rose"
    if len(breaks) < 2:
        raise BadRecord(f"{named}: a quantity needs at least two percentiles.")
    return Answer(*key, (), tuple(breaks), tuple(chances), line, note)


def _same_kind(source: str, answers: tuple[Answer, ...]) -> None:
    kinds: dict[str, Answer] = {}
    for answer in answers:
        first = kinds.setdefault(answer.question, answer)
        if first.is_quantity != answer.is_quantity:
            raise BadRecord(
                f"{source}, line {answer.line}: '{answer.expert}' answers question '{answer.question}' by "
                f"{'percentiles' if answer.is_quantity else 'alternatives'}, '{first.expert}' (line {first.line}) "
                "the other way."
            )
