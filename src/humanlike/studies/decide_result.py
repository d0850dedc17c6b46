"""Actions taken on forecasts and what they were worth; scoring systems read as weights over decisions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from humanlike.scoring import PayoffTable, Region, action_regions
from humanlike.scoring.panels import Panel, Payoffs, Settled, TakenActions
from humanlike.scoring.probabilities import Floats
from humanlike.studies.named_rows import known_records, records
from humanlike.studies.result import Result
from humanlike.studies.set_aside import set_aside_story
from humanlike.studies.standings import questions_text
from humanlike.studies.telling import Part, StoryTable, interval_text

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

RATIOS: Floats = np.linspace(0.01, 0.99, 99)  # cost-loss ratios of curves and weights
SHOWN = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)  # of these in tables


class Decision(NamedTuple):
    """What one forecast leads to."""

    forecaster: str
    question: str
    action: str
    expected: float  # payoff its author expects
    payoff: float  # what it paid; NaN while the outcome is unknown


class WorthRow(NamedTuple):
    """What one forecaster's actions paid a question, on the questions answered; NaN where unknown."""

    forecaster: str
    questions: int
    worth: float
    worth_lower: float
    worth_upper: float
    climatology: float  # what the best single action paid, known in hindsight
    perfect: float  # what the best action each time paid
    value: float  # 0: as climatology, 1: as perfect information
    value_lower: float
    value_upper: float


class ValueCurves(NamedTuple):
    """Relative value in every cost-loss decision, by forecaster."""

    ratios: Floats
    values: Mapping[str, Floats]


class SystemAsDecisions(NamedTuple):
    """A scoring system as a crowd of cost-loss decisions."""

    system: str
    weight: Floats  # w(t) at `RATIOS`
    largest_gap: float  # between scores and what its decisions sum up to

    def relative(self) -> Floats:
        """The weight at `SHOWN`, that of the ratio 1/2 being 1."""
        return np.interp(SHOWN, RATIOS, self.weight) / np.interp(0.5, RATIOS, self.weight)


