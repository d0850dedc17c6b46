"""What is independent in two bodies of play: the units that are redrawn and relabelled, and which way that errs.

Matrix games ask `core.find_units`. In Social Ultimatum Games a unit is a game, or, where somebody sits in several, all
games that are linked by such people. Asked for persons, a person's collection is over all of their games: it is
redrawn whole, with whatever the others did in those games.

References
----------
Chang, Maheswaran, Levinboim & Rajan (2011), "Metrics" (collections of persons).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, OfferTable, Play, look_up
from humanlike.core.units import AUTO, ENOUGH, NARROW, UNITS, Units, find_units

Integers = npt.NDArray[np.int64]

OFFER_UNITS = {
    "match": "games",
    "person": "persons",
    "connected": "circles of people who met",
    "session": "sessions",
}


@dataclass(frozen=True, eq=False)
class Crossing:
    """Persons who meet in matches: a match depends on everybody in it, so its persons' rows are not independent."""

    numbers: tuple[Integers, ...]  # the match of each row, within its part
    seats: tuple[
        tuple[Integers, Integers], ...
    ]  # for each part, matches and the persons in them, pair by pair
    n_persons: int


@dataclass(frozen=True, eq=False)
class BodyUnits:
    """The units of one body, part by part (a matrix game, a group size)."""

    unit: str
    numbers: tuple[Integers, ...]  # the unit of each row of a play or game of an offer table, within its part
    members: tuple[Integers, ...]  # what those units are called through the whole body
    n_units: int
    caveat: str
    crossing: Crossing | None = None  # where units are persons who meet each other


@dataclass(frozen=True)
class Footing:
    """What two bodies' results stand on: how many of which units, and which way that errs."""

    words: tuple[str, str]  # what the units of each body are, in the plural
    n_units: tuple[int, int]
    caveat: str  # empty where nothing is known to be wrong

    @property
    def sentence(self) -> str:
        """What is taken as independent, in words, with the caveat."""
        (one, other), (first, second) = self.words, self.n_units
        named = (
            f"{first:,} and {second:,} {one}" if one == other else f"{first:,} {one} and {second:,} {other}"
        )
        return f"Taken as independent: {named}. {self.caveat}".strip()


@dataclass(frozen=True, eq=False)
class Independence:
    """The units of two bodies with the same strata."""

    first: BodyUnits
    second: BodyUnits
    footing: Footing
    linked: tuple[tuple[int, ...], ...]  # strata that share a unit, by place

    @property
    def relabels(self) -> bool:
        """Whether units can be dealt out anew: they are of one kind and do not meet each other."""
        crossed = self.first.crossing is not None or self.second.crossing is not None
        return self.first.unit == self.second.unit and not crossed


def find_independence(first: Sequence[Any], second: Sequence[Any], unit: str = AUTO) -> Independence:
    """The units of two matched bodies: the one asked for, or for each the smallest that is independent."""
    offers = isinstance(first[0], OfferTable)
    if offers and unit == "person" and not any(table.persons.size for table in (*first, *second)):
        raise BadRequest("Nobody recorded who sat in which game, so persons cannot be the unit; match can.")
    sides = [_offer_units(body, unit) if offers else _play_units(body, unit) for body in (first, second)]
    cautions = [side.caveat for side in sides]
    if sides[0].caveat != sides[1].caveat:
        cautions = [
            f"In the {which} body: {text}"
            for which, text in zip(("first", "second"), cautions, strict=True)
            if text
        ]
    shared = 0 if offers else _shared_people(first, second)
    if shared:
        cautions.append(
            f"{shared:,} people are in both bodies and count as different ones: if they play alike in both, intervals "
            "are too wide and tests reject too seldom."
        )
    names = OFFER_UNITS if offers else UNITS
    footing = Footing(
        (names[sides[0].unit], names[sides[1].unit]),
        (sides[0].n_units, sides[1].n_units),
        " ".join(dict.fromkeys(filter(None, cautions))),
    )
    return Independence(sides[0], sides[1], footing, _linked(sides))


def everything_together(body: Sequence[Any]) -> list[Integers]:
    """One unit for all, where only sums are asked for."""
    return [
        np.zeros(part.n_games if isinstance(part, OfferTable) else part.n_subjects, dtype=np.int64)
        for part in body
    ]


def _play_units(body: Sequence[Play], unit: str) -> BodyUnits:
    found = find_units(body, unit)
    result = _within_parts(found, [play.studied for play in body])
    if found.unit != "person" or not found.caveat:
        return result
    return replace(
        result,
        caveat="They meet each other: what partners bring about in each other is counted, what goes further is not.",
        crossing=_crossing(body, found),
    )


def _crossing(body: Sequence[Play], found: Units) -> Crossing:
    matches = tuple(play.labels("match").numbers() for play in body)
    pairs = [
        np.unique(np.stack([match, who]), axis=1) for match, who in zip(matches, found.numbers, strict=True)
    ]
    return Crossing(matches, tuple((each[0], each[1]) for each in pairs), found.n_units)


def _within_parts(found: Units, counted: Sequence[npt.NDArray[np.bool_]]) -> BodyUnits:
    """Units numbered within each part; those that only hold rows that do not count are no units."""
    members = tuple(np.unique(own[use]) for own, use in zip(found.numbers, counted, strict=True))
    numbers = tuple(
        np.minimum(np.searchsorted(there, own), max(len(there) - 1, 0))
        for there, own in zip(members, found.numbers, strict=True)
    )
    return BodyUnits(found.unit, numbers, members, len(np.unique(np.concatenate(members))), found.caveat)


