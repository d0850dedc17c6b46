"""The Social Ultimatum Game in bulk against a straightforward loop of the same rules, in one run.

`python -m bench.social` prints what `measure` returns. The loop plays a sample of the games and is scaled up
to all of them; both are the best of several runs. Times are those of the processor, not of the clock on the
wall: both programs use one thread, and a busy machine must not decide.
"""

import json
import time

import numpy as np

from bench.social_loop import play_game
from humanlike.core import Streams
from humanlike.similarity import OFFER_METRICS, distance
from humanlike.worlds.social_ultimatum import (
    SOCIAL_AGENTS,
    AdaptiveParameters,
    Seating,
    SocialSetting,
    play_tables,
)

N_GAMES, SAMPLE = 10_000, 60
OFFERS = 1_000_000
SETTING = SocialSetting(n_players=5, n_rounds=50)


def best_of(runs, work):
    times = []
    for _ in range(runs):
        start = time.process_time()
        result = work()
        times.append(time.process_time() - start)
    return min(times), result


def traits():
    generator = Streams(11)["bench"]["traits"].generator()
    shape = (N_GAMES, SETTING.n_players)
    return AdaptiveParameters(
        generator.integers(2, 6, shape).astype(float),
        generator.uniform(0, 0.5, shape),
        generator.uniform(0, 0.3, shape),
    )


def measure() -> dict[str, float]:
    """Ratios (loop time / bulk time) and seconds."""
    values = traits()
    seating = Seating((SOCIAL_AGENTS["adaptive"],) * SETTING.n_players, {"adaptive": values})
    bulk, table = best_of(5, lambda: play_tables(Streams(1), SETTING, seating, N_GAMES))
    shape = (SAMPLE, SETTING.n_rounds, SETTING.n_players)
    numbers = [Streams(1)[name].generator().random(shape).tolist() for name in ("deviate", "target")]
    people = [[array[game].tolist() for array in values] for game in range(SAMPLE)]

    def loop():
        return [play_game(SETTING, *person, *draws) for person, *draws in zip(people, *numbers, strict=True)]

    straightforward, games = best_of(3, loop)
    if not np.array_equal(np.array(games)[..., 0], table.recipients[:SAMPLE]):
        raise AssertionError("the loop and the bulk simulation made different moves")
    million = table.select(np.arange(OFFERS // (SETTING.n_rounds * SETTING.n_players)))
    metrics, _ = best_of(2, lambda: [distance([million], [million], metric) for metric in OFFER_METRICS])
    return {
        "social_loop_over_bulk": straightforward * N_GAMES / SAMPLE / bulk,
        "social_bulk_seconds": bulk,
        "social_loop_seconds_scaled_up": straightforward * N_GAMES / SAMPLE,
        "social_metrics_on_a_million_offers_seconds": metrics,
    }


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
