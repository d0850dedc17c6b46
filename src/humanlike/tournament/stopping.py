"""When is the winner established? Looking after every trial, honestly.

The best of each side is separated from *all* others once the anytime-valid confidence sequence of every paired
per-trial difference excludes zero, simultaneously over the rivals. An ordinary test repeated after every trial would
find a winner among equals sooner or later; this finds one in at most 5 % of tournaments, however often one looks.
"""

from typing import NamedTuple

import pandas as pd

from humanlike.statistics import find_leader
from humanlike.tournament.standings import trial_scores

FEWEST_TRIALS = 2


class Leadership(NamedTuple):
    """Who leads a side after the trials so far, and since when that is established (-1: it is not)."""

    leader: str
    established_after: int
    rivals: tuple[str, ...]
    lower: tuple[float, ...]  # of leader minus rival, at the last look; above 0 means separated
    upper: tuple[float, ...]


def lead(scores: pd.DataFrame, confidence: float) -> Leadership:
    """The leader of per-trial scores [trials, entrants], highest is best."""
    values = scores.dropna(axis=1)
    if len(values) < FEWEST_TRIALS or values.shape[1] < 2:
        name = str(values.mean().idxmax()) if values.shape[1] else ""
        return Leadership(name, -1, (), (), ())
    found = find_leader(values.to_numpy().T, alpha=1 - confidence)
    names = [str(name) for name in values.columns]
    return Leadership(
        names[found.leader],
        found.established_after,
        tuple(names[rival] for rival in found.rivals),
        tuple(found.differences.lower[:, -1].tolist()),
        tuple(found.differences.upper[:, -1].tolist()),
    )


def leaderships(table: pd.DataFrame, confidence: float) -> dict[str, Leadership]:
    """Both sides: detectors by their score, emulators by their score against the leading detector."""
    detectors = lead(trial_scores(table, "detectors"), confidence)
    emulators = lead(trial_scores(table, "emulators", detectors.leader), confidence)
    return {"detectors": detectors, "emulators": emulators}


def separated_after(table: pd.DataFrame, confidence: float) -> int:
    """After how many trials both sides had an established winner; -1 if they have not."""
    last = int(table["trial"].max())
    sides = leaderships(table, confidence).values()
    if any(side.established_after < 0 for side in sides):
        return -1
    return min(last, max(side.established_after for side in sides))
