"""Reported to the organiser, not decided: favouritism, and machine plays that repeat people's.

A detector favours an emulator of its own author if it believes that author's emulators more than other detectors do,
beyond chance (sign-flip test over games and trials); authors are compared whatever their spelling, and only detectors
that ship, whose code is known, are not suspected. A machine play repeats people's if its pairs' sequences of
cells occur, over at least ten rounds, in a human play.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from humanlike.core import Streams
from humanlike.detectors import DETECTORS, Detector
from humanlike.emulators import Emulator
from humanlike.programs import author_key
from humanlike.statistics import holm, sign_flip_test
from humanlike.tournament.trial import Dataset

LONG_ENOUGH = 10


class Favour(NamedTuple):
    """How much more a detector believes its author's emulator than the other detectors do (in P(human))."""

    detector: str
    emulator: str
    author: str
    excess: float
    p_value: float  # Holm-corrected


class RepeatedPlay(NamedTuple):
    """A machine pair that played what a human pair played, round for round."""

    game: str
    emulator: str
    experiment: str
    pairs: int


def favours(
    table: pd.DataFrame, detectors: Sequence[Detector], emulators: Sequence[Emulator], seed: int
) -> list[Favour]:
    """Every detector that does not ship with every emulator of the same author, with corrected p-values."""
    found = []
    for detector in [each for each in detectors if DETECTORS.get(each.name) is not each]:
        for emulator in emulators:
            if author_key(detector.author) == author_key(emulator.author):
                excess = _excess(table, detector.name, emulator.name)
                test = sign_flip_test(Streams(seed)["favour"][detector.name][emulator.name], excess)
                found.append((detector, emulator, float(excess.mean()), float(test)))
    if not found:
        return []
    corrected = holm([p for *_, p in found])
    return [
        Favour(detector.name, emulator.name, detector.author, excess, float(p))
        for (detector, emulator, excess, _), p in zip(found, corrected, strict=True)
    ]


def _excess(table: pd.DataFrame, detector: str, emulator: str) -> np.ndarray:
    """Per trial and game: this detector's P(human) minus the other detectors' mean, beyond its habit."""
    machines = table[~table["is_human"] & (table["mark"] == "")]  # who failed has believed nothing
    wide = machines.pivot_table(index=["trial", "game", "source"], columns="detector", values="probability")
    gap = wide[detector] - wide.drop(columns=detector).mean(axis=1)
    own = gap.xs(emulator, level="source")
    habit = gap.drop(emulator, level="source").groupby(["trial", "game"]).mean()
    return (own - habit.reindex(own.index)).dropna().to_numpy()


def overlaps(datasets: dict[str, list[Dataset]]) -> list[RepeatedPlay]:
    """Machine pairs whose whole play is a human pair's, by game and emulator."""
    found = []
    for game, plays in datasets.items():
        known: dict[bytes, str] = {}
        for dataset in plays:
            if dataset.is_human:
                known.update({pair: dataset.source for pair in _pairs(dataset)})
        for dataset in plays:
            if not dataset.is_human:
                repeated = [known[pair] for pair in _pairs(dataset) if pair in known]
                for experiment in sorted(set(repeated)):
                    found.append(RepeatedPlay(game, dataset.source, experiment, repeated.count(experiment)))
    return found


def _pairs(dataset: Dataset) -> list[bytes]:
    """Each pair's moves as bytes; plays too short, or of one cell throughout, repeat by chance and are left out."""
    play = dataset.play
    pairs = play.actions[play.groups()]  # [pairs, seats, rounds]
    return [
        pair.tobytes()
        for pair in pairs
        if pair.shape[1] >= LONG_ENOUGH and any(len(set(seat[seat >= 0].tolist())) > 1 for seat in pair)
    ]
