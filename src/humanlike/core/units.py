"""Who is independent of whom: the one place that picks the unit which is redrawn, held out, relabelled or clustered.

Rows of a play depend on each other if they are one person's, or of one match; through third ones everybody who met
may do. What is left apart after following all such links is a *circle*: circles are independent, whatever people do.

- ``match``: right where nobody plays twice, so that every match is a circle of its own;
- ``dyad``: all matches of the same two (or more) people;
- ``person``: all rows of one person. Right if people meet machines or strangers whose influence is small; partners'
  rows are somebody else's and stay where they are;
- ``connected``: a circle;
- ``session``, ``study``: as the table says.

`find_units` takes the smallest of these that is a circle; where circles are too few to be redrawn it takes persons and
says that intervals err on the narrow side. Machines link nobody: the same program may meet everybody.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from humanlike.core.errors import BadRecord, BadRequest
from humanlike.core.experience import CARRIED
from humanlike.core.kinds import HUMAN
from humanlike.core.labels import Labels, merged, numbered
from humanlike.core.names import look_up
from humanlike.core.play import Play

Integers = npt.NDArray[np.int64]

AUTO = "auto"
UNITS = {
    "person": "persons",
    "dyad": "sets of people who play together",
    "match": "matches",
    "connected": "circles of people who met, directly or through others",
    "session": "sessions",
    "study": "studies",
}
ENOUGH = 12  # circles that may be redrawn instead of persons; fewer say little about their own spread
NARROW = "intervals are too narrow and tests reject too often"


@dataclass(frozen=True, eq=False)
class Units:
    """What is taken as independent in some plays, and which way that errs."""

    unit: str  # one of UNITS
    numbers: tuple[
        Integers, ...
    ]  # for each play, the number of each row's unit, [rows], from 0 through all plays
    n_units: int
    caveat: str  # empty where nothing is known to be wrong

    @property
    def sentence(self) -> str:
        """What is taken as independent, in words, with the caveat."""
        told = f"Taken as independent: {self.n_units:,} {UNITS[self.unit]}." if self.n_units != 1 else ""
        return f"{told} {self.caveat}".strip()


def find_units(plays: Sequence[Play], unit: str = AUTO) -> Units:
    """The unit of some plays of one body: the one asked for, or the smallest that is independent.

    >>> from humanlike.core import Game
    >>> coins = Game.from_matrices("coins", [[1, 0], [0, 1]], [[0, 1], [1, 0]])
    >>> moves = np.zeros((4, 3), dtype=int)
    >>> find_units([Play(coins, moves)]).unit
    'match'
    >>> find_units([Play(coins, moves, subjects=("ann", "bot", "ann", "bot"), kinds=("human", "program") * 2)]).unit
    'person'
    """
    if not plays:
        raise BadRequest("There is no play, so nothing is independent of anything.")
    company = _Company(plays)
    chosen = company.smallest() if unit == AUTO else unit
    numbers = look_up("unit", chosen, company.by_unit())()
    if chosen == "person" and company.persons_unknown:
        raise BadRequest(
            "Nobody recorded which rows are one person's, so persons cannot be the unit; "
            f"{', '.join(word for word in UNITS if word not in ('person', 'dyad', 'connected'))} can."
        )
    if company.carried and chosen in ("match", "dyad"):
        raise BadRequest(
            f"Where people carry what they learned from match to match, a {chosen} is no unit; "
            f"{', '.join(word for word in UNITS if word not in ('match', 'dyad'))} can be."
        )
    split = np.split(numbered(numbers), np.cumsum([play.n_subjects for play in plays])[:-1])
    n_units = int(numbered(numbers).max(initial=-1)) + 1
    return Units(chosen, tuple(split), n_units, company.caveat(chosen, numbers))


class _Company:
    """The rows of several plays one after the other, and what links them."""

    def __init__(self, plays: Sequence[Play]) -> None:
        self.plays = plays
        human = np.concatenate([_are_people(play) for play in plays])
        self.linking = (
            human if human.any() else np.ones_like(human)
        )  # play of machines alone: each is somebody
        self.match = self._labels_by_play("match")
        self.person, self.n_nameless = self._persons()
        self.persons_unknown = self.n_nameless == int(self.linking.sum())
        self.carried = any(CARRIED in play.provenance for play in plays)  # matches are circles then
        self.partners_guessed = any(play.provenance.get("partners") == "guessed" for play in plays)

    def by_unit(self) -> dict[str, Callable[[], Integers]]:
        """How the rows are numbered by each unit."""
        return {
            "person": lambda: self.of_linking(self.person),
            "dyad": lambda: self.dyad,
            "match": lambda: self.match,
            "connected": lambda: self.circle,
            "session": lambda: self._labels_by_record("session"),
            "study": self._studies,
        }

    def smallest(self) -> str:
        """The smallest unit that is a circle, or persons where there are few circles."""
        if self.persons_unknown:
            return "match"
        n_circles = _count(self.circle)
        if self.partners_guessed and (self.carried or _count(self.match) > n_circles):
            return "person"  # circles of guessed partners are guesses
        for unit, numbers in (
            ("match", self.match),
            ("person", self.of_linking(self.person)),
            ("dyad", self.dyad),
        ):
            if _count(numbers) == n_circles and not (self.carried and unit != "person"):
                return unit
        return "connected" if n_circles >= ENOUGH else "person"

    def caveat(self, unit: str, numbers: Integers) -> str:
        """Which way results err if `numbers` are taken as independent."""
        found = [self._of_cut_circles(unit, numbers), self._of_names()]
        if _count(numbers) == 1:
            found = [f"Everything is of one {unit}: nothing says how another would differ."]
        if unit == "session" and (
            called := {play.provenance.get("sessions", "") for play in self.plays} - {""}
        ):
            found.append(f"What the record calls sessions are {', '.join(sorted(called))}.")
        return " ".join(filter(None, found))

    def _of_names(self) -> str:
        """What is not known of who is who."""
        told = []
        if self.n_nameless and not self.persons_unknown:
            told.append(
                f"{self.n_nameless:,} of {int(self.linking.sum()):,} rows name nobody and are taken for so many other "
                f"people: if they are not, {NARROW}."
            )
        if self._recurring():
            told.append(
                f"The same names stand in several plays that name no data set and are taken for other people: if they "
                f"are the same, {NARROW}."
            )
        return " ".join(told)

    def _recurring(self) -> bool:
        """Whether labels that somebody gave occur in two plays of which nobody says that they are one record."""
        seen: set[str] = set()
        for play in self.plays:
            labels = play.labels("person")
            if labels.names is None or play.provenance:
                continue
            own = {name for name in labels.different() if name.strip()}
            if seen & own:
                return True
            seen |= own
        return False

    def _of_cut_circles(self, unit: str, numbers: Integers) -> str:
        """What follows from people who met, or are one, in different units."""
        if self.persons_unknown and unit in ("match", "dyad", "connected"):
            return f"Nobody recorded who played several matches: if people did, {NARROW}."
        cut = _count(_pairs(numbers, self.circle)) > _count(self.circle)
        if not cut:
            return ""
        if unit == "person":
            partly = ", partly by guess" if self.partners_guessed else ""
            n_circles = _count(self.circle)
            return (
                f"They fall into {n_circles:,} circle{'s' if n_circles > 1 else ''} of people who met{partly}: what "
                f"partners bring about in each other is not counted, so {NARROW}."
            )
        return f"Some of them are the same people or met each other's partners, so {NARROW}."

    @cached_property
    def circle(self) -> Integers:
        """The number of each row's circle."""
        from scipy.sparse import coo_array  # slow to load, and naming a game needs none
        from scipy.sparse.csgraph import connected_components

        rows = np.flatnonzero(self.linking)
        n_matches = int(self.match.max(initial=-1)) + 1
        links = np.stack([self.match[rows], n_matches + self.person[rows]])
        size = n_matches + int(self.person.max(initial=-1)) + 1
        graph = coo_array((np.ones(len(rows), dtype=np.int8), (links[0], links[1])), shape=(size, size))
        return np.asarray(connected_components(graph, directed=False)[1][self.match], dtype=np.int64)

    @cached_property
    def dyad(self) -> Integers:
        """The same number for matches of the same people, whatever their seats."""
        rows = np.flatnonzero(self.linking)
        # two sets of people are one if their sums of random numbers agree: a chance of 2^-64 of being wrong
        marks = np.random.default_rng(1).integers(
            0, 2**63, int(self.person.max(initial=-1)) + 1, dtype=np.uint64
        )
        sums = np.zeros(int(self.match.max(initial=-1)) + 1, dtype=np.uint64)
        np.add.at(sums, self.match[rows], marks[self.person[rows]])
        return np.unique(sums, return_inverse=True)[1].reshape(-1)[self.match]

    def of_linking(self, numbers: Integers) -> Integers:
        """The numbers of people's rows; a machine's row goes with the first of those it met."""
        rows = np.flatnonzero(self.linking)
        first = np.full(int(self.match.max(initial=-1)) + 1, -1, dtype=np.int64)
        first[self.match[rows[::-1]]] = numbers[rows[::-1]]
        alone = first[self.match] < 0  # a match of machines beside people's
        met = np.where(alone, numbers.max(initial=0) + 1 + self.match, first[self.match])
        return np.where(self.linking, numbers, met)

    def _persons(self) -> tuple[Integers, int]:
        """A number for each person, rows of unknown people having one each; and how many people's rows are unknown."""
        numbers = self._labels_by_record("person")
        unknown = np.concatenate([np.asarray(_says_nothing(play.labels("person"))) for play in self.plays])
        alone = int(numbers.max(initial=-1)) + 1 + np.arange(len(numbers))
        return numbered(np.where(unknown, alone, numbers)), int((unknown & self.linking).sum())

    def _studies(self) -> Integers:
        numbers = merged([play.labels("study") for play in self.plays]).codes.astype(np.int64)
        if _count(_pairs(numbers, self.match)) > _count(self.match):
            raise BadRecord("A match belongs to one study, but some rows of one match name two.")
        return numbers

    def _labels_by_play(self, by: str) -> Integers:
        """Labels of each play for itself: a match of one game is no match of another."""
        parts, before = [], 0
        for play in self.plays:
            parts.append(play.labels(by).numbers() + before)
            before = int(parts[-1].max(initial=before - 1)) + 1
        return np.concatenate(parts)

    def _labels_by_record(self, by: str) -> Integers:
        """The same label is the same thing in all plays of one record, and another in another record."""
        records: dict[object, list[int]] = {}
        for place, play in enumerate(self.plays):
            records.setdefault(_record(place, play, by), []).append(place)
        parts: list[Integers] = [np.empty(0, dtype=np.int64)] * len(self.plays)
        before = 0
        for places in records.values():
            codes = merged([self.plays[place].labels(by) for place in places]).numbers() + before
            ends = np.cumsum([self.plays[place].n_subjects for place in places])
            for place, part in zip(places, np.split(codes, ends[:-1]), strict=True):
                parts[place] = part
            before = int(codes.max(initial=before - 1)) + 1
        return np.concatenate(parts)


def _record(place: int, play: Play, by: str) -> object:
    """What a play shares its labels with: its data set or file; labels nobody gave mean nothing elsewhere."""
    if play.labels(by).names is None:
        return place
    return play.provenance.get("dataset", "") or tuple(sorted(play.provenance.items())) or place


def _are_people(play: Play) -> npt.NDArray[np.bool_]:
    kinds = play.labels("kind")
    return np.array([name == HUMAN for name in kinds.names or ()], dtype=np.bool_)[kinds.codes]


def _says_nothing(labels: Labels) -> npt.NDArray[np.bool_]:
    if labels.names is None:
        return np.zeros(len(labels), dtype=np.bool_)
    return np.array([not name.strip() for name in labels.names], dtype=np.bool_)[labels.codes]


def _pairs(first: Integers, second: Integers) -> Integers:
    return np.asarray(first.astype(np.int64) * (int(second.max(initial=0)) + 1) + second)


def _count(numbers: Integers) -> int:
    return len(np.unique(numbers))
