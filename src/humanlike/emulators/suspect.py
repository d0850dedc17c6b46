"""A suspect: somebody, or something, that could have sat in a participant's seat, asked to sit there.

The others' moves are those on record, the suspect's own are what it chooses. An emulator plays a game among its
own kind; a suspect meets the very people (or machines) the participant met, for as many rounds.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import MISSING, BadRequest, Game, Play, Streams
from humanlike.emulators.cast import Cast, Member
from humanlike.emulators.emulator import family_of_rule
from humanlike.emulators.fitted import in_units
from humanlike.engine import answer
from humanlike.programs import LARGEST_SEED, Program, seated_program

Moves = npt.NDArray[np.integer[Any]]

LEARNING_RULE, PROGRAM, LANGUAGE_MODEL = "learning rule", "program", "language model"
SUSPECT_KINDS = (LEARNING_RULE, PROGRAM, LANGUAGE_MODEL)


@dataclass(frozen=True)
class Suspect:
    """Answers recorded opponents.

    `answer(stream, game, role, others)` returns own moves [seats, rounds]; `others` [seats, rounds, players - 1] are
    the moves of the other roles in role order, MISSING (-1) where none is known: no move is made there. The others'
    moves of a round are seen after it. The same stream gives the same moves.
    """

    name: str
    family: str  # what is left out together: a rule whatever its parameters, a model whatever it was told
    kind: str  # one of SUSPECT_KINDS
    answer: Callable[[Streams, Game, int, Moves], npt.NDArray[np.int8]]

    def in_place_of(self, stream: Streams, play: Play, rows: npt.ArrayLike | None = None) -> Play:
        """Some rows of `play` (all), each answered by the suspect instead: same opponents, rounds and labels."""
        chosen = np.arange(play.n_subjects) if rows is None else np.asarray(rows, dtype=np.int64)
        moves = np.full((len(chosen), play.n_rounds), MISSING, dtype=np.int16)
        for role in sorted(set(play.roles[chosen].tolist())):
            mine = np.flatnonzero(play.roles[chosen] == role)
            made = play.actions[chosen[mine], :, None] >= 0
            others = np.where(made, others_of(play, chosen[mine]), MISSING)
            named = stream[f"game {play.game.name}"][f"role {role}"]
            moves[mine] = self.answer(named, play.game, role, others)
        return played_instead(play.rows(chosen), moves, self.name)


def played_instead(play: Play, moves: Moves, name: str) -> Play:
    """The same rows with other moves: those they meet never met them, so nobody is anybody's partner."""
    return Play(
        play.game,
        moves,
        roles=play.roles,
        situations=np.where(moves >= 0, play.situations, MISSING),
        subjects=play.labels("subject"),
        matches=play.labels("match"),
        sessions=play.labels("session"),
        studied=np.ones(play.n_subjects, dtype=np.bool_),
        persons=play.labels("person"),
        provenance={"dataset": name},
    )


def others_of(play: Play, rows: Moves) -> npt.NDArray[np.integer[Any]]:
    """What the others did, [rows, rounds, players - 1], in role order; MISSING where it is not on record."""
    if play.game.n_players == 2:
        return play.situations[rows][:, :, None]  # with two players, what was met is what the other did
    if play.partners.ndim < 2:
        raise BadRequest(
            f"The play of '{play.game.name}' says what {play.game.n_players - 1} others amounted to, not what each "
            "did; suspects can answer where a table names everybody's moves."
        )
    partners = play.partners[rows]
    by_round = partners[:, :, None] if partners.ndim == 2 else partners
    met = play.actions[
        np.broadcast_to(by_round, (*partners.shape[:2], play.n_rounds)), np.arange(play.n_rounds)
    ]
    return np.moveaxis(np.where(by_round >= 0, met, MISSING), 1, 2)


def suspect_of_cast(name: str, cast: Cast) -> Suspect:
    """A rule, or a mixture of which every seat is one member throughout."""
    family = "/".join(sorted({family_of_rule(rule.name) for rule in cast.rules}))
    return Suspect(name, family, LEARNING_RULE, partial(_answered_by_cast, cast=cast))


def fitted_suspect(name: str, member: Member) -> Suspect:
    """A rule whose parameters were fitted in units of each game's widest range of payoffs (see `fitted`)."""
    followed = partial(_answered_in_units, cast=Cast((member,)))
    return Suspect(name, family_of_rule(member.rule.name), LEARNING_RULE, followed)


def program_suspect(program: Program) -> Suspect:
    """A player program: one process a seat, from the first round to the last."""
    program.entry.require("player")
    return Suspect(program.name, program.name, PROGRAM, partial(_answered_by_program, program=program))


def _answered_in_units(
    stream: Streams, game: Game, role: int, others: Moves, *, cast: Cast
) -> npt.NDArray[np.int8]:
    return _answered_by_cast(stream, in_units(game), role, others, cast=cast)


def _answered_by_cast(
    stream: Streams, game: Game, role: int, others: Moves, *, cast: Cast
) -> npt.NDArray[np.int8]:
    players, who = cast.players(stream, len(others), 1)
    situations = game.situations(role, np.moveaxis(others, 2, 0))
    return answer(stream["choice"], game, role, players, who, situations)


def _answered_by_program(
    stream: Streams, game: Game, role: int, others: Moves, *, program: Program
) -> npt.NDArray[np.int8]:
    moves = np.full(others.shape[:2], MISSING, dtype=np.int8)
    for seat, met in enumerate(others[:, :, 0]):
        named, rounds = stream[f"seat {seat}"], np.flatnonzero(met >= 0)
        luck = named["choice"].generator().random(len(rounds))
        with seated_program(program, game, role) as player:
            player.start(named["seed"].words()[0] & LARGEST_SEED)
            for round_, uniform in zip(rounds.tolist(), luck.tolist(), strict=True):
                player.ask()
                cumulated = np.cumsum(player.probabilities())
                own = min(int(np.searchsorted(cumulated, uniform, side="right")), len(cumulated) - 1)
                moves[seat, round_] = own
                player.saw((own, int(met[round_])) if role == 0 else (int(met[round_]), own))
            player.end()
    return moves
