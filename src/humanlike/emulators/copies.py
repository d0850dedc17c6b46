"""Suspects that copy people: one person's very moves, one person's habits; and strategies drawn blindly, beside them.

A copy of moves does what a recorded person did, round by round, whatever it meets. A copy of habits does what that
person was seen to do after the same last two rounds (`players.people` learns it from this person alone). Each seat
copies somebody of its own, drawn from those on record in the same game and role. A drawn strategy has one answer to
every two last rounds, the same in all its seats, and slips now and then; in play it is a memory-2 rule that has
"learned" just that.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from humanlike.core import MISSING, Game, Play, Rule, Streams, UnsuitableGame
from humanlike.emulators.cast import Cast, Member
from humanlike.emulators.suspect import Moves, suspect_of_cast
from humanlike.players import RULES
from humanlike.players.people.learned import form_of, nothing_learned
from humanlike.players.people.recent_rounds import Contexts

HABITS = RULES["memory-2"]
Answers = npt.NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class CopiedMoves:
    """Plays a recorded person's moves; from the start again where the record ends."""

    people: tuple[Play, ...]

    def __call__(self, stream: Streams, game: Game, role: int, others: Moves) -> Answers:
        """Own moves [seats, rounds]."""
        recorded = [row[row >= 0] for play in self._persons(game, role) for row in play.actions]
        drawn = stream["who"].generator().integers(len(recorded), size=len(others))
        moves = np.stack([np.resize(recorded[who], others.shape[1]) for who in drawn])
        return np.where((others >= 0).all(axis=2), moves, MISSING).astype(np.int8)

    def _persons(self, game: Game, role: int) -> list[Play]:
        """Everybody on record in this seat, a play each."""
        found = [
            play.rows([row])
            for play in self.people
            if play.game.name == game.name
            for row in np.flatnonzero((play.roles == role) & play.studied & (play.actions >= 0).any(axis=1))
        ]
        if not found:
            raise UnsuitableGame(f"Nobody is on record as the {game.role_name(role)} of '{game.name}'.")
        return found


class CopiedHabits(CopiedMoves):
    """Does what a recorded person did after the same last two rounds."""

    def __call__(self, stream: Streams, game: Game, role: int, others: Moves) -> Answers:
        """Own moves [seats, rounds]."""
        persons = self._persons(game, role)
        drawn = stream["who"].generator().integers(len(persons), size=len(others))
        moves = np.full(others.shape[:2], MISSING, dtype=np.int8)
        for who in np.unique(drawn):
            seats = np.flatnonzero(drawn == who)
            copy = _follower(HABITS.taught([persons[who]]))
            moves[seats] = copy(stream[f"person {who}"], game, role, others[seats])
        return moves


@dataclass(frozen=True)
class DrawnStrategy:
    """One answer, drawn from `stream`, to every two last rounds; missed now and then."""

    stream: Streams
    slip: float

    def __call__(self, stream: Streams, game: Game, role: int, others: Moves) -> Answers:
        """Own moves [seats, rounds]."""
        shape = game.tables[role].shape
        contexts = Contexts.fitting(shape[0], shape[1], 2)
        answer = self.stream[form_of(*shape)].generator().integers(shape[0], size=contexts.n_deep)
        meant = answer[:, None] == np.arange(shape[0])
        logs = np.log(np.where(meant, 1.0 - self.slip, self.slip / (shape[0] - 1)))
        blank = nothing_learned(contexts)
        tables = blank._replace(chances=np.broadcast_to(logs, blank.chances.shape).copy())
        return _follower(HABITS.knowing({form_of(*shape): tables._asdict()}))(stream, game, role, others)


def _follower(rule: Rule) -> Callable[[Streams, Game, int, Moves], Answers]:
    """A seat that follows a rule as it is."""
    return suspect_of_cast(rule.name, Cast((Member(rule, rule.default),))).answer
