"""How well people and machines were told apart: areas, bits, reliability, with intervals over what is independent."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import log_expit

from humanlike.core import Streams
from humanlike.statistics import area_between, bootstrap

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]
EDGES = (0.0, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 1.0)


def area(scores: Floats, is_human: Booleans) -> float:
    """The chance that a person scores above a machine, ties counting half (AUC)."""
    return area_between(-scores[is_human], -scores[~is_human]).value


def bits(log_odds: Floats, is_human: Booleans) -> float:
    """The balanced log score gained over even odds, in bits: 1 is perfect, 0 a coin."""
    logs = log_expit(np.where(is_human, log_odds, -log_odds)) / np.log(2)
    return float(1 + (logs[is_human].mean() + logs[~is_human].mean()) / 2)


def over_units(
    stream: Streams,
    statistic: Callable[[Floats, Booleans], float],
    scores: Floats,
    is_human: Booleans,
    units: npt.NDArray[Any],
) -> dict[str, float]:
    """A statistic with an interval that redraws units, each with all its seats."""
    rows = [np.flatnonzero(units == unit) for unit in np.unique(units)]

    def of(drawn: Floats) -> float:
        taken = np.concatenate([rows[int(place)] for place in drawn])
        human = is_human[taken]
        return statistic(scores[taken], human) if human.any() and not human.all() else np.nan

    found = bootstrap(stream, np.arange(len(rows), dtype=np.float64), of, n_resamples=400)
    return _document(found.estimate, found.lower, found.upper)


def over_two(stream: Streams, values: Floats) -> dict[str, float]:
    """The mean of a table [machine studies, human studies] with an interval that redraws both."""
    generator = stream.generator()
    means = [
        values[generator.integers(len(values), size=len(values))][
            :, generator.integers(values.shape[1], size=values.shape[1])
        ].mean()
        for _ in range(2000)
    ]
    return _document(values.mean(), *np.quantile(means, [0.025, 0.975]))


def _document(value: Any, lower: Any, upper: Any) -> dict[str, float]:
    return {"value": float(value), "lower": float(lower), "upper": float(upper)}


def reliability(probability: Floats, is_human: Booleans) -> dict[str, Any]:
    """What was said against what was true, both kinds weighing the same: by what was said, and where .8 was said."""
    weight = np.where(is_human, 0.5 / is_human.sum(), 0.5 / (~is_human).sum())
    bins = [
        {"low": low, "high": high, **_said_and_true(probability, is_human, weight, here)}
        for low, high in pairwise(EDGES)
        if (here := (probability >= low) & (probability < high)).any()
    ]
    sure = np.maximum(probability, 1 - probability)
    right = np.where(probability > 0.5, is_human, ~is_human)
    return {"bins": bins, "eighty": _said_and_true(sure, right, weight, np.abs(sure - 0.8) < 0.05)}


def _said_and_true(said: Floats, true: Booleans, weight: Floats, here: Booleans) -> dict[str, Any]:
    """Weighted means over some answers; nothing where there is none."""
    if not here.any():
        return {"said": None, "true": None, "seats": 0}
    share = weight[here] / weight[here].sum()
    return {"said": float(share @ said[here]), "true": float(share @ true[here]), "seats": int(here.sum())}
