"""Ninety percent ("Fast convergence", "NE and PO"): people settle on a move.

A pair has converged if each of its members makes one and the same move of theirs in more than 90 % of the
rounds they play. The paper speaks of a data set in which "both players" do so and does not say how pairs
are taken together; we ask for more than half of them (`pairs`).

A converged play is human with probability .7, any other with .3 (the text). The published tables can only be had
with .8 and .2, in the opposite direction, and if a single settled subject makes a play converged:
`ninety-percent-tables`. So read, Tables 12 and 14 fall into place: alg1's score -.40 means one unsettled game of
eight, the battle of the sexes, the only one in which both its players alternate.
Arifovic, McKelvey & Pevnitskaya (2006), section 3.2; Tables 12-16 use all three names.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadParameters, Game, Play
from humanlike.detectors.detector import Detector, Floats


class Convergence(NamedTuple):
    """What counts as converged, and what follows from it."""

    if_converged: float = 0.7  # P(human) of a play that has converged
    otherwise: float = 0.3
    moves: float = 0.9  # a member's commonest move must exceed this share of the rounds
    pairs: float = 0.5  # converged pairs must exceed this share
    both: bool = True  # every member of a pair must have settled; otherwise one is enough


TEXT = Convergence()
TABLES = Convergence(if_converged=0.2, otherwise=0.8, pairs=0.0, both=False)


def judge(options: Convergence, model: None, game: Game, plays: Sequence[Play]) -> Floats:
    """One of two probabilities for each play."""
    converged = [converged_pairs(play, options.moves, both=options.both) > options.pairs for play in plays]
    return np.where(np.array(converged, dtype=bool), options.if_converged, options.otherwise)


def converged_pairs(play: Play, moves: float, *, both: bool = True) -> float:
    """The share of pairs all of whose members (or, unless `both`, any of them) have settled on a move."""
    matches = play.labels("match")
    combine, start = (np.logical_and, True) if both else (np.logical_or, False)
    settled = np.full(matches.n_different, start)
    combine.at(settled, matches.ranks(), _commonest_share(play.actions) > moves)
    return float(settled.mean())


def _commonest_share(actions: npt.NDArray[np.integer[Any]]) -> Floats:
    """The share of each subject's commonest move among those made; zero for a subject who made none."""
    made = (actions >= 0).sum(axis=1)
    counts = np.stack([(actions == action).sum(axis=1) for action in range(int(actions.max(initial=0)) + 1)])
    share: Floats = counts.max(axis=0) / np.maximum(made, 1)
    return share


def ninety_percent(options: Convergence = TEXT, *, name: str = "ninety-percent") -> Detector:
    """The detector with its direction and probabilities."""
    if not all(0 <= value <= 1 for value in options):
        raise BadParameters(f"{name}: shares and probabilities lie between 0 and 1, not {tuple(options)}.")
    which = "converged" if options.if_converged > options.otherwise else "unsettled"
    return Detector(name, partial(judge, options), description=f"people's play is {which}")


DETECTOR = ninety_percent()
AS_IN_THE_TABLES = ninety_percent(TABLES, name="ninety-percent-tables")
