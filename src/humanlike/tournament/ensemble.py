"""The reconstruction as an ensemble: other orders of the same moves, all of which meet every published number.

Tables 4-11 say how often, not when. So whatever a standing owes to the order of moves is construction, and an ensemble
shows how much that is. In member k of n a share k / (n - 1) of every pair's rounds keeps its place, drawn by chance;
the others are dealt to the places left, both players' moves together. Member 0 is in no order at all, the last one is
the reconstruction as shipped, and none contradicts the tables: cells are visited as often in all of them. What varies
is the order only: which cells a pair visited at all is constructed too, and is held.

`results/studies/reconstruction_ensemble.py` holds the tournaments and stores their range in
`data/reconstruction_ensemble.json`, which is read here.
"""

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from humanlike.core import BadFile, BadParameters, Play, Streams
from humanlike.tournament.reconstruction import reconstructed_plays

SEED = 2006
MEMBERS = 200
STORED = files("humanlike.tournament") / "data" / "reconstruction_ensemble.json"


class Spread(NamedTuple):
    """One number over the members of an ensemble."""

    least: float
    p05: float
    median: float
    p95: float
    most: float


class EnsembleDetector(NamedTuple):
    """What a detector's place in the published tournament owes to the order of moves."""

    name: str
    score: Spread
    balanced: Spread
    rank: Spread
    first: float  # share of members in which it has the highest score
    above_chance: float  # share of members in which its balanced score is above log(1/2)

    @property
    def depends_on_order(self) -> bool:
        """Whether its score is another in another order."""
        return self.score.most - self.score.least > 1e-9

    @property
    def place_is_construction(self) -> bool:
        """Whether its rank is another in another order."""
        return self.rank.least != self.rank.most


class StoredEnsemble(NamedTuple):
    """The range of the published tournament's standings over all orders, and where it comes from."""

    seed: int
    members: int
    trials: int  # of each member's tournament
    version: str  # of the package that computed it
    detectors: tuple[EnsembleDetector, ...]
    emulators_first: dict[str, float]  # share of members in which an emulator wins against the best detector


def reordered(stream: Streams, play: Play, kept: float) -> Play:
    """The play with a share `kept` of each pair's rounds in their places and the others dealt out anew.

    >>> play = reconstructed_plays()["CIT"]["chicken"]
    >>> bool((reordered(Streams(1), play, 1.0).actions == play.actions).all())
    True
    """
    if not 0 <= kept <= 1:
        raise BadParameters(f"A share of rounds lies between 0 and 1, not at {kept:g}.")
    actions = play.actions.copy()
    random = stream.generator()
    for pair in play.groups():
        moved = random.permutation(play.n_rounds)[round(kept * play.n_rounds) :]
        actions[np.ix_(pair, np.sort(moved))] = play.actions[np.ix_(pair, moved)]
    return Play(play.game, actions, provenance=dict(play.provenance))


def ensemble_member(number: int, *, members: int = MEMBERS, seed: int = SEED) -> dict[str, dict[str, Play]]:
    """Member `number` of the ensemble, counted from 0: the 24 plays by experiment and game."""
    if not 0 <= number < members or members < 2:
        raise BadParameters(f"An ensemble of {members} has no member {number}; they are counted from 0.")
    stream = Streams(seed)["reconstruction ensemble"][f"member {number}"]
    return {
        experiment: {
            name: reordered(stream[experiment][name], play, number / (members - 1))
            for name, play in plays.items()
        }
        for experiment, plays in reconstructed_plays().items()
    }


@lru_cache(maxsize=1)
def stored_ensemble() -> StoredEnsemble:
    """What the study of the ensemble found, as the package ships it.

    >>> stored_ensemble().members
    200
    """
    try:
        found: dict[str, Any] = json.loads(STORED.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadFile("The package's range of the reconstruction cannot be read; reinstall it.") from error
    detectors = tuple(
        EnsembleDetector(
            row["name"],
            Spread(*row["score"]),
            Spread(*row["balanced"]),
            Spread(*row["rank"]),
            row["first"],
            row["above_chance"],
        )
        for row in found.pop("detectors")
    )
    return StoredEnsemble(detectors=detectors, **found)
