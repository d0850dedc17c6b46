"""What a detector is shown of a play: the game and the moves, and nothing that says who, when, where or how often.

A play is shown in an order of pairs that belongs to its moves and the run's seed: whoever looks at it in another trial,
or made by somebody else, sees the same, and a detector that is a function of what it sees has nothing to answer anew.
"""

import hashlib
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from humanlike.core import Play, Streams
from humanlike.tournament.humans import nameless

STAMP = "2000-01-01T00:00:00"  # every dataset's, whoever made it
DIGITS = 16


def play_digest(play: Play) -> str:
    """Sixteen hexadecimal digits that belong to the matches of a play, in whatever order they stand."""
    matches = [match.tobytes() for match in _matches(play)]
    content = hashlib.sha256(f"{len(matches)} ".encode())
    for match in sorted(matches):
        content.update(len(match).to_bytes(8, "little") + match)
    return content.hexdigest()[:DIGITS]


def shown(seed: int, play: Play, *, stamp: str = STAMP) -> Play:
    """The play as every detector of the run sees it."""
    return _in_order(Streams(seed)["shown"][play_digest(play)], play, stamp)


def shown_again(stream: Streams, play: Play) -> Play:
    """The same moves, the pairs in another order."""
    return _in_order(stream, play, STAMP)


def _matches(play: Play) -> npt.NDArray[np.int16]:
    """Moves [matches, seats, rounds], without the rounds that nobody played."""
    return play.shortened().actions.astype(np.int16)[play.companies()]


def _in_order(stream: Streams, play: Play, stamp: str) -> Play:
    """The matches in an order drawn from `stream`, whatever the order they come in."""
    matches, groups = [match.tobytes() for match in _matches(play)], play.companies()
    known = np.array(sorted(range(len(groups)), key=matches.__getitem__), dtype=np.int64)
    found = nameless(play, groups[known[stream.generator().permutation(len(groups))]], {"stamp": stamp})
    # of some people it is not on record whom they met, so nobody is shown it where partners change
    return found if found.partners.ndim == 2 else replace(found, partners=np.empty(0, dtype=np.int64))
