"""What a panel's books say: feedback and settlement of a panel, the marks of a test, the audit of tasks."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from humanlike.core import BadRequest
from humanlike.scoring.panels import AuditedScore, Feedback, Finding, Mark, ScoredAnswer, Scores, SetAside
from humanlike.studies.result import Result
from humanlike.studies.set_aside import set_aside_story
from humanlike.studies.standings import ADJUSTED, RankedExpert, Standings, scales_sentence
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class Settlement(NamedTuple):
    """What outcomes settle."""

    system: str
    scores: Scores
    means: dict[str, float]
    quantity_means: dict[str, float]  # in units of each question's scale: never averaged with the rest
    of_alternatives: Standings | None
    of_quantities: Standings | None
    checked_only: tuple[str, ...]  # rationality questions: neither scored nor paid
    payments: dict[str, float] | None

    @property
    def standings(self) -> Standings:
        """Of the questions with alternatives; where there are none, of the quantities."""
        (first, *_) = (found for found in (self.of_alternatives, self.of_quantities) if found is not None)
        return first

    @property
    def not_paid(self) -> tuple[str, ...]:
        """Questions that were scored and not paid."""
        return () if self.payments is None else tuple(self.scores.scales)

    def document(self) -> dict[str, Any]:
        """Scores, means, rankings and payments."""
        quantities = self.of_quantities
        document: dict[str, Any] = {
            "system": self.system,
            "scores": _records(self.scores),
            "means": self.means,
            "quantity_means": self.quantity_means,
            "scales": {question: scale._asdict() for question, scale in self.scores.scales.items()},
            **self.standings.document(),
            "quantity_ranking": [] if quantities is None else quantities.records(),
            "checked_only": list(self.checked_only),
        }
        if self.payments is None:
            return document
        return document | {"payments": self.payments, "not_paid": list(self.not_paid)}

    def story(self) -> Iterator[Part]:
        """Rankings and payments, and what is in none of them."""
        if self.checked_only:
            yield f"Checked, neither scored nor paid: {', '.join(self.checked_only)} (everybody knows the probability)."
        if self.of_alternatives is not None:
            yield from _ranking("Ranking (bootstrap over questions)", self.of_alternatives)
        if self.of_quantities is not None:
            yield from _ranking("Ranking by quantities (bootstrap over questions)", self.of_quantities)
            yield scales_sentence(self.scores.scales)
        if self.payments is not None:
            payments = [(name, f"{payment:.2f}") for name, payment in self.payments.items()]
            yield StoryTable("Payments", ["expert", "payment"], payments)
            if self.not_paid:
                yield f"Not paid: {', '.join(self.not_paid)} (payments are for questions with alternatives)."


@dataclass(frozen=True, eq=False, repr=False)
class PanelResult(Result):
    """What a panel said, round by round; scores, ranking and payments once outcomes are known."""

    feedback: tuple[Feedback, ...]
    checks: tuple[Finding, ...]
    settled: Settlement | None
    set_aside: tuple[SetAside, ...]  # answers that name alternatives nobody defined

    def frame(self) -> "pd.DataFrame":
        """One row for each scored answer; before that, for each round, question and alternative (or level)."""
        import pandas as pd

        if self.settled is not None:
            return pd.DataFrame(list(self.settled.scores), columns=ScoredAnswer._fields)
        rows = [
            (said.round, said.question, label, middle, said.consensus.get(label), said.disagreement)
            for said in self.feedback
            for label, middle in said.median.items()
        ]
        columns = ["round", "question", "alternative", "median", "consensus", "disagreement"]
        return pd.DataFrame(rows, columns=columns)

    def document(self) -> dict[str, Any]:
        """Feedback and checks; once settled also scores, means, ranking and payments."""
        document: dict[str, Any] = {
            "feedback": _records(self.feedback),
            "checks": _records(self.checks),
            "set_aside": _records(self.set_aside),
        }
        return document if self.settled is None else document | self.settled.document()

    def headline(self) -> str:
        """Who ranks first, or how far the panel has come."""
        if self.settled is not None:
            return _who_is_first(self.settled.standings.ranking)
        rounds = {said.round for said in self.feedback}
        questions = {said.question for said in self.feedback}
        odd = f"; {len(self.checks)} answers to talk about" if self.checks else ""
        return f"{len(questions)} questions, last round {max(rounds)}, no outcomes yet{odd}."

    def story(self) -> Iterator[Part]:
        """The verdict, then feedback, checks, ranking and payments."""
        yield self.headline()
        carried = sum(said.n_carried for said in self.feedback)
        if carried:
            yield f"Carried forward to later rounds, where somebody did not answer again: {carried} answers."
        yield StoryTable(
            "What the panel said",
            Feedback._fields,
            [
                (
                    said.round,
                    said.question,
                    said.n_answers,
                    said.n_carried,
                    _listed(said.median),
                    _listed(said.consensus),
                    said.disagreement,
                )
                for said in self.feedback
            ],
        )
        yield from set_aside_story(self.set_aside)
        yield from _tables("Consistency checks", self.checks)
        if self.settled is not None:
            yield from self.settled.story()

    def plot(self) -> "Figure":
        """Disagreement by round, and the ranks of experts."""
        return _draw(self.feedback, () if self.settled is None else self.settled.standings.ranking)


@dataclass(frozen=True, eq=False, repr=False)
class MarkedTestResult(Result):
    """A confidence-marked test: everybody's marks and ranks."""

    system: str
    marks: tuple[Mark, ...]
    standings: Standings
    set_aside: tuple[SetAside, ...]

    def frame(self) -> "pd.DataFrame":
        """One row for each student."""
        import pandas as pd

        return pd.DataFrame(list(self.marks), columns=Mark._fields)

    def document(self) -> dict[str, Any]:
        """Marks and ranking."""
        return {
            "system": self.system,
            "marks": _records(self.marks),
            **self.standings.document(),
            "set_aside": _records(self.set_aside),
        }

    def headline(self) -> str:
        """Who ranks first."""
        return _who_is_first(self.standings.ranking)

    def story(self) -> Iterator[Part]:
        """Who ranks first, the marks, the ranking."""
        yield self.headline()
        yield from _ranking("Ranking (bootstrap over questions)", self.standings)
        yield from _tables("Marks", self.marks)
        yield from set_aside_story(self.set_aside)

    def plot(self) -> "Figure":
        """The ranks of students."""
        return _draw((), self.standings.ranking)


