"""Reported to the organiser, not decided: favouritism.

A detector favours an emulator of its own author if it believes that author's emulators more than other detectors do,
beyond chance (sign-flip test over games and trials); authors are compared whatever their spelling, and only detectors
that ship, whose code is known, are not suspected.
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


class Favour(NamedTuple):
    """How much more a detector believes its author's emulator than the other detectors do (in P(human))."""

    detector: str
    emulator: str
    author: str
    excess: float
    p_value: float  # Holm-corrected


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
