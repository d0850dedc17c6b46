"""One forecast out of many."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import nlargest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from humanlike.core import BadRequest, look_up
from humanlike.naming.panels import find_outcomes, find_panel, find_questions, outcomes_in
from humanlike.naming.scoring_systems import find_system
from humanlike.scoring import POOLS, ScoringSystem, disagreement_of_methods
from humanlike.scoring.panels import (
    LookAlike,
    Outcomes,
    Panel,
    PooledQuestion,
    Questions,
    SetAside,
    define_alternatives,
    earned_weights,
    pool_panel,
)
from humanlike.studies.named_rows import records
from humanlike.studies.result import Result
from humanlike.studies.set_aside import set_aside_story
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

EARNED = "score-weighted"
COLUMNS = ["question", "alternative", "probability", "disagreement"]
MOST_TOLD = 200  # questions: more than this nobody reads in a terminal
METHODS = {name: name for name in POOLS} | {EARNED: "average"}  # by which rule the forecasts are combined


@dataclass(frozen=True, eq=False, repr=False)
class PoolResult(Result):
    """The consensus on every question; `weights` where they were earned."""

    method: str
    questions: tuple[PooledQuestion, ...]
    weights: Mapping[str, float] | None
    set_aside: tuple[SetAside, ...]  # answers that name alternatives nobody defined
    look_alikes: tuple[LookAlike, ...]

    def frame(self) -> "pd.DataFrame":
        """One row for each question and alternative."""
        import pandas as pd

        return pd.DataFrame(_rows(self.questions), columns=COLUMNS)

    @property
    def most_disputed(self) -> list[PooledQuestion]:
        """The questions whose consensus is told, at most `MOST_TOLD`: all of them, in their order, if there is room."""
        if len(self.questions) <= MOST_TOLD:
            return list(self.questions)
        return nlargest(MOST_TOLD, self.questions, key=lambda pooled: pooled.disagreement)

    def document(self) -> dict[str, Any]:
        """The consensus, how far forecasters are from it, how far methods are from each other."""
        questions = [
            {
                "question": pooled.question,
                "probabilities": dict(zip(pooled.alternatives, pooled.consensus.tolist(), strict=True)),
                "disagreement": pooled.disagreement,
                "methods_differ_by": disagreement_of_methods(pooled.said),
            }
            for pooled in self.questions
        ]
        document: dict[str, Any] = {
            "method": self.method,
            "questions": questions,
            "set_aside": records(self.set_aside),
            "look_alikes": records(self.look_alikes),
        }
        return document if self.weights is None else document | {"weights": dict(self.weights)}

    def headline(self) -> str:
        """How many questions, and which is disputed most."""
        most = max(self.questions, key=lambda pooled: pooled.disagreement)
        return (
            f"Consensus by {self.method} on {len(self.questions)} questions; most disputed: {most.question} "
            f"(mean distance {most.disagreement:.4g} of at most 1)."
        )

    def story(self) -> Iterator[Part]:
        """The most disputed question, the consensus on each (or on those disputed most), the weights earned."""
        yield self.headline()
        told = self.most_disputed
        rows = [(question, label, f"{p:.4f}", f"{far:.4f}") for question, label, p, far in _rows(told)]
        yield StoryTable(f"Consensus by {self.method}", COLUMNS, rows)
        if len(told) < len(self.questions):
            yield (
                f"These are the {len(told)} questions disputed most; --json, or `frame()` in Python, has all "
                f"{len(self.questions):,}."
            )
        if self.weights is not None:
            weights = [(name, f"{weight:.4f}") for name, weight in self.weights.items()]
            yield StoryTable("Earned weights", ["forecaster", "weight"], weights)
        yield from set_aside_story(self.set_aside, self.look_alikes)

    def plot(self) -> "Figure":
        """Every forecaster and the consensus, the most disputed questions first."""
        from humanlike.figures.scoring import Pooled, draw_pools

        pools = [Pooled(*pooled[:4], disagreement=pooled.disagreement) for pooled in self.questions]
        return draw_pools(pools, self.method)


def _rows(questions: Iterable[PooledQuestion]) -> list[tuple[str, str, float, float]]:
    return [
        (pooled.question, label, probability, pooled.disagreement)
        for pooled in questions
        for label, probability in zip(pooled.alternatives, pooled.consensus.tolist(), strict=True)
    ]


def pool(
    forecasts: "str | Path | pd.DataFrame | Panel",
    *,
    questions: "str | Path | pd.DataFrame | Questions | None" = None,
    method: str = "average",
    outcomes: "str | Path | pd.DataFrame | Outcomes | None" = None,
    system: str | ScoringSystem = "logarithmic",
    renormalise: bool = False,
) -> PoolResult:
    """Combine several people's probabilities into a consensus, question by question.

    `questions` says which alternatives exist (else: what more than one person names); answers with others are set
    aside. `method` is average, log-odds, parimutuel, or score-weighted: the average with weights earned under `system`
    on the questions whose `outcomes` are known. `renormalise` mends sums other than 1 instead of refusing.
    `forecasts` may be predictions of choices (`humanlike predict --save-predictions`), whose outcomes are in the file.
    """
    rule, chosen = look_up("consensus method", method, METHODS), find_system(system)
    if method == EARNED and outcomes is None:
        outcomes = outcomes_in(forecasts)
    if method == EARNED and outcomes is None:
        raise BadRequest("score-weighted needs --outcomes: weights are earned on questions already settled.")
    if method != EARNED and outcomes is not None:
        raise BadRequest(f"--outcomes earns weights under score-weighted, not under {method}.")
    facts = None if outcomes is None else find_outcomes(outcomes)
    read = find_panel(forecasts, renormalise=renormalise)
    panel = define_alternatives(read, find_questions(questions), facts)
    weights = None if facts is None else earned_weights(panel, facts, chosen.score)
    pooled = tuple(pool_panel(panel, rule, weights))
    return PoolResult(method, pooled, weights, panel.set_aside, panel.look_alikes)
