"""What forecasts of quantities earn: all answers of one form together, as one array of densities."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np
import numpy.typing as npt

from humanlike.scoring.densities import DENSITY_SCORES, Density
from humanlike.scoring.panels.columns import Integers
from humanlike.scoring.panels.panel import Panel
from humanlike.scoring.percentiles import Tail, densities_from_percentiles, density_from_percentiles
from humanlike.scoring.probabilities import Floats

Bounds = Mapping[str, tuple[float, float]]


def score_quantities(
    panel: Panel,
    answers: Integers,
    values: Floats,
    score: Callable[[Density, npt.ArrayLike], Floats],
    bounds: Bounds,
) -> Floats:
    """The score of each answer, [answers], once its value is known.

    A density score of the house takes many densities at once; one that a user brought is shown one at a time.
    """
    together = score in DENSITY_SCORES.values()
    earned = np.empty(len(answers))
    for places, range_ in _of_one_form(panel, answers, bounds):
        entry, _ = panel.entries(answers[places])
        breaks, levels = (part[entry].reshape(len(places), -1) for part in (panel.value, panel.probability))
        tail: Tail | None = None if range_ else "exponential"
        if together:
            for rows, density in densities_from_percentiles(breaks, levels, bounds=range_, tail=tail):
                earned[places[rows]] = score(density, values[places[rows]])
        else:
            for place, row, level in zip(places, breaks, levels, strict=True):
                density = density_from_percentiles(row, level, bounds=range_, tail=tail)
                earned[place] = float(score(density, values[place]))
    return earned


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
