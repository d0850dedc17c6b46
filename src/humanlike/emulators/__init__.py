"""Emulators: what turns a game into a play that might pass for people's.

In:  a stream, a game, the shape of the human play beside it.    Out: a Play.
Knows nothing of: human moves, detectors, scores.
To add one: a line in `catalogue.py` for a rule or a mixed population.
"""

from humanlike.emulators.cast import Cast, Member, member_of, seat_roles
from humanlike.emulators.catalogue import CASTS, EMULATORS, MIXED, PUBLISHED, cast_emulator
from humanlike.emulators.contract import check_emulator
from humanlike.emulators.emulator import Emulator, PlayShape, family_of_rule

__all__ = [
    "CASTS",
    "EMULATORS",
    "MIXED",
    "PUBLISHED",
    "Cast",
    "Emulator",
    "Member",
    "PlayShape",
    "cast_emulator",
    "check_emulator",
    "family_of_rule",
    "member_of",
    "seat_roles",
]
