"""Are direct distances of sequences unfit for the Social Ultimatum Game, as its paper says? A test that could fail.

Samples of one population, A and B; agents learned from a third, so that neither they nor B know A; and B with the
rounds of every game in another order, which leaves every distribution as it is and only destroys time. A measure that
sees behaviour puts B nearest to A (the first question), and nearer than B out of order (the second).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

import humanlike as hl
from humanlike.core import OfferTable, Streams
from humanlike.similarity import DistanceMethod, compare_sequences, distance, metric_named
from humanlike.worlds.social_ultimatum import SOCIAL_AGENTS, learn, resimulate
from results.study import Desk, Needs, Study

ROUNDS = 30
SIZES = {"7 games": (7, 20), "35 games": (35, 10)}  # games of each sample, and how many draws
METRICS = ("d_O", "d_R", "d_B", "d_Y", "d_Y4", "d_Y8")
AGENTS = ("adaptive", "dba", "dbra", "game-theoretic")
SAME, OUT_OF_ORDER = "the same people", "the same people out of order"


def out_of_order(stream: Streams, table: OfferTable) -> OfferTable:
    """The rounds of every game shuffled, whole."""
    generator = stream.generator()
    order = np.stack([generator.permutation(table.n_rounds) for _ in range(table.n_games)])[:, :, None]
    return replace(
        table,
        recipients=np.take_along_axis(table.recipients, order, axis=1),
        offers=np.take_along_axis(table.offers, order, axis=1),
        accepted=np.take_along_axis(table.accepted, order, axis=1),
    )


def distances(stream: Streams, first: OfferTable, second: OfferTable) -> dict[str, float | None]:
    """Two samples by every measure; None where there is no distance."""
    found: dict[str, float | None] = {}
    for name in METRICS:
        value = distance([first], [second], metric_named(name), DistanceMethod())
        found[name] = None if np.isnan(value) else value
    for each in compare_sequences(stream, [first], [second]):
        found[f"{each.name}, mean"] = each.mean
        found[f"{each.name}, energy"] = each.energy
    return found


def draw(games: int, seed: int) -> dict[str, dict[str, float | None]]:
    """Everybody's distance to one sample of people."""
    people, others, teachers = (
        hl.social.play("attached", games=games, rounds=ROUNDS, seed=each).table
        for each in (seed, 1000 + seed, 2000 + seed)
    )
    stream = Streams(seed)["social distances"]
    learned = learn([teachers])
    bodies = {
        name: resimulate(stream, teachers, learned, SOCIAL_AGENTS[name], times=1) for name in AGENTS
    } | {
        SAME: others,
        OUT_OF_ORDER: out_of_order(stream["order"], others),
    }
    return {name: distances(stream["pairs"], people, body) for name, body in bodies.items()}


def nearest(draws: Mapping[str, Mapping[str, Mapping[str, Any]]], measure: str) -> dict[str, int]:
    """In how many draws each of the agents and the same people are nearest; a tie goes to the agent."""
    counts = dict.fromkeys((SAME, *AGENTS), 0)
    for bodies in draws.values():
        known = {name: bodies[name][measure] for name in (*AGENTS, SAME) if bodies[name][measure] is not None}
        if known:
            counts[min(known, key=lambda name: known[name])] += 1
    return counts


def order_seen(draws: Mapping[str, Mapping[str, Mapping[str, Any]]], measure: str) -> int:
    """In how many draws people in order are nearer than the same people out of order."""
    pairs = [(bodies[SAME][measure], bodies[OUT_OF_ORDER][measure]) for bodies in draws.values()]
    return sum(near is not None and far is not None and near < far for near, far in pairs)


def mean_of(draws: Mapping[str, Mapping[str, Mapping[str, Any]]], name: str, measure: str) -> float | None:
    """Over the draws in which there is a distance."""
    known = [bodies[name][measure] for bodies in draws.values() if bodies[name][measure] is not None]
    return float(np.mean(known)) if known else None


def compute(part: str, desk: Desk) -> Any:
    """Counts for every measure, and the mean distances behind them."""
    games, n_draws = SIZES[part]
    draws: dict[str, Any] = {}
    for seed in range(1, n_draws + 1):
        draws[str(seed)] = draw(games, seed)
        desk.progress(part, seed, n_draws)
    measures = list(draws["1"][SAME])
    return {
        measure: {
            "nearest": nearest(draws, measure),
            "order seen": order_seen(draws, measure),
            "draws": n_draws,
            "mean": {name: mean_of(draws, name, measure) for name in (SAME, OUT_OF_ORDER, *AGENTS)},
        }
        for measure in measures
    }


STUDY = Study(
    title="Direct distances of sequences: the paper's claim tested",
    command="humanlike social compare people.csv --direct",
    parts=dict.fromkeys(SIZES, Needs()),
    compute=compute,
)