@dataclass(frozen=True, eq=False, repr=False)
class DecideResult(Result):
    """Everybody's actions; what they were worth once outcomes are known; systems read as decisions."""

    panel: Panel
    payoffs: Payoffs
    tables: tuple[PayoffTable, ...]  # of each question
    choices: TakenActions
    settled: Settled | None
    worths: tuple[WorthRow, ...]  # best first; none without outcomes
    scores: Mapping[str, Mapping[str, float]]  # mean score by system and forecaster; none without outcomes
    curves: ValueCurves | None
    systems: tuple[SystemAsDecisions, ...]

    @property
    def decisions(self) -> list[Decision]:
        """One for each forecaster and question."""
        panel, choices = self.panel, self.choices
        columns = (choices.answer, choices.action, choices.expected, choices.worth)
        return [
            Decision(
                panel.experts[panel.expert[answer]],
                panel.questions[panel.question[answer]],
                self.tables[panel.question[answer]].actions[action],
                expected,
                worth,
            )
            for answer, action, expected, worth in zip(*(part.tolist() for part in columns), strict=True)
        ]

    def regions(self) -> dict[str, tuple[Region, ...]]:
        """Which action is best where, for each table over two alternatives, by the question it is for."""
        return {
            question: action_regions(table)
            for question, table in self.payoffs.tables.items()
            if len(table.alternatives) == 2
        }

    def single_actions(self) -> dict[str, float]:
        """The mean payoff of taking one action always, for actions that every settled question has."""
        if self.settled is None:
            return {}
        tables = [self.tables[question] for question in self.settled.question]
        common = [name for name in tables[0].actions if all(name in table.actions for table in tables)]
        return {
            name: float(
                np.mean(
                    [
                        row[table.actions.index(name)]
                        for row, table in zip(self.settled.paid, tables, strict=True)
                    ]
                )
            )
            for name in common
        }

    def frame(self) -> "pd.DataFrame":
        """One row for each decision."""
        import pandas as pd

        return pd.DataFrame(self.decisions, columns=Decision._fields)

    def document(self) -> dict[str, Any]:
        """Decisions, worths and references, value by cost-loss ratio, and what each system weighs."""
        curves = self.curves
        return {
            "decisions": known_records(self.decisions),
            "worths": known_records(self.worths),
            "single_actions": self.single_actions(),
            "scores": {name: dict(means) for name, means in self.scores.items()},
            "regions": {question or "every": records(own) for question, own in self.regions().items()},
            "value_by_ratio": None
            if curves is None
            else {
                "ratios": curves.ratios.tolist(),
                "values": {name: v.tolist() for name, v in curves.values.items()},
            },
            "systems": [
                {
                    "system": one.system,
                    "ratios": RATIOS.tolist(),
                    "weights": one.weight.tolist(),
                    "largest_gap": one.largest_gap,
                }
                for one in self.systems
            ],
            "set_aside": records(self.panel.set_aside),
            "look_alikes": records(self.panel.look_alikes),
        }

    def headline(self) -> str:
        """Whose forecasts were worth most, or how far people would act alike."""
        if not self.worths:
            taken: dict[str, set[str]] = {}
            for one in self.decisions:
                taken.setdefault(one.question, set()).add(one.action)
            apart = sum(len(actions) > 1 for actions in taken.values())
            return (
                f"{len(self.panel.experts)} forecasters, {questions_text(len(taken))}: on {apart} of them not all "
                "would take the same action. No outcomes yet."
            )
        best = self.worths[0]
        value = interval_text(best.value, best.value_lower, best.value_upper)
        way = (
            f"relative value {value} (0: as climatology, 1: as perfect information)"
            if best.value == best.value
            else "and climatology leaves nothing to gain"
        )
        asked = questions_text(best.questions)
        return f"Acting on {best.forecaster} was worth {best.worth:.4g} a question over {asked}, {way}."

    def story(self) -> Iterator[Part]:
        """The verdict, which action is best where, worths beside what is worth as much, and systems as decisions."""
        yield self.headline()
        yield from self._region_sentences()
        yield from set_aside_story(self.panel.set_aside, self.panel.look_alikes)
        if self.worths:
            yield from self._worth_tables()
        else:
            columns = ["forecaster", "question", "action", "expected payoff"]
            yield StoryTable(
                "What each would do", columns, [[*one[:3], f"{one.expected:.4f}"] for one in self.decisions]
            )
        yield from self._system_table()

    def _region_sentences(self) -> Iterator[str]:
        for question, own in self.regions().items():
            event = self.payoffs.event_of(question)
            told = ", ".join(f"{one.action} from {one.lower:.4g} to {one.upper:.4g}" for one in own)
            yield f"Best action by the probability of '{event}'{f' on {question}' if question else ''}: {told}."

    def _worth_tables(self) -> Iterator[Part]:
        first = next(iter(self.scores), "")
        columns = ["forecaster", "questions", "worth a question", "relative value", f"mean score, {first}"]
        rows: list[list[object]] = [
            [
                row.forecaster,
                row.questions,
                interval_text(row.worth, row.worth_lower, row.worth_upper),
                interval_text(row.value, row.value_lower, row.value_upper),
                f"{self.scores[first][row.forecaster]:.4f}",
            ]
            for row in self.worths
        ]
        yield StoryTable("What acting on forecasts was worth, 95 % over questions", columns, rows)
        best = max(self.worths, key=lambda row: row.questions)
        references = [[f"always {name}", f"{worth:.4f}"] for name, worth in self.single_actions().items()]
        references += [["climatology (best single action in hindsight)", f"{best.climatology:.4f}"]]
        references += [["perfect information", f"{best.perfect:.4f}"]]
        yield StoryTable("To compare with", ["rule", "worth a question"], references)

    def _system_table(self) -> Iterator[Part]:
        yield (
            "A scoring system of two alternatives is a crowd of decisions: how much each cost-loss ratio counts, that "
            "of 1/2 being 1; gap: the largest difference between the score and the sum of its decisions."
        )
        rows = [
            [one.system, *(f"{weight:.3f}" for weight in one.relative()), f"{one.largest_gap:.1g}"]
            for one in self.systems
        ]
        yield StoryTable(
            "Weight by cost-loss ratio", ["system", *(f"{ratio:g}" for ratio in SHOWN), "gap"], rows
        )

    def plot(self) -> "Figure":
        """Value in every cost-loss decision, and which decisions each system counts how much."""
        from humanlike.figures.decisions import draw_decisions

        edges = [one.lower for own in self.regions().values() for one in own[1:]]
        return draw_decisions(
            RATIOS,
            {} if self.curves is None else self.curves.values,
            {one.system: one.weight for one in self.systems},
            thresholds=edges,
            title=self._finding(),
        )

    def _finding(self) -> str:
        if not self.worths:
            return "Which decisions scoring systems count"
        best = self.worths[0]
        if best.value != best.value:
            return f"Acting on {best.forecaster} was worth most; climatology leaves nothing to gain"
        value = interval_text(best.value, best.value_lower, best.value_upper, 2)
        return f"Acting on {best.forecaster} was worth most: relative value {value}"
