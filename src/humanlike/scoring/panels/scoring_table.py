"""From a panel and its outcomes to scores."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord
from humanlike.scoring.densities import Density
from humanlike.scoring.panels.columns import Booleans, Integers
from humanlike.scoring.panels.outcomes import Facts, Outcomes
from humanlike.scoring.panels.panel import Panel
from humanlike.scoring.panels.quantities import Bounds, Scale, question_scales, score_quantities
from humanlike.scoring.probabilities import Floats

DiscreteScore = Callable[[npt.ArrayLike, npt.ArrayLike], Floats]
DensityScore = Callable[[Density, npt.ArrayLike], Floats]


class ScoredAnswer(NamedTuple):
    """What one answer earned."""

    expert: str
    round: int
    question: str
    score: float


@dataclass(frozen=True, eq=False)
class Scores:
    """What answers earned, in the order of the file; arrays run over them, iterating gives one after the other."""

    panel: Panel
    answer: Integers  # number among the panel's answers
    score: Floats  # of a quantity: in the question's own unit
    scaled: Floats  # the same for alternatives; of a quantity: in units of the question's scale, which may be averaged
    scales: Mapping[str, Scale]  # of the quantities, by question

    def __len__(self) -> int:
        return len(self.answer)

    def __iter__(self) -> Iterator[ScoredAnswer]:
        panel = self.panel
        experts, questions = np.array(panel.experts, dtype=object), np.array(panel.questions, dtype=object)
        columns = (experts[self.expert], panel.round[self.answer], questions[self.question], self.score)
        return map(ScoredAnswer._make, zip(*(column.tolist() for column in columns), strict=True))

    @property
    def expert(self) -> Integers:
        """Whose answer it is."""
        return self.panel.expert[self.answer]

    @property
    def question(self) -> Integers:
        """Which question it answers."""
        return self.panel.question[self.answer]

    def where(self, wanted: Booleans) -> "Scores":
        """Some of them."""
        parts = (self.answer[wanted], self.score[wanted], self.scaled[wanted])
        return Scores(self.panel, *parts, self.scales)

    @property
    def is_quantity(self) -> Booleans:
        """Which are about quantities."""
        return np.asarray(self.panel.n_alternatives[self.answer] == 0)


def score_panel(
    panel: Panel,
    outcomes: Outcomes,
    score: DiscreteScore,
    *,
    density_score: DensityScore | None = None,
    bounds: Bounds | None = None,
    scales: Mapping[str, float] | None = None,
    last_round_only: bool = True,
    allow_missing: bool = False,
    leave_out: Collection[str] = (),
) -> Scores:
    """The score of every answer (of everybody's last round, or of all), in the order of the file.

    A quantity's open tails are closed by its `bounds`, or fall off exponentially; `scales` say in which units its
    scores are averaged (default: `question_scales`). Questions to `leave_out` (whose
    probability everybody knows) are neither scored nor asked an outcome for.
    """
    check_complete(panel, outcomes, allow_missing, leave_out)
    facts = outcomes.facts(panel)
    answers = panel.last if last_round_only else np.argsort(panel.question, kind="stable")
    counts = np.array([question not in leave_out for question in panel.questions])[panel.question[answers]]
    known = answers[(facts.outcome[answers] >= 0) & counts]
    _check_facts(panel, outcomes, facts, known, quantities=density_score is not None)
    earned = np.full(len(panel), np.nan)
    for together in panel.by_size(known):
        earned[together] = score(panel.table(together), facts.happened[together])
    quantities = known[panel.n_alternatives[known] == 0]
    scaled, used = earned, {}
    if density_score is not None and len(quantities):
        given = (panel, quantities, facts.value[quantities], density_score, bounds or {})
        earned[quantities] = score_quantities(*given)
        used = question_scales(panel, quantities, bounds or {}, scales)
        scaled = earned.copy()
        scaled[quantities] = score_quantities(*given, used)
    known = np.sort(known)
    return Scores(panel, known, earned[known], scaled[known], used)


def check_complete(
    panel: Panel, outcomes: Outcomes, allow_missing: bool, leave_out: Collection[str] = ()
) -> None:
    """Every outcome has a question, every question an outcome, and everybody answered everything as it was asked."""
    asked = {*panel.questions, *(one.question for one in panel.set_aside)}
    for key, line in outcomes.lines.items():
        if key[1] not in asked:
            raise BadRecord(
                f"{outcomes.source}, line {line}: nobody was asked question '{key[1]}' in {panel.source}."
            )
    if allow_missing:
        return
    for one in panel.set_aside:
        raise BadRecord(f"{one.sentence(panel.source)}; --allow-missing sets the answer aside.")
    _refuse_gaps(panel, outcomes, leave_out)


def _refuse_gaps(panel: Panel, outcomes: Outcomes, leave_out: Collection[str]) -> None:
    """The first question without an outcome, or without somebody's answer."""
    settled = {question for _, question in outcomes.happened}
    answered = np.zeros((len(panel.questions), len(panel.experts)), dtype=np.bool_)
    answered[panel.question, panel.expert] = True
    _, first = np.unique(panel.question, return_index=True)
    gaps: Booleans = np.asarray(~answered.all(axis=1))
    for place, question in enumerate(panel.questions):
        if question in leave_out:
            continue
        if question not in settled:
            raise BadRecord(
                f"{panel.source}, line {panel.line[first[place]]}: question '{question}' has no outcome in "
                f"{outcomes.source}; --allow-missing leaves it out."
            )
        if gaps[place]:
            missing = min(panel.experts[expert] for expert in np.flatnonzero(~answered[place]))
            raise BadRecord(
                f"{panel.source}: '{missing}' has no answer to question '{question}' (asked in line "
                f"{panel.line[first[place]]}); --allow-missing scores what was answered."
            )


def _check_facts(
    panel: Panel, outcomes: Outcomes, facts: Facts, known: Integers, *, quantities: bool
) -> None:
    """Every outcome is one of the alternatives, or a number where a quantity was asked for."""
    discrete = panel.n_alternatives[known] > 0
    wrong = np.where(discrete, facts.happened[known] < 0, ~np.isfinite(facts.value[known]) | (not quantities))
    if not wrong.any():
        return
    answer = int(known[np.argmax(wrong)])
    question, labels = panel.questions[panel.question[answer]], panel.labels[panel.question[answer]]
    if not labels and not quantities:
        raise BadRecord(f"Question '{question}' is about a quantity; this system scores alternatives only.")
    line, text = outcomes.written(facts.outcome[answer])
    fault = (
        f"'{text}' is no alternative of question '{question}'; known: {', '.join(labels)}."
        if labels
        else f"question '{question}' asks for a number, not '{text}'."
    )
    raise BadRecord(f"{outcomes.source}, line {line}: {fault}")


def mean_scores(scored: Scores) -> dict[str, float]:
    """Everybody's mean score over the questions scored, in order of their first; quantities in units of their scale."""
    experts, first, place = np.unique(scored.expert, return_index=True, return_inverse=True)
    means = np.bincount(place, scored.scaled) / np.bincount(place)
    return {scored.panel.experts[experts[row]]: float(means[row]) for row in np.argsort(first)}


def score_matrix(scored: Scores) -> tuple[tuple[str, ...], tuple[str, ...], Floats]:
    """Experts, questions and scaled scores [experts, questions]; NaN where somebody did not answer."""
    (experts, row), (questions, column) = (_in_order(part) for part in (scored.expert, scored.question))
    matrix = np.full((len(experts), len(questions)), np.nan)
    matrix[row, column] = scored.scaled
    panel = scored.panel
    return tuple(panel.experts[e] for e in experts), tuple(panel.questions[q] for q in questions), matrix


def _in_order(numbers: Integers) -> tuple[Integers, Integers]:
    """The numbers that occur, in order of first appearance, and the place of each among them."""
    present, first, place = np.unique(numbers, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return present[order], rank[place]
