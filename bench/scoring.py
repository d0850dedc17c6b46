"""Scoring against scoringrules on a million forecasts: time ours / time theirs, best of several in one run."""

import time
from collections.abc import Callable

import numpy as np
import scoringrules

from humanlike.scoring import (
    binary_brier_loss,
    binary_log_loss,
    crps_normal_loss,
    crps_samples_loss,
    log_normal_density_score,
    ranked_probability_loss,
)

N_FORECASTS = 1_000_000
REPEATS = 20


def measure() -> dict[str, float]:
    """Ratios below 1 mean that we are faster."""
    generator = np.random.default_rng(1)
    chance = generator.random(N_FORECASTS)
    happened = (generator.random(N_FORECASTS) < chance).astype(np.int64)
    forecasts = generator.dirichlet(np.ones(4), N_FORECASTS)
    outcomes = generator.integers(0, 4, N_FORECASTS)
    mean, value = generator.normal(size=(2, N_FORECASTS))
    deviation = generator.uniform(0.5, 2.0, N_FORECASTS)
    samples = generator.normal(size=(N_FORECASTS, 10))
    labels = outcomes + 1  # scoringrules counts categories from 1
    return {
        "brier, binary": _ratio(
            lambda: binary_brier_loss(chance, happened), lambda: scoringrules.brier_score(happened, chance)
        ),
        "logarithm, binary": _ratio(
            lambda: binary_log_loss(chance, happened), lambda: scoringrules.log_score(happened, chance)
        ),
        "ranked probability, 4 categories": _ratio(
            lambda: ranked_probability_loss(forecasts, outcomes),
            lambda: scoringrules.rps_score(labels, forecasts),
        ),
        "crps, normal": _ratio(
            lambda: crps_normal_loss(mean, deviation, value),
            lambda: scoringrules.crps_normal(value, mean, deviation),
        ),
        "logarithm, normal": _ratio(
            lambda: log_normal_density_score(mean, deviation, value),
            lambda: scoringrules.logs_normal(value, mean, deviation),
        ),
        "crps, 10 samples": _ratio(
            lambda: crps_samples_loss(samples, value),
            lambda: scoringrules.crps_ensemble(value, samples),
            repeats=4,
        ),
    }


def _ratio(ours: Callable[[], object], theirs: Callable[[], object], repeats: int = REPEATS) -> float:
    """Best time of ours over best time of theirs, taken in turns."""
    best = [np.inf, np.inf]
    for _ in range(repeats):
        for index, function in enumerate((ours, theirs)):
            start = time.perf_counter()
            function()
            best[index] = min(best[index], time.perf_counter() - start)
    return float(best[0] / best[1])


if __name__ == "__main__":
    for name, ratio in measure().items():
        print(f"{name:36s} {ratio:.2f}")
