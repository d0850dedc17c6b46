"""What forecasts of quantities earn: all answers of one form together, as one array of densities.

Scores of quantities have units (a CRPS that of the quantity, a density its inverse), so that a question in millions
would decide every mean. Each question therefore has a *scale*: a stated one, else the width of a stated range, else the
median over the answers of the distance between the outermost values for each unit of probability between them
(one person hardly moves a median). The answer and the value divided by it are scored too, and only these are averaged:
no change of units changes a mean.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord
from humanlike.scoring.densities import DENSITY_SCORES, Density
from humanlike.scoring.panels.columns import Integers
from humanlike.scoring.panels.panel import Panel, group_starts, quantiles
from humanlike.scoring.percentiles import Tail, densities_from_percentiles, density_from_percentiles
from humanlike.scoring.probabilities import Floats

Bounds = Mapping[str, tuple[float, float]]
STATED, FROM_RANGE, FROM_ANSWERS = "stated", "range", "answers"


class Scale(NamedTuple):
    """What one question's numbers are divided by before scores are averaged."""

    size: float
    source: str  # STATED, FROM_RANGE or FROM_ANSWERS


def question_scales(
    panel: Panel, answers: Integers, bounds: Bounds, stated: Mapping[str, float] | None = None
) -> dict[str, Scale]:
    """The scale of every quantity in `answers`, which stand question by question."""
    low, high = panel.start[answers], panel.start[answers + 1] - 1
    mass = panel.probability[high] - panel.probability[low]  # may be 0 where a range holds the rest
    width = np.divide(panel.value[high] - panel.value[low], mass, out=np.zeros(len(mass)), where=mass > 0)
    starts = group_starts(panel.question[answers])
    middle = quantiles(width, starts, 0.5)
    scales = {}
    for number, size in zip(panel.question[answers[starts]].tolist(), middle.tolist(), strict=True):
        question = panel.questions[number]
        if stated and question in stated:
            scales[question] = Scale(stated[question], STATED)
        elif question in bounds:
            scales[question] = Scale(bounds[question][1] - bounds[question][0], FROM_RANGE)
        else:
            scales[question] = Scale(size, FROM_ANSWERS)
    return scales


def score_quantities(
    panel: Panel,
    answers: Integers,
    values: Floats,
    score: Callable[[Density, npt.ArrayLike], Floats],
    bounds: Bounds,
    scales: Mapping[str, Scale] | None = None,
) -> Floats:
    """The score of each answer, [answers], once its value is known; with `scales`, of everything divided by them.

    A density score of the house takes many densities at once; one that a user brought is shown one at a time.
    """
    by_question = {} if scales is None else {question: scale.size for question, scale in scales.items()}
    bounds = {
        question: (limits[0] / by_question.get(question, 1.0), limits[1] / by_question.get(question, 1.0))
        for question, limits in bounds.items()
    }
    sizes = np.array([by_question.get(question, 1.0) for question in panel.questions])[
        panel.question[answers]
    ]
    values = values / sizes
    together = score in DENSITY_SCORES.values()
    earned = np.empty(len(answers))
    for places, range_ in _of_one_form(panel, answers, bounds):
        entry, _ = panel.entries(answers[places])
        breaks, levels = (part[entry].reshape(len(places), -1) for part in (panel.value, panel.probability))
        breaks = breaks / sizes[places][:, None]
        tail: Tail | None = None if range_ else "exponential"
        try:
            for rows, density in densities_from_percentiles(breaks, levels, bounds=range_, tail=tail):
                if together:
                    earned[places[rows]] = score(density, values[places[rows]])
        except BadRecord:
            _refuse_first_bad(panel, answers[places], breaks, levels, range_, tail)
            raise
        if not together:
            for place, row, level in zip(places, breaks, levels, strict=True):
                one = density_from_percentiles(row, level, bounds=range_, tail=tail)
                earned[place] = float(score(one, values[place]))
    return earned


def _refuse_first_bad(
    panel: Panel,
    answers: Integers,
    breaks: Floats,
    levels: Floats,
    bounds: tuple[float, float] | None,
    tail: Tail | None,
) -> None:
    """Say of the first answer that is no density whose it is."""
    for answer, row, level in zip(answers.tolist(), breaks, levels, strict=True):
        try:
            density_from_percentiles(row, level, bounds=bounds, tail=tail)
        except BadRecord as error:
            who, what = panel.experts[panel.expert[answer]], panel.questions[panel.question[answer]]
            where = f"{panel.source}, line {panel.line[answer]}: '{who}', question '{what}'"
            raise BadRecord(f"{where}: {error}") from None


def _of_one_form(
    panel: Panel, answers: Integers, bounds: Bounds
) -> Iterator[tuple[Integers, tuple[float, float] | None]]:
    """Places of answers with equally many breaks and the same range, form by form; and that range."""
    ranged = np.array([list(bounds).index(each) if each in bounds else -1 for each in panel.questions])
    forms = np.column_stack(
        [panel.start[answers + 1] - panel.start[answers], ranged[panel.question[answers]]]
    )
    for count, number in sorted(set(map(tuple, forms.tolist()))):
        here = np.flatnonzero((forms == (count, number)).all(axis=1))
        yield here, list(bounds.values())[number] if number >= 0 else None
