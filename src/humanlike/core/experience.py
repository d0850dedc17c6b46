"""Experience: a person's matches of one game laid end to end, so that a rule keeps what it learned.

Every row of a play begins with a rule's initial state. Where somebody plays several matches, *carried* play has one row
for all of them, in the order of the record, and whoever is met changes from match to match as on record. Matches keep
their moves side by side: a match begins when all its people have ended those before, and who waits makes no move, which
teaches nothing. Between two matches there is a round without moves at least, by which a rule may tell them apart
(`Rule.between`); the state of others is left alone. Where all seats of a game look the same, people carry what they
learned from one seat to another; elsewhere they have a row for each role. Machines start every match afresh, and so do
rows that name nobody.

What is left apart is no match any more: `matches` then tells circles of people who met, directly or through others, and
independent are people or circles (`units`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core.errors import BadRecord
from humanlike.core.game import seats_alike
from humanlike.core.kinds import are_human
from humanlike.core.labels import Labels, numbered
from humanlike.core.moves import MISSING
from humanlike.core.play import Play

Integers = npt.NDArray[np.int64]
CARRIED = "carried"  # the provenance of carried play


@dataclass(frozen=True, eq=False)
class Experience:
    """Plays in which people keep what they learned, and how many do."""

    plays: tuple[Play, ...]
    n_carried: int  # people with several matches of one game
    n_matches: int  # of theirs
    n_alone: int  # people with one match
    n_nameless: int  # rows that name nobody
    n_roles: int = 0  # rows of people who have one for each role, beyond the first

    @property
    def sentence(self) -> str:
        """Who keeps what they learned, in words, and who cannot."""
        if not self.n_carried:
            where = " in one role" if self.n_roles else ""
            said = [
                f"Nobody is known to play two matches of a game{where}, so there is no experience to carry."
            ]
        else:
            who = "1 person keeps" if self.n_carried == 1 else f"{self.n_carried:,} people keep"
            said = [f"Experience is carried: {who} what they learned through {self.n_matches:,} matches."]
        if self.n_carried and self.n_alone:
            said.append(
                "A person with one match starts and ends there."
                if self.n_alone == 1
                else f"{self.n_alone:,} people with one match start and end there."
            )
        if self.n_roles:
            said.append(
                "Who changes role has a row for each: what is learned in one role is not carried to another."
            )
        if self.n_nameless:
            said.append(f"{self.n_nameless:,} rows name nobody and start afresh.")
        return " ".join(said)

    def document(self) -> dict[str, Any]:
        """The same as plain Python."""
        return {
            "people": self.n_carried,
            "matches": self.n_matches,
            "people_with_one_match": self.n_alone,
            "rows_without_a_name": self.n_nameless,
            "sentence": self.sentence,
        }


def carry_experience(plays: Sequence[Play], *, by_role: bool = False) -> Experience:
    """The plays with each person's matches of one game end to end; a play in which nobody plays twice stays as it is.

    `by_role` keeps a row for each role also where all seats look the same.
    """
    rows = [_Rows.of(play, by_role) for play in plays]
    return Experience(
        tuple(
            _laid(play, each) if each.any_carried else play for play, each in zip(plays, rows, strict=True)
        ),
        sum(each.n_carried for each in rows),
        sum(int(each.carried.sum()) for each in rows),
        sum(each.n_alone for each in rows),
        sum(int((each.people & ~each.named).sum()) for each in rows),
        sum(each.n_roles for each in rows),
    )


@dataclass(frozen=True, eq=False)
class _Rows:
    """Which rows of a play become one."""

    person: Integers  # a number for each person, rows of nobody having one each
    people: npt.NDArray[np.bool_]  # rows of people; all where machines play alone
    named: npt.NDArray[np.bool_]
    carried: npt.NDArray[np.bool_]  # rows that become one with others
    row: Integers  # the carried row each becomes a part of

    @classmethod
    def of(cls, play: Play, by_role: bool) -> "_Rows":
        """Of some play, with a row for each role if asked for or needed."""
        human = are_human(play.labels("kind"))
        people = human if human.any() else np.ones_like(human)
        labels = play.labels("person")
        silent = [labels.names is not None and not labels.names[code].strip() for code in labels.codes]
        named = ~np.array(silent, dtype=np.bool_)
        alone = len(named) + int(labels.codes.max(initial=0)) + np.arange(len(named))
        person = numbered(np.where(named & people, labels.codes.astype(np.int64), alone))
        match = play.labels("match").numbers()
        apart = by_role or not seats_alike(play.game) or _repeats(person, match)
        key = person * play.game.n_players + (play.roles if apart else 0)
        if _repeats(key, match):
            raise BadRecord(
                f"Somebody sits twice in one match of '{play.game.name}': their matches have no order."
            )
        row = numbered(key)
        return cls(person, people, named, (np.bincount(row) > 1)[row], row)

    @property
    def any_carried(self) -> bool:
        """Whether any row becomes one with another."""
        return bool(self.carried.any())

    @property
    def n_carried(self) -> int:
        """How many people have several matches."""
        return len(np.unique(self.person[self.carried]))

    @property
    def n_alone(self) -> int:
        """How many people have one."""
        here = self.people & self.named
        return len(np.setdiff1d(self.person[here], self.person[self.carried]))

    @property
    def n_roles(self) -> int:
        """How many rows people have because they change role."""
        here = self.people & self.named
        return len(np.unique(self.row[here])) - len(np.unique(self.person[here]))


def _repeats(first: Integers, second: Integers) -> bool:
    """Whether two rows have both numbers in common."""
    return len(np.unique(np.stack([first, second]), axis=1).T) < len(first)


def _laid(play: Play, rows: _Rows) -> Play:
    """The play with the rows of one person one after the other."""
    grid = _Grid.of(play, rows.row)
    first = np.unique(rows.row, return_index=True)[1]
    told = {name: labels.take(first) for name, labels in _told(play).items()}
    roles = play.roles[first]
    if (roles[rows.row] != play.roles).any():  # people change seats, which look the same
        roles = np.zeros_like(roles)
    return Play(
        play.game,
        grid.filled(play.actions),
        roles=roles,
        partners=grid.partners(play),
        situations=grid.filled(play.situations),
        subjects=play.labels("person").take(first),
        matches=_circles(play, rows),
        sessions=_sessions(play, rows.row),
        studied=play.studied[first],
        provenance={**play.provenance, CARRIED: "a person's matches end to end"},
        extra={name: grid.filled(column, "") for name, column in play.extra.items()},
        intended=grid.filled(play.intended) if play.intended.size else play.intended,
        **told,
    )


def _told(play: Play) -> dict[str, Labels]:
    """The labels that a record may leave out, where it does not."""
    names = {
        "kinds": "kind",
        "models": "model",
        "persons": "person",
        "studies": "study",
        "families": "family",
    }
    return {field: play.labels(by) for field, by in names.items() if len(getattr(play, field))}


@dataclass(frozen=True, eq=False)
class _Grid:
    """Where each recorded round goes."""

    row: Integers  # [rows] of the record
    match: Integers  # [rows] of the record
    round: Integers  # [rows, rounds] of the record
    within: npt.NDArray[np.bool_]  # [rows, rounds] of the record: before the match ended
    shape: tuple[int, int]  # of carried play

    @classmethod
    def of(cls, play: Play, row: Integers) -> "_Grid":
        """A match begins when all rows it is a part of have ended those before."""
        match = play.labels("match").numbers()
        rounds = np.arange(play.n_rounds)
        last = np.where(play.actions >= 0, rounds + 1, 0).max(axis=1)
        lengths = np.zeros(int(match.max()) + 1, dtype=np.int64)
        np.maximum.at(lengths, match, last)
        ends = np.zeros(int(row.max()) + 1, dtype=np.int64)
        starts = np.zeros_like(lengths)
        for number, members in enumerate(Labels(match).places().values()):
            before = int(ends[row[members]].max())
            starts[number] = before + (before > 0)  # an empty round between two matches
            ends[row[members]] = starts[number] + lengths[number]
        within = rounds < lengths[match][:, None]
        return cls(row, match, starts[match][:, None] + rounds, within, (len(ends), max(int(ends.max()), 1)))

    def filled(self, values: npt.NDArray[Any], nothing: Any = MISSING) -> npt.NDArray[Any]:
        """What is said of every round, in its new place."""
        result = np.full(self.shape, nothing, dtype=values.dtype)
        owner = np.broadcast_to(self.row[:, None], self.within.shape)
        result[owner[self.within], self.round[self.within]] = values[self.within]
        return result

    def partners(self, play: Play) -> Integers:
        """Who is met in every round, [rows, others, rounds]; nothing where nobody says who met whom."""
        met = play.partners
        if met.ndim < 2:
            return np.empty(0, dtype=np.int64)
        by_round = np.broadcast_to(met[:, :, None], (*met.shape, play.n_rounds)) if met.ndim == 2 else met
        elsewhere = self.match[by_round] != self.match[:, None, None]
        if (elsewhere & (by_round >= 0)).any():
            return np.empty(0, dtype=np.int64)  # of another match, which lies at another place
        renumbered = np.where(by_round >= 0, self.row[by_round], MISSING)
        return np.stack([self.filled(renumbered[:, seat]) for seat in range(met.shape[1])], axis=1)


def _circles(play: Play, rows: _Rows) -> Labels:
    """For each carried row the first match of its circle: what is linked by people who play in several."""
    from scipy.sparse import coo_array  # slow to load, and naming a game needs none
    from scipy.sparse.csgraph import connected_components

    match = play.labels("match")
    number = match.numbers()
    n_matches = int(number.max()) + 1
    size = n_matches + int(rows.person.max()) + 1
    graph = coo_array(
        (np.ones(len(number), dtype=np.int8), (number, n_matches + rows.person)), shape=(size, size)
    )
    circle = connected_components(graph, directed=False)[1][number]
    first_of_circle = np.unique(circle, return_index=True)[1]
    first_of_row = np.unique(rows.row, return_index=True)[1]
    return match.take(first_of_circle[circle[first_of_row]])


def _sessions(play: Play, row: Integers) -> Labels:
    """For each carried row its session, or all of them."""
    session = play.labels("session")
    words = [
        "+".join(dict.fromkeys(session.words_of(session.codes[places])))
        for places in Labels(row).places().values()
    ]
    return (
        session.take(np.unique(row, return_index=True)[1]) if session.n_different == 1 else Labels.of(words)
    )