class _AuditPart(Result):
    """Audits are drawn by lot and estimated, not pictured."""

    def plot(self) -> "Figure":
        raise BadRequest("Audits have no picture; --figure belongs to the panel and test modes.")


@dataclass(frozen=True, eq=False, repr=False)
class AuditDrawResult(_AuditPart):
    """Which tasks of whom are to be performed."""

    drawn: tuple[tuple[str, str], ...]  # (expert, question)

    def document(self) -> dict[str, Any]:
        """The tasks drawn."""
        return {"audit": [{"expert": expert, "question": question} for expert, question in self.drawn]}

    def headline(self) -> str:
        """How many were drawn."""
        return f"{len(self.drawn)} tasks are drawn to be audited."

    def story(self) -> Iterator[Part]:
        """The tasks drawn."""
        yield self.headline()
        yield StoryTable("Tasks to audit", ["expert", "question"], self.drawn)


@dataclass(frozen=True, eq=False, repr=False)
class AuditedResult(_AuditPart):
    """What the audited tasks say about all."""

    system: str
    audited: tuple[AuditedScore, ...]

    def document(self) -> dict[str, Any]:
        """Everybody's estimated total."""
        return {"system": self.system, "audited": _records(self.audited)}

    def frame(self) -> "pd.DataFrame":
        """One row for each person."""
        import pandas as pd

        return pd.DataFrame(list(self.audited), columns=AuditedScore._fields)

    def headline(self) -> str:
        """How many were audited."""
        done, drawn, tasks = (
            sum(getattr(one, count) for one in self.audited) for count in ("n_audited", "n_drawn", "n_tasks")
        )
        rest = f" ({drawn - done} drawn and not performed)" if done < drawn else ""
        return f"{done} of {tasks} tasks audited{rest}, {self.system} system."

    def story(self) -> Iterator[Part]:
        """Everybody's estimated total."""
        yield self.headline()
        yield from _tables("Audited tasks", self.audited)


def _ranking(title: str, standings: Standings) -> Iterator[Part]:
    """What the ranking goes by, and the ranking; an adjusted mean where it is not the mean itself."""
    yield standings.sentence()
    for table in _tables(title, standings.ranking):
        shown = [
            place
            for place, name in enumerate(table.columns)
            if name != "adjusted" or standings.ranked_by == ADJUSTED
        ]
        rows = [[row[place] for place in shown] for row in table.rows]
        yield StoryTable(table.title, [table.columns[place] for place in shown], rows)


def _who_is_first(ranking: Sequence[RankedExpert]) -> str:
    best = ranking[0]
    tied = [row.expert for row in ranking if row.rank == best.rank]
    if not tied:
        return f"None of the {len(ranking)} shares a question with another: nobody can be ranked."
    if len(tied) > 1:
        return f"{', '.join(tied)} share the first place of {len(ranking)}, mean score {best.adjusted:.4g}."
    return (
        f"{best.expert} ranks first of {len(ranking)} (rank interval {best.rank_lower:g} to {best.rank_upper:g}), "
        f"mean score {best.adjusted:.4g}."
    )


def _records(rows: Iterable[Any]) -> list[dict[str, Any]]:
    return [row._asdict() for row in rows]


def _tables(title: str, rows: Sequence[Any]) -> Iterator[StoryTable]:
    """One table, or none where there is nothing to show."""
    if rows:
        yield StoryTable(
            title, rows[0]._fields, [[_cell(*pair) for pair in row._asdict().items()] for row in rows]
        )


def _cell(column: str, value: object) -> object:
    """One number of decimals for each column; ranks can end in a half."""
    if not isinstance(value, float) or value != value:
        return value
    return f"{value:.1f}" if column.startswith("rank") else f"{value:.4f}"


def _listed(values: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:.3g}" for name, value in values.items())


def _draw(feedback: Sequence[Feedback], ranking: Sequence[RankedExpert]) -> "Figure":
    from humanlike.figures.delphi import draw_panel

    rounds: dict[str, tuple[list[int], list[float]]] = {}
    for said in feedback:
        if said.consensus:  # a quantity disagrees in its own unit
            numbers, distances = rounds.setdefault(said.question, ([], []))
            numbers.append(said.round)
            distances.append(said.disagreement)
    placed = [row for row in ranking if row.rank == row.rank]
    return draw_panel(
        rounds,
        [row.expert for row in placed],
        np.array([row.rank for row in placed], dtype=float),
        np.array([(row.rank_lower, row.rank_upper) for row in placed], dtype=float),
    )
