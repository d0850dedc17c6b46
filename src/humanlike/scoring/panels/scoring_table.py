"""From a panel and its outcomes to scores."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord
from humanlike.scoring.densities import Density
from humanlike.scoring.panels.panel import Answer, Panel
from humanlike.scoring.panels.reading import Outcomes
from humanlike.scoring.percentiles import density_from_percentiles
from humanlike.scoring.probabilities import Floats

DiscreteScore = Callable[[npt.ArrayLike, npt.ArrayLike], Floats]
DensityScore = Callable[[Density, npt.ArrayLike], Floats]
Bounds = Mapping[str, tuple[float, float]]


class ScoredAnswer(NamedTuple):
    """What one answer earned."""

    expert: str
    round: int
    question: str
    score: float


def score_panel(
    panel: Panel,
    outcomes: Outcomes,
    score: DiscreteScore,
    *,
    density_score: DensityScore | None = None,
    bounds: Bounds | None = None,
    last_round_only: bool = True,
    allow_missing: bool = False,
) -> list[ScoredAnswer]:
    """The score of every answer (of everybody's last round, or of all), in the order of the file.

    A quantity's open tails are closed by its `bounds`, or fall off exponentially.
    """
    check_complete(panel, outcomes, allow_missing)
    earned: dict[Answer, float] = {}
    for question in panel.questions:
        rounds = [None] if last_round_only else list(panel.rounds)
        answers = [answer for round_ in rounds for answer in panel.of(question, round_)]
        known = [answer for answer in answers if outcomes.of(answer.expert, question) is not None]
        if known and known[0].is_quantity:
            if density_score is None:
                raise BadRecord(
                    f"Question '{question}' is about a quantity; this system scores alternatives only."
                )
            for answer in known:
                earned[answer] = _quantity_score(answer, outcomes, density_score, bounds or {})
        elif known:
            happened = [_outcome_index(panel, outcomes, answer) for answer in known]
            scores = score(panel.table(known), np.array(happened))
            earned.update(zip(known, scores.tolist(), strict=True))
    return [ScoredAnswer(a.expert, a.round, a.question, earned[a]) for a in panel.answers if a in earned]


def check_complete(panel: Panel, outcomes: Outcomes, allow_missing: bool) -> None:
    """Every question has an outcome, every outcome a question, everybody answered everything."""
    asked = {question for _, question in outcomes.happened}
    for key, line in outcomes.lines.items():
        if key[1] not in panel.questions:
            raise BadRecord(
                f"{outcomes.source}, line {line}: nobody was asked question '{key[1]}' in {panel.source}."
            )
    if allow_missing:
        return
    for question in panel.questions:
        answers = panel.of(question)
        if question not in asked:
            raise BadRecord(
                f"{panel.source}, line {answers[0].line}: question '{question}' has no outcome in {outcomes.source}; "
                "--allow-missing leaves it out."
            )
        missing = set(panel.experts) - {answer.expert for answer in answers}
        for expert in sorted(missing):
            raise BadRecord(
                f"{panel.source}: '{expert}' has no answer to question '{question}' (asked in line "
                f"{answers[0].line}); --allow-missing scores what was answered."
            )


def _outcome_index(panel: Panel, outcomes: Outcomes, answer: Answer) -> int:
    happened = outcomes.of(answer.expert, answer.question)
    labels = panel.alternatives[answer.question]
    if happened not in labels:
        line = outcomes.line_of(answer.expert, answer.question)
        raise BadRecord(
            f"{outcomes.source}, line {line}: '{happened}' is no alternative of question '{answer.question}'; "
            f"known: {', '.join(labels)}."
        )
    return labels.index(happened)


def _quantity_score(answer: Answer, outcomes: Outcomes, score: DensityScore, bounds: Bounds) -> float:
    text = outcomes.of(answer.expert, answer.question) or ""
    try:
        value = float(text)
    except ValueError:
        line = outcomes.line_of(answer.expert, answer.question)
        raise BadRecord(
            f"{outcomes.source}, line {line}: question '{answer.question}' asks for a number, not '{text}'."
        ) from None
    range_ = bounds.get(answer.question)
    density = density_from_percentiles(
        answer.breaks, answer.probabilities, bounds=range_, tail=None if range_ else "exponential"
    )
    return float(score(density, value))


def mean_scores(scored: list[ScoredAnswer]) -> dict[str, float]:
    """Everybody's mean score over the questions scored."""
    by_expert: dict[str, list[float]] = {}
    for answer in scored:
        by_expert.setdefault(answer.expert, []).append(answer.score)
    return {expert: float(np.mean(scores)) for expert, scores in by_expert.items()}


def score_matrix(scored: list[ScoredAnswer]) -> tuple[tuple[str, ...], tuple[str, ...], Floats]:
    """Experts, questions and scores [experts, questions]; NaN where somebody did not answer."""
    experts = {name: row for row, name in enumerate(dict.fromkeys(answer.expert for answer in scored))}
    questions = {
        name: column for column, name in enumerate(dict.fromkeys(answer.question for answer in scored))
    }
    matrix = np.full((len(experts), len(questions)), np.nan)
    for answer in scored:
        matrix[experts[answer.expert], questions[answer.question]] = answer.score
    return tuple(experts), tuple(questions), matrix
