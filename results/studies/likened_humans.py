"""People against fitted rules: which metrics tell them apart?

Half of the matches of each game fit EWA, memory-one and fictitious play (one parameter set a game; fictitious play
has no parameters, so it plays as it is and also with a fitted chance of a random move); the rules then play the other
half's matches (as many, as long, with the same gaps), and both are compared with the people of that other half. The
people who were fitted to are compared with them too: that is what people against people looks like, between halves of
the same size.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from humanlike.core import MISSING, Play, Rule, Streams, find_units
from humanlike.datasets import read_plays
from humanlike.engine import everybody, simulate
from humanlike.fitting import fit_groups
from humanlike.naming.rules import find_rule
from humanlike.similarity import DistanceMethod, Likeness, compare_bodies, metrics_for
from results.study import Desk, Needs, Study

PLAYERS = ("ewa", "memory-one", "fictitious-play", "fictitious-play+lapse")
METHOD = DistanceMethod()


def halves(stream: Streams, play: Play) -> tuple[Play, Play]:
    """The units of a play (matches, or all matches of people who met), dealt into two halves at random."""
    groups = play.groups()
    units = find_units([play]).numbers[0][groups[:, 0]]
    order = stream.generator().permutation(np.unique(units))
    place = np.argsort(order)[units]
    groups, place = groups[np.argsort(place, kind="stable")], np.sort(place)
    first = place < len(order) // 2
    return play.rows(groups[first].ravel()), play.rows(groups[~first].ravel())


def imitation(stream: Streams, rule: Rule, parameters: Any, shape: Play) -> Play:
    """The rule in the places of `shape`: as many matches, as long, with the same gaps."""
    n_groups = shape.n_subjects // shape.game.n_players
    seated = everybody(shape.game, [(rule, parameters)], n_groups)
    played = simulate(stream, shape.game, seated, n_rounds=shape.n_rounds)
    return Play(shape.game, np.where(shape.actions == MISSING, MISSING, played.actions).astype(np.int16))


def compare_with_people(
    plays: Sequence[Play], *, metrics: Sequence[str] = (), method: DistanceMethod = METHOD
) -> dict[str, list[Likeness]]:
    """Comparisons by player: 'people' (the other half) and every fitted rule."""
    stream = Streams(1)["people against rules"]
    dealt = [halves(stream["halves"][play.game.name], play) for play in plays]
    fitted_to, held_out = [first for first, _ in dealt], [second for _, second in dealt]
    bodies = {"people": fitted_to}
    for name in PLAYERS:
        rule = find_rule(name)
        fits = {fit.group: fit.parameters for fit in fit_groups(fitted_to, rule, by="game")}
        bodies[name] = [
            imitation(stream[name][part.game.name], rule, fits[part.game.name], part) for part in held_out
        ]
    wanted = metrics_for("plays", metrics)
    return {
        name: list(compare_bodies(stream["compare"], held_out, body, wanted, method))
        for name, body in bodies.items()
    }


def compute(part: str, desk: Desk) -> Any:
    """Distances, intervals and p-values by player and metric."""
    plays = read_plays(part)
    found = compare_with_people(plays)
    return {
        "pairs": sum(len(play.groups()) for play in plays),
        "games": len(plays),
        "players": {player: _plain(own) for player, own in found.items()},
        "independent": {player: own[0].footing.sentence for player, own in found.items()},
        "resamples": METHOD.n_resamples,
    }


def _plain(found: Sequence[Likeness]) -> Mapping[str, Any]:
    return {
        each.name: {
            "distance": each.distance,
            "corrected": each.corrected,
            "interval": each.interval,
            "divergence": each.corrected_divergence,
            "baseline": each.same_population_baseline,
            "p_holm": each.p_value_holm,
            "p_at_floor": each.p_at_floor,
            "verdict": each.verdict,
        }
        for each in found
    }


STUDY = Study(
    title="People against fitted rules",
    command="make results ONLY=likened_humans",
    parts={
        name: Needs(data=(name,), rules=("ewa", "memory-one", "fictitious-play"))
        for name in ("bos-conventions", "ipd-lab")
    },
    compute=compute,
)
