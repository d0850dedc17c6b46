"""Meetings: who meets whom in every round, as an array that the engine hands actions round by.

Drawn from a design (`matching`) or taken from a record. Subjects stand as they are seated: subject q in role q modulo
the number of players. Who meets stays within *pools* of consecutive subjects, so that pools can be played apart.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core.errors import BadRequest
from humanlike.core.game import Game, seats_alike
from humanlike.core.labels import Labels
from humanlike.core.play import Play


@dataclass(frozen=True, eq=False)
class Meetings:
    """The others everybody meets in each round, in the order of their seats."""

    by_round: npt.NDArray[np.int32]  # [rounds, others, subjects]
    pool: int  # subjects; nobody meets anybody outside the own pool of so many neighbours
    mixed: bool = (
        False  # anybody may meet anybody: everybody sits in the first seat of a game whose seats are alike
    )

    @property
    def n_subjects(self) -> int:
        """How many meet."""
        return int(self.by_round.shape[2])

    @property
    def n_rounds(self) -> int:
        """How many rounds are arranged."""
        return int(self.by_round.shape[0])

    @property
    def partners(self) -> npt.NDArray[np.int32]:
        """As a Play holds them: [subjects, others, rounds]."""
        return self.by_round.transpose(2, 1, 0)

    @classmethod
    def of(cls, partners: npt.ArrayLike, game: Game, *, mixed: bool = False) -> "Meetings":
        """Given `partners` [subjects, others, rounds], checked: nobody meets themselves, and tables are complete.

        >>> coins = Game.from_matrices("coins", [[1, 0], [0, 1]], [[0, 1], [1, 0]])
        >>> Meetings.of([[[1, 3]], [[0, 2]], [[3, 1]], [[2, 0]]], coins).pool
        4
        """
        given = np.asarray(partners)
        shape = (len(given), game.n_players - 1)
        if given.ndim != 3 or given.shape[:2] != shape or not np.issubdtype(given.dtype, np.integer):
            raise BadRequest(
                f"Who meets whom in '{game.name}' is an array of whole numbers, subjects by {shape[1]} by rounds, "
                f"not {given.shape}."
            )
        by_round = np.ascontiguousarray(given.transpose(2, 1, 0), dtype=np.int32)
        _check_tables(by_round, game, mixed)
        return cls(by_round, len(given), mixed)

    def play(self, game: Game, actions: npt.NDArray[np.integer[Any]], **told: Any) -> Play:
        """The play of so many subjects who met like this; each pool is a match, for nobody met anybody outside it."""
        count = len(actions)
        numbers = np.arange(count)
        return Play(
            game,
            actions,
            roles=np.zeros_like(numbers) if self.mixed else numbers % game.n_players,
            partners=self.partners[:count, :, : actions.shape[1]],
            matches=Labels(numbers // self.pool),
            **told,
        )

    def with_spare(self, n_subjects: int, n_players: int) -> "Meetings":
        """The same meetings with more subjects behind, who stay in the groups they are seated in."""
        groups = np.arange(self.n_subjects, n_subjects, dtype=np.int32).reshape(-1, n_players)
        if not groups.size:
            return self
        others = [[other for other in range(n_players) if other != role] for role in range(n_players)]
        behind = groups[:, others].reshape(groups.size, n_players - 1).T
        added = np.broadcast_to(behind, (self.n_rounds, *behind.shape))
        pool = self.pool if n_subjects % self.pool == 0 else n_subjects
        return Meetings(np.concatenate([self.by_round, added], axis=2), pool, self.mixed)

    def part(self, pools: range) -> "Meetings":
        """Some pools alone, their subjects counted anew."""
        subjects = slice(pools.start * self.pool, pools.stop * self.pool)
        return Meetings(self.by_round[:, :, subjects] - np.int32(subjects.start), self.pool, self.mixed)

    def repeated(self, times: int) -> "Meetings":
        """The same meetings in so many copies of everybody, one behind the other."""
        first = np.arange(times, dtype=np.int32)[:, None] * self.n_subjects
        many = self.by_round[:, :, None, :] + first
        return Meetings(many.reshape(*self.by_round.shape[:2], -1), self.pool, self.mixed)


def seat_order(play: Play) -> npt.NDArray[np.int64]:
    """The rows of a play as people are seated: match by match the first of each role, the second of each, and so on.

    Where everybody sits in the first seat of a game whose seats are alike, match by match as they stand.
    """
    match, seats = play.labels("match").ranks(), play.game.n_players
    if not play.roles.any() and seats_alike(play.game):
        return np.lexsort((np.arange(play.n_subjects), match))
    counts = np.zeros((int(match.max()) + 1, seats), dtype=np.int64)
    np.add.at(counts, (match, play.roles), 1)
    if (counts != counts[:, :1]).any():
        told = ", ".join(
            f"{each} {play.game.role_name(role)}" for role, each in enumerate(counts.sum(axis=0))
        )
        raise BadRequest(
            f"The roles of '{play.game.name}' are not taken equally often ({told}): they cannot be filled again."
        )
    by_role = np.lexsort((np.arange(play.n_subjects), play.roles, match))
    turn = np.empty(play.n_subjects, dtype=np.int64)  # the how many-th of the role in the match
    turn[by_role] = np.concatenate([np.arange(each) for each in counts.reshape(-1)])
    return np.lexsort((play.roles, turn, match))


def recorded_meetings(play: Play) -> Meetings:
    """Who met whom in a play whose partners change, with everybody seated in `seat_order`."""
    if play.partners.ndim != 3 or (play.partners < 0).any():
        raise BadRequest(f"Not every partner in this play of '{play.game.name}' is on record.")
    order = seat_order(play)
    seat = np.argsort(order)
    found = Meetings.of(seat[play.partners[order]], play.game, mixed=not play.roles.any())
    match = play.labels("match").ranks()[order]
    size = int(np.count_nonzero(match == match[0]))
    own = np.arange(len(order)) // size
    apart = np.array_equal(match, own) and (found.by_round // size == own).all()
    return replace(found, pool=size) if apart else found


def _check_tables(by_round: npt.NDArray[np.int32], game: Game, mixed: bool) -> None:
    count, seats = by_round.shape[2], game.n_players
    own = np.arange(count, dtype=np.int32)
    _refuse(
        (by_round < 0) | (by_round >= count),
        game,
        "meets somebody who is not there",
        "everybody needs a partner",
    )
    _refuse(
        by_round == own, game, "meets themselves", "name another partner, or let a design match (strangers)"
    )
    if mixed and not seats_alike(game):
        raise BadRequest(f"The seats of '{game.name}' look different, so roles cannot be mixed.")
    if not mixed:
        expected = np.array([game.others(role) for role in range(seats)]).T[:, own % seats]
        _refuse(by_round % seats != expected, game, "meets somebody in the wrong seat", "row meets column")
    together = np.concatenate([np.broadcast_to(own, (len(by_round), 1, count)), by_round], axis=1)
    table = np.sort(together, axis=1)
    for other in range(seats - 1):
        theirs = np.take_along_axis(table, by_round[:, other : other + 1], axis=2)
        _refuse(theirs != table, game, "meets somebody who meets others", "a pair must name each other")


def _refuse(wrong: npt.NDArray[np.bool_], game: Game, what: str, remedy: str) -> None:
    if wrong.any():
        round_, _, subject = np.argwhere(wrong)[0].tolist()
        raise BadRequest(f"'{game.name}': subject {subject + 1} {what} in round {round_ + 1}; {remedy}.")
