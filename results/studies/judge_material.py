"""The plays the shipped judge is trained on: people of eight studies, and the emulators of the catalogue beside them.

People: ipd-lab (each of its studies a source), bos-conventions, rps-dyads; cut into groups of eight matches. Machines:
every emulator that can play the game, in the shape of a human group beside it. The sets on which the judge is tested
(akata-human-vs-gpt4, pennies-vs-bots) are never read here.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from humanlike.core import MISSING, Game, HumanlikeError, Play, Streams, studies_of
from humanlike.datasets import find_data, read_plays
from humanlike.detectors import Source
from humanlike.emulators import EMULATORS, Emulator, PlayShape

DATA_SETS = ("bos-conventions", "ipd-lab", "rps-dyads")
SEED = 1  # of the shipped judge
MATCHES = 8  # in a play, as in the published tournament
HUMAN_PLAYS = 12  # of a game at most: large experiments would only repeat themselves
MACHINE_PLAYS = 2  # of each emulator in each game
LONGEST = {2: 60, 3: 300}  # one length for each size of game, so that each emulator is compiled once


class JudgeMaterial(NamedTuple):
    """Plays with who made them, and why some emulators are missing in some games."""

    plays: list[Play]
    is_human: list[bool]
    sources: list[Source]
    left_out: list[str]


def judge_material(seed: int = SEED) -> JudgeMaterial:
    """All plays of the training, in a fixed order."""
    material = JudgeMaterial([], [], [], [])
    for name in DATA_SETS:
        for play in read_plays(find_data(name)):
            people = _human_groups(Streams(seed)["people"][name][play.game.name], play)
            source = f"{name} {play.sessions[0]}" if name == "ipd-lab" else name
            _add(material, people, Source.of_people(source, studies_of(play, name)), is_human=True)
            for emulator in EMULATORS.values() if people else ():
                try:
                    made = list(_machine_groups(Streams(seed)[emulator.name], emulator, play.game, people))
                except HumanlikeError as error:
                    material.left_out.append(str(error))
                    continue
                _add(material, made, Source.of_machine(emulator.name, emulator.families), is_human=False)
    return material


def _add(material: JudgeMaterial, plays: Sequence[Play], source: Source, *, is_human: bool) -> None:
    material.plays.extend(plays)
    material.is_human.extend([is_human] * len(plays))
    material.sources.extend([source] * len(plays))


def _human_groups(stream: Streams, play: Play) -> list[Play]:
    """Disjoint groups of whole matches."""
    groups = play.groups()
    order = stream.generator().permutation(len(groups))
    count = min(HUMAN_PLAYS, len(groups) // MATCHES)
    return [play.rows(groups[order[k * MATCHES : (k + 1) * MATCHES]]).shortened() for k in range(count)]


def _machine_groups(
    stream: Streams, emulator: Emulator, game: Game, beside: Sequence[Play]
) -> Iterator[Play]:
    """Plays of an emulator in the shapes of human groups."""
    n_subjects = MATCHES * game.n_players
    longest = LONGEST.get(max(game.n_actions), max(play.n_rounds for play in beside))
    shape = PlayShape.full(n_subjects * MACHINE_PLAYS, longest)
    actions = np.asarray(emulator.produce(stream, game, shape, 0))
    for number in range(MACHINE_PLAYS):
        people = beside[number % len(beside)]
        block = actions[number * n_subjects : (number + 1) * n_subjects, : people.n_rounds]
        yield Play(game, np.where(people.actions >= 0, block, MISSING))
