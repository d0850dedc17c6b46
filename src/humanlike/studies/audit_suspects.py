"""Suspects take participants' places: one piece of work for each suspect, kept when it has played."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import MISSING, BadRequest, Game, NotEnoughInformation, Play, Streams, UnsuitableGame
from humanlike.core.progress import Progress, announce
from humanlike.detectors.cross_evidence import Integers, PersonsPlay
from humanlike.detectors.seat_forms import seat_form
from humanlike.emulators.language_model import cost_of
from humanlike.emulators.suspect import Suspect, played_instead
from humanlike.language_models import ModelFailed
from humanlike.naming.emulators import find_emulator
from humanlike.naming.language_models import is_language_model_word
from humanlike.naming.suspects import SuspectWord, find_suspect, takes_time, told_of_suspect
from humanlike.programs import EntryFailed
from humanlike.studies.audit_reading import Experiment

FEWEST_PLACES = 60  # a suspect sits several times in each place where there are fewer: a table needs rows
PLACES = 60  # persons in whose places those sit who take their time: language models and programs
REFUSALS = (
    UnsuitableGame,
    NotEnoughInformation,
    EntryFailed,
    ModelFailed,
)  # it is left out, and the others go on


class PlacesTaken(NamedTuple):
    """Where suspects sit: rows by play, whose they are, and how often; the slow ones only in some persons' places."""

    rows: tuple[Integers, ...]
    whose: tuple[Integers, ...]
    n_persons: int
    places: int

    def taken(self, stream: Streams, play: int, slow: bool) -> npt.NDArray[np.intp]:
        """Which of a play's rows a suspect answers: all, or those of some persons drawn once for everybody slow."""
        if not slow or self.places >= self.n_persons:
            return np.arange(len(self.rows[play]))
        drawn = stream["places"].generator().permutation(self.n_persons)[: self.places]
        return np.flatnonzero(np.isin(self.whose[play], drawn))

    def copies(self, slow: bool) -> int:
        """How often a suspect sits in each of its places."""
        return -(-(self.places if slow else FEWEST_PLACES) // self.n_persons)


class Answered(NamedTuple):
    """What a suspect did in every participant's place."""

    name: str
    family: str
    kind: str
    moves: tuple[
        npt.NDArray[np.int8], ...
    ]  # for each play [copies, rows, rounds]; no copies where it was refused
    refused: tuple[str, ...]  # why, in sentences
    told: tuple[str, ...] = ()  # what to mind about it

    @property
    def plays_something(self) -> bool:
        """Whether it could play any of the games."""
        return any(len(moves) for moves in self.moves)


def answered(
    plays: tuple[Play, ...],
    seating: PlacesTaken,
    people: tuple[Play, ...],
    seed: int,
    trust: bool,
    word: SuspectWord,
) -> Answered:
    """The moves of one suspect against everybody's recorded opponents."""
    suspect = find_suspect(word, people=people, trust=trust)
    stream = Streams(seed)["audit"]
    moves, refused = [], []
    for number, play in enumerate(plays):
        try:
            moves.append(_in_places(stream, suspect, play, seating, number, takes_time(word)))
        except REFUSALS as error:
            moves.append(np.empty((0, len(seating.rows[number]), play.n_rounds), dtype=np.int8))
            refused.append(str(error))
    told = told_of_suspect(word)
    return Answered(
        suspect.name, suspect.family, suspect.kind, tuple(moves), tuple(dict.fromkeys(refused)), told
    )


def announce_costs(
    progress: Progress, plays: Sequence[Play], seating: PlacesTaken, words: Sequence[SuspectWord]
) -> None:
    """Say what each language model will be asked at most, before it is."""
    for word in words:
        if not isinstance(word, str) or not is_language_model_word(word):
            continue
        emulator = find_emulator(word)
        for play, rows in zip(plays, seating.rows, strict=True):
            cost = cost_of(emulator, play.game, min(len(rows), seating.places), play.n_rounds)
            if cost is not None:
                announce(progress, f"{emulator.name} in {play.game.name}: {cost.sentence}.")


def _in_places(
    stream: Streams, suspect: Suspect, play: Play, seating: PlacesTaken, number: int, slow: bool
) -> npt.NDArray[np.int8]:
    """Moves [copies, rows, rounds]; missing in rows whose places are not taken."""
    shown, back = (play, None) if slow else _giving_first(play)
    taken = seating.taken(stream, number, slow)
    rows, named = seating.rows[number][taken], stream[f"suspect {suspect.name}"]
    copies = np.full((seating.copies(slow), len(seating.rows[number]), play.n_rounds), MISSING, dtype=np.int8)
    for copy, own in enumerate(copies):
        moves = suspect.in_place_of(named[f"copy {copy}"], shown, rows).actions
        if back is not None:
            moves = np.where(moves >= 0, back[play.roles[rows][:, None], np.maximum(moves, 0)], moves)
        own[taken] = moves
    return copies


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


def suspects_at_play(experiment: Experiment, made: Sequence[Answered]) -> dict[str, PersonsPlay]:
    """What each suspect did, every copy in the place of a person of its own: person p, copy c is p + c persons."""
    found = {}
    for each in made:
        parts: list[tuple[Play, Integers]] = []
        for play, rows, whose, moves in zip(
            experiment.plays, experiment.rows, experiment.whose, each.moves, strict=True
        ):
            for copy, own in enumerate(moves):
                sat = (own >= 0).any(axis=1)
                if sat.any():
                    place = whose[sat] + copy * len(experiment.persons)
                    parts.append((played_instead(play.rows(rows[sat]), own[sat], each.name), place))
        if parts:
            found[each.name] = PersonsPlay([play for play, _ in parts], [whose for _, whose in parts])
    return found


def check_somebody_plays(made: Sequence[Answered], recorded: Mapping[str, PersonsPlay]) -> None:
    """Refuse an audit without a suspect."""
    if recorded or any(each.plays_something for each in made):
        return
    reasons = " ".join(dict.fromkeys(reason for each in made for reason in each.refused))
    raise BadRequest(
        f"No suspect can play this game. {reasons} Others can: random, ewa, cournot, roth-erev, bush-mosteller, or a "
        "player program of yours (--suspects my_entry/)."
    )
