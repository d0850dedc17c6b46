"""People against fitted rules: which metrics tell them apart?

Half of the matches of each game fit EWA, memory-one and fictitious play (one parameter set a game; fictitious play
has no parameters, so it plays as it is and also with a fitted chance of a random move); the rules
then play the other half's matches (as many, as long, with the same gaps), and both are compared with the people
of that other half. The people who were fitted to are compared with them too: that is what people against
people looks like, between halves of the same size.

`python -m bench.similarity_humans bos-conventions` needs the human data (HUMANLIKE_DATA, or ../shared/data).
"""

import json
import os
import sys
from pathlib import Path

import numpy as np

from humanlike.core import MISSING, Play, Streams
from humanlike.datasets import read_plays
from humanlike.engine import everybody, simulate
from humanlike.fitting import fit_groups
from humanlike.naming.rules import find_rule
from humanlike.similarity import DistanceMethod, compare_bodies, metrics_for

DATA = Path(os.environ.get("HUMANLIKE_DATA", Path(__file__).parents[1].parent / "shared" / "data"))
PLAYERS = ("ewa", "memory-one", "fictitious-play", "fictitious-play+lapse")


def halves(play, stream):
    """The matches of a play, dealt into two halves at random."""
    groups = stream.generator().permutation(play.groups())
    middle = len(groups) // 2
    return tuple(Play(play.game, play.actions[part.ravel()]) for part in (groups[:middle], groups[middle:]))


def imitation(rule, parameters, shape, stream):
    """The rule in the places of `shape`: as many matches, as long, with the same gaps."""
    n_groups = shape.n_subjects // shape.game.n_players
    played = simulate(
        stream, shape.game, everybody(shape.game, [(rule, parameters)], n_groups), n_rounds=shape.n_rounds
    )
    return Play(shape.game, np.where(shape.actions == MISSING, MISSING, played.actions).astype(np.int16))


def compare_with_people(plays, *, seed=1, metrics=(), method=None):
    """Comparisons by player: 'people' (the other half) and every fitted rule."""
    streams = Streams(seed)["people against rules"]
    dealt = [halves(play, streams["halves"][play.game.name]) for play in plays]
    fitted_to, held_out = [first for first, _ in dealt], [second for _, second in dealt]
    bodies = {"people": fitted_to}
    for name in PLAYERS:
        rule = find_rule(name)
        fits = {each.group: each.parameters for each in fit_groups(fitted_to, rule, by="game").fits}
        bodies[name] = [
            imitation(rule, fits[part.game.name], part, streams[name][part.game.name]) for part in held_out
        ]
    wanted = metrics_for("plays", metrics)
    return {
        name: compare_bodies(
            streams["compare"], held_out, body, wanted, method or DistanceMethod(n_resamples=300)
        )
        for name, body in bodies.items()
    }


def main():
    for name in sys.argv[1:] or ("bos-conventions", "ipd-lab"):
        for divergence in ("kullback-leibler", "jensen-shannon"):
            method = DistanceMethod(n_resamples=300, divergence=divergence)
            results = compare_with_people(read_plays(DATA / name), method=method)
            table = [
                {
                    "data": name,
                    "divergence": divergence,
                    "player": player,
                    "metric": each.name,
                    "time_dependent": each.time_dependent,
                    "distance": each.distance,
                    "interval": each.interval,
                    "same_population_baseline": each.same_population_baseline,
                    "p_holm": each.p_value_holm,
                }
                for player, comparisons in results.items()
                for each in comparisons
            ]
            print(json.dumps(table, indent=1))


if __name__ == "__main__":
    main()
