"""Fifty rounds of battle of the sexes and of rock, paper, scissors: people, and the zoo in their seats.

People are cut in two halves, pair by pair. Machines answer the recorded opponents of every seat, so that both kinds
met the same conduct; those made of people's play (copies, fitted rules) are made of one half and tested in the
other's seats.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Play, Streams, UnsuitableGame
from humanlike.datasets import find_data, read_plays
from humanlike.detectors.distinct_seats import first_rounds
from humanlike.detectors.known_seats import KnownBody
from humanlike.emulators.suspect import Suspect
from humanlike.emulators.zoo import zoo, zoo_of_people

DATA_SETS = ("bos-conventions", "rps-dyads")
N_ROUNDS = 50
SEATS = 16
HALVES = (0, 1)


class ZooMaterial(NamedTuple):
    """Bodies of one half in training and of the other tested."""

    training: list[KnownBody]
    tested: list[KnownBody]


def zoo_material(name: str, trained: int, n_rounds: int = N_ROUNDS) -> ZooMaterial:
    """People of one half with the zoo in their seats, and those of the other."""
    plays = [first_rounds(play, n_rounds) for play in read_plays(find_data(name))]
    halves = [[play.rows(np.flatnonzero(half_of(play) == half)) for play in plays] for half in HALVES]
    suspects = (*zoo(), *zoo_of_people(halves[trained]))
    return ZooMaterial(*(list(_bodies(halves[half], suspects)) for half in (trained, 1 - trained)))


def half_of(play: Play) -> npt.NDArray[np.int64]:
    """The half each row's pair is dealt to, [rows]."""
    numbers = play.labels("match").numbers()
    dealt = Streams(17)[play.game.name]["halves"].generator().permutation(int(numbers.max()) + 1) % 2
    return np.asarray(dealt[numbers])


def _bodies(people: Sequence[Play], suspects: Sequence[Suspect]) -> Iterator[KnownBody]:
    for play in people:
        pairs = [f"{play.game.name} {match}" for match in play.labels("match")]
        yield KnownBody(play, True, play.game.name, pairs, in_sixteens(f"people {play.game.name}", play))
        for suspect in suspects:
            try:
                made = suspect.in_place_of(Streams(17)["zoo"][suspect.name], play)
            except UnsuitableGame:
                continue
            kin = frozenset({f"family {suspect.family}"})
            sixteens = in_sixteens(f"{suspect.name} {play.game.name}", made)
            yield KnownBody(made, False, suspect.name, [suspect.family] * made.n_subjects, sixteens, kin)


def in_sixteens(name: str, play: Play) -> list[str]:
    """Sixteen seats of one source are judged together, as one player."""
    return [f"{name} {row // SEATS}" for row in range(play.n_subjects)]
