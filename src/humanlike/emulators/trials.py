"""Trials: several emulators play the same game again and again, with chance shared or their own.

Shared, all draw from the name `contestant`: what differs is then the emulators and not their luck (common random
numbers). Of their own, each draws from `entrant NAME`, as in a tournament.
"""

from collections.abc import Iterable, Iterator, Sequence

from humanlike.core import Game, Play, Streams
from humanlike.emulators.emulator import Emulator, PlayShape

CONTESTANT = "contestant"


def play_trials(
    stream: Streams,
    emulators: Sequence[Emulator],
    game: Game,
    shape: PlayShape,
    trials: Iterable[int],
    *,
    shared: bool,
) -> Iterator[list[Play]]:
    """For each of the `trials` (counted from 0), one play of each emulator."""
    for trial in trials:
        own = stream[f"trial {trial + 1}"]
        yield [
            emulator.play(own[CONTESTANT if shared else f"entrant {emulator.name}"], game, shape)
            for emulator in emulators
        ]
