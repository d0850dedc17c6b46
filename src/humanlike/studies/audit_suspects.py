"""Suspects take participants' places: one piece of work for each suspect, kept when it has played."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, NotEnoughInformation, Play, Streams, UnsuitableGame
from humanlike.detectors.cross_evidence import Body, Integers
from humanlike.detectors.seat_forms import seat_form
from humanlike.emulators.suspect import LEARNING_RULE, Suspect, played_instead
from humanlike.naming.suspects import SuspectWord, find_suspect
from humanlike.studies.audit_reading import Experiment

FEWEST_PLACES = 60  # a suspect sits several times in each place where there are fewer: a table needs rows


class Answered(NamedTuple):
    """What a suspect did in every participant's place."""

    name: str
    family: str
    kind: str
    moves: tuple[
        npt.NDArray[np.int8], ...
    ]  # for each play [copies, rows, rounds]; no copies where it was refused
    refused: tuple[str, ...]  # why, in sentences

    @property
    def plays_something(self) -> bool:
        """Whether it could play any of the games."""
        return any(len(moves) for moves in self.moves)


def answered(
    plays: tuple[Play, ...],
    rows: tuple[Integers, ...],
    people: tuple[Play, ...],
    n_copies: int,
    seed: int,
    trust: bool,
    word: SuspectWord,
) -> Answered:
    """The moves of one suspect against everybody's recorded opponents."""
    suspect = find_suspect(word, people=people, trust=trust)
    stream = Streams(seed)["audit"][f"suspect {suspect.name}"]
    moves, refused = [], []
    for play, own in zip(plays, rows, strict=True):
        try:
            moves.append(_in_place_of(stream, suspect, play, own, n_copies))
        except (UnsuitableGame, NotEnoughInformation) as error:
            moves.append(np.empty((0, len(own), play.n_rounds), dtype=np.int8))
            refused.append(str(error))
    return Answered(suspect.name, suspect.family, suspect.kind, tuple(moves), tuple(dict.fromkeys(refused)))


def _in_place_of(
    stream: Streams, suspect: Suspect, play: Play, rows: Integers, n_copies: int
) -> npt.NDArray[np.int8]:
    shown, back = _giving_first(play) if suspect.kind == LEARNING_RULE else (play, None)
    copies = []
    for copy in range(n_copies):
        moves = suspect.in_place_of(stream[f"copy {copy}"], shown, rows).actions
        if back is not None:
            roles = play.roles[rows]
            moves = np.where(moves >= 0, back[roles[:, None], np.maximum(moves, 0)], moves)
        copies.append(moves.astype(np.int8))
    return np.stack(copies)


def _giving_first(play: Play) -> tuple[Play, npt.NDArray[np.int64] | None]:
    """The play with the action first that gives the other the most, as strategies of repeated games want it.

    And the recorded number of each renumbered action, [role, action]; None where nothing is renumbered.
    """
    game = play.game
    if game.n_players != 2 or game.n_actions[0] != game.n_actions[1]:
        return play, None
    forms = [seat_form(game, role) for role in range(2)]
    if any((form.met != other.own).any() for form, other in zip(forms, forms[::-1], strict=True)):
        return play, None
    back = np.stack([np.argsort(form.own) for form in forms])
    tables = tuple(table[np.ix_(back[role], back[1 - role])] for role, table in enumerate(game.tables))
    labels = tuple(tuple(game.labels[role][old] for old in back[role]) for role in range(2))
    own, met = (np.stack([getattr(form, name) for form in forms]) for name in ("own", "met"))
    roles = play.roles[:, None]

    def renumbered(moves: npt.NDArray[np.integer], order: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        return np.where(moves >= 0, order[roles, np.maximum(moves, 0)], -1)

    shown = replace(
        play,
        game=Game(game.name, tables, labels, game.situation_kind),
        actions=renumbered(play.actions, own),
        situations=renumbered(play.situations, met),
        intended=np.empty((0, 0), dtype=np.int16),
    )
    return shown, back


def suspects_at_play(experiment: Experiment, made: Sequence[Answered]) -> dict[str, Body]:
    """What each suspect did, every copy in the place of a person of its own: person p, copy c is p + c persons."""
    found = {}
    for each in made:
        parts: list[tuple[Play, Integers]] = []
        for play, rows, whose, moves in zip(
            experiment.plays, experiment.rows, experiment.whose, each.moves, strict=True
        ):
            for copy, own in enumerate(moves):
                parts.append(
                    (played_instead(play.rows(rows), own, each.name), whose + copy * len(experiment.persons))
                )
        if parts:
            found[each.name] = Body([play for play, _ in parts], [whose for _, whose in parts])
    return found


def copies_for(n_persons: int) -> int:
    """How often a suspect sits in each place."""
    return -(-FEWEST_PLACES // n_persons)


def check_somebody_plays(made: Sequence[Answered], recorded: Mapping[str, Body]) -> None:
    """Refuse an audit without a suspect."""
    if recorded or any(each.plays_something for each in made):
        return
    reasons = " ".join(dict.fromkeys(reason for each in made for reason in each.refused))
    raise BadRequest(
        f"No suspect can play this game. {reasons} Others can: random, ewa, cournot, roth-erev, bush-mosteller, or a "
        "player program of yours (--suspects my_entry/)."
    )
