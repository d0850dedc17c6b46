r"""Scores as claims about a lead need them: by entrant and trial, and one by one.

A trial's mean says how trials vary, whatever its datasets have in common; single scores, which are bounded, say how
much could still be hidden in what has not been seen. High is good for both sides: emulators' scores are negated.

The *balanced* score weighs people and machines alike. As single scores with the same mean over a trial of n datasets it
is :math:`\frac{n}{2 n_k}(s_i - c)`, with :math:`n_k` the number of the dataset's own kind and c the score of one half:
a detector knows something if that mean is above 0.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

Floats = npt.NDArray[np.float64]
Bounds = tuple[float, float]


class PairedScores(NamedTuple):
    """Scores of one side, paired by trial and by dataset."""

    names: tuple[str, ...]
    trials: Floats  # [entrants, trials]: means
    singles: Floats  # [entrants, trials, datasets]; NaN where there is none
    bounds: Bounds  # of a single score; infinite where there is none

    def complete(self) -> "PairedScores":
        """Without those who missed a trial: nothing can be paired with that."""
        there = np.flatnonzero(np.isfinite(self.trials).all(axis=1))
        names = tuple(self.names[place] for place in there)
        return PairedScores(names, self.trials[there], self.singles[there], self.bounds)


def detector_scores(table: pd.DataFrame, bounds: Bounds) -> PairedScores:
    """Every detector's score of every dataset; all detectors see a trial's datasets in one order."""
    names, singles = _by_detector(table, "score")
    return PairedScores(names, _means(singles), singles, bounds)


def balanced_scores(table: pd.DataFrame, bounds: Bounds, chance: float) -> PairedScores:
    """Balanced scores above the score of one half, in trials that have people and machines."""
    names, singles = _by_detector(table, "score")
    human = _by_detector(table.assign(is_human=table["is_human"].astype(float)), "is_human")[1]
    known = np.isfinite(human)
    people, all_of_them = np.nansum(human, axis=-1, keepdims=True), known.sum(axis=-1, keepdims=True)
    kind = np.where(human > 0.5, people, all_of_them - people)
    both = ((people > 0) & (people < all_of_them)).all(axis=(0, 2))
    weights = np.where(known, all_of_them / (2 * np.maximum(kind, 1)), np.nan)[:, both]
    excess = weights * (singles[:, both] - chance)
    largest = float(np.nanmax(weights, initial=0.5))
    low, high = (largest * (bound - chance) for bound in bounds)
    return PairedScores(names, _means(excess), excess, (low, high))


def emulator_scores(table: pd.DataFrame, judges: Sequence[str], bounds: Bounds) -> PairedScores:
    """Every emulator's score in every game, negated, mean over the detectors `judges`."""
    own = table[~table["is_human"] & table["detector"].isin(list(judges))]
    cells = own.pivot_table(index="source", columns=["trial", "game"], values="score", aggfunc="mean")
    trials, games = (sorted(set(cells.columns.get_level_values(level))) for level in ("trial", "game"))
    grid = cells.reindex(columns=pd.MultiIndex.from_product([trials, games]))
    singles = -grid.to_numpy(dtype=np.float64).reshape(len(grid), len(trials), len(games))
    return PairedScores(tuple(map(str, grid.index)), _means(singles), singles, (-bounds[1], -bounds[0]))


def _by_detector(table: pd.DataFrame, column: str) -> tuple[tuple[str, ...], Floats]:
    """One column as [detectors, trials, datasets], detectors by name."""
    place = table.groupby(["trial", "detector"], sort=False).cumcount()
    wide = table.assign(place=place).pivot(index="detector", columns=["trial", "place"], values=column)
    trials, places = sorted(set(table["trial"])), range(int(place.max()) + 1)
    grid = wide.reindex(columns=pd.MultiIndex.from_product([trials, places])).sort_index()
    values = grid.to_numpy(dtype=np.float64).reshape(len(grid), len(trials), len(places))
    return tuple(map(str, grid.index)), values


def _means(singles: Floats) -> Floats:
    """Means over the datasets there are; NaN for a trial without any."""
    known = np.isfinite(singles)
    count = known.sum(axis=-1)
    total = np.where(known, singles, 0.0).sum(axis=-1)
    return np.asarray(np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0))
