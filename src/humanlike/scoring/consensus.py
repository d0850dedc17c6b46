r"""Consensus: one forecast out of many.

- *average*: the weighted mean of the probabilities.
- *log-odds*: the normalised weighted geometric mean; for two alternatives the mean of the log odds (Edwards).
- *parimutuel*: the odds of a race track on which everybody bets (`humanlike.scoring.parimutuel`).
- *score-weighted*: the average with weights earned by past scores, :math:`w_e \propto e^{s_e}`; with summed
  logarithmic scores these are the posterior weights of the forecasters.

>>> panel = [[0.5, 0.5], [0.1, 0.9]]
>>> [pool_forecasts(panel, method)[0].round(9).item() for method in ("parimutuel", "average", "log-odds")]
[0.5, 0.3, 0.25]

Brown (1970), section 1; Eisenberg & Gale (1959), Annals of Mathematical Statistics 30, 165-168.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadParameters, BadRecord, look_up
from humanlike.scoring.parimutuel import parimutuel_prices, two_parimutuel_prices
from humanlike.scoring.probabilities import Floats, check_probabilities, log_with_zero

Integers = npt.NDArray[np.int64]


Pool = Callable[[Floats, Floats, Integers], Floats]


def average_pool(panels: Floats, weights: Floats, starts: Integers) -> Floats:
    """Weighted means of the probabilities."""
    return np.asarray(np.add.reduceat(weights[:, None] * panels, starts, axis=0))


def log_odds_pool(panels: Floats, weights: Floats, starts: Integers) -> Floats:
    """Weighted geometric means, renormalised; one expert's zero is a veto."""
    logs = np.where(weights[:, None] > 0, weights[:, None] * log_with_zero(panels), 0.0)
    logs = np.add.reduceat(logs, starts, axis=0)
    if np.any(np.all(np.isneginf(logs), axis=1)):
        raise BadRecord("The mean log odds do not exist: the experts' zeros exclude every alternative.")
    odds = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def parimutuel_pool(panels: Floats, weights: Floats, starts: Integers) -> Floats:
    """The prices of as many race tracks."""
    if panels.shape[1] == 2:
        return two_parimutuel_prices(panels, weights, starts)
    parts = zip(np.split(panels, starts[1:]), np.split(weights, starts[1:]), strict=True)
    return np.array([parimutuel_prices(panel, own) for panel, own in parts])


POOLS: Mapping[str, Pool] = {
    "average": average_pool,
    "log-odds": log_odds_pool,
    "parimutuel": parimutuel_pool,
}


def pool_forecasts(
    panel: npt.ArrayLike, method: str = "average", weights: npt.ArrayLike | None = None
) -> Floats:
    """The consensus of `panel` [experts, n]; `weights` [experts] default to equal ones."""
    forecasts = np.asarray(panel, dtype=np.float64)
    if forecasts.ndim != 2:
        raise BadRecord(f"A panel is an array [experts, alternatives], not {forecasts.shape}.")
    return np.asarray(pool_many(forecasts, np.array([0]), method, weights)[0])


def pool_many(
    panels: Floats, starts: Integers, method: str = "average", weights: npt.ArrayLike | None = None
) -> Floats:
    """The consensus of each of several panels, [panels, n].

    `panels` [rows, n] holds them one below the other, the first rows at `starts`; `weights` [rows] are scaled to 1 in
    each, and equal by default.
    """
    forecasts, pool = check_probabilities(panels), look_up("consensus method", method, POOLS)
    return pool(forecasts, _check_weights(weights, len(forecasts), starts), starts)


def _check_weights(weights: npt.ArrayLike | None, n_rows: int, starts: Integers) -> Floats:
    """The weights, scaled to sum to 1 in each panel."""
    sizes = np.diff(starts, append=n_rows)
    if weights is None:
        return np.repeat(1 / sizes, sizes)
    values = np.asarray(weights, dtype=np.float64)
    good = values.shape == (n_rows,) and bool(np.all(values >= 0) and np.isfinite(values).all())
    totals = np.add.reduceat(values, starts) if good else np.zeros(1)
    if not np.all(totals > 0):
        raise BadParameters(f"{n_rows} experts need as many weights from 0 up, not all 0: {weights!r:.200}.")
    return np.asarray(values / np.repeat(totals, sizes))


def score_weights(total_scores: npt.ArrayLike, sharpness: float = 1.0) -> Floats:
    """Weights proportional to exp(sharpness * score); a score of -infinity earns no weight.

    >>> score_weights([0.0, np.log(3.0)]).round(12)
    array([0.25, 0.75])
    """
    scores = np.asarray(total_scores, dtype=np.float64)
    if scores.ndim != 1 or np.any(np.isnan(scores)) or not np.any(np.isfinite(scores)):
        raise BadRecord("Score weights need one score for each expert, at least one of them finite.")
    powers = np.exp(sharpness * (scores - scores.max()))
    return np.asarray(powers / powers.sum())


def disagreement_of_methods(panel: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """The largest total variation (0 to 1) between two of the consensus methods that exist for this panel.

    >>> round(disagreement_of_methods([[0.5, 0.5], [0.1, 0.9]]), 6)
    0.25
    """
    methods = ["average", "parimutuel"]
    if np.any(
        np.all(check_probabilities(panel) > 0, axis=0)
    ):  # else contradictory zeros may leave no log odds
        methods.append("log-odds")
    table = np.array([pool_forecasts(panel, method, weights) for method in methods])
    return float((np.abs(table[:, None] - table[None]).sum(axis=-1) / 2).max())


def distances_from_consensus(panels: Floats, starts: Integers, consensus: Floats) -> Floats:
    """The mean total variation of each panel's forecasts from its consensus, [panels]."""
    sizes = np.diff(starts, append=len(panels))
    apart = np.abs(panels - np.repeat(consensus, sizes, axis=0)).sum(axis=-1) / 2
    return np.asarray(np.add.reduceat(apart, starts) / sizes)


class Disagreement(NamedTuple):
    """How far experts are from their consensus and from each other, in total variation (0 to 1)."""

    mean_from_consensus: float
    largest_between_experts: float


def disagreement(panel: npt.ArrayLike, consensus: npt.ArrayLike) -> Disagreement:
    """The panel's spread around `consensus`."""
    forecasts, centre = check_probabilities(panel), check_probabilities(consensus)
    from_centre = np.abs(forecasts - centre).sum(axis=-1) / 2
    between = np.abs(forecasts[:, None] - forecasts[None]).sum(axis=-1) / 2
    return Disagreement(float(from_centre.mean()), float(between.max()))
