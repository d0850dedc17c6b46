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
from humanlike.scoring.parimutuel import parimutuel_prices
from humanlike.scoring.probabilities import Floats, check_probabilities, log_with_zero


def average_pool(panel: Floats, weights: Floats) -> Floats:
    """Weighted mean of the probabilities, [experts, n] -> [n]."""
    return np.asarray(weights @ panel)


def log_odds_pool(panel: Floats, weights: Floats) -> Floats:
    """Weighted geometric mean, renormalised; one expert's zero is a veto."""
    logs = np.where(weights[:, None] > 0, weights[:, None] * log_with_zero(panel), 0.0).sum(axis=0)
    if np.all(np.isneginf(logs)):
        raise BadRecord("The mean log odds do not exist: the experts' zeros exclude every alternative.")
    odds = np.exp(logs - logs.max())
    return np.asarray(odds / odds.sum())


POOLS: Mapping[str, Callable[[Floats, Floats], Floats]] = {
    "average": average_pool,
    "log-odds": log_odds_pool,
    "parimutuel": parimutuel_prices,
}


def pool_forecasts(
    panel: npt.ArrayLike, method: str = "average", weights: npt.ArrayLike | None = None
) -> Floats:
    """The consensus of `panel` [experts, n]; `weights` [experts] default to equal ones."""
    forecasts = check_probabilities(panel)
    if forecasts.ndim != 2:
        raise BadRecord(f"A panel is an array [experts, alternatives], not {forecasts.shape}.")
    return look_up("consensus method", method, POOLS)(forecasts, _check_weights(weights, len(forecasts)))


def _check_weights(weights: npt.ArrayLike | None, n_experts: int) -> Floats:
    if weights is None:
        return np.full(n_experts, 1 / n_experts)
    values = np.asarray(weights, dtype=np.float64)
    if values.shape != (n_experts,) or not (
        np.all(values >= 0) and np.isfinite(values).all() and values.sum() > 0
    ):
        raise BadParameters(f"{n_experts} experts need as many weights from 0 up, not all 0: {weights!r}.")
    return np.asarray(values / values.sum())


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
