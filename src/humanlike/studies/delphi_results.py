"""What a panel's books say: feedback and settlement of a panel, the marks of a test, the audit of tasks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from humanlike.core import BadRequest
from humanlike.scoring.panels import AuditedScore, Feedback, Finding, LookAlike, Mark, ScoredAnswer, SetAside
from humanlike.studies.named_rows import records, tables
from humanlike.studies.panel_accuracy import PanelAccuracy
from humanlike.studies.result import Result
from humanlike.studies.set_aside import set_aside_story
from humanlike.studies.settlement import Settlement, ranking_story
from humanlike.studies.standings import RankedExpert, Standings
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class PanelResult(Result):
    """What a panel said, round by round; scores, ranking and payments once outcomes are known."""

    feedback: tuple[Feedback, ...]
    checks: tuple[Finding, ...]
    settled: Settlement | None
    accuracy: PanelAccuracy | None  # by round; None without outcomes of questions with alternatives
    set_aside: tuple[SetAside, ...]  # answers that name alternatives nobody defined
    look_alikes: tuple[LookAlike, ...]

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
            "feedback": records(self.feedback),
            "checks": records(self.checks),
            "set_aside": records(self.set_aside),
            "look_alikes": records(self.look_alikes),
        }
        if self.settled is not None:
            document |= self.settled.document()
        return (
            document if self.accuracy is None else document | {"accuracy_by_round": self.accuracy.document()}
        )

    def headline(self) -> str:
        """Who ranks first, or how far the panel has come."""
        if self.settled is not None:
            return self.settled.standings.who_is_first()
        rounds = {said.round for said in self.feedback}
        questions = {said.question for said in self.feedback}
        odd = f"; {len(self.checks)} answers to talk about" if self.checks else ""
        return f"{len(questions)} questions, last round {max(rounds)}, no outcomes yet{odd}."

    def story(self) -> Iterator[Part]:
        """The verdict, then feedback, accuracy by round, checks, ranking and payments."""
        yield self.headline()
        carried = sum(said.n_carried for said in self.feedback)
        if carried:
            invalid = ", or not validly" * bool(self.set_aside)
            yield f"Answers carried forward to later rounds, where somebody did not answer again{invalid}: {carried}."
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
        if self.accuracy is not None:
            yield from self.accuracy.story()
        yield from set_aside_story(self.set_aside, self.look_alikes)
        yield from tables("Consistency checks", self.checks)
        if self.settled is not None:
            yield from self.settled.story()

    def plot(self) -> "Figure":
        """Disagreement and accuracy by round, and the ranks of experts."""
        ranking = () if self.settled is None else self.settled.standings.ranking
        return _draw(self.feedback, ranking, self.accuracy)


@dataclass(frozen=True, eq=False, repr=False)
class MarkedTestResult(Result):
    """A confidence-marked test: everybody's marks and ranks."""

    system: str
    marks: tuple[Mark, ...]
    standings: Standings
    set_aside: tuple[SetAside, ...]
    look_alikes: tuple[LookAlike, ...]

    def frame(self) -> "pd.DataFrame":
        """One row for each student."""
        import pandas as pd

        return pd.DataFrame(list(self.marks), columns=Mark._fields)

    def document(self) -> dict[str, Any]:
        """Marks and ranking."""
        return {
            "system": self.system,
            "marks": records(self.marks),
            **self.standings.document(),
            "set_aside": records(self.set_aside),
            "look_alikes": records(self.look_alikes),
        }

    def headline(self) -> str:
        """Who ranks first."""
        return self.standings.who_is_first()

    def story(self) -> Iterator[Part]:
        """Who ranks first, the marks, the ranking."""
        yield self.headline()
        yield from ranking_story("Ranking", self.standings)
        yield from tables("Marks", self.marks)
        yield from set_aside_story(self.set_aside, self.look_alikes)

    def plot(self) -> "Figure":
        """The ranks of students."""
        return _draw((), self.standings.ranking, None)


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
        return {"system": self.system, "audited": records(self.audited)}

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
        yield from tables("Audited tasks", self.audited)


def _listed(values: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:.3g}" for name, value in values.items())


def _draw(
    feedback: Sequence[Feedback], ranking: Sequence[RankedExpert], accuracy: PanelAccuracy | None
) -> "Figure":
    from humanlike.figures.delphi import AccuracyLine, draw_panel

    rounds: dict[str, tuple[list[int], list[float]]] = {}
    for said in feedback:
        if said.consensus:  # a quantity disagrees in its own unit
            numbers, distances = rounds.setdefault(said.question, ([], []))
            numbers.append(said.round)
            distances.append(said.disagreement)
    quantities = dict.fromkeys(said.question for said in feedback if not said.consensus)
    placed = [row for row in ranking if row.rank == row.rank]
    return draw_panel(
        rounds,
        [row.expert for row in placed],
        np.array([row.rank for row in placed], dtype=float),
        np.array([(row.rank_lower, row.rank_upper) for row in placed], dtype=float),
        accuracy={name: AccuracyLine(*line) for name, line in accuracy.lines().items()} if accuracy else None,
        data=f"not drawn, in units of its own: {', '.join(quantities)}" if quantities else "",
    )