def _offer_units(body: Sequence[OfferTable], unit: str) -> BodyUnits:
    n_games = sum(table.n_games for table in body)
    n_circles = len(np.unique(_circles(body)))
    if unit == AUTO:
        unit = "connected" if ENOUGH <= n_circles < n_games else "match"
    look_up("unit of Social Ultimatum Games", unit, OFFER_UNITS)
    if unit == "person" and not any(table.persons.size for table in body):
        unit = "match"  # agents are nobody: their games stand for themselves
    numbers = units_of_games(body, "match" if unit == "person" else unit)
    caveat = ""
    if unit == "match" and n_circles < n_games:
        caveat = f"Some people sit in several games, which are {n_circles:,} circles of people who met, so {NARROW}."
    ends = np.cumsum([table.n_games for table in body])[:-1]
    split = tuple(np.split(numbers, ends))
    every = [np.ones(len(part), dtype=np.bool_) for part in split]
    found = _within_parts(Units(unit, split, len(np.unique(numbers)), caveat), every)
    return _with_persons(body, found) if unit == "person" else found


def _with_persons(body: Sequence[OfferTable], games: BodyUnits) -> BodyUnits:
    """Persons as units: counted by game, redrawn with all of their games."""
    names = [np.asarray(table.persons) for table in body]
    if any(not own.size for own in names):
        raise BadRequest(
            "Nobody recorded who sat in some of these games, so persons cannot be the unit; match can."
        )
    numbers = np.unique(np.concatenate([own.reshape(-1) for own in names]), return_inverse=True)[1].reshape(
        -1
    )
    n_persons = int(numbers.max()) + 1
    if n_persons < 2:
        raise BadRequest("There is one person only, so persons cannot be redrawn; match can be the unit.")
    seats, before = [], 0
    for own in names:
        who = numbers[before : before + own.size].astype(np.int64)
        seats.append((np.repeat(np.arange(len(own)), own.shape[1]), who))
        before += own.size
    return replace(
        games,
        n_units=n_persons,
        caveat="They meet each other: what partners bring about in each other is counted, what goes further is not.",
        crossing=Crossing(games.numbers, tuple(seats), n_persons),
    )


def units_of_games(body: Sequence[OfferTable], unit: str) -> Integers:
    """The number of the unit (match, connected, session) of each game, through all tables."""
    if unit == "connected":
        return _circles(body)
    if unit == "session":
        return _sessions(body)
    return np.arange(sum(table.n_games for table in body), dtype=np.int64)


def _sessions(body: Sequence[OfferTable]) -> Integers:
    labels = [label for table in body for label in table.sessions]
    if len(labels) < sum(table.n_games for table in body):
        raise BadRequest(
            "Nobody recorded the sessions of these games, so sessions cannot be the unit; match can."
        )
    return np.unique(labels, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _circles(body: Sequence[OfferTable]) -> Integers:
    """A number for each game: the same where somebody links them; names that are empty link nobody."""
    parent = list(range(sum(table.n_games for table in body)))
    seen: dict[str, int] = {}
    for game, person in _seats(body):
        _link(parent, game, seen.setdefault(person, game))
    return np.array([_root(parent, game) for game in range(len(parent))], dtype=np.int64)


def _seats(body: Sequence[OfferTable]) -> Iterator[tuple[int, str]]:
    before = 0
    for table in body:
        for game, people in enumerate(table.persons.tolist()):
            yield from ((before + game, person) for person in people if person.strip())
        before += table.n_games


def _linked(sides: Sequence[BodyUnits]) -> tuple[tuple[int, ...], ...]:
    """Places of strata, those together in which some unit of either body is found in several."""
    n_strata = len(sides[0].members)
    parent = list(range(n_strata))
    for side in sides:
        own = np.concatenate(side.members)
        where = np.repeat(np.arange(n_strata), [len(each) for each in side.members])
        order = np.argsort(own, kind="stable")
        again = np.flatnonzero(np.diff(own[order]) == 0)
        for one, other in set(
            zip(where[order][again].tolist(), where[order][again + 1].tolist(), strict=True)
        ):
            _link(parent, one, other)
    roots = [_root(parent, place) for place in range(n_strata)]
    return tuple(
        tuple(place for place in range(n_strata) if roots[place] == root) for root in dict.fromkeys(roots)
    )


def _link(parent: list[int], one: int, other: int) -> None:
    parent[_root(parent, one)] = _root(parent, other)


def _root(parent: list[int], place: int) -> int:
    while parent[place] != place:
        parent[place] = parent[parent[place]]
        place = parent[place]
    return place


def _shared_people(first: Sequence[Play], second: Sequence[Play]) -> int:
    """People whose rows stand in both bodies, as far as a data set says: labels of two files may mean others."""
    if not all(play.provenance.get("dataset") for play in (*first, *second)):
        return 0
    try:
        numbers = find_units([*first, *second], "person").numbers
    except BadRequest:  # nobody knows who is who
        return 0
    sides = [
        np.unique(np.concatenate([own[play.studied] for own, play in zip(part, plays, strict=True)]))
        for part, plays in ((numbers[: len(first)], first), (numbers[len(first) :], second))
    ]
    return len(np.intersect1d(sides[0], sides[1]))
