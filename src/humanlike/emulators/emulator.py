"""An emulator: what turns a game into a Play that might pass for people's.

It is given the game, the shape of the human play it stands beside (how many subjects, which rounds
were played, who met whom) and a stream of random numbers, and nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import (
    MISSING,
    BadRequest,
    Game,
    Information,
    Meetings,
    NotEnoughInformation,
    Play,
    Rule,
    Streams,
    UnsuitableGame,
)
from humanlike.core.matching import meetings_like
from humanlike.engine import check_size


class PlayShape(NamedTuple):
    """How many subjects, which rounds each of them played, and whom they met; never what they did."""

    made: npt.NDArray[np.bool_]  # [subjects, rounds]
    meetings: Meetings | None = None  # None: neighbours stay together

    @property
    def n_subjects(self) -> int:
        """Q."""
        return int(self.made.shape[0])

    @property
    def n_rounds(self) -> int:
        """N, of the longest match."""
        return int(self.made.shape[1])

    @classmethod
    def of(cls, play: Play) -> "PlayShape":
        """The shape of a play whose partners stay together."""
        return cls(play.actions >= 0)

    @classmethod
    def like(cls, stream: Streams, play: Play) -> "PlayShape":
        """The shape of any play; where it is not on record who met whom, that is drawn by the design it tells."""
        return cls(play.actions >= 0, meetings_like(stream, play))

    @classmethod
    def full(cls, n_subjects: int, n_rounds: int, meetings: Meetings | None = None) -> "PlayShape":
        """Everybody plays every round."""
        check_size(n_subjects, n_rounds)
        return cls(np.broadcast_to(np.True_, (n_subjects, n_rounds)), meetings)


@dataclass(frozen=True)
class Emulator:
    """A named way of producing play; `author` is who answers for it.

    `produce(stream, game, shape, session)` returns actions [subjects, rounds]; neighbours are matched, or those whom
    `shape.meetings` brings together in each round, if it is one that `meets_others`.
    `session` counts the games a population has played before (the zipper design re-matches by it).
    """

    name: str
    produce: Callable[[Streams, Game, PlayShape, int], npt.NDArray[np.int8]]
    author: str = "humanlike"
    description: str = ""
    rules: tuple[Rule, ...] = ()  # followed by its players, as far as known: a program's are not
    meets_others: bool = False  # whether `produce` plays by `shape.meetings` where partners change
    family: str = ""  # of a player without rules, if it has kin

    @property
    def families(self) -> frozenset[str]:
        """The families it belongs to: the rules its players follow, whatever their parameters; else its own.

        A mixture belongs to several. What shares a family is left out together where detectors are trained.
        """
        return frozenset(map(family_of_rule, (rule.name for rule in self.rules))) or frozenset(
            {self.family or self.name}
        )

    def play(self, stream: Streams, game: Game, shape: PlayShape, *, session: int = 0) -> Play:
        """A play of `game` with exactly the given shape: same subjects, lengths and gaps."""
        if shape.n_subjects % game.n_players:
            raise BadRequest(
                f"{shape.n_subjects} subjects do not fill groups of {game.n_players} in '{game.name}'."
            )
        if shape.meetings is not None and not self.meets_others:
            raise UnsuitableGame(
                f"{self.name} plays with partners who stay together, and in this play of '{game.name}' they change; "
                "rules, mixtures and RULE:fitted can play it."
            )
        actions = np.asarray(self.produce(stream, game, shape, session))
        moves = actions if shape.made.all() else np.where(shape.made, actions, MISSING)
        return Play(game, moves) if shape.meetings is None else shape.meetings.play(game, moves)

    def check_information(self, game: Game, information: Information) -> None:
        """Refuse a setting that shows players less than they need; what a program or function looks at nobody knows."""
        if information < Information.GAME and not self.rules:
            raise NotEnoughInformation(
                f"It is not known what {self.name} looks at, so it cannot be shown {information.sentence}; "
                "rules can, and say what they need."
            )
        for rule in self.rules:
            for player in range(game.n_players):
                rule.check_setting(game, player, information)


def family_of_rule(name: str) -> str:
    """A rule's family: its name without parameter set and options.

    >>> family_of_rule("ewa:mixed-model-a+lapse"), family_of_rule("cournot+lapse"), family_of_rule("alg1")
    ('ewa', 'cournot', 'alg1')
    """
    return name.partition("+")[0].partition(":")[0]
