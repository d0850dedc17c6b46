"""Emulators: what turns a game into a play that might pass for people's.

In:  a game, the shape of the human play beside it, a stream.    Out: a Play.
Knows nothing of: human moves, detectors, scores.
To add one: a line in `catalogue.py` for a rule or a mixed population.
"""

from humanlike.emulators.catalogue import (
    EMULATORS,
    MIXED,
    PUBLISHED,
    Member,
    member,
    population_emulator,
    rule_emulator,
    seat_players,
)
from humanlike.emulators.emulator import Emulator, PlayShape

__all__ = [
    "EMULATORS",
    "MIXED",
    "PUBLISHED",
    "Emulator",
    "Member",
    "PlayShape",
    "member",
    "population_emulator",
    "rule_emulator",
    "seat_players",
]
