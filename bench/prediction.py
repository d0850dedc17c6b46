"""The whole grid of Table 1 in one run: 12 rules, 4 games, 240 pairs, S = 10,000; its time and memory.

`python -m bench.prediction` prints what `measure` returns. The design is the paper's on play simulated from
Bush-Mosteller, published parameters, role 2 predicted: 6 measures x 5 methods x 2 levels x 5 games x 12 rules with
500 bootstrap resamples behind every rank; then M(Y,X) once more by S simulated sets of predictions instead of
exactly. Seconds are given on the clock and of the processor: on a busy machine only the second is a
property of the program. Memory is the largest the process ever held.
"""

import json
import resource
import time

import numpy as np

from humanlike.core import Streams
from humanlike.players import RULES
from humanlike.prediction import (
    PAPER_RULES,
    Settings,
    assess,
    published_rules,
    samples_of,
    simulated_experiment,
)

N_SIMULATIONS = 10_000


def measure() -> dict[str, float]:
    """Seconds, megabytes and the largest gap between exact and simulated expectations."""
    stream = Streams(1)["bench"]["prediction"]
    plays = simulated_experiment(stream, RULES["bush-mosteller"])
    samples = samples_of(plays, test_roles=[1])
    rules = list(PAPER_RULES.values())
    calibrations = published_rules([RULES[name] for name in rules], plays)
    exact, took = _timed(
        lambda: assess(stream, samples, rules, calibrations, Settings(n_simulations=N_SIMULATIONS))
    )
    by_draws = Settings(methods=("Y,X",), n_simulations=N_SIMULATIONS, n_resamples=0, expectation="simulated")
    drawn, took_drawing = _timed(lambda: assess(stream, samples, rules, calibrations, by_draws))
    gaps = [np.abs(drawn.of(each) - exact.of(each)).max() for each in drawn.defined]
    return {
        "prediction.grid.values": float((~np.isnan(exact.values)).sum()),
        "prediction.grid.seconds": took[0],
        "prediction.grid.processor_seconds": took[1],
        "prediction.realised_by_simulation.seconds": took_drawing[0],
        "prediction.realised_by_simulation.processor_seconds": took_drawing[1],
        "prediction.realised.largest_gap": float(max(gaps)),
        "prediction.peak_megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def _timed(work):
    clock, processor = time.perf_counter(), time.process_time()
    result = work()
    return result, (time.perf_counter() - clock, time.process_time() - processor)


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
