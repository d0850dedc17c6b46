r"""Scores as claims about a lead need them: by entrant and trial, and one by one.

A trial's mean says how trials vary, whatever its datasets have in common; single scores, which are bounded, say how
much could still be hidden in what has not been seen. High is good for both sides: emulators' scores are negated.

The *balanced* score weighs people and machines alike. As single scores with the same mean over a trial of n datasets it
is :math:`\frac{n}{2 n_k}(s_i - c)`, with :math:`n_k` the number of the dataset's own kind and c the score of one half:
a detector knows something if that mean is above 0.

Single scores vary mostly because some datasets are easy and others hard, which is the same in every trial and says
nothing about luck. So each is taken *around what earlier trials have shown* of its dataset: :math:`y_{it} = x_{it} -
c_{it}`, where c is the shrunk mean of past scores of dataset i, less that of all datasets of the trial. Its sum over a
trial is 0, so that the mean of a trial stays; it is known before the trial, and no larger than a `SLACK` of the range,
so that y is bounded: the bounded sequence, which holds for means that differ from score to score, holds for y and is
sooner sure.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

Floats = npt.NDArray[np.float64]
Bounds = tuple[float, float]
SLACK = 0.1  # of the range of scores: the most by which a score is moved


class PairedScores(NamedTuple):
    """Scores of one side, paired by trial and by dataset."""

    names: tuple[str, ...]
    trials: Floats  # [entrants, trials]: means
    singles: Floats  # [entrants, trials, datasets], around what is known of each; NaN where there is none
    bounds: Bounds  # of these; infinite where there is none


def detector_scores(table: pd.DataFrame, bounds: Bounds) -> PairedScores:
    """Every detector's score of every dataset."""
    names, singles = _by_detector(table, "score")
    return paired_scores(names, singles, bounds)


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
    return paired_scores(names, excess, (low, high))


def emulator_scores(games: pd.DataFrame, judges: Sequence[str], bounds: Bounds) -> PairedScores:
    """Every emulator's score in every game, negated, mean over the detectors `judges`."""
    own = games[games["detector"].isin(list(judges))]
    cells = own.pivot_table(index="source", columns=["trial", "game"], values="score", aggfunc="mean")
    trials, names = (sorted(set(cells.columns.get_level_values(level))) for level in ("trial", "game"))
    grid = cells.reindex(columns=pd.MultiIndex.from_product([trials, names]))
    singles = -grid.to_numpy(dtype=np.float64).reshape(len(grid), len(trials), len(names))
    return paired_scores(tuple(map(str, grid.index)), singles, (-bounds[1], -bounds[0]))


def paired_scores(names: tuple[str, ...], singles: Floats, bounds: Bounds) -> PairedScores:
    """Means of trials, and single scores [entrants, trials, datasets] around what earlier trials showed of each."""
    low, high = bounds
    if not np.isfinite(high - low):
        return PairedScores(names, _means(singles), singles, bounds)
    room = SLACK * (high - low)
    return PairedScores(
        names, _means(singles), singles - _known_before(singles, room), (low - room, high + room)
    )


def _known_before(singles: Floats, room: float) -> Floats:
    """How much easier each dataset was so far than those of its trial, at most `room`, with sum 0 over every trial.

    Where two entrants do not have the same datasets in a trial nothing is known: their pairs would not add up to 0.
    """
    there = np.isfinite(singles)
    total = np.cumsum(np.where(there, singles, 0.0), axis=1)
    count = np.cumsum(there, axis=1)
    before, times = (np.concatenate([0 * each[:, :1], each[:, :-1]], axis=1) for each in (total, count))
    alike = there & (there == there[:1]).all(axis=(0, 2))[None, :, None]
    mean = _around_zero(np.where(times > 0, before / np.maximum(times, 1), np.nan), alike & (times > 0))
    shrunk = np.clip(mean * times / (times + 1), -room, room)
    centred = _around_zero(shrunk, alike)
    largest = np.abs(centred).max(axis=-1, keepdims=True)
    return np.asarray(centred * np.minimum(1.0, room / np.maximum(largest, room)))


def _around_zero(values: Floats, where: npt.NDArray[np.bool_]) -> Floats:
    """The values less their mean over those `where` [entrants, trials, datasets]; 0 elsewhere."""
    known = np.where(where, values, 0.0)
    mean = known.sum(axis=-1, keepdims=True) / np.maximum(where.sum(axis=-1, keepdims=True), 1)
    return np.asarray(np.where(where, known - mean, 0.0))


def _by_detector(table: pd.DataFrame, column: str) -> tuple[tuple[str, ...], Floats]:
    """One column as [detectors, trials, datasets], detectors by name, datasets by game and source."""
    keys = ["game", "source", "place"]
    # plays of one experiment in one game keep their places, whoever is asked and in whatever order
    ordered = table.sort_values("play", kind="stable") if "play" in table else table
    place = ordered.groupby(["trial", "detector", "game", "source"], sort=False).cumcount()
    wide = (
        table.assign(place=place).pivot(index=["detector", "trial"], columns=keys, values=column).sort_index()
    )
    names, trials = (list(wide.index.unique(level)) for level in ("detector", "trial"))
    grid = wide.reindex(index=pd.MultiIndex.from_product([names, trials])).sort_index(axis=1)
    values = grid.to_numpy(dtype=np.float64).reshape(len(names), len(trials), -1)
    return tuple(map(str, names)), values


def _means(singles: Floats) -> Floats:
    """Means over the datasets there are; NaN for a trial without any."""
    known = np.isfinite(singles)
    count = known.sum(axis=-1)
    total = np.where(known, singles, 0.0).sum(axis=-1)
    return np.asarray(np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0))
