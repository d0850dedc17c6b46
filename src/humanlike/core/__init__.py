"""Core: the vocabulary every room speaks.

In:  nothing from the package.    Out: Game, Information, Seat, Trial, Rule, Play, Matching, Meetings, Units,
     OfferTable, Labels, Streams, errors, name lookup, the double precision in which JAX is entered.
Knows nothing of: particular games, rules, files, statistics. Imports no JAX: naming a game must be instant.
To add a word here: ask first whether two rooms need it; if only one does, it lives there.
"""

from humanlike.core.contract import attempt
from humanlike.core.documents import plain, strict_json
from humanlike.core.errors import (
    BadFile,
    BadGame,
    BadParameters,
    BadRecord,
    BadRequest,
    BrokenContract,
    HumanlikeError,
    MissingExtra,
    NotEnoughInformation,
    UnknownName,
    UnsuitableGame,
)
from humanlike.core.experience import Experience, carry_experience
from humanlike.core.game import Game
from humanlike.core.labels import Labels
from humanlike.core.matching import FIXED, Matching, draw_meetings
from humanlike.core.meetings import Meetings
from humanlike.core.moves import MISSING
from humanlike.core.names import look_up, whole_number
from humanlike.core.offers import NO_OFFER, OfferTable, check_body, check_stakes
from humanlike.core.parts import parts_of
from humanlike.core.play import Play, studies_of
from humanlike.core.precision import double_precision
from humanlike.core.reading import read_bounded
from humanlike.core.rule import Interval, Rule
from humanlike.core.seat import Analysis, Information, Seat, Trial
from humanlike.core.streams import Streams
from humanlike.core.units import AUTO, UNITS, Units, find_units
from humanlike.core.writing import check_writable, sweep, whole_name, write_atomically

__all__ = [
    "AUTO",
    "FIXED",
    "MISSING",
    "NO_OFFER",
    "UNITS",
    "Analysis",
    "BadFile",
    "BadGame",
    "BadParameters",
    "BadRecord",
    "BadRequest",
    "BrokenContract",
    "Experience",
    "Game",
    "HumanlikeError",
    "Information",
    "Interval",
    "Labels",
    "Matching",
    "Meetings",
    "MissingExtra",
    "NotEnoughInformation",
    "OfferTable",
    "Play",
    "Rule",
    "Seat",
    "Streams",
    "Trial",
    "Units",
    "UnknownName",
    "UnsuitableGame",
    "attempt",
    "carry_experience",
    "check_body",
    "check_stakes",
    "check_writable",
    "double_precision",
    "draw_meetings",
    "find_units",
    "look_up",
    "parts_of",
    "plain",
    "read_bounded",
    "strict_json",
    "studies_of",
    "sweep",
    "whole_name",
    "whole_number",
    "write_atomically",
]
