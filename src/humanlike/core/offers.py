r"""Offers: what was played in Social Ultimatum Games, as arrays.

In round k player m chose recipient :math:`R^k_m` and offered :math:`q^k_{m,n}`; the recipient answered
:math:`d^k_{m,n} \in \{0, 1\}`. Games of one group size form one `OfferTable`; a body of play is a list
of tables, one a size. Everybody proposes once in every round, so three arrays hold everything. A round of which not
everything is known may be left out for all its players: it stays as a gap, so that no chain of offers runs across it.

References
----------
Chang, Maheswaran, Levinboim & Rajan (2011), "Learning and evaluating human-like NPC behaviors in dynamic games",
AIIDE 7, 8-13; sections "The Social Ultimatum Game" and "Metrics".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core.errors import BadGame, BadRecord, BadRequest

NO_OFFER = -1  # rounds that were left out, and those after the end of a game shorter than its neighbours


@dataclass(frozen=True, eq=False)
class OfferTable:
    """Games of one group size, arrays of shape [games, rounds, players (proposers)].

    `recipients` counts players from 0 and holds NO_OFFER in rounds left out and after a game's last; `offers` are
    amounts in the units of `endowment`, multiples of `step`; `accepted` is the answer. `names` label the games;
    `persons` [games, players] say who sat where (the same label in several games is the same person) and
    `sessions` [games] when; both are empty where nobody knows.
    """

    recipients: npt.NDArray[np.int8]
    offers: npt.NDArray[np.int16]
    accepted: npt.NDArray[np.bool_]
    endowment: int = 10
    step: int = 1
    names: tuple[str, ...] = ()
    persons: npt.NDArray[np.str_] = field(default_factory=lambda: np.empty((0, 0), dtype=np.str_))
    sessions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_stakes(self.endowment, self.step)
        _check_shapes(self)
        if not self.names:
            object.__setattr__(self, "names", tuple(str(game + 1) for game in range(self.n_games)))
        _check_labels(self)
        _check_moves(self)

    def __repr__(self) -> str:
        return f"OfferTable({self.n_games:,} games of {self.n_players} players x {self.n_rounds} rounds)"

    @property
    def n_games(self) -> int:
        """How many games the table holds."""
        return int(self.recipients.shape[0])

    @property
    def n_rounds(self) -> int:
        """Rounds of the longest game."""
        return int(self.recipients.shape[1])

    @property
    def n_players(self) -> int:
        """Group size N."""
        return int(self.recipients.shape[2])

    @property
    def made(self) -> npt.NDArray[np.bool_]:
        """Where an offer was made at all, shape [games, rounds, players]."""
        return np.asarray(self.recipients >= 0)

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """The last round of each game; rounds left out before it count."""
        return np.asarray(self.n_rounds - self.recorded[:, ::-1].argmax(axis=1), dtype=np.int64)

    @property
    def recorded(self) -> npt.NDArray[np.bool_]:
        """Rounds that are known, shape [games, rounds]; the others were left out, or the game is over."""
        return np.asarray(self.made.any(axis=2))

    @property
    def n_values(self) -> int:
        """How many different offers the rules allow: 0, step, ..., endowment."""
        return self.endowment // self.step + 1

    def rewards(self) -> npt.NDArray[np.int64]:
        """Equation (1): what each player earned in each round, shape [games, rounds, players]."""
        taken = np.where(self.accepted & self.made, self.offers, 0).astype(np.int64)
        kept = np.where(self.accepted & self.made, self.endowment - self.offers, 0).astype(np.int64)
        for receiver in range(self.n_players):
            kept[:, :, receiver] += np.where(self.recipients == receiver, taken, 0).sum(axis=2)
        return kept

    def select(self, games: npt.ArrayLike) -> "OfferTable":
        """Some of the games, by index (repetition allowed)."""
        index = np.atleast_1d(np.asarray(games))
        index = np.flatnonzero(index) if index.dtype == np.bool_ else index
        return replace(
            self,
            recipients=self.recipients[index],
            offers=self.offers[index],
            accepted=self.accepted[index],
            names=tuple(self.names[game] for game in index.tolist()),
            persons=self.persons[index] if self.persons.size else self.persons,
            sessions=tuple(self.sessions[game] for game in index.tolist()) if self.sessions else (),
        )

    @classmethod
    def join(cls, tables: Iterable["OfferTable"]) -> "OfferTable":
        """The games of several tables of one group size; short games are filled up with NO_OFFER.

        Where two tables call a game the same they are different records: games, persons and sessions are then set
        apart by the table's number. Persons and sessions are unknown if one of the tables does not know them.
        """
        parts = list(tables)
        check_body(parts)
        sizes = sorted({part.n_players for part in parts})
        if len(sizes) > 1:
            raise BadRequest(f"Only games of one group size can be joined, not {', '.join(map(str, sizes))}.")
        if len({name for part in parts for name in part.names}) < sum(len(set(part.names)) for part in parts):
            parts = [_marked(part, str(number)) for number, part in enumerate(parts, start=1)]
        longest = max(part.n_rounds for part in parts)
        return replace(
            parts[0],
            recipients=_stacked([part.recipients for part in parts], longest, NO_OFFER),
            offers=_stacked([part.offers for part in parts], longest, 0),
            accepted=_stacked([part.accepted for part in parts], longest, False),
            names=tuple(name for part in parts for name in part.names),
            persons=np.concatenate([part.persons for part in parts])
            if all(part.persons.size for part in parts)
            else np.empty((0, 0), dtype=np.str_),
            sessions=tuple(session for part in parts for session in part.sessions)
            if all(part.sessions for part in parts)
            else (),
        )


def _marked(table: OfferTable, mark: str) -> OfferTable:
    """The same games with `mark` before every label."""
    return replace(
        table,
        names=tuple(f"{mark}:{name}" for name in table.names),
        persons=np.strings.add(f"{mark}:", table.persons),
        sessions=tuple(f"{mark}:{session}" for session in table.sessions),
    )


def _stacked(arrays: Sequence[npt.NDArray[Any]], longest: int, value: Any) -> npt.NDArray[Any]:
    return np.concatenate(
        [
            np.pad(array, ((0, 0), (0, longest - array.shape[1]), (0, 0)), constant_values=value)
            for array in arrays
        ]
    )


def check_stakes(endowment: int, step: int) -> None:
    """Refuse an endowment that cannot be split in whole steps."""
    if step < 1 or endowment < step or endowment % step:
        raise BadGame(
            f"An endowment of {endowment} cannot be split in steps of {step}; it must be a multiple of the step."
        )


def _check_shapes(table: OfferTable) -> None:
    shapes = {array.shape for array in (table.recipients, table.offers, table.accepted)}
    if len(shapes) != 1 or table.recipients.ndim != 3:
        raise BadRecord(
            f"Recipients, offers and answers must share one shape [games, rounds, players], not {shapes}."
        )
    if table.n_games == 0:
        raise BadRecord("An offer table needs at least one game; this one is empty.")
    if table.n_players < 3:
        raise BadGame(f"The Social Ultimatum Game needs at least 3 players, not {table.n_players}.")
    known = table.recorded.sum(axis=1)
    if known.min() < 2:
        game = int(known.argmin())
        raise BadGame(
            f"The Social Ultimatum Game needs at least 2 rounds; game {game + 1} has {known[game]}."
        )


def _check_labels(table: OfferTable) -> None:
    for what, labels in (("names", table.names), ("sessions", table.sessions)):
        if len(labels) not in (0, table.n_games):
            raise BadRecord(f"{table.n_games} games need as many {what}, not {len(labels)}.")
    if table.persons.size and table.persons.shape != (table.n_games, table.n_players):
        raise BadRecord(
            f"Persons are [games, players], {table.n_games} by {table.n_players}, not {table.persons.shape}."
        )
    seated = np.sort(table.persons, axis=1) if table.persons.size else table.persons
    twice = np.argwhere(seated[:, 1:] == seated[:, :-1])
    if len(twice):
        game, seat = (int(index) for index in twice[0])
        raise BadRecord(f"Game {table.names[game]}: {seated[game, seat]} sits in two seats.")


def _check_moves(table: OfferTable) -> None:
    made = table.made
    _refuse(
        table, made != table.recorded[..., None], "makes no offer although others do (players cannot vanish)"
    )
    _refuse(table, table.recipients == np.arange(table.n_players), "makes an offer to themselves")
    _refuse(
        table, table.recipients >= table.n_players, f"offers to a player beyond the {table.n_players} present"
    )
    outside = made & ((table.offers < 0) | (table.offers > table.endowment))
    _refuse(table, outside, f"offers an amount outside 0..{table.endowment}")
    _refuse(table, made & (table.offers % table.step != 0), f"offers no multiple of the step {table.step}")
    _refuse(table, ~made & table.accepted, "gets an answer to an offer never made")


def _refuse(table: OfferTable, wrong: npt.NDArray[np.bool_], sentence: str) -> None:
    """Name the first wrong move, counting from 1."""
    if wrong.any():
        game, round_, player = (int(index) for index in np.argwhere(wrong)[0])
        amount = table.offers[game, round_, player]
        raise BadRecord(
            f"Game {table.names[game]}, round {round_ + 1}: player {player + 1} {sentence} "
            f"(offer recorded: {amount})."
        )


def check_body(body: Sequence[OfferTable], who: str = "body") -> None:
    """Refuse a body of play that is empty or mixes endowments."""
    if not body:
        raise BadRequest(f"The {who} of play is empty: no game, no distance.")
    stakes = {(table.endowment, table.step) for table in body}
    if len(stakes) > 1:
        raise BadRequest(
            f"The {who} of play mixes endowments and steps {sorted(stakes)}; compare one at a time."
        )
